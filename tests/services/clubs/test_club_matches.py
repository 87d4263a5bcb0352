"""A match is a club's by its scorer's word; a person sits there only where that is said."""

import pytest

from scorekeeper.club import club_matches, rematches
from scorekeeper.club.acts.club_fields import ClubRefused
from scorekeeper.club.club_matches import (
    membership_of,
    seated_persons,
    seating_at_entries,
    seatings_of,
)
from scorekeeper.club.club_service import CLUB_ROLE_LINKS
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.owner import NotFound
from scorekeeper.match.erasure import erase_match
from scorekeeper.match.matches import NotScorer, RevisionConflict
from scorekeeper.match.phones import enrol_phone
from tests.support.desk import SEATED, ClubDesk, ClubTable, Desk
from tests.support.table import MADE, Table


@pytest.fixture
def desk():
    return ClubDesk("Maria", "Giorgos", "Eleni", "Andreas", "Niki")


def code(action):
    with pytest.raises(ClubRefused) as refused:
        action()
    return refused.value.faults[0].code


def join(table, club, op_id=None):
    table.kept = club_matches.join_club(
        table.kept.public_id, table.phone, op_id or new_operation_id(), club.public_id
    )


def leave(table, club, phone=None, by="scorer"):
    table.kept = club_matches.leave_club(
        table.kept.public_id, phone or table.phone, new_operation_id(), club.public_id, by
    )


def propose(table, club, phone=None):
    table.kept = club_matches.propose_club(
        table.kept.public_id, phone or club.phone, new_operation_id(), club.public_id
    )


def addresses(desk):
    return [one.public_id for one in club_matches.matches_at(desk.held)]


def test_a_match_begun_at_a_club_is_the_clubs(desk):
    table, alone = ClubTable(desk), Table()
    assert addresses(desk) == [table.kept.public_id]
    assert club_matches.club_of(table.stored()).public_id == desk.public_id
    assert club_matches.club_of(alone.kept) is None
    assert [one.persons for one in seatings_of(table.stored().ledger)] == [SEATED]
    assert table.kept.revision == 1, "what the phone writes next is decided on the start"


def test_begun_twice_by_one_operation_it_is_there_once_and_stays_out(desk):
    table, op_id = Table(), new_operation_id()
    start = (table.phone, op_id, desk.public_id, SEATED)
    table.kept = club_matches.start_at_club(table.kept, *start)
    acts = len(table.kept.ledger.acts)
    assert len(club_matches.start_at_club(table.kept, *start).ledger.acts) == acts
    leave(table, desk)
    assert membership_of(club_matches.start_at_club(table.kept, *start).ledger).club == ""
    assert addresses(desk) == []


def test_a_club_or_a_person_that_there_is_not_is_left_out(desk):
    table = Table()
    begun = (table.phone, new_operation_id())
    assert club_matches.start_at_club(table.kept, *begun, "x" * 22, SEATED) == table.kept
    told = club_matches.start_at_club(table.kept, *begun, desk.public_id, {"A1": "9", "A2": "2"})
    assert seatings_of(told.ledger)[0].persons == {"A2": "2"}
    with pytest.raises(NotFound):
        club_matches.join_club(table.kept.public_id, table.phone, new_operation_id(), "x" * 22)


def test_only_its_scorer_makes_it_the_clubs(desk):
    table = Table()
    with pytest.raises(NotScorer):
        club_matches.join_club(table.kept.public_id, desk.phone, new_operation_id(), desk.public_id)
    with pytest.raises(NotScorer):
        propose(table, desk, table.phone)
    propose(table, desk)
    assert (addresses(desk), membership_of(table.ledger).proposed) == ([], desk.public_id)
    assert club_matches.proposed_club_of(table.stored()).public_id == desk.public_id
    join(table, desk)
    assert membership_of(table.ledger)[:2] == (desk.public_id, "")
    assert addresses(desk) == [table.kept.public_id]


def test_refusal_of_a_membership_stops_a_second_request(desk):
    table = Table()
    propose(table, desk)
    leave(table, desk)
    assert membership_of(table.ledger)[:2] == ("", "")
    assert code(lambda: propose(table, desk)) == "match_refused"
    join(table, desk)
    leave(table, desk, desk.phone, "organiser")
    assert addresses(desk) == []
    assert code(lambda: join(table, desk)) == "match_refused", "the organiser took it out"
    propose(table, desk)
    join(table, desk)
    assert addresses(desk) == [table.kept.public_id]


def test_stranger_who_asks_often_keeps_no_other_club_out(desk):
    table, stranger = Table(), ClubDesk("Rea")
    for _ in range(3):
        propose(table, stranger)
        leave(table, stranger, stranger.phone, "organiser")
    assert code(lambda: propose(table, stranger)) == "match_refused"
    propose(table, desk)
    assert membership_of(table.ledger).proposed == desk.public_id


def test_a_match_is_at_one_club(desk):
    table, other = ClubTable(desk), ClubDesk("Rea")
    join(table, other)
    assert (addresses(desk), addresses(other)) == ([], [table.kept.public_id])
    assert seatings_of(table.ledger)[0].persons == {}, "the other club has other persons"


def test_a_tournaments_match_is_the_clubs_by_its_tournament_alone(desk):
    cup = Desk(2).draw()
    table = Table()
    table.kept = club_matches.find_match(cup.tables()[0].live.public_id)
    assert code(lambda: propose(table, desk)) == "match_at_table"


def test_nobody_sits_there_twice(desk):
    table = ClubTable(desk)
    assert code(lambda: table.seat({"A1": "1", "B1": "1"})) == "sits_twice"
    assert code(lambda: table.seat({"A1": "9"})) == "no_person"
    leave(table, desk)
    assert code(lambda: table.seat(SEATED)) == "match_elsewhere"


def test_the_clubs_helpers_say_who_sat_there_and_strangers_do_not(desk):
    table, (helper, _), (stranger, _) = ClubTable(desk, {}), enrol_phone(), enrol_phone()
    link = CLUB_ROLE_LINKS.make(desk.public_id, desk.phone, "helper")
    CLUB_ROLE_LINKS.open(link, helper)
    table.seat({"A1": "5"}, phone=helper)
    with pytest.raises(NotScorer):
        table.seat({"A1": "1"}, phone=stranger)
    with pytest.raises(RevisionConflict):
        club_matches.seat_persons(
            table.kept.public_id, table.phone, new_operation_id(), desk.public_id, {}, shown=0
        )
    assert seatings_of(table.stored().ledger)[0].persons == {"A1": "5"}


def test_change_of_chairs_leaves_earlier_hands_to_the_earlier_persons(desk):
    table = ClubTable(desk).play(MADE)
    table.do("changed", players={"A2": "Niki"}, from_now=True).play(MADE)
    change = table.ledger.acts[-2].seq
    table.do("inserted", before=table.ledger.hand_ids[0], hand=MADE)
    assert seating_at_entries(table.ledger) == (0, 0, change)
    told = [one.A for one in seated_persons(table.ledger, desk.club)]
    assert told == [("1", "2"), ("1", "2"), ("1",)], "who is new is not known yet"
    table.seat({**SEATED, "A2": "5"}, since=change)
    assert [one.A for one in seated_persons(table.ledger, desk.club)][2] == ("1", "5")
    assert [one.B for one in seated_persons(table.ledger, desk.club)] == [("3", "4")] * 3
    table.do("undone", seq=change)
    assert [one.A for one in seated_persons(table.ledger, desk.club)] == [("1", "2")] * 3


def test_a_rematch_is_the_clubs_with_who_sat_there_last(desk):
    table = ClubTable(desk).do("stopped")
    op_id = new_operation_id()
    again = rematches.rematch(table.kept.public_id, table.phone, op_id)
    assert rematches.rematch(table.kept.public_id, table.phone, op_id) == again
    assert len(addresses(desk)) == 2
    assert seatings_of(again.ledger)[0].persons == SEATED
    alone = Table().do("stopped")
    free = rematches.rematch(alone.kept.public_id, alone.phone, new_operation_id())
    assert len(free.ledger.acts) == 1


def test_names_go_and_who_sat_there_stays(desk):
    table = ClubTable(desk).play(MADE)
    before = seated_persons(table.ledger, desk.club)
    erase_match(table.kept.public_id, table.phone)
    assert seated_persons(table.stored().ledger, desk.club) == before
    assert addresses(desk) == [table.kept.public_id]


@pytest.mark.slow
def test_clubs_do_not_fill_a_match_by_asking_for_it(desk):
    table = Table()
    for stranger in [ClubDesk("Rea") for _ in range(33)]:
        for _ in range(3):
            propose(table, stranger)
            leave(table, stranger, stranger.phone, "organiser")
    propose(table, desk)
    assert code(lambda: propose(table, ClubDesk("Rea"))) == "match_refused"
    assert membership_of(table.ledger).proposed == desk.public_id


def test_a_match_that_was_taken_out_is_begun_again_without_the_club(desk):
    table = Table()
    club_matches.start_at_club(table.kept, table.phone, new_operation_id(), desk.public_id, {})
    where = table.kept.public_id, desk.phone, new_operation_id(), desk.public_id
    kept = club_matches.leave_club(*where, "organiser")
    again = club_matches.start_at_club(kept, table.phone, new_operation_id(), desk.public_id, {})
    assert club_matches.club_of(again) is None
