"""Finds the rules that a round breaks, drawn by the program or by hand."""

from collections.abc import Iterable, Iterator

from scorekeeper.draws.meetings import History
from scorekeeper.draws.model import BYE, Broken, Table, TournamentToDraw


def broken_at(
    tables: Iterable[Table], tournament: TournamentToDraw, history: History
) -> Iterator[Broken]:
    """Every rule that a table breaks, table by table; who has a bye meets `BYE`."""
    forbidden = set(map(frozenset, tournament.forbidden))
    club_mates = tournament.club_mates
    for table in tables:
        if frozenset(table) in forbidden:
            yield Broken("forbidden", table)
        if table.b in club_mates.get(table.a, ()):
            yield Broken("club", table)
        if not history.times(table):
            continue
        if BYE in table:
            yield Broken("second_bye", table.pairs)
        else:
            yield Broken("rematch", table)


def missed_at(tables: Iterable[Table], tournament: TournamentToDraw) -> list[Broken]:
    """The fixed tables that are not there."""
    there = set(map(frozenset, tables))
    return [Broken("fixed", table) for table in tournament.fixed if frozenset(table) not in there]
