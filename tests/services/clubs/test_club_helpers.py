"""A club's helpers come by name, are removed one by one, and leave its organiser room."""

import pytest

from scorekeeper.club import club_service
from scorekeeper.club.acts.club_fields import ClubRefused
from scorekeeper.club.club_file import read_club_file, write_club_file
from scorekeeper.club.club_service import CLUB_ROLE_LINKS, CLUBS, ClubFull
from scorekeeper.club.erased_names import erase_club, erase_person
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.owner import NotAllowed
from scorekeeper.match.phones import enrol_phone
from scorekeeper.store.roles import ENDED_TO_KEEP
from scorekeeper.tournament.role_links import UnknownLink
from tests.support.databases import rows
from tests.support.desk import ClubDesk


def helper_of(desk, name):
    """A phone that helps in this name: its number, its phone, the secret of its link."""
    number, secret = CLUB_ROLE_LINKS.name_helper(desk.public_id, desk.phone, name)
    phone, _ = enrol_phone()
    CLUB_ROLE_LINKS.open(secret, phone)
    desk.held = desk.stored()
    return number, phone, secret


def remove(desk, number):
    desk.held = CLUB_ROLE_LINKS.remove_helper(
        desk.public_id, desk.phone, new_operation_id(), desk.held.revision, number
    )


def test_old_ended_links_are_forgotten():
    desk = ClubDesk("Maria")
    for _ in range(ENDED_TO_KEEP + 3):
        secret = CLUB_ROLE_LINKS.make(desk.public_id, desk.phone, "helper")
    assert rows("SELECT count(*) FROM club_link") == [(ENDED_TO_KEEP + 1,)]
    assert CLUB_ROLE_LINKS.look_up(secret).role == "helper"


def test_removed_helper_only_reads_and_other_helpers_go_on():
    desk = ClubDesk("Maria")
    number, phone, secret = helper_of(desk, "Kyriakos")
    _, other, _ = helper_of(desk, "Petros")
    desk.do("person_added", phone=phone, name="Eleni")
    remove(desk, number)
    with pytest.raises(NotAllowed):
        desk.do("person_added", phone=phone, name="Andreas")
    with pytest.raises(UnknownLink):
        CLUB_ROLE_LINKS.open(secret, phone)
    desk.do("person_added", phone=other, name="Andreas")
    assert [one.name for one in desk.club.roster] == ["Maria", "Eleni", "Andreas"]
    removed, stays = desk.stored().club.helpers
    assert (removed.name, removed.is_removed, removed.phones) == ("Kyriakos", True, frozenset())
    assert (stays.name, stays.is_removed, stays.phones) == ("Petros", False, {other})
    with pytest.raises(ClubRefused):
        remove(desk, number)


def test_removed_helper_helps_again_by_a_new_link():
    desk = ClubDesk()
    number, phone, _ = helper_of(desk, "Kyriakos")
    remove(desk, number)
    secret = CLUB_ROLE_LINKS.make(desk.public_id, desk.phone, "helper", number)
    CLUB_ROLE_LINKS.open(secret, phone)
    assert CLUBS.role_of(desk.stored(), phone) == "helper"
    (helper,) = desk.stored().club.helpers
    assert (helper.number, helper.is_removed, helper.phones) == (number, False, {phone})


def test_links_without_a_name_are_removed_together():
    desk = ClubDesk()
    phone, _ = enrol_phone()
    secret = CLUB_ROLE_LINKS.make(desk.public_id, desk.phone, "helper")
    CLUB_ROLE_LINKS.open(secret, phone)
    desk.held = desk.stored()
    remove(desk, 0)
    assert CLUBS.role_of(desk.held, phone) == ""
    with pytest.raises(UnknownLink):
        CLUB_ROLE_LINKS.open(secret, phone)


def test_only_the_organiser_shows_somebody_by_name_again():
    desk = ClubDesk("Maria")
    _, phone, _ = helper_of(desk, "Kyriakos")
    desk.do("person_changed", phone=phone, person="1", name="Maria", note="", by_number=True)
    desk.do("person_changed", phone=phone, person="1", name="Maria", note="left", by_number=True)
    with pytest.raises(NotAllowed):
        desk.do("person_changed", phone=phone, person="1", name="Maria", note="", by_number=False)
    with pytest.raises(NotAllowed):  # another Maria would bring the hidden name back
        desk.do("person_changed", phone=phone, person="1", name="M.", note="", by_number=True)
    person = desk.stored().club.persons["1"]
    assert (person.name, person.by_number) == ("Maria", True)
    desk.do("person_changed", person="1", name="Maria", note="", by_number=False)
    assert not desk.stored().club.persons["1"].by_number


def test_an_entry_that_is_somebody_shown_by_number_keeps_its_name_too():
    desk = ClubDesk("Maria", "M.")
    desk.do("person_changed", person="1", name="Maria", note="", by_number=True)
    desk.do("persons_joined", person="1", other="2")
    _, phone, _ = helper_of(desk, "Kyriakos")
    with pytest.raises(NotAllowed):  # another M. would bring the hidden name back
        desk.do("person_changed", phone=phone, person="2", name="X", note="", by_number=False)
    desk.do("person_changed", phone=phone, person="2", name="M.", note="left", by_number=False)
    assert desk.stored().club.persons["2"].note == "left"


def test_only_the_organiser_names_and_removes():
    desk = ClubDesk()
    number, phone, _ = helper_of(desk, "Kyriakos")
    for act in (
        lambda: CLUB_ROLE_LINKS.name_helper(desk.public_id, phone, "Petros"),
        lambda: CLUB_ROLE_LINKS.make(desk.public_id, phone, "helper", number),
        lambda: CLUB_ROLE_LINKS.remove_helper(
            desk.public_id, phone, new_operation_id(), desk.held.revision, number
        ),
    ):
        with pytest.raises(NotAllowed):
            act()


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "no_helper_name"), ("kyriakos", "helper_there"), ("x" * 60, "unfit_name")],
)
def test_a_name_that_is_none_is_refused(name, code):
    desk = ClubDesk()
    helper_of(desk, "Kyriakos")
    with pytest.raises(ClubRefused) as refused:
        CLUB_ROLE_LINKS.name_helper(desk.public_id, desk.phone, name)
    assert refused.value.faults[0].code == code


def test_there_are_ninety_nine_helpers_at_most(monkeypatch):
    desk = ClubDesk()
    monkeypatch.setattr("scorekeeper.journal.role_acts.MOST_HELPERS", 1)
    helper_of(desk, "Kyriakos")
    with pytest.raises(ClubRefused) as refused:
        CLUB_ROLE_LINKS.name_helper(desk.public_id, desk.phone, "Petros")
    assert refused.value.faults[0].code == "too_many_helpers"


def test_a_club_that_helpers_have_filled_has_room_for_its_organiser(monkeypatch):
    desk = ClubDesk("Maria")
    number, phone, _ = helper_of(desk, "Kyriakos")
    monkeypatch.setattr(club_service, "MOST_CLUB_ACTS", desk.held.revision)
    with pytest.raises(ClubFull):
        desk.do("person_added", phone=phone, name="Eleni")
    remove(desk, number)
    desk.season()
    assert len(read_club_file(write_club_file(desk.held, desk.phone)).acts) == desk.held.revision


def test_a_helpers_name_goes_with_the_others():
    desk = ClubDesk("Kyriakos")
    helper_of(desk, "Kyriakos")
    erase_person(desk.public_id, desk.phone, "1")
    assert [one.name for one in desk.stored().club.helpers] == [""]
    helper_of(desk, "Petros")
    erase_club(desk.public_id, desk.phone)
    assert [one.name for one in desk.stored().club.helpers] == ["", ""]
