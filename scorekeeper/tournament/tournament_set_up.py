"""The set-up of a tournament: values alone."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Final, Literal, get_args

from scorekeeper.draws.criteria import StandingRules
from scorekeeper.draws.model import Format
from scorekeeper.rules.model import HIGHEST_TARGET, RuleSet

Length = Literal["target", "hands", "minutes"]
LENGTHS: Final[tuple[Length, ...]] = get_args(Length)
"""What ends a match: its target, a number of hands, or the clock."""
Absence = Literal["nothing", "forfeited"]
ABSENCES: Final[tuple[Absence, ...]] = get_args(Absence)
"""What a round counts for a pair that was not there: nothing, or as a match that it forfeited."""
SheetPlace = Literal["times", "winner", "penalty", "arbiter"]
SHEET_PLACES: Final[tuple[SheetPlace, ...]] = get_args(SheetPlace)
"""What a table's sheet has places to write for, beside the hands and the signatures."""

Previews = Literal["names", "numbers"]
PREVIEWS: Final[tuple[Previews, ...]] = get_args(Previews)
"""How a chat that is given an address of the tournament calls its pairs."""
USUAL_ROUNDS: Final = 5


def usual_rounds(format: Format) -> int:
    """The rounds of a tournament for which no number is given."""
    return 0 if format == "round_robin" else USUAL_ROUNDS


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp:
    """The set-up of a tournament: all that is known before its pairs are."""

    name: str
    day: date | None = None
    place: str = ""
    organiser: str = ""
    rules: RuleSet
    length: Length = "target"
    limit: int = 0
    """Hands or minutes of a match; 0 where its target ends it."""
    rounds: int = USUAL_ROUNDS
    """How many are planned; 0 where everyone meets everyone: as many as that takes."""
    format: Format = "swiss"
    standing: StandingRules
    """Without lots, which are drawn later, and without `forfeit`."""
    forfeit: tuple[int, int] = StandingRules().forfeit
    """What a forfeited match counts: for who was there, which is more, and for who was not."""
    absence: Absence = "nothing"
    """What a round counts for a pair that was not there."""
    sheet_places: tuple[SheetPlace, ...] = SHEET_PLACES
    """What is written at the foot of a table's sheet."""
    previews: Previews = "names"
    """How a link's preview calls the pairs."""

    @property
    def needs_winners(self) -> bool:
        """Has every match a winner? Where none is found, one more hand is played."""
        return self.format == "knockout"

    def planned_rounds(self, pairs: int) -> int:
        """How many rounds are planned for so many pairs.

        Of an odd number each sits out once.
        """
        if self.rounds:
            return self.rounds
        return max(0, pairs - 1 + pairs % 2) if self.format == "round_robin" else USUAL_ROUNDS

    @property
    def match_rules(self) -> RuleSet:
        """The rules of a match; a target ends it only where nothing else does."""
        if self.length == "target":
            return self.rules
        return replace(self.rules, target=HIGHEST_TARGET)
