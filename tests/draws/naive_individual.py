"""A second reading of how players are drawn: every round of a few, every exchange of many.

It is written from the words alone and shares no code with the program.
"""

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
