"""The set-up of a tournament and its pairs, there and absent: values alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, Literal, NamedTuple, get_args

from scorekeeper.draws.model import Format
from scorekeeper.draws.standings import StandingRules
from scorekeeper.journal.act import Act
from scorekeeper.rules.model import HIGHEST_TARGET, RuleSet
from scorekeeper.tournament.acts.body import TournamentMarks

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


class Substitution(NamedTuple):
    """Other players sit down in a pair's name."""

    players: tuple[str, str]
    """The players before."""
    until: int
    """The last round that they played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two who play together."""

    number: int
    players: tuple[str, str]
    club: str = ""
    seeding: int | None = None
    """Its place in seeding order, if the organiser gave it one."""
    paid: bool = False
    present: bool = True
    withdrawn: bool = False
    note: str = ""
    """What the organiser alone reads, such as a telephone number."""
    due: int | None = None
    """Cents that it owes; None for the usual fee."""
    payment: int | None = None
    """Cents that it has paid; None where `paid` alone says it."""
    were: tuple[Substitution, ...] = ()

    @property
    def key(self) -> str:
        """Its name in draws and results."""
        return str(self.number)

    @property
    def name(self) -> str:
        """Both players."""
        return " – ".join(name for name in self.players if name)

    @property
    def plays(self) -> bool:
        """Is it there for the next round?"""
        return self.present and not self.withdrawn

    def players_in(self, number: int) -> tuple[str, str]:
        """The players of the round with this number, or those who would play it now."""
        before = (one.players for one in self.were if number <= one.until)
        return next(before, self.players)


def who_played(were: Sequence[Substitution], last: int) -> tuple[Substitution, ...]:
    """Find the players who played a round up to this one before others sat down."""
    closed = [one._replace(until=min(one.until, last)) for one in were]
    before = [0, *(one.until for one in closed)]
    return tuple(one for one, since in zip(closed, before, strict=False) if one.until > since)


RegistrationState = Literal["waiting", "declined", "accepted", "ended"]


@dataclass(frozen=True, slots=True)
class Registration:
    """A pair that announced itself."""

    number: int
    players: tuple[str, str]
    club: str
    phone: int | None
    """The phone that announced it."""
    state: RegistrationState = "waiting"
    pair: str = ""
    """The pair that it became."""


def names_put_right(acts: Sequence[Act[TournamentMarks]]) -> Iterator[tuple[str, tuple[str, str]]]:
    """What pairs were called, by their numbers, where that was put right after a draw.

    The matches at their tables and their histories tell it, until it is erased.
    """
    called: dict[str, tuple[str, str]] = {}
    is_drawn = False
    for act in acts:
        is_drawn = is_drawn or act.body.is_draw
        given = act.body.names_given(map(int, called))
        if is_drawn and not act.body.is_substitution:
            for key in given.keys() & called.keys():
                yield key, called[key]
                yield key, given[key]
        called |= given
