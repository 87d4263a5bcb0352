"""A worker that gets the signal to end, at any moment, and one that tends the jobs."""

import signal
import subprocess
import sys
from threading import Event

import pytest

from scorekeeper.config import settings_of
from scorekeeper.jobs import payloads
from scorekeeper.jobs.queue import JobRequest, claim, find_job, finish, request_job
from scorekeeper.store.faults import DatabaseLocked, NotWritable
from scorekeeper.tournament import erasure
from scorekeeper.work import worker
from tests.databases import KEY
from tests.desk import Desk
from tests.processes import PATIENCE, PROJECT, wait_until

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
