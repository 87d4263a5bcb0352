"""Finds every problem that keeps a round from being drawn, and every rule that a draw breaks."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from typing import TypeVar

from scorekeeper.draws.knockout import bracket_of
from scorekeeper.draws.model import (
    BYE,
    MOST_PAIRS,
    Broken,
    Bye,
    DrawProblem,
    History,
    Round,
    Table,
    TournamentToDraw,
    in_order,
)

_Value = TypeVar("_Value", bound=Hashable)


def problems(tournament: TournamentToDraw) -> tuple[DrawProblem, ...]:
    """Every problem, in their order; () if the round can be drawn."""
    pairs = tournament.pairs
    found = [DrawProblem("twice", "pairs", pair=pair) for pair in duplicates(pairs)]
    if len(pairs) < 2:
        found.append(DrawProblem("too_few", "pairs"))
    if len(pairs) > MOST_PAIRS:
        found.append(DrawProblem("too_many", "pairs"))
    pair_keys = set(pairs)
    for number, played in enumerate(tournament.results, 1):
        found += _problems_of_round(played, number, pair_keys)
    for field, tables in (("fixed", tournament.fixed), ("forbidden", tournament.forbidden)):
        found += problems_of_tables(field, tables, pair_keys)
    found += [
        DrawProblem("stranger", "absent", pair=pair) for pair in tournament.absent - pair_keys
    ]
    members = [pair for club in tournament.clubs for pair in club]
    found += [DrawProblem("twice", "clubs", pair=pair) for pair in duplicates(members)]
    found += [DrawProblem("stranger", "clubs", pair=pair) for pair in set(members) - pair_keys]
    found += _problems_of_order(tournament)
    found += problems_of_kept_tables(tournament.kept_tables, pair_keys)
    found += _contradictions(tournament)
    if tournament.format == "knockout" and not found:
        found += bracket_of(tournament)[1]
    return in_order(found)


def _problems_of_round(played: Round, number: int, pair_keys: set[str]) -> list[DrawProblem]:
    tables = [(r.pair,) if isinstance(r, Bye) else (r.a, r.b) for r in played]
    table_pairs = [pair for table in tables for pair in dict.fromkeys(table)]
    return [
        *(
            DrawProblem("itself", "results", number, t[0])
            for t in tables
            if t[0] == t[-1] and t[1:]
        ),
        *(DrawProblem("twice", "results", number, pair) for pair in duplicates(table_pairs)),
        *(
            DrawProblem("stranger", "results", number, pair)
            for pair in set(table_pairs) - pair_keys
        ),
    ]


def problems_of_tables(
    field: str, tables: tuple[Table, ...], pair_keys: set[str]
) -> list[DrawProblem]:
    """Find pairs that would meet themselves, or that are not in the list."""
    table_pairs = [pair for table in tables for pair in dict.fromkeys(table)]
    return [
        *(DrawProblem("itself", field, pair=table.a) for table in tables if table.a == table.b),
        *(DrawProblem("stranger", field, pair=pair) for pair in set(table_pairs) - pair_keys),
    ]


def _problems_of_order(tournament: TournamentToDraw) -> list[DrawProblem]:
    """Find pairs that are not in the order just once."""
    if tournament.order is None:
        return []
    pair_keys, listed = set(tournament.pairs), set(tournament.order)
    return [
        *(DrawProblem("missing", "order", pair=pair) for pair in pair_keys - listed),
        *(DrawProblem("twice", "order", pair=pair) for pair in duplicates(tournament.order)),
        *(DrawProblem("stranger", "order", pair=pair) for pair in listed - pair_keys),
    ]


def problems_of_kept_tables(
    kept_tables: tuple[tuple[str, int], ...], pair_keys: set[str]
) -> list[DrawProblem]:
    """Find pairs that keep two tables, or that keep one table both."""
    keepers = [pair for pair, _ in kept_tables]
    doubled = duplicates(number for _, number in kept_tables)
    twice = [pair for pair, number in kept_tables if number in doubled]
    strangers = set(keepers) - pair_keys
    return [
        *(DrawProblem("twice", "kept_tables", pair=pair) for pair in duplicates(keepers) + twice),
        *(DrawProblem("stranger", "kept_tables", pair=pair) for pair in strangers),
    ]


def _contradictions(tournament: TournamentToDraw) -> list[DrawProblem]:
    """Fixed tables that cannot all be drawn, whatever the rounds so far."""
    seated = [pair for table in tournament.fixed for pair in dict.fromkeys(table)]
    forbidden = set(map(frozenset, tournament.forbidden))
    return [
        *(DrawProblem("twice", "fixed", pair=pair) for pair in duplicates(seated)),
        *(
            DrawProblem("contradiction", "fixed", pair=pair)
            for table in tournament.fixed
            for pair in table
            if frozenset(table) in forbidden or pair in tournament.absent
        ),
    ]


def duplicates(values: Iterable[_Value]) -> list[_Value]:
    """The values that are there more than once."""
    return [value for value, times in Counter(values).items() if times > 1]


def broken_at(
    tables: Iterable[Table], tournament: TournamentToDraw, history: History
) -> Iterator[Broken]:
    """Yield every rule that a table breaks, table by table; a pair with a bye meets `BYE`."""
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
