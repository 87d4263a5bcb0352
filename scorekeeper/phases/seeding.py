"""The seats of a phase from its seeding list: groups in serpentine, and the seeds of a bracket."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.draws.knockout import seeding_order
from scorekeeper.phases.phase_plan import PhasedTournament, PhaseSeats
from scorekeeper.phases.seat_rows import row_seats

GroupOrigin = tuple[int, int]
"""A phase with several groups, and one of them."""


class TakenEntrant(NamedTuple):
    """An entrant in the seeding list of a phase."""

    entrant: str
    origin: GroupOrigin | None = None
    """The group from which it comes; None from a phase with one list."""
    source: int = 0
    """The number of the source, from 0."""
    place: int = 0
    """Its place in that group, without those who are passed over."""


class Acquaintance:
    """The entrants who should not meet in a group: forbidden ones and those of one club."""

    def __init__(self, tournament: PhasedTournament) -> None:
        self.forbidden: dict[str, set[str]] = {}
        for a, b in tournament.forbidden:
            self.forbidden.setdefault(a, set()).add(b)
            self.forbidden.setdefault(b, set()).add(a)
        self.clubs: dict[str, int] = {
            entrant: number for number, club in enumerate(tournament.clubs) for entrant in club
        }


def seats_in_groups(seeding: Sequence[TakenEntrant], count: int, known: Acquaintance) -> PhaseSeats:
    """Deal the seeding list to the groups in serpentine, row by row."""
    groups = _Groups(count, known)
    for number, first in enumerate(range(0, len(seeding), count)):
        row = seeding[first : first + count]
        seats = range(count) if number % 2 == 0 else range(count - 1, -1, -1)
        seats = seats[: len(row)]
        costs = [groups.costs(one, seats) for one in row]
        for one, seat in zip(row, row_seats(costs), strict=True):
            groups.add(one, seats[seat])
    names = tuple(one.entrant for one in seeding)
    return PhaseSeats(names, tuple(map(tuple, groups.members)))


class _Groups:
    """The groups so far, and how many of each kind sit in them."""

    def __init__(self, count: int, known: Acquaintance) -> None:
        self.members: list[list[str]] = [[] for _ in range(count)]
        self._known = known
        self._group_of: dict[str, int] = {}
        self._origins: dict[GroupOrigin | None, Counter[int]] = {}
        self._clubs: dict[int | None, Counter[int]] = {}

    def costs(self, one: TakenEntrant, seats: Sequence[int]) -> list[tuple[int, int, int]]:
        """Count in each group the forbidden ones, those of the same group before, club mates."""
        others = self._known.forbidden.get(one.entrant, ())
        forbidden = Counter(self._group_of[other] for other in others if other in self._group_of)
        origins = self._origins.get(one.origin, Counter())
        clubs = self._clubs.get(self._known.clubs.get(one.entrant), Counter())
        known = {*forbidden, *origins, *clubs}
        costs = {at: (forbidden[at], origins[at], clubs[at]) for at in known}
        return [costs.get(at, (0, 0, 0)) for at in seats]

    def add(self, one: TakenEntrant, group: int) -> None:
        self.members[group].append(one.entrant)
        self._group_of[one.entrant] = group
        if one.origin:
            self._origins.setdefault(one.origin, Counter())[group] += 1
        if one.entrant in self._known.clubs:
            self._clubs.setdefault(self._known.clubs[one.entrant], Counter())[group] += 1


def seats_in_bracket(seeding: Sequence[TakenEntrant]) -> PhaseSeats:
    """Give each entrant its seed, so that those of one group meet as late as they can."""
    rows: dict[tuple[int, int], list[int]] = {}
    for seed, one in enumerate(seeding):
        # Without groups before, each is a row, and stays where it stands.
        rows.setdefault((one.source, one.place if one.origin else seed), []).append(seed)
    tree = _Tree(len(seeding))
    for _, seeds in sorted(rows.items()):
        row = [seeding[seed] for seed in seeds]
        # A row of one has no choice.
        costs = [[tree.cost(one, seed) for seed in seeds] for one in row] if row[1:] else [[(0,)]]
        for one, seat in zip(row, row_seats(costs), strict=True):
            tree.add(one, seeds[seat])
    names = tuple(tree.seeds[seed] for seed in range(len(seeding)))
    return PhaseSeats(names, (names,))


class _Tree:
    """The seeds of a bracket, counted from 0, and where they stand from top to bottom."""

    def __init__(self, count: int) -> None:
        places = seeding_order([str(seed) for seed in range(count)])
        self.places = {int(seed): place for place, seed in enumerate(places) if seed}
        self.depth = (len(places) - 1).bit_length()
        self.seeds: dict[int, str] = {}
        self.counts: Counter[tuple[GroupOrigin, int, int]] = Counter()
        """How many of a group stand in a part of the tree: in a 2**level-th of the places."""

    def cost(self, one: TakenEntrant, seed: int) -> tuple[int, ...]:
        """Count those of the same group whom this seed could meet in each round."""
        place = self.places[seed]
        if one.origin is None:
            return (0,) * self.depth
        return tuple(
            self.counts[one.origin, level, (place >> level) ^ 1] for level in range(self.depth)
        )

    def add(self, one: TakenEntrant, seed: int) -> None:
        self.seeds[seed] = one.entrant
        if one.origin:
            for level in range(self.depth):
                self.counts[one.origin, level, self.places[seed] >> level] += 1
