"""A second reading of how a ranking is drawn: every round there is, and the least of them.

It is written from the words alone and shares no code with the program. Only few pairs can be drawn.
"""


def standing(line):
    """The pairs in order: as the line has it, else by wins, difference and place in the list."""
    if line.get("order") is not None:
        return line["order"]
    halves = dict.fromkeys(line["pairs"], 0)
    difference = dict.fromkeys(line["pairs"], 0)
    for played in line["results"]:
        for one in played:
            if "bye" in one:
                halves[one["bye"]] += 2
                continue
            mine, yours = one["score"]
            difference[one["a"]] += mine - yours
            difference[one["b"]] += yours - mine
            if one.get("forfeit") != "both":
                halves[one["a"]] += (mine > yours) - (mine < yours) + 1
                halves[one["b"]] += (yours > mine) - (yours < mine) + 1
    list_place = {pair: place for place, pair in enumerate(line["pairs"])}
    return sorted(
        line["pairs"], key=lambda pair: (-halves[pair], -difference[pair], list_place[pair])
    )


def every_round(pairs):
    """Yield every list of tables and byes of these pairs, at most one with a bye."""
    if not pairs:
        yield [], []
        return
    first, rest = pairs[0], pairs[1:]
    for other in rest:
        for tables, byes in every_round([pair for pair in rest if pair != other]):
            yield [(first, other), *tables], byes
    if len(pairs) % 2:
        for tables, _ in every_round(rest):
            yield tables, [first]


def badness(line, order, tables, byes):
    """The faults of a round, by which rounds are compared: the most important first."""
    results = [one for played in line["results"] for one in played]

    def met(a, b):
        return sum({a, b} == {one.get("a"), one.get("b")} for one in results)

    place = order.index
    meets = {place(one): place(other) for a, b in tables for one, other in ((a, b), (b, a))}
    forbidden = [set(two) for two in line.get("forbidden") or []]
    return (
        sum({a, b} in forbidden for a, b in tables),
        sum(met(a, b) > 0 for a, b in tables),
        sum(one.get("bye") == pair for pair in byes for one in results),
        sum(met(a, b) for a, b in tables),
        [-place(pair) for pair in byes],
        [meets[top] for top in sorted(meets) if top < meets[top]],
    )


def numbered(line, tables):
    """The tables with their numbers: kept tables first, the others in between."""
    numbers = {}
    for pair, number in line.get("kept_tables") or []:
        for table in tables:
            if pair in table and table not in numbers and number not in numbers.values():
                numbers[table] = number
    number = 1
    for table in tables:
        if table not in numbers:
            while number in numbers.values():
                number += 1
            numbers[table] = number
    return sorted(((number, list(table)) for table, number in numbers.items()))


def next_round(line):
    """The tables, the byes and the numbers of a later round."""
    absent = line.get("absent") or []
    order = standing(line)
    fixed = [tuple(table) for table in line.get("fixed") or []]
    free = [
        pair for pair in order if pair not in absent and not any(pair in table for table in fixed)
    ]
    tables, byes = min(
        ((fixed + tables, byes) for tables, byes in every_round(free)),
        key=lambda one: badness(line, order, *one),
    )
    tables = sorted(
        (tuple(sorted(table, key=order.index)) for table in tables),
        key=lambda table: order.index(table[0]),
    )
    listed = numbered(line, tables)
    return [table for _, table in listed], byes, [number for number, _ in listed]
