"""A club as its acts leave it: values alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.journal.body import Json
from scorekeeper.rules.model import RuleSet
from scorekeeper.rules.presets import PRESETS

if TYPE_CHECKING:
    from scorekeeper.services.clubs.club_journal import ClubAct


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubPerson:
    """An entry of the roster."""

    number: int
    name: str
    note: str = ""
    by_number: bool = False
    """Is it shown by number to strangers?"""
    same_as: str = ""
    """The key of the entry that is the same person; nothing where it stands by itself."""

    @property
    def key(self) -> str:
        """The person's name in acts and in seasons."""
        return str(self.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Belonging:
    """What the club knows of a tournament of its own."""

    players: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """The persons of each pair, by the pair's number; empty for who is not in the roster."""


class SeasonTournament(NamedTuple):
    """A tournament that a season counts."""

    tournament: str
    weight: str


class ClubSeason(NamedTuple):
    """A season as it was set up last."""

    number: int
    name: str
    rules: Json
    """As the `season` command reads them, without events."""
    tournaments: tuple[SeasonTournament, ...]
    reason: str = ""
    """Why its rules were changed last."""


@dataclass(frozen=True, kw_only=True)
class Club:
    """A club."""

    name: str
    place: str
    acts: tuple[ClubAct, ...]
    persons: Mapping[str, ClubPerson] = field(default_factory=dict)
    """In the order of their numbers."""
    tournaments: Mapping[str, Belonging] = field(default_factory=dict)
    """By their addresses, in the order in which they came."""
    seasons: tuple[ClubSeason, ...] = ()
    rules: RuleSet = PRESETS["cafe"]
    """The rules that are played there, with their target."""

    @property
    def revision(self) -> int:
        """The seq of the last act."""
        return self.acts[-1].seq

    def who_is(self, person: str) -> str:
        """The key of the person that this entry of the roster is."""
        while same_as := self.persons[person].same_as:
            person = same_as
        return person

    def entries_of(self, person: str) -> tuple[ClubPerson, ...]:
        """The entries that are this person, itself among them."""
        return tuple(one for one in self.persons.values() if self.who_is(one.key) == person)

    def has_numbered(self, entries: Iterable[str]) -> bool:
        """Is one of these entries of the roster somebody who is a number to strangers?"""
        persons = self.persons
        return any(
            persons[one].by_number or persons[self.who_is(one)].by_number
            for one in entries
            if one in persons
        )

    @property
    def roster(self) -> tuple[ClubPerson, ...]:
        """Each person once, in the order of their numbers."""
        return tuple(one for one in self.persons.values() if not one.same_as)
