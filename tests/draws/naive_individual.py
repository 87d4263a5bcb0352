"""A second reading of how players and a ranking are drawn: every round there is, every exchange."""

from itertools import combinations


def there(line):
    """The players who are there."""
    return [player for player in line["players"] if player not in (line.get("absent") or [])]


def counts(line):
    """How often each two were partners, how often opponents, and how often each sat out."""
    partners, opponents, out = {}, {}, {}
    for one in (one for played in line["results"] for one in played):
        if "bye" in one:
            out[one["bye"]] = out.get(one["bye"], 0) + 1
            continue
        for side in (one["a"], one["b"]):
            partners[frozenset(side)] = partners.get(frozenset(side), 0) + 1
        for mine in one["a"]:
            for yours in one["b"]:
                two = frozenset((mine, yours))
                opponents[two] = opponents.get(two, 0) + 1
    return partners, opponents, out


def table_numbers(line, counted, table):
    """The forbidden pairs at the table, and the squares of partners and of opponents again."""
    partners, opponents, _ = counted
    forbidden = {frozenset(two) for two in line.get("forbidden") or []}
    (a, b), (c, d) = table
    return (
        sum(frozenset(two) in forbidden for two in combinations((a, b, c, d), 2)),
        sum(partners.get(frozenset(side), 0) ** 2 for side in ((a, b), (c, d))),
        sum(opponents.get(frozenset(two), 0) ** 2 for two in ((a, c), (a, d), (b, c), (b, d))),
    )


def numbers(line, tables, byes):
    """All that a round is compared by, the most important first."""
    counted = counts(line)
    rows = [table_numbers(line, counted, table) for table in tables]
    return sum(counted[2].get(one, 0) for one in byes), *added(rows)


def added(rows):
    """The numbers of several tables, added up one by one."""
    return tuple(sum(row[level] for row in rows) for level in range(3))


def every_seating(players):
    """Yield every list of tables for these players."""
    if not players:
        yield []
        return
    first, rest = players[0], players[1:]
    for three in combinations(rest, 3):
        others = [player for player in rest if player not in three]
        for partner in three:
            left, right = (player for player in three if player != partner)
            for tables in every_seating(others):
                yield [((first, partner), (left, right)), *tables]


def least(line):
    """The least numbers that any round has."""
    counted = counts(line)
    players = there(line)
    known = {}

    def of(table):
        if table not in known:
            known[table] = table_numbers(line, counted, table)
        return known[table]

    fewest = min(
        sum(counted[2].get(one, 0) for one in out)
        for out in combinations(players, len(players) % 4)
    )
    found = []
    for out in combinations(players, len(players) % 4):
        if sum(counted[2].get(one, 0) for one in out) == fewest:
            seated = [player for player in players if player not in out]
            found += [added([*map(of, tables)]) for tables in every_seating(seated)]
    return fewest, *min(found)


def better_exchange(line, tables):
    """Return two players whose exchange gives less; None where no exchange does."""
    counted = counts(line)
    seats = [
        (number, side, at) for number in range(len(tables)) for side in (0, 1) for at in (0, 1)
    ]
    for one, other in combinations(seats, 2):
        changed = [[list(side) for side in table] for table in tables]
        mine, yours = (changed[number][side][at] for number, side, at in (one, other))
        changed[one[0]][one[1]][one[2]] = yours
        changed[other[0]][other[1]][other[2]] = mine
        touched = {one[0], other[0]}
        before = added([table_numbers(line, counted, tables[number]) for number in touched])
        after = added([table_numbers(line, counted, changed[number]) for number in touched])
        if after < before:
            return mine, yours
    return None


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
