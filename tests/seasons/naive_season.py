"""A season counted as docs/seasons.md defines it: in integers, each unit compared with each.

Plain JSON values in and out, nothing from the program: a second reading to compare with it.
"""

import datetime
import math
import re

COUNTS = ["wins", "draws", "losses", "byes"]
SCHEMES = {
    "places": ({"table"}, {"rest"}),
    "results": ({"win", "draw", "loss", "bye"}, {"score_per"}),
    "score": (set(), set()),
    "difference": (set(), set()),
}
"""The required fields of each scheme beside its name, and the optional ones."""
TIES = ["wins", "countback", "total", "difference", "events"]


def answer(line):
    """Return the answer of `python -m scorekeeper season` to one parsed line."""
    if not isinstance(line, dict):
        return refused([("not_json", None)])
    found = list(problems(line))
    return refused(found) if found else {"ok": True, "rows": rows(line)}


def refused(found):
    once = dict.fromkeys(found)
    return {"ok": False, "problems": [{"code": code, "field": field} for code, field in once]}


# The problems, in the order of the document; those of a whole come behind its parts


def problems(season):
    by_player = season.get("by") == "player"
    told = {
        "by": lambda value, at: one_of(["pair", "player"], value, at),
        "points": scheme,
        "best": lambda value, at: number(value, at, 1),
        "minimum": lambda value, at: number(value, at, 0),
        "ties": ties,
        "events": lambda value, at: events(value, at, by_player),
    }
    yield from in_object(season, "", told, ["by", "points", "events"])


def in_object(value, at, told, needed):
    if not isinstance(value, dict):
        yield "unknown_value", at
        return
    for name, part in value.items():
        if name not in told:
            yield "unknown_field", under(at, name)
        elif part is not None:
            yield from told[name](part, under(at, name))
    for name in needed:
        if value.get(name) is None:
            yield "missing", under(at, name)


def in_list(value, at, told):
    if not isinstance(value, list):
        yield "unknown_value", at
        return
    for place, part in enumerate(value):
        yield from told(part, under(at, place))


def under(at, part):
    return f"{at}.{part}" if at else str(part)


def one_of(words, value, at):
    if not isinstance(value, str):
        yield "not_a_text", at
    elif value not in words:
        yield "unknown_value", at


def is_whole(value):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return value == value and abs(value) != math.inf and int(value) == value


def number(value, at, lowest=None, highest=None):
    if not is_whole(value):
        yield "not_a_number", at
    elif (lowest is not None and value < lowest) or (highest is not None and value > highest):
        yield "out_of_range", at


def name(value, at):
    if not isinstance(value, str):
        yield "not_a_text", at
    elif not 1 <= len(value) <= 64:
        yield "out_of_range", at


def scheme(value, at):
    if not isinstance(value, dict):
        yield "unknown_value", at
        return
    called = value.get("scheme")
    if not isinstance(called, str) or called not in SCHEMES:
        yield from in_object({"scheme": called}, at, {"scheme": scheme_name}, ["scheme"])
        return
    needed, optional = SCHEMES[called]
    told = dict.fromkeys(needed | optional, entry) | {"scheme": scheme_name}
    if called == "places":
        told["table"] = lambda table, there: in_list(table, there, entry)
    if called == "results":
        told["score_per"] = lambda per, there: number(per, there, 0, 100_000)
    order = ["scheme", "table", "win", "draw", "loss", "bye"]
    yield from in_object(value, at, told, [one for one in order if one in needed])


def scheme_name(value, at):
    return one_of(list(SCHEMES), value, at)


def entry(value, at):
    return number(value, at, -100_000, 100_000)


def ties(value, at):
    seen = []

    def tie(part, there):
        wrong = list(one_of(TIES, part, there))
        yield from wrong
        if not wrong and part in seen:
            yield "repeated", there
        seen.append(part)

    yield from in_list(value, at, tie)


def events(value, at, by_player):
    seen = []

    def event_id(part, there):
        wrong = list(name(part, there))
        yield from wrong
        if not wrong and part in seen:
            yield "repeated", there
        seen.append(part)

    def event(part, there):
        told = {
            "id": event_id,
            "date": day,
            "weight": weight,
            "ranking": lambda pairs, here: ranking(pairs, here, by_player),
        }
        yield from in_object(part, there, told, ["id", "date", "ranking"])

    yield from in_list(value, at, event)


def day(value, at):
    if not isinstance(value, str):
        yield "not_a_text", at
        return
    try:
        if not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
            raise ValueError
        datetime.date.fromisoformat(value)
    except ValueError:
        yield "unknown_value", at


def weight(value, at):
    if not isinstance(value, str):
        yield "not_a_text", at
        return
    if not re.fullmatch("-?[0-9]+([.][0-9]+)?", value):
        yield "not_a_number", at
    elif len(value) > 64 or len(value.partition(".")[2]) > 2 or hundredths(value) <= 0:
        yield "out_of_range", at


def hundredths(text):
    sign = -1 if text.startswith("-") else 1
    whole, _, rest = text.lstrip("-").partition(".")
    return sign * int((whole + rest.ljust(2, "0"))[:4000])


def ranking(value, at, by_player):
    pairs_seen, persons_seen = [], []

    def pair(part, there):
        wrong = list(no_pair(part, there))
        yield from wrong
        if wrong:
            return
        if set(part) in pairs_seen:
            yield "repeated", there
        else:
            for place, person in enumerate(part):
                if by_player and person in persons_seen:
                    yield "repeated", under(there, place)
            pairs_seen.append(set(part))
            persons_seen.extend(part)

    told = {
        "pair": pair,
        "place": lambda part, there: number(part, there, 1),
        **{one: lambda part, there: number(part, there, 0) for one in COUNTS},
        "score": number,
        "difference": number,
    }
    needed = ["pair", "place", *COUNTS, "score", "difference"]
    yield from in_list(value, at, lambda row, there: in_object(row, there, told, needed))
    if isinstance(value, list):
        yield from wrong_places(value, at)


def no_pair(value, at):
    if not isinstance(value, list) or len(value) != 2:
        yield "unknown_value", at
        return
    wrong = list(in_list(value, at, name))
    yield from wrong
    if not wrong and value[0] == value[1]:
        yield "same_person", at


def wrong_places(rows, at):
    """Each place is one more than the number of pairs before it; asked where all can be read."""
    places = [row.get("place") if isinstance(row, dict) else None for row in rows]
    if all(is_whole(place) and place >= 1 for place in places):
        before = [sum(other < place for other in places) for place in places]
        if any(place != 1 + better for place, better in zip(places, before, strict=True)):
            yield "places_wrong", at


# The result: all points in fractions so small that every share is a whole number


def parts_of_one(season):
    sizes = [len(event["ranking"]) for event in season["events"]]
    per = season["points"].get("score_per") or 1
    return 100 * int(per) * math.lcm(*range(1, max(sizes, default=0) + 2))


def points_in(season, event, row, one):
    """A pair's points in an event, its weight in them."""
    told = season["points"]
    whole = {field: int(row[field]) for field in [*COUNTS, "place", "score", "difference"]}
    if told["scheme"] == "places":
        sharing = sum(other["place"] == row["place"] for other in event["ranking"])
        entries = [
            told["table"][place - 1] if place <= len(told["table"]) else told.get("rest") or 0
            for place in range(whole["place"], whole["place"] + sharing)
        ]
        points = sum(map(int, entries)) * one // sharing
    elif told["scheme"] == "results":
        points = sum(
            int(told[entry]) * whole[played] * one
            for entry, played in [
                ("win", "wins"), ("draw", "draws"), ("loss", "losses"), ("bye", "byes"),
            ]
        )  # fmt: skip
        if told.get("score_per"):
            points += whole["score"] * one // int(told["score_per"])
    else:
        points = whole[told["scheme"]] * one
    return points * hundredths(event.get("weight") or "1") // 100


def rows(season):
    one = parts_of_one(season)
    by_date = sorted(season["events"], key=lambda event: event["date"])
    played = {}
    for when, event in enumerate(by_date):
        for row in event["ranking"]:
            result = {**row, "when": when, "id": event["id"]}
            result["points"] = points_in(season, event, row, one)
            pair = tuple(sorted(row["pair"]))
            for unit in [pair] if season["by"] == "pair" else row["pair"]:
                played.setdefault(unit, []).append(result)
    units = [counted_up(season, unit, results) for unit, results in played.items()]
    in_order = sorted(units, key=lambda unit: standing_at(unit, units))
    return [told_row(unit, units, one) for unit in in_order]


def counted_up(season, unit, results):
    best = sorted(results, key=lambda one: (-one["points"], -one["score"], one["when"]))
    best = best[: int(season.get("best") or len(best))]
    figures = {
        "wins": len([one for one in best if one["place"] == 1]),
        "countback": [one["points"] for one in best],
        "total": sum(one["points"] for one in results),
        "difference": sum(one["difference"] for one in best),
        "events": len(results),
    }
    points = sum(one["points"] for one in best)
    return {
        "unit": unit,
        "points": points,
        "total": figures["total"],
        "results": results,
        "best": best,
        "is_classed": len(results) >= (season.get("minimum") or 0),
        "figures": [points, *(figures[tie] for tie in season.get("ties") or [])],
    }


def is_before(one, other):
    """Does the one stand higher, both classed or both not? The first different figure decides."""
    for ours, theirs in zip(one["figures"], other["figures"], strict=True):
        if ours != theirs:
            return ours > theirs
    return False


def standing_at(unit, units):
    higher = sum(is_before(other, unit) for other in units)
    ids = unit["unit"] if isinstance(unit["unit"], tuple) else (unit["unit"],)
    return not unit["is_classed"], higher, " ".join(ids), ids


def told_row(unit, units, one):
    in_class = [other for other in units if other["is_classed"]]
    place = 1 + sum(is_before(other, unit) for other in in_class)
    ids = {result["id"] for result in unit["best"]}
    all_ids = [result["id"] for result in unit["results"]]
    return {
        "unit": list(unit["unit"]) if isinstance(unit["unit"], tuple) else unit["unit"],
        "place": place if unit["is_classed"] else None,
        "points": two_decimals(unit["points"], one),
        "counted": [one for one in all_ids if one in ids],
        "dropped": [one for one in all_ids if one not in ids],
        "total": two_decimals(unit["total"], one),
        "events": len(all_ids),
    }


def two_decimals(points, one):
    """Half up, away from zero."""
    cents = (abs(points) * 200 + one) // (2 * one)
    sign = "-" if points < 0 and cents else ""
    return f"{sign}{cents // 100}.{cents % 100:02}"
