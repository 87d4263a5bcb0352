"""A club's record is what `record` says of its match files, at each look."""

import random

import pytest
from sqlalchemy import text

from scorekeeper.club import club_matches, club_record
from scorekeeper.club.club_matches import seating_at_entries, seatings_of
from scorekeeper.club.club_record import counted_matches, forget_counted, record_of
from scorekeeper.club.seasons import play_record, record_codec
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.erasure import erase_match
from scorekeeper.match.import_export import match_file_of
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.rules.model import SEATS
from scorekeeper.store.db import db
from scorekeeper.tournament import corrections
from tests.support.desk import ClubDesk, ClubTable, Desk
from tests.support.table import FAILED, KAPO, MADE, MADE_BY_B, PASSED_OUT, SWEPT


@pytest.fixture
def desk():
    return ClubDesk("Maria", "Giorgos", "Eleni", "Andreas", "Niki", "M.")


def record(desk):
    """As it stands now; counted anew it is the same."""
    remembered = record_of(counted_matches(desk.stored()))
    forget_counted()
    assert record_of(counted_matches(desk.stored())) == remembered
    return remembered


def person(desk, key):
    [found] = record(desk)
    return found.figures[(key,)]


def as_command(desk):
    """Return the command's records for the match files of the club and of its tournaments."""
    matches = [_told(desk, one.ledger) for one in club_matches.matches_at(desk.held)]
    return record_codec.answer({"matches": matches})["records"]


def _told(desk, ledger):
    persons = {one.since: dict(one.persons) for one in seatings_of(ledger)}
    seats = [
        {seat: desk.club.who_is(one) for seat, one in persons[since].items()}
        for since in seating_at_entries(ledger)
    ]
    later = [
        {"hand": place, "seats": seats[place - 1]}
        for place in range(2, len(seats) + 1)
        if seats[place - 1] != seats[place - 2]
    ]
    first = seats[0] if seats else {}
    return {"seats": first, "seats_from": later, "match": match_file_of(ledger)}


def test_hands_of_the_clubs_matches_are_added_up(desk):
    ClubTable(desk).play(MADE, FAILED, PASSED_OUT)
    ClubTable(desk, {"A1": "1", "B1": "2"}).play(MADE)
    ClubTable(desk, {}).play(MADE)
    assert (person(desk, "1").matches, person(desk, "1").differences.hands) == (2, 3)
    assert person(desk, "2").points_for == 19 + 26 + 6
    assert [record_codec.write_record(one) for one in record(desk)] == as_command(desk)


def test_a_random_club_is_counted_as_the_command_counts_it(desk):
    chance = random.Random(21)
    for _ in range(12):
        seats = dict(zip(SEATS, chance.sample("123456", 4), strict=True))
        table = ClubTable(desk, seats, chance.choice(["cafe", "online", "simple"]))
        for _ in range(chance.randint(0, 2)):
            if not table.ledger.standing.is_over:
                table.play(chance.choice([MADE, FAILED, KAPO, MADE_BY_B, PASSED_OUT]))
        if chance.random() < 0.4 and not table.ledger.standing.is_over:
            table.do("changed", players={"A2": "Somebody"}, from_now=True).play(MADE)
            table.seat({**seats, "A2": ""}, since=table.ledger.acts[-2].seq)
        if chance.random() < 0.3 and table.ledger.last_act():
            table.undo()
    assert [record_codec.write_record(one) for one in record(desk)] == as_command(desk)


def test_each_act_moves_the_record_at_the_next_look(desk):
    table = ClubTable(desk).play(MADE)
    assert person(desk, "1").points_for == 19
    table.correct(1, FAILED)
    assert person(desk, "1").points_for == 26
    table.undo().play(MADE)
    assert person(desk, "1").differences.hands == 2
    leave = table.phone, new_operation_id(), desk.public_id, "scorer"
    table.kept = club_matches.leave_club(table.kept.public_id, *leave)
    assert record(desk) == ()


def test_two_who_are_one_person_have_one_record(desk):
    ClubTable(desk).play(MADE)
    ClubTable(desk, {"A1": "6"}).play(MADE)
    assert person(desk, "6").matches == 1
    desk.do("persons_joined", person="1", other="6")
    assert person(desk, "1").matches == 2
    desk.do("person_parted", person="6")
    assert person(desk, "1").matches == 1


def test_one_who_would_sit_there_twice_is_nobody(desk):
    ClubTable(desk, {"A1": "1", "A2": "2", "B1": "6"}).play(MADE)
    desk.do("persons_joined", person="1", other="6")
    assert [*record(desk)[0].figures] == [("2",)]


def test_the_tables_of_the_clubs_tournaments_count(desk):
    cup = Desk(2).draw().write(1, MADE, MADE)
    desk.belong(cup, {"1": ["1", "2"], "2": ["3", "4"]})
    ClubTable(desk).play(MADE)
    [found] = record(desk)
    a, b = ("1", "2"), ("3", "4")
    assert found.meetings[a, b].differences.hands == 3
    assert {one.place.tournament for one in counted_matches(desk.held)} == {"", cup.public_id}
    desk.do("players_known", tournament=cup.public_id, players={"1": ["5", "2"]})
    assert person(desk, "5").matches == 1
    desk.do("tournament_left", tournament=cup.public_id)
    assert record(desk)[0].meetings[a, b].differences.hands == 1


A, B = ("1", "2"), ("3", "4")


@pytest.fixture
def cup(desk):
    """A table of the club's tournament, at which A sits against B."""
    cup = Desk(2).draw()
    [table] = cup.tournament.last_round.tables
    desk.belong(cup, {table.a: [*A], table.b: [*B]})
    return cup


def won_of(desk):
    """Return A's wins and losses, alike for A alone and against B, and the matches."""
    [found] = record(desk)
    figures, meetings = found.figures[A], found.meetings[A, B]
    assert (figures.won, figures.lost) == meetings.won
    assert (figures.matches, figures.typed) == (meetings.matches, meetings.typed)
    return meetings.won, meetings.matches, meetings.typed


def test_typed_result_counts_as_won_and_has_no_hand(desk, cup):
    cup.result(1, 351, 200)
    ClubTable(desk).play(MADE)
    assert won_of(desk) == ((1, 0), 1, 1)
    assert record(desk)[0].figures[A].points_for == 19
    cup.result(1, 200, 351, reason="the other way round")
    assert won_of(desk) == ((0, 1), 1, 1)


def test_typed_result_ends_a_match_that_a_phone_began(desk, cup):
    cup.write(1, MADE)
    assert won_of(desk) == ((0, 0), 1, 0)
    cup.result(1, 351, 200)
    assert won_of(desk) == ((1, 0), 1, 0)


def test_typed_result_that_says_what_the_phone_says_counts_once(desk, cup):
    cup.write(1, SWEPT, SWEPT, SWEPT)
    assert won_of(desk) == ((1, 0), 1, 0)
    cup.result(1, 375, 0)
    assert won_of(desk) == ((1, 0), 1, 0)


def test_level_result_is_nobodys(desk, cup):
    cup.result(1, 200, 200)
    assert won_of(desk) == ((0, 0), 0, 1)


def test_forfeit_is_no_match_that_was_won(desk, cup):
    cup.do("forfeited", round=1, table=1, by="b")
    assert record(desk) == ()


def test_ruling_leaves_a_phones_match_without_a_winner(desk, cup):
    cup.write(1, SWEPT, SWEPT, SWEPT)
    cup.do("result_ruled", round=1, table=1, score=[0, 351], reason="a wrong deck")
    assert won_of(desk) == ((0, 0), 1, 0)
    [match] = counted_matches(desk.held)
    assert (match.highlights.winner, match.highlights.comeback) == (None, 0)


def test_typed_winner_has_no_comeback_of_the_other_side(desk, cup):
    cup.write(1, MADE_BY_B, SWEPT, SWEPT, SWEPT)
    [match] = counted_matches(desk.held)
    assert match.highlights.comeback
    cup.result(1, 200, 351, reason="the other way round")
    [match] = counted_matches(desk.held)
    assert (match.highlights.winner, match.highlights.comeback) == ("B", 0)


def test_a_round_that_was_taken_back_counts_for_nothing(desk):
    cup = Desk(2).draw().write(1, MADE)
    desk.belong(cup, {"1": ["1", "2"]})
    where = cup.public_id, cup.phone, new_operation_id(), cup.held.revision
    corrections.undraw(*where, 1, is_sure=True)
    assert record(desk) == ()


def test_pair_with_a_new_player_has_no_figures_from_earlier_rounds(desk):
    cup = Desk(2, format="round_robin", rounds=2).draw().write(1, MADE).play()
    cup.change_pair("1", players=["Odd1", "Niki"], from_now=True)
    desk.belong(cup, {"1": ["1", "5"], "2": ["3", "4"]})
    assert [*record(desk)[0].figures] == [("3",), ("3", "4"), ("4",)]


def test_erasing_leaves_all_figures(desk):
    table = ClubTable(desk).play(MADE, SWEPT)
    before = record(desk)
    erase_match(table.kept.public_id, table.phone)
    assert record(desk) == before


def test_one_more_hand_is_counted_alone(desk, monkeypatch):
    tables = [ClubTable(desk).play(MADE) for _ in range(3)]
    counted_matches(desk.held)
    counted = []
    monkeypatch.setattr(
        club_record, "match_sums", lambda one: counted.append(one) or play_record.match_sums(one)
    )
    tables[1].play(FAILED)
    counted_matches(desk.held)
    counted_matches(desk.held)
    assert len(counted) == 1


def test_damaged_match_counts_for_nothing_in_the_record(desk):
    table = ClubTable(desk).play(MADE, MADE)
    ClubTable(desk).play(MADE)
    counted_matches(desk.held)
    statement = "UPDATE event SET data = '{}' WHERE op_id = :op_id"
    db.session.execute(text(statement), {"op_id": table.ledger.acts[-1].op_id})
    db.session.commit()
    MATCH_JOURNAL.forget_all()
    assert person(desk, "1").differences.hands == 1


def test_it_says_before_it_counts_many_that_are_not_in_memory(desk, monkeypatch):
    for _ in range(3):
        ClubTable(desk).play(MADE)
    said = []

    def count():
        assert len(counted_matches(desk.held, before_many=lambda: said.append(1))) == 3
        return len(said)

    forget_counted()
    assert count() == 0, "they are few"
    forget_counted()
    monkeypatch.setattr(club_record, "_AT_ONCE", 2)
    assert count() == 1
    ClubTable(desk)
    assert len(counted_matches(desk.held, before_many=lambda: said.append(1))) == 4
    assert len(said) == 1, "the others are in memory"
