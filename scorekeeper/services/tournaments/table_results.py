"""A table of a round, and what was written of it: values alone."""

from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, Self, get_args

from scorekeeper.draws.model import Forfeit
from scorekeeper.journal.act import Act
from scorekeeper.rules.model import BySide
from scorekeeper.services.tournament_acts.body import TournamentMarks
from scorekeeper.sheets.sheet_hands import running_totals
from scorekeeper.sheets.sheet_slips import SheetHand

Source = Literal["organiser", "helper", "live"]
SOURCES: Final[tuple[Source, ...]] = get_args(Source)
NO_HANDS: Final = (0, 0)
"""Stands in a result of which nobody counted the hands."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a table as it was written."""

    score: tuple[int, int]
    hands: tuple[int, int]
    """The hands that each side won; `NO_HANDS` where a total is all that was written."""
    source: Source
    reason: str
    act: Act[TournamentMarks]
    sheet: tuple[SheetHand | None, ...] = ()
    """The hands of the sheet that was typed in, if it was."""
    forfeit: Forfeit | None = None
    """Who was not there to play."""
    is_ruled: bool = False
    """Did the arbiter set it, whatever was played?"""

    @property
    def is_decided(self) -> bool:
        """Does it count whatever the table's phone says?"""
        return self.is_ruled or self.forfeit is not None

    @property
    def running(self) -> tuple[BySide[int], ...]:
        """The totals after each hand of the sheet."""
        return running_totals(self.sheet)

    @property
    def known_hands(self) -> tuple[int, int] | None:
        """The hands that each side won; None where nobody knows."""
        is_counted = bool(self.sheet) or self.hands != NO_HANDS
        is_counted |= self.source == "live" and not any(self.score)
        return self.hands if is_counted or self.forfeit is not None else None

    @property
    def missing(self) -> tuple[Literal["a", "b"], ...]:
        """The sides that forfeited it."""
        match self.forfeit:
            case None:
                return ()
            case "both":
                return "a", "b"
            case side:
                return (side,)


class Withdrawal(NamedTuple):
    """A result is taken back: the table is again as its phone says."""

    source: Source
    reason: str
    act: Act[TournamentMarks]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnTable:
    """A table of a round."""

    number: int
    a: str
    b: str
    results: tuple[Result, ...] = ()
    """The last one counts, unless it was withdrawn; the others are kept."""
    withdrawals: tuple[Withdrawal, ...] = ()

    @property
    def result(self) -> Result | None:
        """The result that counts."""
        last = self.history[-1:]
        return last[0] if last and isinstance(last[0], Result) else None

    @property
    def history(self) -> tuple[Result | Withdrawal, ...]:
        """All that was written of it, and taken back, in order."""
        if not self.withdrawals:
            return self.results
        return tuple(sorted((*self.results, *self.withdrawals), key=lambda one: one.act.seq))

    def with_forfeits(self, counts: tuple[int, int]) -> Self:
        """The table with what a forfeited match counts now."""
        results = tuple(
            replace(one, score=forfeit_score(one.forfeit, counts)) if one.forfeit else one
            for one in self.results
        )
        return replace(self, results=results) if results != self.results else self


def forfeit_score(forfeit: Forfeit, counts: tuple[int, int]) -> tuple[int, int]:
    """What stands at a forfeited table: more for who was there.

    >>> forfeit_score("b", (100, 0)), forfeit_score("both", (100, 0))
    ((100, 0), (0, 0))
    """
    there, absent = counts
    match forfeit:
        case "a":
            return absent, there
        case "b":
            return there, absent
        case "both":
            return absent, absent
