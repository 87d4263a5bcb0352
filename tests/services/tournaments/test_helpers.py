"""Helpers have a name each, and are removed one by one."""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.owner import Conflict, NotAllowed
from scorekeeper.match.phones import enrol_phone
from scorekeeper.store.roles import ENDED_TO_KEEP
from scorekeeper.tournament import erasure, service
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.role_links import UnknownLink
from scorekeeper.tournament.service import TOURNAMENT_ROLE_LINKS, TOURNAMENTS
from tests.support.databases import rows
from tests.support.desk import Desk


class Helpers(Desk):
    """A desk whose helpers have names."""

    def name(self, name):
        number, link = TOURNAMENT_ROLE_LINKS.name_helper(self.public_id, self.phone, name)
        return number, link, self.open(link)

    def open(self, link):
        phone, _secret = enrol_phone()
        self.held = TOURNAMENT_ROLE_LINKS.open(link, phone).loaded
        return phone

    def remove(self, number, **changes):
        told = {"op_id": new_operation_id(), "revision": self.held.revision, **changes}
        at = (self.public_id, self.phone, told["op_id"], told["revision"])
        self.held = TOURNAMENT_ROLE_LINKS.remove_helper(*at, number)

    def by(self, table):
        """The name of the helper who wrote the table's result."""
        return self.tournament.helper_at(self.tournament.rounds[0].tables[table - 1].result.act)


@pytest.fixture
def desk():
    return Helpers(6).draw()


def test_old_ended_links_are_forgotten(desk):
    for _ in range(ENDED_TO_KEEP + 3):
        secret = TOURNAMENT_ROLE_LINKS.make(desk.public_id, desk.phone, "helper")
    assert rows("SELECT count(*) FROM tournament_link") == [(ENDED_TO_KEEP + 1,)]
    assert TOURNAMENT_ROLE_LINKS.look_up(secret).role == "helper"


def test_a_result_says_which_helper_wrote_it(desk):
    phones = [desk.name(name)[2] for name in ("Μαρία", "Γιώργος")]
    for table, phone in enumerate(phones, 1):
        desk.result(table, 351, 240, phone=phone, source="helper")
    desk.result(3, 351, 240)
    assert [desk.by(table) and desk.by(table).name for table in (1, 2, 3)] == [
        "Μαρία", "Γιώργος", None,
    ]  # fmt: skip


def test_one_is_removed_and_the_others_go_on(desk):
    (first, link, gone), (_, _, stays) = desk.name("Μαρία"), desk.name("Γιώργος")
    also_gone = desk.open(link)
    desk.remove(first)
    for phone in (gone, also_gone):
        with pytest.raises(NotAllowed):
            desk.result(1, 351, 240, phone=phone, source="helper")
    desk.result(1, 351, 240, phone=stays, source="helper")
    with pytest.raises(UnknownLink):
        TOURNAMENT_ROLE_LINKS.look_up(link)
    kept = desk.stored().tournament.helpers
    assert [(one.name, len(one.phones)) for one in kept] == [("Μαρία", 0), ("Γιώργος", 1)]
    assert [one.is_removed for one in kept] == [True, False]


def test_result_keeps_the_name_of_its_removed_helper(desk):
    number, _, phone = desk.name("Μαρία")
    desk.result(1, 351, 240, phone=phone, source="helper").remove(number)
    assert desk.by(1).name == "Μαρία"


def test_a_new_link_lets_a_removed_helper_in_again(desk):
    number, _, phone = desk.name("Μαρία")
    desk.remove(number)
    link = TOURNAMENT_ROLE_LINKS.make(desk.public_id, desk.phone, "helper", number)
    desk.held = TOURNAMENT_ROLE_LINKS.open(link, phone).loaded
    desk.result(1, 351, 240, phone=phone, source="helper")
    assert desk.by(1).name == "Μαρία"
    assert desk.tournament.helper(number).phones == {phone}


def test_a_new_link_ends_the_helper_s_last_one_and_no_other(desk):
    (number, old, _), (_, other, _) = desk.name("Μαρία"), desk.name("Γιώργος")
    TOURNAMENT_ROLE_LINKS.make(desk.public_id, desk.phone, "helper", number)
    with pytest.raises(UnknownLink):
        TOURNAMENT_ROLE_LINKS.look_up(old)
    assert TOURNAMENT_ROLE_LINKS.look_up(other).helper.name == "Γιώργος"


def test_a_phone_helps_in_the_name_whose_link_it_opened_last(desk):
    (_, _, phone), (second, link, _) = desk.name("Μαρία"), desk.name("Γιώργος")
    desk.result(1, 351, 240, phone=phone, source="helper")
    desk.held = TOURNAMENT_ROLE_LINKS.open(link, phone).loaded
    desk.result(2, 351, 240, phone=phone, source="helper")
    assert (desk.by(1).name, desk.by(2).name) == ("Μαρία", "Γιώργος")
    desk.remove(second)
    assert TOURNAMENTS.role_of(desk.held, phone) == ""


def test_all_phones_of_the_unnamed_helper_are_removed_at_once(desk):
    phones = [desk.helper()[0] for _ in range(2)]
    desk.held = service.find_tournament(desk.public_id)
    assert desk.tournament.helper(0).phones == {*phones}
    desk.remove(0)
    assert [TOURNAMENTS.role_of(desk.held, phone) for phone in phones] == ["", ""]


@pytest.mark.parametrize(
    ("code", "act"),
    [
        ("helper_there", lambda desk: desk.name("μαρία")),
        ("no_helper_name", lambda desk: desk.name("")),
        ("unfit_name", lambda desk: desk.name("x" * 41)),
        ("no_helper", lambda desk: desk.remove(7)),
        (
            "no_helper",
            lambda desk: TOURNAMENT_ROLE_LINKS.make(desk.public_id, desk.phone, "helper", 7),
        ),
    ],
)
def test_impossible_helper_act_is_refused_with_its_reason(desk, code, act):
    desk.name("Μαρία")
    with pytest.raises(TournamentRefused) as refused:
        act(desk)
    assert [fault.code for fault in refused.value.faults] == [code]


def test_two_organisers_remove_one_helper(desk):
    number, _, _ = desk.name("Μαρία")
    seen, op_id = desk.held.revision, new_operation_id()
    for _ in range(2):
        desk.remove(number, revision=seen, op_id=op_id)  # sent twice, done once
    with pytest.raises(Conflict):
        desk.remove(number, revision=seen)


def test_only_an_organiser_removes(desk):
    number, _, phone = desk.name("Μαρία")
    with pytest.raises(NotAllowed):
        TOURNAMENT_ROLE_LINKS.remove_helper(
            desk.public_id, phone, new_operation_id(), desk.held.revision, number
        )


def test_erasing_takes_the_helpers_names(desk):
    number, link, phone = desk.name("Μαρία")
    desk.result(1, 351, 240, phone=phone, source="helper")
    desk.held = erasure.erase_tournament(desk.public_id, desk.phone)
    assert [one.name for one in desk.stored().tournament.helpers] == [""]
    assert desk.by(1).number == number
    assert TOURNAMENT_ROLE_LINKS.look_up(link).helper.name == "", "the link opens all the same"
