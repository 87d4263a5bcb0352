"""Persons come into the roster, change, and turn out to be one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import ClassVar, Final, Self

from scorekeeper.club.acts.club_fields import (
    PERSON_FIELDS,
    ByNumber,
    ClubText,
    PersonKey,
    PersonName,
)
from scorekeeper.club.acts.refusals import ClubFault, ClubRefused, check_texts, refuse_in_club_if
from scorekeeper.club.club_state import Club, ClubAct, ClubBody, ClubPerson
from scorekeeper.journal.fields import Form
from scorekeeper.journal.record import Always, Identifier
from scorekeeper.rules.names import is_fit_name
from scorekeeper.tournament.pair_names import gives_one_of, plain

MOST_PERSONS: Final = 2000


class _Described(ClubBody, is_for_helpers=True):
    """The body of an act about a person."""

    name: PersonName
    note: Always[ClubText] = ""
    """A nickname, the name in other letters: it helps to find the person."""
    by_number: ByNumber = False
    """Is the person shown by number, and by name to the club's organiser and helpers alone?"""

    def check_person(self, club: Club, but: str = "") -> None:
        """See whether a person can be called so, and no other one is.

        :raises ClubRefused: they cannot.
        """
        refuse_in_club_if(not self.name, "no_name", "name")
        refuse_in_club_if(not is_fit_name(self.name), "unfit_name", "name")
        check_texts(note=self.note)
        others = (one for one in club.persons.values() if one.key != but)
        is_there = any(plain(one.name) == plain(self.name) for one in others)
        refuse_in_club_if(is_there, "person_there", "name")

    def is_about(self, person: str, before: Club) -> bool:
        """Does it tell of this person? `before` is the club before the act."""
        raise NotImplementedError

    def without_person(self, person: str, names: Collection[str], before: Club) -> Self | None:
        if self.is_about(person, before):
            return self.redacted()
        # The note about somebody may name another.
        return replace(self, note="", erased=True) if gives_one_of(names, self.note) else None


class PersonAdded(
    _Described,
    kind="person_added",
    op="add_person",
    form="AddPerson",
    changes=("persons",),
    rests=("names",),
):
    """A person more, with the next number."""

    def check(self, club: Club) -> None:
        refuse_in_club_if(len(club.persons) >= MOST_PERSONS, "too_many_persons", "name")
        self.check_person(club)

    def apply(self, club: Club, act: ClubAct) -> Club:
        return self.added_to(club)

    def added_to(self, club: Club) -> Club:
        """The club with the person in its roster."""
        person = ClubPerson(
            number=len(club.persons) + 1,
            name=self.name,
            note=self.note,
            by_number=self.by_number,
        )
        return replace(club, persons={**club.persons, person.key: person})

    def is_about(self, person: str, before: Club) -> bool:
        return person == str(len(before.persons) + 1)


class PersonChanged(
    _Described,
    kind="person_changed",
    changes=("person {self.person}",),
    rests=("person {self.person}", "names"),
):
    """A person is called otherwise, or shown otherwise."""

    operations: ClassVar[Mapping[str, tuple[Form, ...]]] = {
        "change_person": (Form("ChangePerson", PERSON_FIELDS),)
    }

    person: Identifier

    def may_be_by_helper(self, club: Club) -> bool:
        """Is it of a person who is shown by name, or neither of the name nor of the number?

        Only an organiser shows by name whom the club promised to show by number; an earlier name
        of such a person is hidden as long as nobody else is called so.
        """
        old = club.persons.get(self.person)
        if old is None or not club.is_numbered(self.person):
            return True
        return (self.name, self.by_number) == (old.name, old.by_number)

    def check(self, club: Club) -> None:
        old = _person(club, self.person)
        self.check_person(club, but=self.person)
        is_same = (self.name, self.note, self.by_number) == (old.name, old.note, old.by_number)
        refuse_in_club_if(is_same, "nothing_new", "name")

    def apply(self, club: Club, act: ClubAct) -> Club:
        old = club.persons[self.person]
        earlier = old.earlier if self.name == old.name else (*old.earlier, old.name)
        new = replace(
            old, name=self.name, note=self.note, by_number=self.by_number, earlier=earlier
        )
        return replace(club, persons={**club.persons, old.key: new})

    def is_about(self, person: str, before: Club) -> bool:
        return person == self.person


class PersonsJoined(
    ClubBody,
    kind="persons_joined",
    op="join_persons",
    form="JoinPersons",
    changes=("person {self.person}", "person {self.other}", "identities"),
):
    """Two entries of the roster are one person: the other one's figures are those of the first."""

    person: PersonKey
    """The one that stays."""
    other: PersonKey

    def check(self, club: Club) -> None:
        refuse_in_club_if(not self.other, "nobody_chosen", "other")
        one, other = _person(club, self.person), _person(club, self.other)
        is_joined = one == other or one.same_as or other.same_as
        refuse_in_club_if(is_joined, "same_person", "other")
        check_identities(_with_identity(club, self.other, self.person), "other")

    def apply(self, club: Club, act: ClubAct) -> Club:
        return _with_identity(club, self.other, self.person)


class PersonParted(
    ClubBody,
    kind="person_parted",
    op="part_person",
    form="PartPerson",
    changes=("person {self.person}", "identities"),
):
    """An entry that was joined is a person of its own again."""

    person: PersonKey

    def check(self, club: Club) -> None:
        refuse_in_club_if(not _person(club, self.person).same_as, "not_joined", "person")

    def apply(self, club: Club, act: ClubAct) -> Club:
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
