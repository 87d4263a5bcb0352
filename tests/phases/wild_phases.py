"""Random tournaments with phases, played as far as chance has it; lines with a fault anywhere."""

import copy

from scorekeeper.phases.advance_codec import answer

FORMATS = ("swiss", "random", "ranking", "odd_even", "round_robin")
JUNK = [
    *(None, True, False, 0, 1, 2, 3, -1, 1.0, 2.5, 65, 1001, "", "1", "2", "x", "both", "wins"),
    *("total", "mean", "all", "knockout", "swiss", "individual", "round_robin", [], {}, [[]]),
    *(["1"], ["1", "2"], [["1", "2"]], [["1", "1"]], [["1", "2"], ["3"]], {"1": 1}, {"x": "y"}),
    *([{"phase": 1, "rest": True}], [{"phase": 1, "best": 2}, {"phase": 1, "places": [1, 1]}]),
    *([{"phase": 1, "losers": 1}], [{"phase": 9, "best": 1}], {"phase": 1, "places": [1]}),
    *({"bye": "1"}, {"a": "1", "b": "1", "score": [1, 2]}, {"a": "1", "b": "2"}),
    *({"a": ["1", "2"], "b": ["3", "4"]}, {"a": ["1", "2"], "b": ["1", "3"], "score": [1, 1]}),
]
KEYS = [
    *("entrants", "phases", "results", "by", "ties", "withdrawn", "forbidden", "clubs", "id"),
    *("format", "from", "name", "groups", "rounds", "places", "drop", "sit_out", "drawn"),
    *("phase", "best", "rest", "losers", "a", "b", "score", "forfeit", "bye", "odd"),
]


def wild_line(chance):
    """A sound line of up to five phases with some of its results."""
    alone = chance.random() < 0.15
    count = chance.randint(4, 9) if alone else chance.randint(2, 13)
    names = [str(number) for number in range(1, count + 1)]
    chance.shuffle(names)
    by = chance.choice(["wins", "total"])
    line = {"entrants": names, "phases": [], "results": [], "by": by}
    add_wishes(chance, line, alone)
    taken = set()
    for _ in range(chance.randint(1, 5)):
        phase = wild_phase(chance, line, len(line["phases"]) + 1, alone, taken)
        if phase:
            line["phases"].append(phase)
            line["results"].append([])
    for name in names:
        if chance.random() < 0.12:
            line["withdrawn"][name] = chance.randint(1, len(line["phases"]))
    for number in range(1, len(line["phases"]) + 1):
        play(chance, line, number)
    if chance.random() < 0.2:
        correct(chance, line)
    return line


def add_wishes(chance, line, alone):
    if not alone and chance.random() < 0.7:
        line["ties"] = chance.sample(["head_to_head", "buchholz"], chance.randint(0, 2))
    if chance.random() < 0.4:
        pairs = range(chance.randint(0, 5))
        line["forbidden"] = [chance.sample(line["entrants"], 2) for _ in pairs]
    if chance.random() < 0.4:
        line["clubs"] = clubs(chance, line["entrants"])
    line["withdrawn"] = {}


def clubs(chance, names):
    names = chance.sample(names, len(names))
    found = []
    while names and len(found) < 4:
        size = chance.randint(1, 4)
        found.append(names[:size])
        names = names[size:]
    return found


def wild_phase(chance, line, number, alone, taken):
    format_ = "individual" if alone else chance.choice([*FORMATS, "knockout", "knockout"])
    phase = {"format": format_}
    if format_ == "knockout":
        phase["places"] = chance.choice([None, "none", "third", "all"])
    else:
        add_plan(chance, line, phase)
    if number > 1:
        sources = [wild_source(chance, line, number, taken) for _ in range(chance.randint(1, 3))]
        phase["from"] = [source for source in sources if source]
        if not phase["from"]:
            return None
    return phase


def add_plan(chance, line, phase):
    alone = phase["format"] == "individual"
    if phase["format"] != "round_robin" or chance.random() < 0.3:
        phase["rounds"] = chance.randint(1, 3)
    if not alone and chance.random() < 0.6:
        phase["groups"] = chance.randint(1, 4)
    if line["by"] == "total" and phase.get("groups", 1) == 1 and chance.random() < 0.5:
        phase["drop"] = chance.randint(0, 3)
    if alone and chance.random() < 0.6:
        phase["sit_out"] = chance.choice(["mean", "nothing"])


def wild_source(chance, line, number, taken):
    earlier = chance.randint(1, number - 1)
    phase = line["phases"][earlier - 1]
    if phase["format"] == "knockout":
        key = (earlier, "losers")
        if phase.get("places") == "all" or key in taken:
            return None
        taken.add(key)
        return {"phase": earlier, "losers": chance.randint(1, 3)}
    kind = chance.choice(["places", "best", "rest"])
    if kind == "best":
        return {"phase": earlier, "best": chance.randint(1, 5)}
    if kind == "rest":
        if (earlier, "rest") in taken:
            return None
        taken.add((earlier, "rest"))
        return {"phase": earlier, "rest": True}
    free = [place for place in range(1, 6) if (earlier, place) not in taken]
    places = chance.sample(free, min(len(free), chance.randint(1, 3)))
    taken.update((earlier, place) for place in places)
    return {"phase": earlier, "places": places} if places else None


def play(chance, line, number):
    """Play the phase by its seats, as far as they are known; keep them as drawn at times."""
    shown = seats_of(line, number)
    phase = line["phases"][number - 1]
    is_bracket = phase["format"] == "knockout"
    drawn = maybe_drawn(chance, line, number, shown)
    if drawn is not None:
        phase["drawn"] = drawn
        shown = seats_of(line, number)
        if shown is None:
            # It changes who is in a phase that was played and not drawn.
            del phase["drawn"]
            shown = seats_of(line, number)
    if shown["state"] == "waiting":
        return
    rounds = []
    wanted = chance.choice([0, 1, 2, 3, 4, 4, 4, 5])
    for _ in range(wanted):
        if is_bracket:
            tables = bracket_round(chance, shown, rounds)
        else:
            tables = [t for group in shown["groups"] for t in any_round(chance, phase, group)]
        rounds.append(tables)
    if rounds and chance.random() < 0.3 and any(rounds):
        table = chance.choice(chance.choice([one for one in rounds if one]))
        if "score" in table:
            table.update(score=None) if chance.random() < 0.5 else table.pop("score")
    line["results"][number - 1] = rounds


def maybe_drawn(chance, line, number, shown):
    """The seats to keep as drawn, at times others than those that would be drawn; or None."""
    if shown["state"] == "waiting":
        return drawn_by_hand(chance, line, number) if chance.random() < 0.15 else None
    drawn = shown["groups"] if "groups" in shown else shown["entrants"]
    drawn = shuffled(chance, drawn) if chance.random() < 0.3 else drawn
    return drawn if chance.random() < 0.35 else None


def seats_of(line, number):
    """The answer about a phase before it was played; None where another one is wrong then."""
    reply = answer({**line, "results": line["results"][: number - 1]})
    return reply["phases"][number - 1] if reply["ok"] else None


def drawn_by_hand(chance, line, number):
    """Some entrants that no phase of the same sources has; None where that could be wrong."""
    if number == 1:
        return None
    phase = line["phases"][number - 1]
    sources = {source["phase"] for source in phase["from"]}
    seated = set()
    for other in line["phases"]:
        if sources & {source["phase"] for source in other.get("from", [])}:
            for part in other.get("drawn") or []:
                seated.update(part if isinstance(part, list) else [part])
    free = [name for name in line["entrants"] if name not in seated]
    who = chance.sample(free, chance.randint(0, len(free)))
    if phase["format"] == "knockout":
        return who
    count = phase.get("groups", 1)
    return [who[at::count] for at in range(count)]


def shuffled(chance, drawn):
    if drawn and isinstance(drawn[0], list):
        return [chance.sample(group, len(group)) for group in drawn]
    return chance.sample(drawn, len(drawn))


def any_round(chance, phase, group):
    """Some of a group meet, without any plan."""
    there = chance.sample(group, len(group) - (chance.random() < 0.1 and len(group) > 0))
    tables = []
    if phase["format"] == "individual":
        while len(there) >= 4:
            a, b, c, d, *there = there
            tables.append({"a": [a, b], "b": [c, d], "score": score(chance)})
    else:
        while len(there) >= 2:
            a, b, *there = there
            tables.append({"a": a, "b": b, "score": score(chance)})
            if chance.random() < 0.07:
                tables[-1]["forfeit"] = "both"
    return tables + [{"bye": one} for one in there]


def score(chance):
    return [chance.choice([0, 1, 1, 2, -1, 5]), chance.choice([0, 1, 1, 2, 3])]


def bracket_round(chance, shown, rounds):
    """The next round of the tree, with places changed by hand at times."""
    if chance.random() < 0.1:
        tables = any_round(chance, {"format": "swiss"}, shown["entrants"])
    else:
        tables = next_of_tree(shown["bracket"], rounds)
        if chance.random() < 0.1:
            tables = [table for table in tables if chance.random() < 0.8]
    for table in tables:
        if "bye" not in table:
            table["score"] = chance.choice([[1, 0], [0, 1]])
            table.pop("forfeit", None)
    return tables


def next_of_tree(bracket, rounds):
    places = list(bracket)
    beaten = []
    for tables in rounds:
        lost = {
            (one["a"], one["b"])[one["score"][0] > one["score"][1]] for one in tables if "a" in one
        }
        beaten = [one for one in places if one in lost]
        places = [
            next((one for one in places[at : at + 2] if one and one not in lost), None)
            for at in range(0, len(places) - 1, 2)
        ]
    tables = []
    for at in range(0, len(places) - 1, 2):
        there = [one for one in places[at : at + 2] if one]
        if len(there) == 2:
            tables.append({"a": there[0], "b": there[1]})
        tables += [{"bye": there[0]}] if len(there) == 1 else []
    if len(places) == len(beaten) == 2:
        tables.append({"a": beaten[0], "b": beaten[1]})
    return tables


def correct(chance, line):
    """Turn a result of a phase, so that what was drawn after it would be drawn otherwise."""
    tables = [
        one
        for rounds in line["results"]
        for played in rounds
        for one in played
        if one.get("score") and one["score"][0] != one["score"][1]
    ]
    if tables:
        table = chance.choice(tables)
        table["score"] = table["score"][::-1]


def with_faults(chance, line):
    """A copy of the line with one to three changes."""
    line = copy.deepcopy(line)
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        spoil(chance, line)
    return line


def spoil(chance, line):
    parts = list(parts_of(line))
    # The parts of results are many; the plan is as worth a fault.
    plan = list(parts_of(line.get("phases")))
    part = chance.choice(plan if plan and chance.random() < 0.5 else parts)
    junk = copy.deepcopy(chance.choice(JUNK))
    if isinstance(part, dict):
        key = chance.choice([*part, chance.choice(KEYS)])
        if chance.random() < 0.2:
            part.pop(key, None)
        else:
            part[key] = junk
        return
    way = chance.random()
    if part and way < 0.4:
        part[chance.randrange(len(part))] = junk
    elif part and way < 0.7:
        part.append(copy.deepcopy(chance.choice(part)))
    elif part and way < 0.8:
        part.pop(chance.randrange(len(part)))
    else:
        part.append(junk)


def parts_of(value):
    """Yield each object and list in the value, itself first."""
    if isinstance(value, dict | list):
        yield value
        for part in value.values() if isinstance(value, dict) else value:
            yield from parts_of(part)
