"""A worker that is told to end, at whichever moment, and one that tends the jobs."""

import signal
import subprocess
import sys
from datetime import datetime

import pytest

from scorekeeper.config import settings_of
from scorekeeper.services.jobs import payloads
from scorekeeper.services.jobs.claiming import claim, finish
from scorekeeper.services.jobs.requests import JobRequest, find_job, request_job
from scorekeeper.services.tournaments import erasing
from scorekeeper.store.faults import DatabaseLocked, NotWritable
from scorekeeper.work import worker
from tests.databases import KEY
from tests.desk import Desk
from tests.processes import PATIENCE, PROJECT, wait_until

TOLD_AS_ITS_THREADS_START = """
import os, sys
from huey.consumer import Consumer
from scorekeeper.app import create_app
from scorekeeper.cli import main

start = Consumer.start

def told(consumer):
    start(consumer)
    os.kill(os.getpid(), int(sys.argv[1]))

Consumer.start = told
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
def test_it_forgets_what_names_stand_on_that_were_erased_since(context, start_worker, monkeypatch):
    """Whoever erased them was killed before, and nobody wants what is old to be erased."""
    desk, other = Desk(2), Desk(2)
    for name, one in (("old", desk), ("another's", other)):
        request_job(JobRequest(name, "paper", one.held.id, content=b"Odd1"))
        finish(claim(), b"Odd1")

    def be_killed(_tournament_id):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(erasing, "forget_papers", be_killed)
        with pytest.raises(KeyboardInterrupt):
            erasing.erase_tournament(desk.public_id, desk.phone)
    assert payloads.output_of("old") == b"Odd1"
    at_work = start_worker()
    wait_until(lambda: find_job("old") is None, "it is still there")
    assert payloads.output_of("old") is None
    assert at_work.stop() == 0
    assert payloads.output_of("another's") == b"Odd1"


@pytest.mark.parametrize(
    "fault", [NotWritable("database or disk is full"), DatabaseLocked("locked")]
)
def test_a_disk_that_is_full_is_one_line_of_the_log_each_time(app, monkeypatch, caplog, fault):
    def refuse(*_told):
        raise fault

    for name in ("run_next_job", "requeue_abandoned"):
        monkeypatch.setattr(worker, name, refuse)
    with app.app_context():
        worker._consumer(app)
        caplog.clear()
        worker.queue().work()
    assert [(line.message, line.exc_info) for line in caplog.records] == [
        (f"no job is done: {fault}", None)
    ]


@pytest.mark.parametrize("is_full", [True, False])
def test_huey_tells_a_fault_of_the_disk_without_a_traceback(app, caplog, is_full):
    with app.app_context():
        scheduler = worker._consumer(app)._create_scheduler()
        huey = worker.queue().huey
    if is_full:
        huey.storage.sql("PRAGMA query_only=ON")
    else:
        huey.serialize_task = None
    caplog.clear()
    scheduler.enqueue_periodic_tasks(datetime(2026, 5, 1, 4))
    (line,) = caplog.records
    assert line.message.startswith("Error enqueueing periodic task ")
    assert line.message.endswith("attempt to write a readonly database") == is_full
    assert bool(line.exc_info) != is_full
