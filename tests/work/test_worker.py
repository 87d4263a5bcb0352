"""A worker that gets the signal to end, at any moment; and the nightly work, done once."""

import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from threading import Event

import pytest

from scorekeeper.config import settings_of
from scorekeeper.jobs import payloads
from scorekeeper.jobs.queue import JobRequest, claim, find_job, finish, request_job
from scorekeeper.journal import clock
from scorekeeper.keeping import retention
from scorekeeper.keeping.backup import BACKUPS_TO_KEEP
from scorekeeper.store.faults import DatabaseLocked, NotWritable
from scorekeeper.tournament import erasure
from scorekeeper.work import worker
from scorekeeper.work.kinds import kinds
from scorekeeper.work.worker import AGAIN_AFTER, request_nightly_jobs, run_next_job
from tests.support.databases import KEY, change_event, rows
from tests.support.desk import Desk
from tests.support.processes import PATIENCE, PROJECT, wait_until
from tests.support.table import MADE, Table

TOLD_AS_ITS_THREADS_START = """
import os, sys
from threading import Thread
from scorekeeper.app import create_app
from scorekeeper.cli import main
from scorekeeper.work import worker

class Told(Thread):
    def start(self):
        super().start()
        os.kill(os.getpid(), int(sys.argv[1]))

worker.Thread = Told
sys.exit(main(create_app, ["work"]))
"""
AT_FOUR = datetime(2026, 5, 1, 1, tzinfo=UTC)
"""In Nicosia."""
MOMENT = timedelta(seconds=1)
HOUR = timedelta(hours=1)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_in_order_also_when_told_so_while_it_starts(app, number):
    script = [sys.executable, "-c", TOLD_AS_ITS_THREADS_START, str(int(number))]
    own = {"TEFTERI_INSTANCE": str(settings_of(app).instance), "TEFTERI_SECRET_KEY": KEY}
    ended = subprocess.run(
        script, cwd=PROJECT, env=own, timeout=PATIENCE, capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


@pytest.mark.slow
def test_worker_ends_at_once_where_its_server_is_gone(app):
    command = [sys.executable, "-m", "scorekeeper", "work", "--parent", "1"]
    own = {"TEFTERI_INSTANCE": str(settings_of(app).instance), "TEFTERI_SECRET_KEY": KEY}
    ended = subprocess.run(command, cwd=PROJECT, env=own, timeout=PATIENCE, check=False)
    assert ended.returncode == 0


@pytest.mark.slow
def test_it_forgets_what_names_stand_on_that_were_erased_since(context, start_worker, monkeypatch):
    """The erasing process was killed before, and no automatic erasure is set."""
    desk, other = Desk(2), Desk(2)
    for name, one in (("old", desk), ("another's", other)):
        request_job(JobRequest(name, "paper", one.held.id, content=b"Odd1"))
        finish(claim(), b"Odd1")

    def be_killed(_tournament_id):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(erasure, "forget_papers", be_killed)
        with pytest.raises(KeyboardInterrupt):
            erasure.erase_tournament(desk.public_id, desk.phone)
    assert payloads.output_of("old") == b"Odd1"
    at_work = start_worker()
    wait_until(lambda: find_job("old") is None, "it is still there")
    assert payloads.output_of("old") is None
    assert at_work.stop() == 0
    assert payloads.output_of("another's") == b"Odd1"


class OneLook(Event):
    """Lets a worker look once for a job, and notes how long it would wait."""

    waited = None

    def wait(self, timeout=None):
        self.waited = timeout
        self.set()


@pytest.fixture
def look(app, monkeypatch, caplog):
    """Let the worker look once for a job and tend them, each of which raises this."""

    def look_once(fault):
        def refuse(*_told):
            raise fault

        for name in ("run_next_job", "give_up_hopeless"):
            monkeypatch.setattr(worker, name, refuse)
        is_ending = OneLook()
        worker._do_jobs(app, is_ending)
        assert is_ending.waited == worker._AFTER_FAULT
        return [(line.message, bool(line.exc_info)) for line in caplog.records]

    return look_once


@pytest.mark.parametrize(
    "fault", [NotWritable("database or disk is full"), DatabaseLocked("locked")]
)
def test_a_disk_that_is_full_is_one_line_of_the_log_each_time(look, fault):
    assert look(fault) == [
        (f"the jobs are tended within a minute: {fault}", False),
        (f"no job is done: {fault}", False),
    ]


def test_worker_goes_on_after_an_error_that_has_no_name(look):
    assert look(KeyError("kind")) == [
        ("the jobs are tended within a minute", True),
        ("no job is done", True),
    ]


def test_worker_without_a_job_looks_again_soon_and_tends_at_its_start(app, monkeypatch):
    tended, is_ending = [], OneLook()
    monkeypatch.setattr(worker, "_tend", lambda: tended.append(True))
    worker._do_jobs(app, is_ending)
    assert (tended, is_ending.waited) == ([True], worker._JOB_EVERY)


# --- the nightly work: by the first process that comes, and again where it failed ---


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
