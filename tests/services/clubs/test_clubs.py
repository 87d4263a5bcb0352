"""A club is kept once, in order, and nothing is overwritten in silence."""

from dataclasses import replace
from datetime import timedelta

import pytest

from scorekeeper.club import club_service
from scorekeeper.club.acts.club_fields import ClubRefused
from scorekeeper.club.acts.club_set_ups import ClubCreated
from scorekeeper.club.club_service import CLUB_JOURNAL, CLUB_ROLE_LINKS, CLUBS
from scorekeeper.club.erased_names import erase_club, erase_person
from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.owner import Conflict, NotAllowed, NotFound, OperationReused
from scorekeeper.keeping.backup import fold_all
from scorekeeper.keeping.phone_rights import clubs_with_rights
from scorekeeper.keeping.retention import erase_old
from scorekeeper.match.phones import enrol_phone
from scorekeeper.store.db import db
from scorekeeper.store.models import ClubEvent
from scorekeeper.tournament.role_links import UnknownLink
from tests.support.databases import change_event, change_moment
from tests.support.desk import BY_PLACE, ClubDesk, Desk


def code(action):
    with pytest.raises(ClubRefused) as refused:
        action()
    return refused.value.faults[0].code


def test_it_is_what_was_created():
    desk = ClubDesk("Maria", "Giorgos")
    club = desk.stored().club
    assert (club.name, club.place) == ("Club", "Larnaka")
    assert [(one.key, one.name) for one in club.roster] == [("1", "Maria"), ("2", "Giorgos")]
    assert club == desk.club, "folded anew or step by step"
    assert [one.public_id for one in CLUBS.whole_of(desk.phone)] == [desk.public_id]
    with pytest.raises(NotFound):
        club_service.find_club("x" * 22)


def test_the_same_operation_again_is_the_same_club():
    phone, _ = enrol_phone()
    body, op_id = ClubCreated(name="Club"), new_operation_id()
    first = CLUBS.begin_once(body, phone, op_id)
    assert CLUBS.begin_once(body, phone, op_id).public_id == first.public_id
    with pytest.raises(OperationReused):
        CLUBS.begin_once(replace(body, name="Other"), phone, op_id)
    assert code(lambda: CLUBS.begin_once(replace(body, name=""), phone, op_id)) == "no_name"


def test_a_repeat_is_answered_and_changes_nothing():
    desk, op_id = ClubDesk(), new_operation_id()
    desk.do("person_added", op_id=op_id, name="Maria")
    desk.do("person_added", op_id=op_id, name="Maria")
    assert len(desk.stored().club.persons) == 1
    with pytest.raises(OperationReused):
        desk.do("person_added", op_id=op_id, name="Eleni")


def test_two_who_change_different_persons_do_not_disturb_each_other():
    desk = ClubDesk("Maria", "Giorgos")
    seen = desk.held.revision
    desk.do("person_changed", person="1", name="Maria P.")
    desk.do("person_changed", person="2", name="Giorgos K.", revision=seen)
    with pytest.raises(Conflict):
        desk.do("person_changed", person="1", name="Marina", revision=seen)


def test_a_helper_keeps_the_roster_and_nothing_else():
    desk = ClubDesk("Maria")
    helper, _ = enrol_phone()
    with pytest.raises(NotAllowed):
        desk.do("person_added", phone=helper, name="Eleni")
    secret = CLUB_ROLE_LINKS.make(desk.public_id, desk.phone, "helper")
    CLUB_ROLE_LINKS.open(secret, helper)
    desk.do("person_added", phone=helper, name="Eleni")
    with pytest.raises(NotAllowed):
        desk.do("persons_joined", phone=helper, person="1", other="2")
    with pytest.raises(NotAllowed):
        CLUB_ROLE_LINKS.make(desk.public_id, helper, "organiser")
    CLUB_ROLE_LINKS.make(desk.public_id, desk.phone, "helper")
    with pytest.raises(UnknownLink):
        CLUB_ROLE_LINKS.open(secret, helper)


@pytest.mark.parametrize(
    ("kind", "data", "why"),
    [
        ("person_added", {"name": ""}, "no_name"),
        ("person_added", {"name": "x" * 41}, "unfit_name"),
        ("person_added", {"name": "ΜΑΡΊΑ"}, "person_there"),
        ("person_changed", {"person": "9", "name": "Eleni"}, "no_person"),
        ("person_changed", {"person": "1", "name": "Μαρία"}, "nothing_new"),
        ("person_changed", {"person": "1", "name": "Γιώργος"}, "person_there"),
        ("persons_joined", {"person": "1", "other": "1"}, "same_person"),
        ("person_parted", {"person": "1"}, "not_joined"),
        ("tournament_left", {"tournament": "x"}, "no_tournament"),
        ("players_known", {"tournament": "x", "players": {}}, "no_tournament"),
        ("season_set_up", {"season": 2, "name": "S", "rules": {}}, "no_season"),
        ("season_set_up", {"season": 1, "name": "", "rules": {}}, "no_name"),
        ("season_set_up", {"season": 1, "name": "S", "rules": {"by": "team"}}, "unfit_season"),
        (
            "changed",
            {"name": "Club", "place": "Larnaka"},
            "nothing_new",
        ),
    ],
)
def test_impossible_club_act_is_refused_with_its_reason(kind, data, why):
    desk = ClubDesk("Μαρία", "Γιώργος")
    before = desk.held.revision
    assert code(lambda: desk.do(kind, **data)) == why
    assert desk.stored().revision == before


def test_two_entries_are_one_person_until_they_are_parted():
    desk = ClubDesk("Maria", "M.", "Marioulla")
    desk.do("persons_joined", person="1", other="2").do("persons_joined", person="3", other="1")
    club = desk.stored().club
    assert [club.who_is(key) for key in "123"] == ["3", "3", "3"]
    assert [one.name for one in club.roster] == ["Marioulla"]
    club = desk.do("person_parted", person="1").stored().club
    assert [club.who_is(key) for key in "123"] == ["1", "1", "3"]


def test_a_tournament_is_given_by_its_own_organiser():
    desk, tournament = ClubDesk(), Desk(2)
    with pytest.raises(NotAllowed):
        desk.do("tournament_belongs", tournament=tournament.public_id)
    desk.belong(tournament)
    assert [*desk.stored().club.tournaments] == [tournament.public_id]
    assert code(lambda: desk.belong(tournament)) == "tournament_there"
    assert not desk.do("tournament_left", tournament=tournament.public_id).club.tournaments


def test_nobody_sits_on_two_chairs_of_a_tournament():
    desk, tournament = ClubDesk("Maria", "Giorgos", "M."), Desk(2)
    desk.belong(tournament, {"1": ["1", "2"]})
    twice = {"1": ["1", "2"], "2": ["2", ""]}
    players = {"tournament": tournament.public_id, "players": twice}
    assert code(lambda: desk.do("players_known", **players)) == "both_played"
    desk.do(
        "players_known", tournament=tournament.public_id, players={"1": ["1", "2"], "2": ["3", ""]}
    )
    assert code(lambda: desk.do("persons_joined", person="1", other="3")) == "both_played"
    players["players"] = {"1": ["9", ""]}
    assert code(lambda: desk.do("players_known", **players)) == "no_person"


def test_erased_names_are_nowhere_and_who_is_who_stays():
    desk = ClubDesk("Maria Zacharia", "Eleni")
    desk.do("person_changed", person="1", name="Marikkou Zacharia", note="Μαρικκού")
    desk.do("persons_joined", person="2", other="1")
    erase_person(desk.public_id, desk.phone, "2")
    erase_person(desk.public_id, desk.phone, "2")
    club = desk.stored().club
    assert [one.name for one in club.persons.values()] == ["", ""]
    assert club.who_is("1") == "2"
    assert club.name == "Club"
    erase_club(desk.public_id, desk.phone)
    erase_club(desk.public_id, desk.phone)
    stored = " ".join(db.session.execute(db.select(ClubEvent.data)).scalars())
    assert not any(name in stored for name in ("Zacharia", "Μαρικκού", "Eleni", "Club", "Larnaka"))
    assert (desk.stored().club.name, desk.stored().club.who_is("1")) == ("", "2")


def test_erasing_the_second_entry_brings_the_first_ones_names_not_back():
    desk = ClubDesk("Maria Zacharia", "Marikkou Zacharia")
    desk.do("person_changed", person="1", name="Maria Zacharia", note="also Marikkou Zacharia")
    desk.do("persons_joined", person="1", other="2")
    erase_person(desk.public_id, desk.phone, "1")
    assert [one.name for one in desk.stored().club.persons.values()] == ["", ""]
    stored = " ".join(db.session.execute(db.select(ClubEvent.data)).scalars())
    assert "Zacharia" not in stored


def test_stranger_erases_neither_a_person_nor_a_club():
    desk = ClubDesk("Maria")
    stranger, _ = enrol_phone()
    with pytest.raises(NotAllowed):
        erase_person(desk.public_id, stranger, "1")
    with pytest.raises(NotAllowed):
        erase_club(desk.public_id, None)


def test_a_form_from_before_erasing_brings_no_name_back():
    desk = ClubDesk("Maria")
    seen = desk.held.revision
    erase_person(desk.public_id, desk.phone, "1")
    with pytest.raises(Conflict):
        desk.do("person_changed", person="1", name="Maria", revision=seen)


def test_a_database_with_clubs_is_folded_whole():
    ClubDesk("Maria", "Eleni")
    contents = fold_all()
    assert (contents.clubs, contents.events) == (1, 3)


def test_a_club_in_which_nothing_is_done_grows_old(context):
    old, young = ClubDesk("Maria"), ClubDesk("Eleni")
    moment = now() + timedelta(days=31)
    change_moment(moment - timedelta(days=30), "club", op_id=young.club.acts[-1].op_id)
    CLUB_JOURNAL.forget_all()
    assert erase_old(30, moment) == 1
    assert [one.stored().club.persons["1"].name for one in (old, young)] == ["", "Eleni"]
    assert old.stored().club.acts[-1].data == {"by": "age"}
    assert erase_old(30, moment) == 0


@pytest.mark.parametrize("erase", ["person", "club"])
def test_a_season_form_from_before_an_erasing_brings_no_name_back(erase):
    desk = ClubDesk("Maria Pappa")
    shown = desk.held.revision
    if erase == "person":
        erase_person(desk.public_id, desk.phone, "1")
    else:
        erase_club(desk.public_id, desk.phone)
    with pytest.raises(Conflict):
        desk.do("season_set_up", season=1, name="Maria Pappa's", rules=BY_PLACE, revision=shown)


def test_a_person_is_erased_from_the_notes_about_others_too():
    desk = ClubDesk("Maria Pappa").add("Giorgos", note="the brother of Pappa Maria")
    desk.do("person_changed", person="2", name="Giorgos K.", note="brother of Maria Pappa")
    desk.add("Eleni", note="Lenia")
    erase_person(desk.public_id, desk.phone, "1")
    persons = desk.stored().club.persons
    assert [(one.name, one.note) for one in persons.values()] == [
        ("", ""),
        ("Giorgos K.", ""),
        ("Eleni", "Lenia"),
    ]
    assert "Pappa" not in str([act.data for act in desk.stored().club.acts])


def test_a_damaged_club_hides_no_other_one():
    desk, other = ClubDesk("Maria"), ClubDesk("Eleni")
    secret = CLUB_ROLE_LINKS.make(other.public_id, other.phone, "helper")
    CLUB_ROLE_LINKS.open(secret, desk.phone)
    change_event("'{}'", "club_event", op_id=desk.held.club.acts[-1].op_id)
    CLUB_JOURNAL.forget_all()
    found = CLUBS.list_of(desk.phone)
    assert [one.public_id for one in found.whole] == [other.public_id]
    assert found.damaged == [desk.public_id]
    assert [one.loaded_club.public_id for one in clubs_with_rights(desk.phone)] == [other.public_id]
