"""A club as its acts leave it, and the base of these."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal, NamedTuple, Self, get_args

from scorekeeper.journal.act import Act
from scorekeeper.journal.body import DeclaredBody
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.organised import OwnedBody
from scorekeeper.journal.role_acts import Helper
from scorekeeper.rules.model import RuleSet
from scorekeeper.rules.presets import PRESETS
from scorekeeper.tournament.pair_names import sounding_names


class ClubBody(DeclaredBody["Club", "ClubAct"], OwnedBody):
    """The body of an act of a club."""

    def may_be_by_helper(self, club: Club) -> bool:
        """May a helper do it as the club stands?"""
        return self.is_for_helpers

    def without_person(self, person: str, names: Collection[str], before: Club) -> Self | None:
        """Return the body without these names of the person.

        None where it is not about the person. `before` is the club before the act.
        """
        return None


class ClubAct(Act[ClubBody]):
    """An event as the club sees it."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubPerson:
    """An entry of the roster."""

    number: int
    name: str
    note: str = ""
    by_number: bool = False
    """Is it shown by number to strangers?"""
    same_as: str = ""
    """The key of the entry that is the same person; empty where it stands by itself."""
    earlier: tuple[str, ...] = ()
    """The names that the person had before."""

    @property
    def key(self) -> str:
        """The person's name in acts and in seasons."""
        return str(self.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Belonging:
    """The club's knowledge of one of its tournaments."""

    players: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """The persons of each pair, by the pair's number; empty for players outside the roster."""


class SeasonTournament(NamedTuple):
    """A tournament that a season counts."""

    tournament: str
    weight: str


SeasonRanking = Literal["end", "rounds"]
SEASON_RANKINGS: Final[tuple[SeasonRanking, ...]] = get_args(SeasonRanking)


class ClubSeason(NamedTuple):
    """A season as it was set up last."""

    number: int
    name: str
    rules: Json
    """As the `season` command reads them, without events."""
    tournaments: tuple[SeasonTournament, ...]
    reason: str = ""
    """Why its rules were changed last."""
    ranking: SeasonRanking = "rounds"
    """Which order an evening gives: the final one, or that before its final."""


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
    closed: frozenset[str] = frozenset()
    """Addresses of matches and tournaments with a name that was hidden here, and then erased."""
    helpers: tuple[Helper, ...] = ()
    """The helpers who ever had a name, by number, behind those without one, if there are."""

    @property
    def revision(self) -> int:
        """The seq of the last act."""
        return self.acts[-1].seq

    def helper(self, number: int) -> Helper | None:
        """The helper with this number."""
        return next((one for one in self.helpers if one.number == number), None)

    def who_is(self, entry: str) -> str:
        """The key of the person that this entry of the roster is."""
        return self._identities[entry]

    @cached_property
    def _identities(self) -> dict[str, str]:
        """The person that each entry is; however long a chain of joined entries, each once."""
        found: dict[str, str] = {}
        for entry in self.persons:
            chain = []
            while entry not in found and (same_as := self.persons[entry].same_as):
                chain.append(entry)
                entry = same_as
            person = found.setdefault(entry, entry)
            found |= dict.fromkeys(chain, person)
        return found

    def entries_of(self, person: str) -> tuple[ClubPerson, ...]:
        """The entries that are this person, itself among them."""
        return self._entries.get(person, ())

    @cached_property
    def _entries(self) -> dict[str, tuple[ClubPerson, ...]]:
        found: dict[str, list[ClubPerson]] = {}
        for key, person in self._identities.items():
            found.setdefault(person, []).append(self.persons[key])
        in_order = ((key, sorted(them, key=lambda one: one.number)) for key, them in found.items())
        return {key: tuple(them) for key, them in in_order}

    def is_numbered(self, entry: str) -> bool:
        """Do strangers see this person by number? One such entry of the person counts for all."""
        return self.who_is(entry) in self._numbered

    @property
    def has_numbers(self) -> bool:
        """Is anybody a number to strangers?"""
        return bool(self._numbered)

    @cached_property
    def _numbered(self) -> frozenset[str]:
        entries = self.persons.values()
        return frozenset(self.who_is(one.key) for one in entries if one.by_number)

    @cached_property
    def hidden_names(self) -> frozenset[tuple[str, ...]]:
        """The names, in all their entries, of the persons shown by number.

        Each name is kept by its sound, for it may be typed in other letters. Earlier names count,
        too, unless a person shown by name has that name now.
        """
        entries = self.persons.values()
        hidden = [one for one in entries if self.is_numbered(one.key)]
        shown = (one.name for one in entries if not self.is_numbered(one.key))
        earlier = sounding_names(name for one in hidden for name in one.earlier)
        return sounding_names(one.name for one in hidden) | (earlier - sounding_names(shown))

    @property
    def roster(self) -> tuple[ClubPerson, ...]:
        """Each person once, in the order of their numbers."""
        return tuple(one for one in self.persons.values() if not one.same_as)
