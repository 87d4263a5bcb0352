"""The parts of a tournament that its problems leave unknown: entrants, groups, who plays on."""

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Final

from scorekeeper.phases.phase_plan import (
    MOST_PHASES,
    Phase,
    PhasedTournament,
    PhaseProblem,
    PhaseSource,
)

_UNREAD: Final = ("unknown", "missing")


class Doubts:
    """Says of each phase what its results cannot be compared with.

    A key that is not allowed counts as left out, and a name that is no entrant's changes nothing.
    """

    def __init__(self, tournament: PhasedTournament, problems: Iterable[PhaseProblem]) -> None:
        self._phases = tournament.phases
        self._clubs = tournament.clubs
        self._is_by_wins = tournament.by == "wins"
        self._unread: set[str | None] = set()
        """The fields of the whole line that have no value."""
        self._leavers: set[str] = set()
        """The entrants who have withdrawn in a phase that cannot be read."""
        self._own: dict[int, set[tuple[str, str | None]]] = {}
        """Of each phase the codes and fields of its problems."""
        for code, field, number, _, entrant in problems:
            if number is not None:
                self._own.setdefault(number, set()).add((code, field))
            elif (code in _UNREAD and entrant is None) or (code, field) == ("twice", "entrants"):
                self._unread.add(field)
            elif (code, field) == ("unknown", "withdrawn") and entrant is not None:
                self._leavers.add(entrant)

    def _wrong(self, number: int) -> set[str | None]:
        return {field for _, field in self._own.get(number, ())}

    def hides_entrants(self, number: int) -> bool:
        """Is it unknown who is in a phase without `drawn`, even if its sources give all theirs?"""
        if number > MOST_PHASES or self._phases[number - 1].is_drawn_unread:
            return True
        wrong = self._wrong(number)
        if number == 1:
            return "phases" in wrong or "entrants" in self._unread
        return not wrong.isdisjoint({"phases", "from"})

    def hides_groups(self, number: int) -> bool:
        """Is it unknown who of the phase is in which group?"""
        phase = self._phases[number - 1]
        if not self._wrong(number).isdisjoint({"groups", "format"}):
            return True
        if phase.drawn is not None or phase.groups == 1:
            return False
        in_clubs = Counter(one for club in self._clubs for one in set(club))
        return (
            not self._unread.isdisjoint({"forbidden", "clubs"})
            or max(in_clubs.values(), default=1) > 1
        )

    def unseated(self, number: int, entrants: Iterable[str]) -> set[str]:
        """The entrants who play the phase although its `drawn` leaves them out."""
        if ("missing", "drawn") not in self._own.get(number, ()):
            return set()
        return set(entrants)

    def hides_state(self, number: int) -> bool:
        """Is it unknown whether a phase whose seats are known is finished?"""
        own = self._own.get(number, set())
        needs_rounds = not self._phases[number - 1].is_bracket
        return (
            ("unknown", "results") in own
            or self.hides_groups(number)
            or (needs_rounds and "rounds" in self._wrong(number))
        )

    def hides_order(self, number: int) -> bool:
        """Is it unknown who plays on from a phase whose seats are known?"""
        phase = self._phases[number - 1]
        own, wrong = self._own.get(number, set()), self._wrong(number)
        seated = [entrant for group in phase.drawn or () for entrant in group]
        return (
            "results" in wrong
            or ("missing", "drawn") in own
            or len(set(seated)) < len(seated)
            or self.hides_state(number)
            or (phase.is_bracket and "places" in wrong)
            or (not phase.is_bracket and self._hides_ranking(phase, wrong))
        )

    def _hides_ranking(self, phase: Phase, wrong: Collection[str | None]) -> bool:
        """Is a rule unknown by which the entrants of the phase are ranked?"""
        if "by" in self._unread:
            return True
        if phase.format == "individual":
            return "sit_out" in wrong or self._hides_drop(phase, wrong)
        return "ties" in self._unread or self._hides_drop(phase, wrong)

    def _hides_drop(self, phase: Phase, wrong: Collection[str | None]) -> bool:
        return "drop" in wrong and not self._is_by_wins and phase.groups == 1

    def hides_taken(self, source: PhaseSource, taker: int, entrants: Collection[str]) -> bool:
        """Is it unknown whom the source takes of these, whose order is known?"""
        if "withdrawn" in self._unread or not self._leavers.isdisjoint(entrants):
            return True
        return any(
            self._may_have_taken(number, source)
            for number in range(source.phase + 1, len(self._phases) + 1)
            if number != taker
        )

    def _may_have_taken(self, number: int, source: PhaseSource) -> bool:
        """Can another phase have taken entrants, nobody knows whom, before this source takes?"""
        phase, wrong = self._phases[number - 1], self._wrong(number)
        names_it = any(other.phase == source.phase for other in phase.sources)
        is_unread = not wrong.isdisjoint({"phases", "from"})
        if phase.is_drawn_unread or "phases" in wrong:
            return names_it or is_unread
        if phase.drawn is not None:
            return is_unread and not names_it
        return is_unread and source.takes in ("best", "rest")
