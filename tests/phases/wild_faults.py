"""Lines with something wrong in them, anywhere."""

import copy

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
