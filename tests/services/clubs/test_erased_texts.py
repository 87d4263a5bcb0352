"""Erased names: each text of the club, and a tournament's names, read once for each state."""

import pytest

from scorekeeper.club.club_file import open_club, read_club_file, write_club_file
from scorekeeper.club.erased_names import does_tournament_tell, erase_person, is_hidden
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.store.db import db
from scorekeeper.store.models import ClubEvent
from scorekeeper.tournament import pair_names
from tests.support.desk import ClubDesk, Desk


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


def test_a_tournament_that_stays_as_it_is_is_not_read_again(monkeypatch):
    club, evening = ClubDesk("Maria"), Desk()
    club.add("Ανδρέας Λοΐζου", by_number=True)
    evening.add(("Maria", "Giorgos"), ("Eleni", "Loizou Andreas, Pafos"))
    club.belong(evening)
    address, tournament = evening.public_id, evening.tournament
    assert does_tournament_tell(club.club, address, tournament)
    assert club.club.hidden_names
    monkeypatch.setattr(pair_names, "romanized", lambda _: 1 / 0)
    assert does_tournament_tell(club.club, address, tournament)


@pytest.mark.parametrize("unseen", ["\u200d", "\u200c", "\U000e0041", "\ufe0f"])
def test_a_name_with_a_letter_that_nobody_sees_is_the_same(unseen):
    club = ClubDesk("Maria")
    club.add("Ανδρέας Λοΐζου", by_number=True)
    assert is_hidden(club.club, f"Loi{unseen}zou Andreas{unseen}")
