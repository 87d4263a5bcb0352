"""The best draw of all: no rematch as long as one can be avoided, equals against equals."""

from collections.abc import Sequence
from typing import Final

from scorekeeper.draws.field import Field
from scorekeeper.draws.later_rounds import STEPS, every_round, is_even, later_rounds, without
from scorekeeper.draws.matching import Edge, best, cost
from scorekeeper.draws.meetings import History
from scorekeeper.draws.model import BYE, Table, TournamentToDraw

LOOKS_AHEAD: Final = 24
"""The most pairs, a bye counted as one, for which no draw spoils a later round without need."""

EXACT: Final = 12
"""The most pairs, a bye counted as one, for which every draw that there is was looked at."""


def pair_up(
    order: Sequence[str], tournament: TournamentToDraw, history: History, *, by_score: bool
) -> list[Table]:
    """The best tables for all of `order`, in its order; who has a bye meets `BYE`.

    `by_score` says that `order` has the highest score first and that equal scores shall meet.
    After the fixed tables the best draw has the fewest that are forbidden, then the fewest
    rematches, byes of one who had one, third meetings, and tables of one club; then scores differ
    least in sum, then in squares; then neighbours of the order meet; then the lots decide, so that
    there is one best draw and no two.
    """
    fixed_pairs = {pair for table in tournament.fixed for pair in table}
    free = [pair for pair in order if pair not in fixed_pairs]
    tables = [*tournament.fixed, *_pair_up_free(free, tournament, history, by_score=by_score)]
    places = {pair: place for place, pair in enumerate((*order, BYE))}
    return sorted(tables, key=lambda table: sorted(places[pair] for pair in table))


def _pair_up_free(
    order: Sequence[str], tournament: TournamentToDraw, history: History, *, by_score: bool
) -> list[Table]:
    if not order:
        return []
    field = Field(order, tournament, history, by_score=by_score)
    few = len(field.order) <= LOOKS_AHEAD
    is_exact = tournament.version > 1 and len(field.order) <= EXACT
    edges = (
        _best_of_few(field, is_exact=is_exact) if few else best(field.levels(field.near_edges()))
    )
    return [Table(field.order[a], field.order[b]) for a, b in edges]


def _best_of_few(field: Field, *, is_exact: bool) -> list[Edge]:
    """The best draw, or, where it would spoil a later round, the next best that does not."""
    levels = field.levels(field.all_edges())
    first = best(levels)
    unmet = [
        _others(len(field.order), place, opponents) for place, opponents in enumerate(field.closed)
    ]
    if not (field.breaks_none(first) and is_even(unmet)):
        return first
    steps = None if is_exact else STEPS
    if _leaves_all(unmet, first, steps):
        return first
    if is_exact:
        every_one = sorted(every_round(unmet), key=lambda edges: cost(edges, levels))
        return next((edges for edges in every_one if _leaves_all(unmet, edges, None)), first)
    seconds = [
        best({e: costs for e, costs in levels.items() if e != dropped_edge})
        for dropped_edge in first
    ]
    seconds.sort(key=lambda edges: cost(edges, levels))
    for edges in seconds:
        if field.breaks_none(edges) and _leaves_all(unmet, edges, STEPS):
            return edges
    return min(later_rounds(unmet) or [first], key=lambda edges: cost(edges, levels))


def _others(size: int, place: int, closed: Sequence[int]) -> int:
    others = (1 << size) - 1 & ~(1 << place)
    for other in closed:
        others &= ~(1 << other)
    return others


def _leaves_all(unmet: Sequence[int], edges: Sequence[Edge], steps: int | None) -> bool:
    return later_rounds(without(unmet, edges), steps=steps) is not None
