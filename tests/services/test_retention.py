"""Erasing the names in what is old."""

from datetime import timedelta

import pytest

from scorekeeper.club.club_service import CLUB_JOURNAL
from scorekeeper.config import current_settings
from scorekeeper.jobs import payloads
from scorekeeper.jobs.queue import JobRequest, request_job
from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.keeping import retention
from scorekeeper.keeping.retention import erase_old
from scorekeeper.match import matches
from scorekeeper.match.erasure import erase_match
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.match.matches import find_match
from scorekeeper.store import club_queries, tournament_queries
from scorekeeper.store.database_checks import DamagedEvent
from scorekeeper.store.db import DatabaseUnavailable
from scorekeeper.store.faults import DatabaseLocked
from scorekeeper.tournament.service import TOURNAMENT_JOURNAL, find_tournament
from tests.support.databases import change_event, change_moment, content, rows
from tests.support.desk import ClubDesk, Desk, rematch_of_before, set_up_final
from tests.support.table import MADE, Table

DAYS = 30


def in_days(days):
    return now() + timedelta(days=days)


def has_names(table):
    return any(side.name for side in find_match(table.kept.public_id).ledger.match.sides)


def test_old_match_loses_its_names_and_a_young_match_keeps_them(context):
    old, young = Table().play(MADE), Table()
    moment = in_days(DAYS + 1)
    with_clock(young, moment - timedelta(days=DAYS))
    assert erase_old(DAYS, moment) == 1
    assert (has_names(old), has_names(young)) == (False, True)
    assert find_match(old.kept.public_id).ledger.acts[-1].data == {"by": "age"}


def with_clock(table, at):
    """Let the last act of the match have been done then."""
    change_moment(at, op_id=table.ledger.acts[-1].op_id)
    MATCH_JOURNAL.forget_all()


def test_it_counts_from_the_last_act_and_not_from_the_first(context):
    table = Table().play(MADE)
    with_clock(table, in_days(10))
    assert erase_old(DAYS, in_days(DAYS + 1)) == 0
    assert has_names(table)
    assert erase_old(DAYS, in_days(DAYS + 11)) == 1


def test_it_does_nothing_twice(context):
    Table()
    assert erase_old(DAYS, in_days(DAYS + 1)) == 1
    before = content()
    assert erase_old(DAYS, in_days(DAYS + 1)) == 0
    assert erase_old(DAYS, in_days(3 * DAYS)) == 0
    assert content() == before


def test_match_erased_by_hand_is_not_erased_again_for_its_age(context):
    table = Table()
    erase_match(table.kept.public_id, None, "operator")
    assert erase_old(DAYS, in_days(DAYS + 1)) == 0


def test_it_comes_to_all_of_them_in_steps(context, monkeypatch):
    monkeypatch.setattr(retention, "AT_ONCE", 2)
    tables = [Table() for _ in range(5)]
    assert erase_old(DAYS, in_days(DAYS + 1)) == 5
    assert not any(map(has_names, tables))


def test_a_hand_that_is_saved_meanwhile_keeps_its_match_out(context, monkeypatch):
    table, other = Table(), Table()
    read = retention.queries.old_matches

    def read_and_play(*asked):
        found = read(*asked)
        monkeypatch.setattr(retention.queries, "old_matches", read)
        table.play(MADE)
        with_clock(table, in_days(2))
        return found

    monkeypatch.setattr(retention.queries, "old_matches", read_and_play)
    assert erase_old(DAYS, in_days(DAYS + 1)) == 1
    assert (has_names(table), has_names(other)) == (True, False)


def killed(*_asked):
    """End as a process does that is killed there."""
    raise KeyboardInterrupt


def printed():
    """A sheet of some match."""
    sheet = current_settings().instance / "sheets" / "one"
    sheet.parent.mkdir(exist_ok=True)
    sheet.write_text("Maria")
    return sheet


def test_a_night_that_comes_to_a_locked_database_leaves_no_sheet(context, monkeypatch):
    sheet, erase = printed(), retention._erase_matches
    monkeypatch.setattr(retention, "AT_ONCE", 1)

    def erase_one(found, before):
        if len(erased) == 1:
            raise DatabaseLocked
        erased.append(found)
        return erase(found, before)

    erased, tables = [], [Table(), Table()]
    monkeypatch.setattr(retention, "_erase_matches", erase_one)
    with pytest.raises(DatabaseUnavailable):
        erase_old(DAYS, in_days(DAYS + 1))
    assert [has_names(table) for table in tables] == [False, True]
    assert not sheet.exists()


@pytest.fixture
def desk(context):
    return Desk(4).draw().play().draw().write(1, MADE)


def desk_match(desk):
    """The first of its matches."""
    (one, *_) = tournament_queries.all_tables_of(desk.held.id)
    table = Table.__new__(Table)
    table.kept = find_match(one.public_id)
    return table


def test_a_tournament_goes_as_a_whole(desk):
    assert erase_old(DAYS, in_days(DAYS + 1)) == 1
    assert b"Odd1" not in content()
    assert desk.stored().tournament.acts[-1].data == {"by": "age"}
    assert erase_old(DAYS, in_days(2 * DAYS + 2)) == 0


def test_a_tournament_counts_from_the_last_hand_at_its_tables(desk):
    with_clock(desk_match(desk), in_days(10))
    assert erase_old(DAYS, in_days(DAYS + 1)) == 0
    assert b"Odd1" in content(), "nor does a match go before its tournament"
    assert erase_old(DAYS, in_days(DAYS + 11)) == 1


def rematch_at(desk):
    """A rematch at the first table, a Table of its first phone."""
    desk.act(1, "stopped")
    live = desk.tables()[0].live
    table = Table.__new__(Table)
    table.phone = live.ledger.acts[-1].phone
    table.kept = rematch_of_before(live.public_id, table.phone)
    return table


def test_a_tournament_counts_from_the_last_hand_of_a_rematch_at_its_tables(desk):
    table = rematch_at(desk).play(MADE)
    with_clock(table, in_days(10))
    assert erase_old(DAYS, in_days(DAYS + 1)) == 0
    assert has_names(table)
    assert b"Odd1" in content()
    assert erase_old(DAYS, in_days(DAYS + 11)) == 1
    assert not has_names(table)


def test_a_rematch_goes_with_its_tournament_and_not_before(desk):
    table = rematch_at(desk)
    with_clock(desk_match(desk), in_days(10))
    assert erase_old(DAYS, in_days(DAYS + 1)) == 0
    assert has_names(table)


def test_a_name_that_came_to_a_rematch_after_goes_when_it_is_old(desk):
    table = rematch_at(desk)
    erase_old(DAYS, in_days(DAYS + 1))
    table.kept = find_match(table.kept.public_id)
    table.do("changed", names={"A": "Nikos"})
    assert erase_old(DAYS, in_days(2 * DAYS + 2)) == 1
    assert b"Nikos" not in content()


def test_a_tournament_counts_from_its_own_last_act(desk):
    change_moment(in_days(10), "tournament", seq=desk.stored().revision)
    assert erase_old(DAYS, in_days(DAYS + 1)) == 0
    assert b"Odd1" in content()


def test_sheets_left_by_a_killed_night_go_in_the_next_night(desk):
    sheet = printed()
    request_job(JobRequest("papers", "paper", desk.held.id, content=b"Odd1"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(retention, "_forget_sheets", killed)
        with pytest.raises(KeyboardInterrupt):
            erase_old(DAYS, in_days(DAYS + 1))
    assert (sheet.exists(), payloads.input_of("papers")) == (True, b"Odd1")
    request_job(JobRequest("another's", "paper", Desk(2).held.id, content=b"Maria"))
    assert erase_old(DAYS, now()) == 0
    assert (sheet.exists(), payloads.input_of("papers")) == (False, None)
    assert payloads.input_of("another's") == b"Maria"


def test_a_tournament_s_final_is_as_old_as_it_is_itself(desk):
    desk.play()
    for _ in range(3):
        desk.draw().play()
    now_then = desk.stored().revision
    final = set_up_final(desk.public_id, desk.phone, new_operation_id(), now_then, 2, "Kition")
    change_moment(in_days(10), "tournament", tournament_id=final.id)
    assert erase_old(DAYS, in_days(DAYS + 1)) == 1
    assert b"Kition" in content()
    assert erase_old(DAYS, in_days(DAYS + 11)) == 1
    assert b"Kition" not in content()


def test_a_night_that_was_killed_in_a_tournament_is_gone_on_with_in_the_next(desk, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(retention, "finish", killed)
        with pytest.raises(KeyboardInterrupt):
            erase_old(DAYS, in_days(DAYS + 1))
    assert b"Odd1" in content()
    assert erase_old(DAYS, now()) == 1
    assert b"Odd1" not in content()
    assert desk.stored().tournament.acts[-1].data == {"by": "age"}
    assert erase_old(DAYS, now()) == 0


def test_a_name_that_came_after_goes_when_it_is_old(desk):
    erase_old(DAYS, in_days(DAYS + 1))
    desk.held = find_tournament(desk.public_id)
    desk.act(1, "changed", names={"A": "Nikos"})
    assert erase_old(DAYS, in_days(2 * DAYS + 2)) == 1
    assert b"Nikos" not in content()


def test_damaged_tournament_or_club_does_not_stop_the_erasing_of_others(context):
    desks, clubs = [Desk(2).draw() for _ in range(2)], [ClubDesk("Maria") for _ in range(2)]
    change_event("'{}'", "tournament_event", op_id=desks[0].stored().tournament.acts[0].op_id)
    change_event("'{}'", "club_event", op_id=clubs[0].club.acts[0].op_id)
    TOURNAMENT_JOURNAL.forget_all()
    CLUB_JOURNAL.forget_all()
    with pytest.raises(DamagedEvent, match=desks[0].public_id):
        erase_old(DAYS, in_days(DAYS + 1))
    assert desks[1].stored().tournament.acts[-1].kind == "names_erased"
    assert clubs[1].stored().club.acts[-1].kind == "names_erased"


def test_a_club_in_which_something_is_done_meanwhile_keeps_its_names(context, monkeypatch):
    club = ClubDesk("Maria")

    old_club = club_queries.old_club

    def found_before_it_was_written_to(before, after):
        monkeypatch.setattr(club_queries, "old_club", old_club)
        found = old_club(before, after)
        if found:
            club.add("Eleni")
            change_moment(in_days(DAYS), "club", op_id=club.club.acts[-1].op_id)
            CLUB_JOURNAL.forget_all()
        return found

    monkeypatch.setattr(club_queries, "old_club", found_before_it_was_written_to)
    assert erase_old(DAYS, in_days(DAYS + 1)) == 0
    assert club.stored().club.persons["1"].name == "Maria"


def test_nothing_is_old_where_nothing_is(context):
    assert erase_old(DAYS, in_days(DAYS + 1)) == 0
    assert rows("SELECT count(*) FROM phone")[0][0] == 0, "nobody is enrolled for nothing"


def test_every_hand_stays(context):
    table = Table().play(MADE, MADE)
    erase_old(DAYS, in_days(DAYS + 1))
    assert tuple(matches.find_match(table.kept.public_id).ledger.standing.totals) == table.totals
