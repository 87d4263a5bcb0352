"""The pairs that are to meet in a round, and what each possible table costs."""

from bisect import bisect
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from scorekeeper.draws.lots import draw_lot
from scorekeeper.draws.matching import Edge, Levels
from scorekeeper.draws.meetings import History
from scorekeeper.draws.model import BYE, Table, TournamentToDraw

MANY: Final = 200
"""Of more pairs those of one club are parted only among who stands near; it would take minutes."""
_CLUB_REACH: Final = 48
"""Places in the order."""


class Field:
    """An order, the highest score first where scores count; an odd one ends with `BYE`."""

    def __init__(
        self,
        order: Sequence[str],
        tournament: TournamentToDraw,
        history: History,
        *,
        by_score: bool,
    ) -> None:
        self.order = (*order, BYE) if len(order) % 2 else tuple(order)
        self.history = history
        self._lots = (tournament.seed, len(tournament.results) + 1)
        self._forbidden = {frozenset(table) for table in tournament.forbidden}
        points = [history.points[pair] if by_score else 0 for pair in order]
        # A bye is given like a match against one who stands last.
        self._points = [*points, points[-1]] if len(order) % 2 else points
        self._club_mates = tournament.club_mates
        self.closed = self._closed({})
        self._apart = self._closed(self._club_mates) if self._club_mates else self.closed

    def _closed(self, more: Mapping[str, Collection[str]]) -> list[list[int]]:
        """List for each place the places, ascending, that no rule lets it meet, and `more`."""
        places = {pair: place for place, pair in enumerate(self.order)}
        others = {pair: {*self.history.met[pair], *more.get(pair, ())} for pair in self.order}
        for a, b in map(tuple, self._forbidden):
            others.setdefault(a, set()).add(b)
            others.setdefault(b, set()).add(a)
        return [sorted(places[o] for o in others[pair] if o in places) for pair in self.order]

    def breaks_none(self, edges: Sequence[Edge]) -> bool:
        """Is there neither a forbidden table nor a rematch nor a second bye among them?"""
        return not any(b in self.closed[a] for a, b in edges)

    def levels(self, edges: Iterator[Edge]) -> Levels:
        """Calculate what each table costs: the best draw is the one that costs least."""
        return {edge: self._levels(*edge) for edge in edges}

    def _levels(self, a: int, b: int) -> tuple[int, ...]:
        one, other = self.order[a], self.order[b]
        times = self.history.times(Table(one, other))
        is_bye = other == BYE
        apart = self._points[a] - self._points[b]
        return (
            frozenset((one, other)) in self._forbidden,
            times > 0 and not is_bye,
            times if is_bye else 0,
            times,
            other in self._club_mates.get(one, ()),
            apart,
            apart**2,
            (b - a) ** 2,
            draw_lot(*self._lots, one, other),
        )

    def all_edges(self) -> Iterator[Edge]:
        """Every table that there could be."""
        size = len(self.order)
        return ((a, b) for a in range(size) for b in range(a + 1, size))

    def near_edges(self) -> Iterator[Edge]:
        """Every table that the best draw could have: those of two who stand near each other.

        If a and b meet, and c and d with c between a and b, changing partners brings neighbours
        together and costs less at every level, unless one of the new tables breaks a rule or is of
        one club. So wherever more stand between a and b than such tables can hold, a and b do not
        meet.
        """
        farthest = 4 * max(map(len, self._apart), default=0)
        if len(self.order) > MANY and self._club_mates:
            farthest = min(farthest, 4 * max(map(len, self.closed), default=0) + _CLUB_REACH)
        for a in range(len(self.order)):
            for b in range(a + 1, min(a + 2 + farthest, len(self.order))):
                if b - a - 1 <= self._count_fixed_between(a, b):
                    yield a, b

    def _count_fixed_between(self, a: int, b: int) -> int:
        """Count those between a and b whose partners cannot be changed, at most."""
        ours, theirs = self._apart[a], self._apart[b]
        before, after = bisect(ours, a), len(theirs) - bisect(theirs, b)
        between = bisect(ours, b - 1) - before + bisect(theirs, b - 1) - bisect(theirs, a)
        return 2 * between + before + after
