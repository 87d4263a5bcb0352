"""The best draw of all tables: a matching of least weight among pairs that have not met.

A draw without a rematch can spoil a later round. After two rounds of six pairs, the pairs that have
not met may form two groups of three. Then no third round without a rematch exists.
"""

from bisect import bisect
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import Final

from scorekeeper.draws.model import BYE, History, Table, TournamentToDraw, draw_lot

Edge = tuple[int, int]
"""Two places of an order, the smaller one first."""
Levels = Mapping[Edge, tuple[int, ...]]
"""The costs of each table: whole numbers from 0 up, the most important first."""

_BITS: Final = 127
"""Bits of the integers in which rustworkx adds up weights."""


def best(levels: Levels) -> list[Edge]:
    """Find the tables, as many as can be, that cost least; in the order of the places."""
    columns = list(zip(*levels.values(), strict=True))
    tables = _size(levels) // 2
    weights = combined_weights(levels, [1 + tables * max(column) for column in columns])
    return lightest(weights) if fits(weights) else _best_by_levels(levels, len(columns))


def cost(edges: Iterable[Edge], levels: Levels) -> tuple[int, ...]:
    """Add up what the tables cost, level by level."""
    return tuple(map(sum, zip(*(levels[edge] for edge in edges), strict=True)))


def _best_by_levels(levels: Levels, depth: int) -> list[Edge]:
    """Find the best tables level by level, where a single weight would be too large.

    A later level never changes what an earlier one decided.

    The best tables by the levels so far set the cost at the last level. Other tables have to cost
    less there. An edge that alone costs more than all of them is in no best draw. A level without
    room is left out, and so are those after it: no tournament comes so far.
    """
    edges_so_far: list[Edge] = []
    for level in range(1, depth + 1):
        prefixes = {edge: costs[:level] for edge, costs in levels.items()}
        weights = combined_weights(
            prefixes, [1 + one for one in cost(edges_so_far, prefixes)] or [1]
        )
        if not fits(weights):
            break
        edges_so_far = lightest(weights)
        least = cost(edges_so_far, prefixes)
        levels = {edge: costs for edge, costs in levels.items() if prefixes[edge] <= least}
    return edges_so_far


def lightest(weights: Mapping[Edge, int]) -> list[Edge]:
    """Find the tables, as many as can be, whose weights add up to least.

    The weights are whole numbers, so that rounding never decides between draws.
    """
    # For those who draw, not for all who import the draws.
    from rustworkx import PyGraph, max_weight_matching

    graph: PyGraph[None, int] = PyGraph(multigraph=False)
    graph.add_nodes_from([None] * _size(weights))
    most = max(weights.values(), default=0)
    graph.add_edges_from([(a, b, most - weight) for (a, b), weight in weights.items()])
    matching = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(edge), max(edge)) for edge in matching)


def combined_weights(levels: Levels, rooms: Sequence[int]) -> dict[Edge, int]:
    """Combine each edge's costs into one weight: each cost is a digit, in the base of its room."""
    weights = dict.fromkeys(levels, 0)
    for column, room in zip(zip(*levels.values(), strict=True), rooms, strict=True):
        for edge, value in zip(levels, column, strict=True):
            weights[edge] = weights[edge] * room + value
    return weights


def _size(edges: Iterable[Edge]) -> int:
    return 1 + max((b for _, b in edges), default=-1)


def fits(weights: Mapping[Edge, int]) -> bool:
    """Can no sum overflow? Weights are doubled, and added up along paths through all places."""
    most = max(weights.values(), default=0)
    return most.bit_length() + _size(weights).bit_length() + 3 <= _BITS


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

        Let a and b meet, and c and d, with c between a and b. A change of partners brings
        neighbours together and costs less at every level. It fails only if a new table breaks a
        rule or is of one club. So a and b do not meet if more pairs stand between them than such
        tables can hold.
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


STEPS: Final = 20_000
"""Tries, before it is given up. Steps and not seconds: every machine must find the same."""

Unmet = Sequence[int]
"""For each place, as bits, the places that it has yet to meet."""


def is_even(unmet: Unmet) -> bool:
    """Has everyone the same number left to meet, so that all could be met in as many rounds?"""
    return len({others.bit_count() for others in unmet}) == 1


def without(unmet: Unmet, tables: Iterable[Edge]) -> list[int]:
    """Return the meetings that are left once these have met."""
    rest = list(unmet)
    for a, b in tables:
        rest[a] &= ~(1 << b)
        rest[b] &= ~(1 << a)
    return rest


def later_rounds(unmet: Unmet, *, steps: int | None = STEPS) -> list[list[Edge]] | None:
    """Return rounds in which each pair meets every pair left to it once, or None.

    Without a limit of `steps` None means that no such rounds exist.

    >>> later_rounds([0b1010, 0b0101, 0b1010, 0b0101])  # a square
    [[(0, 1), (2, 3)], [(0, 3), (1, 2)]]
    >>> later_rounds([0b000110, 0b000101, 0b000011, 0b110000, 0b101000, 0b011000]) is None
    True
    """
    return _Search(steps).rounds(list(unmet))


def every_round(unmet: Unmet) -> Iterator[list[Edge]]:
    """Yield every round in which each pair meets one left to it."""
    return _Search(None).tables(unmet, (1 << len(unmet)) - 1)


class _Search:
    """Tries rounds one after the other, and goes back where the rest cannot be drawn."""

    def __init__(self, steps: int | None) -> None:
        self.steps = inf if steps is None else steps

    def rounds(self, unmet: list[int]) -> list[list[Edge]] | None:
        if not any(unmet):
            return []
        for tables in self.tables(unmet, (1 << len(unmet)) - 1):
            rest = self.rounds(without(unmet, tables))
            if rest is not None:
                return [tables, *rest]
        return None

    def tables(self, unmet: Unmet, free: int) -> Iterator[list[Edge]]:
        """Every round that puts all who are free at a table."""
        self.steps -= 1
        if not free:
            yield []
            return
        # The place with the fewest meetings left chooses first.
        chooser = min(places_in(free), key=lambda place: (unmet[place] & free).bit_count())
        for other in places_in(unmet[chooser] & free):
            if self.steps < 0:
                return
            table = (min(chooser, other), max(chooser, other))
            for tables in self.tables(unmet, free & ~(1 << chooser | 1 << other)):
                yield sorted([table, *tables])


def places_in(bits: int) -> Iterator[int]:
    """Yield the places whose bits are set, in order."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


LOOKS_AHEAD: Final = 24
"""The most pairs, a bye counted as one, for which no draw spoils a later round without need."""

EXACT: Final = 12
"""The most pairs, a bye counted as one, for which every draw that there is was looked at."""


def pair_up(
    order: Sequence[str], tournament: TournamentToDraw, history: History, *, by_score: bool
) -> list[Table]:
    """The best tables for all of `order`, in its order; a pair with a bye meets `BYE`.

    `by_score` says that `order` has the highest score first and that equal scores shall meet. After
    the fixed tables the best draw has the fewest forbidden tables. Next come the fewest rematches,
    second byes, third meetings, and tables of one club. Then scores differ least in sum, then in
    squares; then neighbours of the order meet. Last the lots decide, so that there is only one best
    draw.
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
