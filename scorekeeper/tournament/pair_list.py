"""The pairs of a tournament, and those that announced themselves: values alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from scorekeeper.journal.act import Act
from scorekeeper.tournament.acts.body import TournamentMarks


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
