"""A worker that dies loses no job and prints nothing twice; real processes on a real database."""

import os
import signal

import pytest
from sqlalchemy import text

from scorekeeper.jobs import payloads
from scorekeeper.jobs.payloads import is_worker_there
from scorekeeper.jobs.queue import find_job, request_job
from scorekeeper.printing.stamps import Layouts
from scorekeeper.printing.tables import table_sheets
from scorekeeper.store.db import db, writing
from tests.support.databases import rows
from tests.support.paper import pdf_pages
from tests.support.printed_evening import ROUND, some_tables
from tests.support.processes import is_gone, wait_until
from tests.work.conftest import paper, start_worker

__all__ = ["start_worker"]

pytestmark = pytest.mark.usefixtures("context")
SHEETS = 60


@pytest.fixture
def sheets():
    """A job of enough sheets to be killed in the middle of."""
    wanted = paper(table_sheets(ROUND, some_tables(SHEETS)))
    request_job(wanted)
    return wanted.name


def is_now(name, state):
    return lambda: find_job(name).state == state


def begun(worker, name):
    """Wait until the worker is in the middle of it."""
    wait_until(is_now(name, "running"), worker.log.read_text())


def ended(worker, name):
    """Wait until it is done."""
    wait_until(is_now(name, "done"), worker.log.read_text())


def let_its_lease_run_out(name):
    with writing():
        db.session.execute(text("UPDATE job SET until = asked_at WHERE name = :n"), {"n": name})


def told_done(worker, name):
    """How often the log says that it was done, as soon as it says so."""
    line = f"paper {name[:12]}: done"
    wait_until(lambda: line in worker.log.read_text(), "it is done and the log does not say so")
    return worker.log.read_text().count(line)


def check_sheets(name, worker, attempts):
    pages = pdf_pages(payloads.output_of(name))
    assert len(pages) == SHEETS
    assert all(str(number) in page.split() for number, page in enumerate(pages, 1))
    assert told_done(worker, name) == 1
    assert rows("SELECT attempts FROM job WHERE name = :n", n=name) == [(attempts,)]


def test_another_worker_goes_on_with_a_killed_one_s_job(start_worker, sheets):
    first = start_worker()
    begun(first, sheets)
    children = first.children()
    first.kill()
    assert find_job(sheets).state == "running", "nobody could say that it died"
    let_its_lease_run_out(sheets)
    second = start_worker()
    ended(second, sheets)
    check_sheets(sheets, second, attempts=2)
    for child in children:
        wait_until(lambda pid=child: is_gone(pid), "its child goes on")


def test_a_worker_that_has_nothing_to_do_is_known_to_be_there(start_worker):
    assert not is_worker_there()
    worker = start_worker()
    wait_until(is_worker_there, worker.log.read_text())


@pytest.mark.faults
def test_it_is_known_for_dead_by_itself(start_worker, sheets):
    first = start_worker()
    begun(first, sheets)
    first.kill()
    second = start_worker()
    ended(second, sheets)
    check_sheets(sheets, second, attempts=2)


@pytest.mark.faults
def test_a_worker_that_was_told_to_end_leaves_its_job_to_the_next(start_worker, sheets):
    first = start_worker()
    begun(first, sheets)
    assert first.stop() == 0
    assert find_job(sheets).state == "waiting"
    second = start_worker()
    ended(second, sheets)
    check_sheets(sheets, second, attempts=1)


def test_two_workers_do_twenty_jobs_once_each(start_worker):
    names = []
    for number in range(20):
        wanted = paper(Layouts("<p></p>", ((0, {"number": str(number)}),)))
        request_job(wanted)
        names.append(wanted.name)
    both = [start_worker(), start_worker()]
    for name in names:
        ended(both[0], name)
    told = [told_done(both[0], name) for name in names]
    assert told == [1] * 20
    assert rows("SELECT DISTINCT attempts FROM job") == [(1,)]


@pytest.mark.faults
def test_a_worker_that_hangs_loses_its_job_and_keeps_its_hands_off_it(start_worker, sheets):
    hanging = start_worker()
    begun(hanging, sheets)
    os.kill(hanging.pid, signal.SIGSTOP)
    let_its_lease_run_out(sheets)
    other = start_worker()
    ended(other, sheets)
    os.kill(hanging.pid, signal.SIGCONT)
    wait_until(lambda: "another worker has it" in hanging.log.read_text(), "it does not know")
    check_sheets(sheets, other, attempts=2)
