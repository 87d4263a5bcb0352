"""Matches of a file are kept in steps, between which others write."""

import pytest
from sqlalchemy import func, select

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match import matches, saved_files
from scorekeeper.match.saved_files import NoSavedFile
from scorekeeper.store.db import db
from scorekeeper.store.models import StoredMatch, StoredTournament
from scorekeeper.tournament import file_checks
from scorekeeper.tournament.file_checks import check_acts
from scorekeeper.tournament.played_tables import play_round
from scorekeeper.tournament.tournament_file import open_file, read_file, write_file
from tests.desk import Desk
from tests.table import MADE, Table

pytestmark = pytest.mark.usefixtures("context")


@pytest.fixture
def desk():
    """Four tables; two hands were written at the second."""
    return Desk(8).draw().write(2, MADE, MADE)


def count_of(model):
    return db.session.execute(select(func.count()).select_from(model)).scalar_one()


class Killed(Exception):
    """The server ends."""


def test_opened_again_after_a_fault_it_goes_on_where_it_was(desk, monkeypatch):
    monkeypatch.setattr(saved_files, "_ACTS_AT_ONCE", 1)
    file, op_id = read_file(write_file(desk.held)), new_operation_id()
    keep_new, kept = matches.keep_new, []

    def keep_three(*args, **keys):
        if len(kept) == 3:
            raise Killed
        kept.append(keep_new(*args, **keys))
        return kept[-1]

    with monkeypatch.context() as patch:
        patch.setattr(matches, "keep_new", keep_three)
        with pytest.raises(Killed):
            open_file(file, desk.phone, op_id)
    assert (count_of(StoredTournament), count_of(StoredMatch)) == (1, 4 + 3)
    opened = open_file(file, desk.phone, op_id)
    assert (count_of(StoredTournament), count_of(StoredMatch)) == (2, 4 + 4)
    tables = play_round(opened, opened.tournament.last_round)
    assert [table.live.number for table in tables] == [0, 2, 0, 0]
    assert {one.public_id for one in kept} < {table.live.public_id for table in tables}


def test_hands_are_saved_while_a_file_is_opened(desk, monkeypatch):
    monkeypatch.setattr(saved_files, "_ACTS_AT_ONCE", 1)
    file, table, steps = read_file(write_file(desk.held)), Table(), saved_files._steps

    def save_between(filed):
        for step in steps(filed):
            table.play(MADE)
            yield step

    monkeypatch.setattr(saved_files, "_steps", save_between)
    open_file(file, desk.phone, new_operation_id())
    assert len(table.ledger.standing.rows) == 4


def test_a_file_takes_no_more_rounds_back_than_anybody_would(monkeypatch):
    desk = Desk(2)
    for _ in range(10):
        desk.draw().undraw()
    acts = desk.draw().tournament.acts
    checked = check_acts(acts)
    assert len(checked.taken_back) == 10
    assert [then.last_round.act.seq for then in checked.taken_back.values()] == [
        *checked.taken_back
    ]
    monkeypatch.setattr(file_checks, "_MOST_WORK", 5)
    with pytest.raises(NoSavedFile):
        check_acts(acts)
