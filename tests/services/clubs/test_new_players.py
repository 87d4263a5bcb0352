"""Names come into a roster by a tick each; a roster of two thousand is looked through once."""

import pytest

from scorekeeper.club.acts.club_fields import ClubRefused
from scorekeeper.club.club_file import open_club, read_club_file, write_club_file
from scorekeeper.club.club_service import offered_persons
from scorekeeper.club.club_state import Club, ClubPerson
from scorekeeper.club.erased_names import erase_club, erase_person
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.owner import Conflict
from scorekeeper.store.db import db
from scorekeeper.store.models import ClubEvent
from tests.support.desk import ClubDesk, Desk

SEATS = [{"pair": "1", "seat": 1}, {"pair": "10", "seat": 0}]
COUNT = 2000


@pytest.fixture
def desk():
    """A club of two whose tournament has ten pairs."""
    desk = ClubDesk("Maria", "Giorgos")
    desk.evening = Desk(10).draw()
    return desk.belong(desk.evening)


def know(desk, names, seats=SEATS, players=None, **more):
    return desk.do(
        "new_players_known",
        tournament=desk.evening.public_id,
        players=players or {"1": ["1", ""]},
        added=seats,
        names=names,
        **more,
    )


def test_they_come_with_the_next_numbers_and_are_known(desk):
    know(desk, ["Petros", "Anna"])
    club = desk.stored().club
    assert [(one.key, one.name) for one in club.roster][2:] == [("3", "Petros"), ("4", "Anna")]
    known = club.tournaments[desk.evening.public_id].players
    assert known == {"1": ("1", "3"), "10": ("4", "")}
    assert desk.do("person_added", name="Eleni").club.persons["5"].name == "Eleni"


@pytest.mark.parametrize(
    ("names", "seats", "code"),
    [
        (["Petros", "PETROS"], SEATS, "person_there"),
        (["Petros", "maria"], SEATS, "person_there"),
        (["Petros", ""], SEATS, "no_name"),
        (["Petros"], SEATS, "no_person"),
        (["Petros", "Anna"], [SEATS[0], SEATS[0]], "no_person"),
        (["Petros", "Anna"], [{"pair": "1", "seat": 0}, SEATS[1]], "no_person"),
        (["Petros", "Anna"], [{"pair": "1", "seat": 2}, SEATS[1]], "no_person"),
    ],
)
def test_unfit_new_players_are_refused_as_a_whole(desk, names, seats, code):
    with pytest.raises(ClubRefused) as refused:
        know(desk, names, seats)
    assert refused.value.faults[0].code == code
    assert len(desk.stored().club.persons) == 2


def test_a_name_that_was_erased_meanwhile_does_not_come_back(desk):
    seen = desk.held.revision
    erase_person(desk.public_id, desk.phone, "1")
    with pytest.raises(Conflict):
        know(desk, ["Petros", "Maria"], revision=seen)


def test_one_of_them_is_erased_alone(desk):
    know(desk, ["Petros", "Anna"])
    erase_person(desk.public_id, desk.phone, "3")
    club = desk.stored().club
    assert [one.name for one in club.roster] == ["Maria", "Giorgos", "", "Anna"]
    assert club.tournaments[desk.evening.public_id].players["1"] == ("1", "3")
    stored = " ".join(str(one.data) for one in db.session.query(ClubEvent))
    assert "Petros" not in stored
    assert "Anna" in stored


def test_all_names_go_and_the_file_opens(desk):
    know(desk, ["Petros", "Anna"])
    file = read_club_file(write_club_file(desk.held, desk.evening.phone))
    opened = open_club(file, desk.phone, new_operation_id())
    (belonging,) = opened.club.tournaments.values()
    assert belonging.players == {"1": ("1", "3"), "10": ("4", "")}
    erase_club(desk.public_id, desk.phone)
    club = desk.stored().club
    assert {one.name for one in club.roster} == {""}
    file = read_club_file(write_club_file(desk.held, desk.evening.phone))
    assert len(open_club(file, desk.phone, new_operation_id()).club.persons) == 4


class CountedReads(dict):
    """A roster that counts how often an entry of it is looked at."""

    reads = 0

    def __getitem__(self, key):
        self.reads += 1
        return super().__getitem__(key)

    def values(self):
        for one in super().values():
            self.reads += 1
            yield one


def chained():
    """Every fifth entry is a person: the four before it were joined to it, one to the next."""
    persons = CountedReads()
    for number in range(1, COUNT + 1):
        same_as = str(number + 1) if number % 5 else ""
        person = ClubPerson(number=number, name=f"Player {number}", note="n", same_as=same_as)
        persons[person.key] = person
    return Club(name="Club", place="", acts=(), persons=persons)


def test_joined_entries_are_found_with_few_reads():
    club = chained()
    for key in club.persons:
        there = [one.key for one in club.entries_of(club.who_is(key))]
        assert key in there
        assert len(there) == 5
    assert club.entries_of("1") == (), "joined to another"
    assert club.persons.reads < 20 * COUNT


def test_a_search_goes_through_them_once():
    club = chained()
    found = offered_persons(club, "player 77", is_inside=False)
    assert [one.key for one in found] == ["80", "770", "775", "780"]
    assert club.persons.reads < 20 * COUNT


def test_one_long_chain_is_one_person():
    club = Club(
        name="Club",
        place="",
        acts=(),
        persons={
            str(number): ClubPerson(number=number, name="", same_as=str(number % COUNT + 1))
            if number < COUNT
            else ClubPerson(number=number, name="")
            for number in range(1, COUNT + 1)
        },
    )
    assert {club.who_is(key) for key in club.persons} == {str(COUNT)}
    assert len(club.entries_of(str(COUNT))) == COUNT
