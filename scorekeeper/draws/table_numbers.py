"""At which table each two of a round sit: who keeps a table, and where odd stays."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count

from scorekeeper.draws.model import Broken, Table, TournamentToDraw


def number_tables(
    tournament: TournamentToDraw, tables: Sequence[Table], *, is_final: bool = False
) -> list[tuple[int, Table]]:
    """The tables with their numbers, ascending. A number may be left out; the rest follow in order.

    The final comes first, and the match for the third place second, whoever keeps a table.
    """
    homes = {} if is_final else _homes(tournament)
    numbers: dict[Table, int] = {}
    for pair, home in homes.items():
        table = next((one for one in tables if pair in one), None)
        if table and table not in numbers and home not in numbers.values():
            numbers[table] = home
    taken = frozenset(numbers.values())
    free = (number for number in count(1) if number not in taken)
    numbers |= {table: next(free) for table in tables if table not in numbers}
    return sorted((number, table) for table, number in numbers.items())


def moved_from(tournament: TournamentToDraw, numbers: Iterable[tuple[int, Table]]) -> list[Broken]:
    """The pairs that keep a table and do not sit there."""
    kept = dict(tournament.kept_tables)
    return [
        Broken("table", (pair,))
        for number, table in numbers
        for pair in table.pairs
        if kept.get(pair, number) != number
    ]


def _homes(tournament: TournamentToDraw) -> Mapping[str, int]:
    """The table of each pair that has one of its own, those who keep theirs first."""
    homes = dict(tournament.kept_tables)
    if tournament.format == "odd_even" and tournament.version > 1:
        for number, pair in enumerate(tournament.pairs[0::2], 1):
            homes.setdefault(pair, number)
    return homes
