"""Rounds that stand before the first one is played: round robin, and odd stays, even moves."""

from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from scorekeeper.draws.checks import broken_at, missed_at
from scorekeeper.draws.model import BYE, History, Table, TournamentToDraw
from scorekeeper.draws.pairing import pair_up


class Schedule(NamedTuple):
    """Rounds that follow from the pairs alone."""

    length: int
    """How many rounds there are until it begins again."""
    round_at: Callable[[int], list[Table]]
    """The round of a turn, counted from 0."""


def round_robin(pairs: Sequence[str]) -> Schedule:
    """Everyone meets everyone once, by the Berger tables that federations print.

    Where the number is odd, the pair that would meet the left-over place has a bye.

    >>> three = round_robin("1234")
    >>> [[f"{a}-{b}" for a, b in three.round_at(turn)] for turn in range(three.length)]
    [['1-4', '2-3'], ['4-3', '1-2'], ['2-4', '3-1']]
    """
    *ring, last = (*pairs, BYE) if len(pairs) % 2 else pairs
    half = (len(ring) + 1) // 2

    def round_at(turn: int) -> list[Table]:
        # Who meets the last pair goes on by half a ring; the others meet around that place.
        top = turn * half % len(ring)
        first = Table(last, ring[top]) if turn % 2 else Table(ring[top], last)
        around = (
            Table(ring[(top + step) % len(ring)], ring[top - step]) for step in range(1, half)
        )
        return [first, *around]

    return Schedule(len(ring), round_at)


def circle(pairs: Sequence[str]) -> Schedule:
    """Everyone meets everyone once, by the circle method: as version 1 drew it.

    The first pair keeps its chair and all others move on by one, round after round.

    >>> three = circle("1234")
    >>> [[f"{a}-{b}" for a, b in three.round_at(turn)] for turn in range(three.length)]
    [['1-4', '2-3'], ['3-1', '4-2'], ['1-2', '3-4']]
    """
    first, *ring = (*pairs, BYE) if len(pairs) % 2 else pairs

    def round_at(turn: int) -> list[Table]:
        circle = [first, *ring[len(ring) - turn :], *ring[: len(ring) - turn]]
        half = len(circle) // 2
        tables = list(map(Table, circle[:half], reversed(circle[half:])))
        if turn % 2:  # or the first pair would be side A all the time
            tables[0] = Table(tables[0].b, tables[0].a)
        return tables

    return Schedule(len(ring), round_at)


def odd_even(pairs: Sequence[str]) -> Schedule:
    """Every odd pair meets every even one: odd stays, even moves on by a table.

    A pair is odd or even by its place in `pairs`, counted from 1.

    >>> three = odd_even("123456")
    >>> [[f"{a}-{b}" for a, b in three.round_at(turn)] for turn in range(three.length)]
    [['1-2', '3-4', '5-6'], ['1-6', '3-2', '5-4'], ['1-4', '3-6', '5-2']]
    """
    staying = pairs[0::2]
    moving = (*pairs[1::2], BYE) if len(pairs) % 2 else pairs[1::2]

    def round_at(turn: int) -> list[Table]:
        return [Table(a, moving[place - turn]) for place, a in enumerate(staying)]

    return Schedule(len(staying), round_at)


def next_of(schedule: Schedule, tournament: TournamentToDraw, history: History) -> list[Table]:
    """The schedule's next round, or a later one where that breaks a rule.

    Where all of them break one, everyone is put at a table as is best, if that breaks fewer. Once
    the schedule was played it begins again, and everyone meets everyone again.
    """
    candidates = []
    for tables in _rounds(schedule, tournament):
        if missed_at(tables, tournament):
            continue
        faults = _faults(tables, tournament, history)
        if faults == (0, 0):
            return tables
        candidates.append((faults, tables))
    best, found = min(candidates, key=itemgetter(0), default=((1, 0), []))
    if not best[0] and len(tournament.results) >= schedule.length:
        return found
    own = pair_up(tournament.present, tournament, history, by_score=False)
    return own if not candidates or _faults(own, tournament, history) < best else found


def is_of(schedule: Schedule, tournament: TournamentToDraw, tables: Sequence[Table]) -> bool:
    """Is it one of the schedule's rounds, as far as those who are there can play it?"""
    target = set(map(frozenset, tables))
    return any(
        set(map(frozenset, schedule_tables)) == target
        for schedule_tables in _rounds(schedule, tournament)
    )


def _rounds(schedule: Schedule, tournament: TournamentToDraw) -> Iterator[list[Table]]:
    """All rounds, the one whose turn it is first."""
    for turn in range(schedule.length):
        tables = schedule.round_at((len(tournament.results) + turn) % schedule.length)
        yield _without_absent(tables, tournament)


def _without_absent(tables: Sequence[Table], tournament: TournamentToDraw) -> list[Table]:
    """The tables; a pair whose opponent is absent has a bye."""
    there = [
        [pair for pair in table if pair != BYE and pair not in tournament.absent]
        for table in tables
    ]
    return [Table(pairs[0], (*pairs[1:], BYE)[0]) for pairs in there if pairs]


def _faults(
    tables: Sequence[Table], tournament: TournamentToDraw, history: History
) -> tuple[int, int]:
    """How many tables are forbidden, and how many a rematch."""
    rules = [broken.rule for broken in broken_at(tables, tournament, history)]
    return rules.count("forbidden"), rules.count("rematch")
