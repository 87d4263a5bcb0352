"""Persons come into the roster, change, and turn out to be one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final, Self

from scorekeeper.journal.body import Json, text_in
from scorekeeper.journal.fields import Form
from scorekeeper.rules.names import is_fit_name
from scorekeeper.services.club_acts.body import ClubBody, check_texts
from scorekeeper.services.club_acts.club_fields import BY_NUMBER, NOTE, OTHER, PERSON, PERSON_NAME
from scorekeeper.services.club_acts.refusals import ClubFault, ClubRefused
from scorekeeper.services.clubs.club_state import ClubPerson
from scorekeeper.services.tournaments.pair_names import gives_one_of, plain

if TYPE_CHECKING:
    from scorekeeper.services.clubs.club_state import Club

MOST_PERSONS: Final = 2000


@dataclass(frozen=True, kw_only=True)
class _Described(ClubBody):
    """Tells of a person."""

    is_for_club_helpers: ClassVar[bool] = True
    texts: ClassVar[tuple[str, ...]] = ("name", "note")

    name: str
    note: str = ""
    """A nickname, the name in other letters: it helps to find the person."""
    by_number: bool = False
    """Is the person shown by number, and by name to the club's organiser and helpers alone?"""

    def fields(self) -> Json:
        by_number: Json = {"by_number": True} if self.by_number else {}
        return {"name": self.name, "note": self.note, **by_number}

    def check_person(self, club: Club, but: str = "") -> None:
        """See whether a person can be called so, and no other one is.

        :raises ClubRefused: they cannot.
        """
        if not self.name:
            raise ClubRefused(ClubFault("no_name", "name"))
        if not is_fit_name(self.name):
            raise ClubRefused(ClubFault("unfit_name", "name"))
        check_texts(note=self.note)
        others = (one for one in club.persons.values() if one.key != but)
        if any(plain(one.name) == plain(self.name) for one in others):
            raise ClubRefused(ClubFault("person_there", "name"))

    def is_about(self, person: str, before: Club) -> bool:
        """Does it tell of this person? `before` is the club before the act."""
        raise NotImplementedError

    def without_person(self, person: str, names: Collection[str], before: Club) -> Self | None:
        if self.is_about(person, before):
            return self.redacted()
        # The note about somebody may name another.
        return replace(self, note="", erased=True) if gives_one_of(names, self.note) else None


@dataclass(frozen=True, kw_only=True)
class PersonAdded(_Described):
    """A person more, with the next number."""

    kind: ClassVar[str] = "person_added"
    operations: ClassVar[Mapping[str, Form]] = {
        "add_person": Form("AddPerson", (PERSON_NAME,), (NOTE, BY_NUMBER))
    }

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(
            name=text_in(data, "name"),
            note=text_in(data, "note"),
            by_number=bool(data.get("by_number")),
        )

    def writes(self) -> frozenset[str]:
        return frozenset({"persons"})

    def rests_on(self) -> frozenset[str]:
        return frozenset({"names"})

    def check(self, club: Club) -> None:
        if len(club.persons) >= MOST_PERSONS:
            raise ClubRefused(ClubFault("too_many_persons", "name"))
        self.check_person(club)

    def apply(self, club: Club) -> Club:
        person = ClubPerson(
            number=len(club.persons) + 1,
            name=self.name,
            note=self.note,
            by_number=self.by_number,
        )
        return replace(club, persons={**club.persons, person.key: person})

    def is_about(self, person: str, before: Club) -> bool:
        return person == str(len(before.persons) + 1)


@dataclass(frozen=True, kw_only=True)
class PersonChanged(_Described):
    """A person is called otherwise, or shown otherwise."""

    kind: ClassVar[str] = "person_changed"
    operations: ClassVar[Mapping[str, Form]] = {
        "change_person": Form("ChangePerson", (PERSON, PERSON_NAME, NOTE, BY_NUMBER))
    }

    person: str

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(
            person=text_in(data, "person"),
            name=text_in(data, "name"),
            note=text_in(data, "note"),
            by_number=bool(data.get("by_number")),
        )

    def fields(self) -> Json:
        return {"person": self.person, **super().fields()}

    def may_be_by_helper(self, club: Club) -> bool:
        """Is it of a person who is shown by name, or neither of the name nor of the number?

        Only an organiser shows by name whom the club promised to show by number; an earlier name
        of such a person is hidden as long as nobody else is called so.
        """
        old = club.persons.get(self.person)
        if old is None or not club.is_numbered(self.person):
            return True
        return (self.name, self.by_number) == (old.name, old.by_number)

    def writes(self) -> frozenset[str]:
        return frozenset({f"person {self.person}"})

    def rests_on(self) -> frozenset[str]:
        return frozenset({f"person {self.person}", "names"})

    def check(self, club: Club) -> None:
        old = _person(club, self.person)
        self.check_person(club, but=self.person)
        if (self.name, self.note, self.by_number) == (old.name, old.note, old.by_number):
            raise ClubRefused(ClubFault("nothing_new", "name"))

    def apply(self, club: Club) -> Club:
        old = club.persons[self.person]
        earlier = old.earlier if self.name == old.name else (*old.earlier, old.name)
        new = replace(
            old, name=self.name, note=self.note, by_number=self.by_number, earlier=earlier
        )
        return replace(club, persons={**club.persons, old.key: new})

    def is_about(self, person: str, before: Club) -> bool:
        return person == self.person


@dataclass(frozen=True, kw_only=True)
class PersonsJoined(ClubBody):
    """Two entries of the roster are one person: the other one's figures are those of the first."""

    kind: ClassVar[str] = "persons_joined"
    operations: ClassVar[Mapping[str, Form]] = {
        "join_persons": Form("JoinPersons", (PERSON, OTHER))
    }

    person: str
    """The one that stays."""
    other: str

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(person=text_in(data, "person"), other=text_in(data, "other"))

    def fields(self) -> Json:
        return {"person": self.person, "other": self.other}

    def writes(self) -> frozenset[str]:
        return frozenset({f"person {self.person}", f"person {self.other}", "identities"})

    def check(self, club: Club) -> None:
        if not self.other:
            raise ClubRefused(ClubFault("nobody_chosen", "other"))
        one, other = _person(club, self.person), _person(club, self.other)
        if one == other or one.same_as or other.same_as:
            raise ClubRefused(ClubFault("same_person", "other"))
        check_identities(self.apply(club), "other")

    def apply(self, club: Club) -> Club:
        return _with_identity(club, self.other, self.person)


@dataclass(frozen=True, kw_only=True)
class PersonParted(ClubBody):
    """An entry that was joined is a person of its own again."""

    kind: ClassVar[str] = "person_parted"
    operations: ClassVar[Mapping[str, Form]] = {"part_person": Form("PartPerson", (PERSON,))}

    person: str

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(person=text_in(data, "person"))

    def fields(self) -> Json:
        return {"person": self.person}

    def writes(self) -> frozenset[str]:
        return frozenset({f"person {self.person}", "identities"})

    def check(self, club: Club) -> None:
        if not _person(club, self.person).same_as:
            raise ClubRefused(ClubFault("not_joined", "person"))

    def apply(self, club: Club) -> Club:
        return _with_identity(club, self.person, "")


def check_identities(club: Club, field: str) -> None:
    """See whether everybody sits on one chair at each of the club's tournaments.

    :raises ClubRefused: somebody would be there twice.
    """
    for address, belonging in club.tournaments.items():
        chairs: dict[str, list[str]] = {}
        for pair, persons in belonging.players.items():
            for one in filter(None, persons):
                chairs.setdefault(club.who_is(one), []).append(pair)
        for person, pairs in chairs.items():
            if len(pairs) > 1:
                places = tuple(dict.fromkeys(pairs))
                raise ClubRefused(ClubFault("both_played", field, person, address, places))


def _person(club: Club, person: str) -> ClubPerson:
    if person not in club.persons:
        raise ClubRefused(ClubFault("no_person", "person"))
    return club.persons[person]


def _with_identity(club: Club, person: str, same_as: str) -> Club:
    new = replace(club.persons[person], same_as=same_as)
    return replace(club, persons={**club.persons, person: new})
