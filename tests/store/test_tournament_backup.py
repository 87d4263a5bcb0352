"""A backup holds the tournaments, each proved by folding, and a restore brings them back."""

import re
import sqlite3
import tracemalloc
from contextlib import closing
from datetime import UTC, datetime

import pytest

from scorekeeper.config import settings_of
from scorekeeper.journal import clock
from scorekeeper.keeping import backup
from scorekeeper.keeping.backup import Differs, back_up
from scorekeeper.keeping.database_restore import candidate, present, restore
from scorekeeper.store.db import db
from scorekeeper.store.migrator import bring_to
from scorekeeper.tournament.service import TOURNAMENT_JOURNAL
from tests.databases import seal_events
from tests.desk import Desk


@pytest.fixture
def desk(app):
    with app.app_context():
        yield Desk(4).draw().result(1, 351, 200)


def test_a_restore_brings_the_tournament_back(desk, tmp_path):
    before = desk.held
    made = back_up(tmp_path)
    desk.result(2, 351, 200).draw()
    with candidate(made.file) as new:
        restore(new)
    assert desk.stored() == before


def test_it_counts_tournaments_with_what_was_written_in_them(desk, tmp_path):
    before = back_up(tmp_path).contents
    with clock.at(datetime(2099, 5, 1, 12, tzinfo=UTC)):
        desk.result(2, 351, 200)
    after = back_up(tmp_path).contents
    assert (before.tournaments, after.tournaments) == (1, 1)
    assert (after.matches, after.events) == (before.matches, before.events + 1)
    assert after.newest == datetime(2099, 5, 1, 12)


def test_matches_are_counted_before_there_were_tournaments(desk):
    bring_to("0003", sure=True)
    counted = present()
    assert (counted.matches, counted.tournaments) == (2, 0)


def test_it_names_a_tournament_that_cannot_be_folded(desk, app, tmp_path):
    with closing(sqlite3.connect(settings_of(app).database_file)) as connection:
        connection.execute("UPDATE tournament_event SET data = '{}' WHERE kind = 'round_drawn'")
        connection.commit()
    where = rf"^/t/{desk.public_id}/: event \d is not what was written$"
    made = back_up(tmp_path)
    [damage] = made.damages
    assert re.match(where, str(damage))
    assert made.contents.tournaments == 1
    with candidate(made.file, even_damaged=True) as new:
        assert restore(new).contents == made.contents


def test_it_keeps_no_copy_with_a_tournament_damaged_by_the_copying(desk, monkeypatch, tmp_path):
    prove = backup._prove

    def prove_spoiled(copy, *asked):
        with closing(sqlite3.connect(copy)) as connection:
            spoil = "UPDATE tournament_event SET data = '{}' WHERE kind = 'round_drawn'"
            connection.execute(spoil)
            connection.commit()
        return prove(copy, *asked)

    monkeypatch.setattr(backup, "_prove", prove_spoiled)
    with pytest.raises(Differs, match=desk.public_id):
        back_up(tmp_path)


def test_it_keeps_no_copy_with_another_tournament(desk, monkeypatch, tmp_path):
    real = TOURNAMENT_JOURNAL.replay

    def lie(acts):
        is_live = db.engine.url.database.endswith("tefteri.sqlite3")
        return real(acts[:-1] if is_live else acts)

    monkeypatch.setattr(TOURNAMENT_JOURNAL, "replay", lie)
    with pytest.raises(Differs, match=desk.public_id):
        back_up(tmp_path)


@pytest.mark.parametrize("lie", ["DELETE FROM tournament", "UPDATE tournament SET public_id = 'x'"])
def test_it_keeps_no_copy_of_a_tournament_that_is_not_there(desk, app, monkeypatch, tmp_path, lie):
    prove = backup._prove

    def prove_a_lie(*asked):
        with closing(sqlite3.connect(settings_of(app).database_file)) as connection:
            connection.execute(lie)
            connection.commit()
        return prove(*asked)

    monkeypatch.setattr(backup, "_prove", prove_a_lie)
    with pytest.raises(Differs, match=desk.public_id):
        back_up(tmp_path)


@pytest.mark.slow
def test_its_memory_does_not_grow_with_the_tournaments(desk, tmp_path):
    long = 200_000

    def peak():
        with db.engine.begin() as connection:
            lengthened = "replace(data, 'Odd1', printf('%.*c', ?, 'x'))"
            connection.exec_driver_sql(f"UPDATE tournament_event SET data = {lengthened}", (long,))
        seal_events("tournament")
        tracemalloc.start()
        try:
            with candidate(back_up(tmp_path).file):
                return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak()
    of_one = peak()
    for _ in range(20):
        Desk(2)
    assert peak() < of_one + 5 * long
