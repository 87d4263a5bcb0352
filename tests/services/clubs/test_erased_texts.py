"""The erasure of a person: every text of the club that gives the name goes."""

import pytest

from scorekeeper.club.club_file import open_club, read_club_file, write_club_file
from scorekeeper.club.erased_names import erase_person
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.store.db import db
from scorekeeper.store.models import ClubEvent
from tests.club_desk import ClubDesk


@pytest.mark.parametrize(
    ("head", "left"),
    [
        ({"name": "Καφενείο του Γιώργου", "place": "Λάρνακα"}, ("", "Λάρνακα")),
        ({"name": "Σύλλογος", "place": "στου Γιώργου"}, ("Σύλλογος", "")),
        ({"name": "Σύλλογος", "place": "Λάρνακα"}, ("Σύλλογος", "Λάρνακα")),
    ],
)
def test_a_club_that_is_called_after_somebody(head, left):
    desk = ClubDesk("Maria")
    desk.do("changed", **head)
    desk.add("Γιώργος")
    erase_person(desk.public_id, desk.phone, "2")
    club = desk.stored().club
    assert (club.name, club.place) == left
    assert "Γι" not in " ".join(str(one.data) for one in db.session.query(ClubEvent))
    file = read_club_file(write_club_file(desk.stored(), desk.phone))
    assert open_club(file, desk.phone, new_operation_id()).club.place == left[1]


def test_a_name_that_the_club_had_once_goes_too():
    desk = ClubDesk("Maria")
    desk.do("changed", name="Maria's", place="Maria's yard")
    desk.do("changed", name="The yard", place="")
    erase_person(desk.public_id, desk.phone, "1")
    club = desk.stored().club
    assert club.name == "The yard"
    assert "Maria" not in " ".join(str(one.data) for one in db.session.query(ClubEvent))
    desk.held = desk.stored()
    assert desk.do("changed", name="Ours").club.name == "Ours"
