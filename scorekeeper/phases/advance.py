"""How far a tournament has come: the state, the seats and the order of each phase."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from scorekeeper.phases.doubts import Doubts
from scorekeeper.phases.final_order import final_order
from scorekeeper.phases.phase_checks import strangers_in_rounds
from scorekeeper.phases.phase_order import order_of_phase
from scorekeeper.phases.phase_plan import (
    Advance,
    Phase,
    PhasedTournament,
    PhasePlace,
    PhaseProblem,
    PhaseSeats,
    PhaseSource,
    PlayedPhase,
    is_typed_in,
)
from scorekeeper.phases.seeding import (
    Acquaintance,
    TakenEntrant,
    seats_in_bracket,
    seats_in_groups,
)
from scorekeeper.phases.servings import Servings, is_ready, rounds_of_tree

PhaseOrder = Callable[[int, Phase, PhaseSeats], tuple[PhasePlace, ...]]
"""Ranks a phase by its number, its plan and its seats."""


def advance(tournament: PhasedTournament) -> Advance:
    """The phases and the final order of a tournament without problems."""
    return PhaseFold(tournament).advance()


class PhaseFold:
    """Plays a tournament phase by phase, and finds entrants in results of other phases.

    Problems that leave the seats as they are hide nothing. Where a problem leaves them unknown, so
    are the problems that would follow from them.
    """

    def __init__(
        self,
        tournament: PhasedTournament,
        problems: Iterable[PhaseProblem] = (),
        order: PhaseOrder | None = None,
    ) -> None:
        """Play all phases; `order` ranks one, where it is not ranked by its results alone."""
        self._tournament = tournament
        self._order = order or self._order_by_results
        self._known = Acquaintance(tournament)
        self._servings = Servings(tournament, as_drawn=True)
        self._doubts = Doubts(tournament, problems)
        self.problems: list[PhaseProblem] = []
        """Those that only the seats show."""
        self._played: dict[int, PlayedPhase] = {}
        """The phases whose seats are known."""
        self._ordered: set[int] = set()
        """The phases whose order is known, too."""
        for number, phase in enumerate(tournament.phases, 1):
            if self._has_known_entrants(number, phase):
                self._play(number, phase)

    def advance(self) -> Advance:
        """All phases, where there is no problem."""
        would = Servings(self._tournament, as_drawn=False)
        phases = self._list()
        phases = [replace(phase, would=self._would(phase, would, phases)) for phase in phases]
        return Advance(tuple(phases), final_order(phases))

    def _order_by_results(
        self, number: int, phase: Phase, seats: PhaseSeats
    ) -> tuple[PhasePlace, ...]:
        return order_of_phase(phase, seats, self._tournament.rounds_of(number), self._tournament)

    def _list(self) -> list[PlayedPhase]:
        return [self._played[number] for number in sorted(self._played)]

    def _has_known_entrants(self, number: int, phase: Phase) -> bool:
        if phase.drawn is not None:
            return True
        if self._doubts.hides_entrants(number):
            return False
        # A single source that is not ready keeps the phase waiting.
        return any(map(self._is_awaited, phase.sources)) or all(
            source.phase in self._ordered
            and not self._doubts.hides_taken(source, number, self._entrants_of(source.phase))
            for source in phase.sources
        )

    def _is_awaited(self, source: PhaseSource) -> bool:
        """Is the source surely not ready?"""
        phase = self._played.get(source.phase)
        if phase is None:
            return False
        is_known = phase.seats is None or not self._doubts.hides_state(source.phase)
        return is_known and not is_ready(source, phase)

    def _entrants_of(self, number: int) -> Sequence[str]:
        seats = self._played[number].seats
        return seats.seeding if seats else ()

    def _play(self, number: int, phase: Phase) -> None:
        rounds = self._tournament.rounds_of(number)
        seats = self._seats(number, phase)
        groups = seats.groups if seats else ()
        if seats and self._doubts.hides_groups(number):
            groups = (seats.seeding,)
        unseated = self._doubts.unseated(number, self._tournament.entrants)
        strangers = strangers_in_rounds(number, rounds, groups, unseated)
        self.problems += strangers
        played = PlayedPhase(number=number, phase=phase, state="waiting", rounds=rounds)
        if seats is not None:
            is_over = len(rounds) >= rounds_needed(phase, seats) and is_typed_in(rounds)
            played = replace(played, seats=seats, state="finished" if is_over else "playing")
            if not strangers and not self._doubts.hides_order(number):
                order = self._order(number, phase, seats)
                played = replace(played, order=order)
                self._ordered.add(number)
        self._played[number] = played

    def _seats(self, number: int, phase: Phase) -> PhaseSeats | None:
        """The seats; None while the phase waits."""
        if phase.drawn is not None:
            return PhaseSeats(tuple(one for group in phase.drawn for one in group), phase.drawn)
        if number == 1:
            return self._seated(phase, list(map(TakenEntrant, self._tournament.entrants)))
        if any(map(self._is_awaited, phase.sources)):
            return None
        return self._seated(phase, self._servings.seeding(number, self._played))

    def _seated(self, phase: Phase, seeding: Sequence[TakenEntrant]) -> PhaseSeats:
        if phase.is_bracket:
            return seats_in_bracket(seeding)
        return seats_in_groups(seeding, phase.groups, self._known)

    def _is_ready(self, phase: Phase) -> bool:
        return all(is_ready(source, self._played[source.phase]) for source in phase.sources)

    def _would(
        self, played: PlayedPhase, servings: Servings, phases: Sequence[PlayedPhase]
    ) -> tuple[tuple[str, ...], ...] | None:
        """The seats that the phase would have now, where others were drawn."""
        phase = played.phase
        if phase.drawn is None or not phase.sources or not self._is_ready(phase):
            return None
        seats = self._seated(phase, servings.seeding(played.number, self._played))
        return None if seats.groups == phase.drawn else seats.groups


def rounds_needed(phase: Phase, seats: PhaseSeats) -> int:
    """How many rounds a phase has: a round robin so many that everybody meets everybody."""
    if phase.is_bracket:
        return rounds_of_tree(len(seats.seeding))
    if phase.rounds is not None:
        return phase.rounds
    largest = max(map(len, seats.groups), default=0)
    return largest if largest % 2 and largest > 1 else max(largest - 1, 0)
