"""The players' record, as docs/seasons.md defines it: a list of hands, and one question after
another.

Plain JSON values in and out, nothing from the program: a second reading to compare with it. Hands
are scored by tests/rules/naive.py, which is a second reading, too.
"""

import decimal

from tests.rules import naive
from tests.rules.naive_declarations import OTHER, both_declare, declarations_go_to

SEATS = ["A1", "B1", "A2", "B2"]
LEVELS = ["80", "90", "100", "110", "kapo"]


def answer(line):
    """Return the answer of `python -m scorekeeper record` to a line without problems."""
    played = [played_in(number, one) for number, one in enumerate(line["matches"])]
    hands = [hand for of_match, _end in played for hand in of_match]
    ends = [end for _of_match, end in played if end["winner"]]
    told = [
        record(
            [one for one in hands if one["unit"] == unit],
            [one for one in ends if one["unit"] == unit],
            unit,
        )
        for unit in ("tenths", "points")
    ]
    return {"ok": True, "records": [one for one in told if one["persons"]]}


# A match file, hand by hand


def played_in(number, seated):
    """The hands of a match: who sat on each side, and all that a hand is asked. And its end."""
    file = seated["match"]
    rules = naive.rule_set(file["rules"])
    if file.get("target") is not None:
        rules = {**rules, "target": file["target"]}
    totals, winner, dealer, hands = {"A": 0, "B": 0}, None, file["first_dealer"], []
    for entry in file["hands"]:
        if winner is not None:
            break
        if "adjust" in entry:
            add(totals, entry["adjust"])
        else:
            hand = led(naive.told(entry), dealer, rules)
            score = naive.score(hand, rules)
            add(totals, score)
            winner = won_by(totals, hand.get("bidder"), rules)
            dealer = dealer_after(dealer, hand, rules)
            played = {"match": number, "number": len(hands) + 1, "hand": hand, "score": score}
            played["unit"] = rules["unit"]
            played["sides"] = sides_at(seated, len(hands) + 1)
            played["declared"] = declared_by(hand, score, rules)
            hands.append(played)
    claimer = None if winner else claimed_by(file.get("ended"), totals, rules)
    last = len(hands) + 1 if claimer else len(hands)
    sat = sides_at(seated, last) if last else None
    end = {"match": number, "unit": rules["unit"], "sides": sat, "winner": winner or claimer}
    return hands, end


def add(totals, points):
    for side in "AB":
        totals[side] += points.get(side) or 0


def claimed_by(ended, totals, rules):
    """Return the winner by a claim; None without a claim."""
    if not ended or ended["by"] != "claim":
        return None
    reached = totals[ended["side"]] + ended["points"] >= rules["target"]
    return ended["side"] if reached else OTHER[ended["side"]]


def sides_at(seated, number):
    """Return the persons on each side in this hand, as far as they are known."""
    seats = seated["seats"]
    for later in seated.get("seats_from") or []:
        if later["hand"] <= number:
            seats = later["seats"]
    known = {seat: person for seat, person in seats.items() if person is not None}
    return {side: sorted(known[seat] for seat in known if seat[0] == side) for side in "AB"}


def led(hand, dealer, rules):
    """The hand with the side that led to it, where that may decide."""
    if "passed_out" in hand or "leader" in hand or not both_declare(hand):
        return hand
    leader = hand["bidder"] if rules["leads"] == "bidder" else OTHER[dealer[0]]
    return {**hand, "leader": leader}


def dealer_after(dealer, hand, rules):
    if "passed_out" in hand and rules["pass_out"] == "same":
        return dealer
    step = 1 if rules["deal_passes"] == rules["plays"] else 3
    return SEATS[(SEATS.index(dealer) + step) % 4]


def won_by(totals, bidder, rules):
    over = [side for side in "AB" if totals[side] >= rules["target"]]
    if len(over) == 2:
        if totals["A"] == totals["B"]:
            return None
        if rules["both_over"] == "bidder" and bidder is not None:
            return bidder
        return max(over, key=totals.get)
    return over[0] if over else None


def declared_by(hand, score, rules):
    """The side whose declarations scored, for whichever side."""
    if "passed_out" in hand or all(line["rule"] != "declarations" for line in score["lines"]):
        return None
    return declarations_go_to(hand, rules)


# The figures


def record(hands, ends, unit):
    tables = [*hands, *ends]
    persons = {(person,) for one in tables for side in "AB" for person in one["sides"][side]}
    sat = {tuple(one["sides"][side]) for one in tables for side in "AB"}
    pairs = {pair for pair in sat if len(pair) == 2}
    met = {
        tuple(sorted(map(tuple, one["sides"].values()), key=by_ids))
        for one in tables
        if "passed_out" not in one.get("hand", ())
        and all(len(s) == 2 for s in one["sides"].values())
    }
    return {
        "unit": unit,
        "persons": [{"person": ids[0], **figures(ids, hands, ends)} for ids in sorted(persons)],
        "pairs": [
            {"pair": list(ids), **figures(ids, hands, ends)} for ids in sorted(pairs, key=by_ids)
        ],
        "versus": [
            versus(first, second, hands, ends)
            for first, second in sorted(met, key=lambda two: [by_ids(one) for one in two])
        ],
    }


def by_ids(ids):
    return " ".join(ids), ids


def side_of(ids, one):
    """The side of these persons in a hand; None where they are not there, or not together."""
    found = [side for side in "AB" if set(ids) <= set(one["sides"][side])]
    return found[0] if found else None


def figures(ids, hands, ends):
    ended = [(side_of(ids, one), one) for one in ends if side_of(ids, one)]
    seen = [(side_of(ids, one), one) for one in hands if side_of(ids, one)]
    ours = [(side, one) for side, one in seen if "passed_out" not in one["hand"]]
    scores = [(one["score"][side], one["score"][OTHER[side]]) for side, one in ours]
    doubled = [won for (_, one), won in zip(ours, scores, strict=True) if is_doubled(one)]
    return {
        "matches": len({one["match"] for _, one in [*ours, *ended]}),
        "won": len([1 for side, one in ended if one["winner"] == side]),
        "lost": len([1 for side, one in ended if one["winner"] == OTHER[side]]),
        "hands": len(ours),
        "passed_out": len(seen) - len(ours),
        "for": sum(score for score, _ in scores),
        "against": sum(score for _, score in scores),
        **mean_and_error([score - other for score, other in scores]),
        "bids": bids([one for side, one in ours if one["hand"]["bidder"] == side]),
        "against_bids": bids([one for side, one in ours if one["hand"]["bidder"] != side]),
        "doubled": [len([1 for score, other in doubled if score > other]), len(doubled)],
        "kapos": [
            len([1 for side, one in ours if one["hand"].get("kapo") == side]),
            len([1 for side, one in ours if one["hand"].get("kapo") == OTHER[side]]),
        ],
        "pilottas": len([1 for side, one in ours if one["hand"].get("pilotta") == side]),
        "declared": len([1 for side, one in ours if one["declared"] == side]),
    }


def is_doubled(one):
    return one["hand"].get("doubled", 1) > 1


def bids(bid):
    told = {}
    for level in LEVELS:
        of_level = [one["score"]["made"] for one in bid if level_of(one["hand"]["bid"]) == level]
        told[level] = [of_level.count(True), len(of_level)]
    return told


def level_of(bid):
    if bid == "kapo":
        return "kapo"
    return "80" if bid < 90 else "90" if bid < 100 else "100" if bid < 110 else "110"


def versus(first, second, hands, ends):
    ours, ended = (
        [
            (side_of(first, one), one)
            for one in tables
            if side_of(first, one)
            and side_of(second, one)
            and "passed_out" not in one.get("hand", ())
        ]
        for tables in (hands, ends)
    )
    return {
        "pairs": [list(first), list(second)],
        "matches": len({one["match"] for _, one in [*ours, *ended]}),
        "won": [
            len([1 for side, one in ended if one["winner"] == side]),
            len([1 for side, one in ended if one["winner"] == OTHER[side]]),
        ],
        "hands": len(ours),
        **mean_and_error([one["score"][s] - one["score"][OTHER[s]] for s, one in ours]),
    }


def mean_and_error(differences):
    """Both to two decimals, half up, by decimals long enough that no half is mistaken."""
    count = len(differences)
    if not count:
        return {"per_hand": None, "error": None}
    with decimal.localcontext(prec=80):
        mean = decimal.Decimal(sum(differences)) / count
        told = {"per_hand": two_decimals(mean), "error": None}
        if count > 1:
            # n · Σ(d − mean)² is a whole number: n · Σd² − (Σd)².
            spread = count * sum(d * d for d in differences) - sum(differences) ** 2
            error = (decimal.Decimal(spread) / (count * count * (count - 1))).sqrt()
            told["error"] = two_decimals(error)
    return told


def two_decimals(number):
    told = str(number.quantize(decimal.Decimal("0.01"), decimal.ROUND_HALF_UP))
    return "0.00" if told == "-0.00" else told
