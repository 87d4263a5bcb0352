"""The round of a ranking: neighbours in the standings meet, unless they have met before."""

from collections import Counter
from collections.abc import Iterable, Sequence

from scorekeeper.draws.model import BYE, Bye, History, Round, Table, TournamentToDraw
from scorekeeper.draws.neighbours import (
    neighbours,
    neighbours_at_no_cost,
    partners_at_no_cost,
)
from scorekeeper.draws.pairing import Edge, Levels, best


def draw_ranked(tournament: TournamentToDraw, history: History) -> list[Table]:
    """The best tables of a later round, by their first pairs; a pair with a bye meets `BYE`.

    After the fixed tables the best round has the fewest forbidden tables. Next come the fewest
    rematches, second byes and third meetings. Then the bye goes to the last pair in the standings.
    Then the first pair meets the highest that it can, and so does the first of those left. So there
    is only one best round.
    """
    order = tournament.order or standing_order(tournament, history)
    places = {pair: place for place, pair in enumerate((*order, BYE))}
    fixed_pairs = {pair for table in tournament.fixed for pair in table}
    free = [pair for pair in order if pair not in fixed_pairs | tournament.absent]
    tables = [*tournament.fixed, *_Ranked(free, tournament, history).tables()]
    in_order = [Table(*sorted(table, key=places.__getitem__)) for table in tables]
    return sorted(in_order, key=lambda table: places[table.a])


def standing_order(tournament: TournamentToDraw, history: History) -> list[str]:
    """The pairs by halves of wins, then by the difference of all scores, then as listed."""
    difference = _differences(tournament.results)
    return sorted(tournament.pairs, key=lambda pair: (-history.points[pair], -difference[pair]))


def _differences(results: Iterable[Round]) -> Counter[str]:
    """The points that each pair has more than its opponents, added up."""
    found = Counter[str]()
    for result in (result for played in results for result in played):
        if not isinstance(result, Bye):
            ours, theirs = result.score
            found[result.a] += ours - theirs
            found[result.b] += theirs - ours
    return found


class _Ranked:
    """The pairs that are free to meet, the first in the standings first."""

    def __init__(
        self, order: Sequence[str], tournament: TournamentToDraw, history: History
    ) -> None:
        self.order = order
        self.met = [history.met[pair] for pair in order]
        self.forbidden = set(map(frozenset, tournament.forbidden))
        self.open_to = self._open_to()

    def _open_to(self) -> list[int]:
        """For each place, as bits, the places that no rule keeps from meeting it."""
        bits = {pair: 1 << place for place, pair in enumerate(self.order)}
        closed = dict(bits)
        for pair, met in zip(self.order, self.met, strict=True):
            for other in met:
                closed[pair] |= bits.get(other, 0)
        for a, b in map(tuple, self.forbidden):
            if a in bits and b in bits:
                closed[a] |= bits[b]
                closed[b] |= bits[a]
        everybody = (1 << len(self.order)) - 1
        return [everybody & ~closed[pair] for pair in self.order]

    def tables(self) -> list[Table]:
        """Everybody's table."""
        if len(self.order) % 2 == 0:
            return self._named(self._meetings((1 << len(self.order)) - 1))
        last, meetings = self._with_bye()
        return [Table(self.order[last], BYE), *self._named(meetings)]

    def _named(self, edges: Iterable[Edge]) -> list[Table]:
        return [Table(self.order[a], self.order[b]) for a, b in edges]

    def _meetings(self, free: int) -> list[Edge]:
        partners = partners_at_no_cost(self.open_to, free)
        if partners is not None:
            return list(neighbours_at_no_cost(self.open_to, partners))
        return neighbours(self._levels(free))

    def _with_bye(self) -> tuple[int, list[Edge]]:
        """The place that has a bye, and the tables of the others."""
        everybody = (1 << len(self.order)) - 1
        places = range(len(self.order))
        # Nothing is better than the bye for the last of those with the fewest, if all others can
        # meet at no cost.
        place = min(places, key=lambda place: (self.met[place][BYE], -place))
        if partners_at_no_cost(self.open_to, everybody & ~(1 << place)) is None:
            byes = {
                (place, len(places)): (0, 0, self.met[place][BYE], 0, len(places) - 1 - place)
                for place in places
            }
            tables = best({**self._levels(everybody), **byes})
            place = next(place for place, other in tables if other == len(places))
        return place, self._meetings(everybody & ~(1 << place))

    def _levels(self, free: int) -> Levels:
        """Calculate what each table costs: the best round is the one that costs least."""
        there = [place for place in range(len(self.order)) if free >> place & 1]
        return {(a, b): self._cost(a, b) for at, a in enumerate(there) for b in there[at + 1 :]}

    def _cost(self, a: int, b: int) -> tuple[int, ...]:
        one, other = self.order[a], self.order[b]
        times = self.met[a][other]
        return frozenset((one, other)) in self.forbidden, times > 0, 0, times, 0
