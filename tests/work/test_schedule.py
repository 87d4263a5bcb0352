"""The nightly work: done once, by the first process that comes, and again where it failed."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.jobs import payloads
from scorekeeper.jobs.queue import find_job
from scorekeeper.journal import clock
from scorekeeper.keeping import retention
from scorekeeper.keeping.backup import BACKUPS_TO_KEEP
from scorekeeper.work.kinds import kinds
from scorekeeper.work.worker import AGAIN_AFTER, request_nightly_jobs, run_next_job
from tests.databases import change_event, rows
from tests.desk import Desk
from tests.table import MADE, Table

AT_FOUR = datetime(2026, 5, 1, 1, tzinfo=UTC)
"""In Nicosia."""
MOMENT = timedelta(seconds=1)
HOUR = timedelta(hours=1)


@pytest.fixture
def folder(tmp_path):
    """The folder that the operator names for backups."""
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder


@pytest.fixture
def nights(make_app, folder):
    """Lets the worker see to it at this moment; how many jobs it did."""
    app = make_app(BACKUPS=folder)

    def at(moment):
        with clock.at(moment), app.app_context():
            request_nightly_jobs()
            return sum(iter(lambda: run_next_job(app, kinds(app)), False))

    with app.app_context():
        Table().play(MADE)
        yield at


def test_nobody_makes_a_backup_that_nobody_wants(app):
    with app.app_context():
        request_nightly_jobs()
        assert not run_next_job(app, kinds(app))


def test_a_backup_is_made_once_a_night(nights, folder):
    assert nights(AT_FOUR) == 1
    assert nights(AT_FOUR + HOUR) == 0
    assert nights(AT_FOUR + 24 * HOUR - MOMENT) == 0
    assert nights(AT_FOUR + 24 * HOUR) == 1
    names = [file.name for file in folder.iterdir()]
    assert sorted(names) == ["tefteri-20260501-010000.sqlite3", "tefteri-20260502-010000.sqlite3"]
    assert payloads.output_of("backup 2026-05-01").decode() == str(folder / min(names))


def test_the_night_begins_at_four(nights):
    nights(AT_FOUR - MOMENT)
    assert find_job("backup 2026-04-30").state == "done"
    assert nights(AT_FOUR) == 1


def test_a_laptop_that_slept_makes_it_when_it_wakes(nights):
    assert nights(AT_FOUR + 15 * HOUR) == 1


@pytest.mark.slow
def test_only_so_many_are_kept(nights, folder):
    for night in range(BACKUPS_TO_KEEP + 2):
        nights(AT_FOUR + night * 24 * HOUR)
    assert len(list(folder.iterdir())) == BACKUPS_TO_KEEP


def test_damaged_match_is_logged_and_the_rest_is_in_the_backup(nights, folder, caplog):
    """It is made once a night: made every hour, it would leave no copy of the day before."""
    nights(AT_FOUR)
    change_event("replace(data, '97', '98')", seq=2)
    assert nights(AT_FOUR + 24 * HOUR) == 1
    assert "event 2 is not what was written" in caplog.text
    assert "ERROR" in caplog.text
    assert nights(AT_FOUR + 25 * HOUR) == 0
    assert sorted(file.name for file in folder.iterdir()) == [
        "tefteri-20260501-010000.sqlite3",
        "tefteri-20260502-010000-damaged.sqlite3",
    ]


def test_a_disk_that_is_missing_is_not_replaced_and_tried_again(nights, folder, caplog):
    folder.rmdir()
    assert nights(AT_FOUR) == 1
    assert find_job("backup 2026-05-01").reason == "unkept"
    assert f"there is no folder {folder}" in caplog.text
    assert not folder.exists()
    folder.mkdir()
    assert nights(AT_FOUR + AGAIN_AFTER - MOMENT) == 0
    assert nights(AT_FOUR + AGAIN_AFTER) == 1
    assert len(list(folder.iterdir())) == 1


def told_to_end(app, name):
    """Lets a worker with a signal to end begin the night's work; it returns the outcome."""
    assert run_next_job(app, kinds(app), lambda: True)
    return rows("SELECT state, attempts FROM job WHERE name = :n", n=name)


@pytest.mark.parametrize("kept", [Table, lambda: Desk(2)])
def test_a_worker_that_is_told_to_end_gives_the_backup_back_and_leaves_nothing(
    make_app, folder, kept
):
    app = make_app(BACKUPS=folder)
    with app.app_context(), clock.at(AT_FOUR):
        kept()
        request_nightly_jobs()
        assert told_to_end(app, "backup 2026-05-01") == [("waiting", 0)]
        assert list(folder.iterdir()) == []
        assert run_next_job(app, kinds(app))
        assert len(list(folder.iterdir())) == 1


def test_a_worker_that_is_told_to_end_gives_the_erasing_back_and_the_next_goes_on(
    make_app, monkeypatch
):
    monkeypatch.setattr(retention, "AT_ONCE", 1)
    app = make_app(ERASE_AFTER_DAYS=1)
    with app.app_context():
        with clock.at(AT_FOUR - 48 * HOUR):
            for _ in range(2):
                Table()
                Desk(2)
        with clock.at(AT_FOUR):
            request_nightly_jobs()
            for left in ((1, 2), (0, 2), (0, 1)):
                assert told_to_end(app, "erase 2026-05-01") == [("waiting", 0)]
                assert (with_names("Maria"), with_names("Odd1")) == left
            assert run_next_job(app, kinds(app))
            assert with_names("Odd1") == 0
            assert find_job("erase 2026-05-01").state == "done"


def with_names(name):
    """Return the number of kept matches with this name."""
    told = "SELECT data FROM event UNION ALL SELECT data FROM tournament_event"
    return sum(name in data for (data,) in rows(told))
