"""The entrants that a phase gives to those that take from it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.draws.model import Bye, Places
from scorekeeper.phases.phase_plan import (
    PhasedTournament,
    PhaseRound,
    PhaseSource,
    PhaseTable,
    PlayedPhase,
    is_typed_in,
)
from scorekeeper.phases.seeding import TakenEntrant


class NumberedSource(NamedTuple):
    """A source with its place in the document."""

    phase: int
    """The number of the phase that takes."""
    number: int
    """Of the source in that phase, from 0."""
    source: PhaseSource


def is_ready(source: PhaseSource, phase: PlayedPhase) -> bool:
    """Is it known who comes from this phase?"""
    if phase.state == "finished":
        return True
    if source.takes != "losers" or phase.state == "waiting":
        return False
    (until,) = source.numbers
    return len(phase.rounds) >= until and is_typed_in(phase.rounds[:until])


def rounds_of_tree(entrants: int) -> int:
    """Return the rounds of a bracket.

    >>> [rounds_of_tree(count) for count in (0, 1, 2, 3, 4, 5)]
    [0, 0, 1, 2, 2, 3]
    """
    return max(entrants - 1, 0).bit_length()


class Servings:
    """The entrants that each source takes, as the phases were drawn or as if none was."""

    def __init__(self, tournament: PhasedTournament, *, as_drawn: bool) -> None:
        self._tournament = tournament
        self._as_drawn = as_drawn
        self._found: dict[tuple[int, int], list[TakenEntrant]] = {}
        self._served: set[int] = set()

    def seeding(self, number: int, played: Mapping[int, PlayedPhase]) -> list[TakenEntrant]:
        """The seeding list of a phase whose sources are ready."""
        seeding: dict[str, TakenEntrant] = {}
        for place, source in enumerate(self._tournament.phases[number - 1].sources):
            phase = played[source.phase]
            if source.takes == "losers":
                taken = self._losers(source, phase, place)
            else:
                if phase.number not in self._served:
                    self._serve(phase)
                taken = self._found[number, place]
            for one in taken:
                seeding.setdefault(one.entrant, one)
        return list(seeding.values())

    def _sources_of(self, number: int) -> Iterator[NumberedSource]:
        for taker, phase in enumerate(self._tournament.phases, 1):
            for place, source in enumerate(phase.sources):
                if source.phase == number and not (self._as_drawn and phase.drawn is not None):
                    yield NumberedSource(taker, place, source)

    def _passed_over(self, number: int) -> set[str]:
        """Find who has withdrawn by then, and who is in a phase that was drawn from this one."""
        passed = {entrant for entrant, at in self._tournament.withdrawn.items() if at <= number}
        if self._as_drawn:
            for phase in self._tournament.phases:
                if any(source.phase == number for source in phase.sources):
                    passed.update(*(phase.drawn or ()))
        return passed

    def _serve(self, phase: PlayedPhase) -> None:
        """Let all sources of this phase take: places, then the best, then the rest."""
        self._served.add(phase.number)
        left = {one.entrant: one for one in self._offered(phase)}
        sources = list(self._sources_of(phase.number))
        for takes in ("places", "best", "rest"):
            for taker in (one for one in sources if one.source.takes == takes):
                taken = _taken_by(taker.source, list(left.values()))
                for one in taken:
                    del left[one.entrant]
                self._found[taker.phase, taker.number] = [
                    one._replace(source=taker.number) for one in taken
                ]

    def _offered(self, phase: PlayedPhase) -> Iterator[TakenEntrant]:
        """The order of the phase without those who are passed over."""
        passed = self._passed_over(phase.number)
        places: Counter[int] = Counter()
        for entrant, group, _ in phase.order:
            if entrant not in passed:
                places[group] += 1
                origin = (phase.number, group) if phase.has_groups else None
                yield TakenEntrant(entrant, origin, place=places[group])

    def _losers(self, source: PhaseSource, phase: PlayedPhase, place: int) -> list[TakenEntrant]:
        assert phase.seats is not None
        (until,) = source.numbers
        last = rounds_of_tree(len(phase.seats.seeding))
        lost = _lost_in(phase.rounds[:until])
        lost -= _in_the_last_round(phase.phase.places, phase.rounds, last)
        lost -= self._passed_over(phase.number)
        return [TakenEntrant(one, source=place) for one in phase.seats.seeding if one in lost]


def _taken_by(source: PhaseSource, left: list[TakenEntrant]) -> list[TakenEntrant]:
    if source.takes == "places":
        return [one for one in left if one.place in source.numbers]
    return left[: source.numbers[0]] if source.takes == "best" else left


def _lost_in(rounds: Iterable[PhaseRound]) -> set[str]:
    lost: set[str] = set()
    for one in (one for played in rounds for one in played):
        if not isinstance(one, Bye) and one.winner:
            lost.update(one.b if one.winner == one.a else one.a)
    return lost


def _in_the_last_round(places: Places, rounds: Sequence[PhaseRound], last: int) -> set[str]:
    """Find who is in the final or plays for the third place, drawn or not."""
    final = [one for played in rounds[last - 1 : last] for one in played if last]
    before = [one for played in rounds[last - 2 : last - 1] for one in played if last > 1]
    byes = {one.pair for one in before if isinstance(one, Bye)}
    tables = [one for one in before if isinstance(one, PhaseTable)]
    won = {name for table in tables for name in table.winner}
    # Until the final is drawn, who won before it is in it, also with a defeat in an earlier round.
    found = _names_in(final) or won | byes
    return found | _names_in(tables) - won if places == "third" and len(tables) == 2 else found


def _names_in(results: Iterable[PhaseTable | Bye]) -> set[str]:
    found: set[str] = set()
    for one in results:
        found.update((one.pair,) if isinstance(one, Bye) else (*one.a, *one.b))
    return found
