"""One job by one worker: how it goes on, ends, and is given back."""

import threading

import pytest

from scorekeeper.jobs import payloads
from scorekeeper.jobs.queue import MOST_ATTEMPTS, JobRequest, cancel, find_job, request_job
from scorekeeper.printing.tables import table_sheets
from scorekeeper.store.db import NotWritable
from scorekeeper.store.faults import DatabaseLocked
from scorekeeper.work.kinds import NotDone, Papers, kinds
from scorekeeper.work.worker import run_next_job
from tests.support.paper import pdf_pages
from tests.support.printed_evening import ROUND, some_tables
from tests.work.conftest import paper

pytestmark = pytest.mark.usefixtures("context")


@pytest.fixture(autouse=True)
def _told_at_once(monkeypatch):
    monkeypatch.setattr("scorekeeper.work.kinds.RENEW_EVERY", 0.01)


@pytest.fixture
def done(app):
    """Asks for a job, lets a worker do it in this way, and looks at it."""

    def done(do, is_stopping=lambda: False):
        request_job(JobRequest("a", "paper", None, 3, b"content"))
        assert run_next_job(app, {"paper": do}, is_stopping)
        return find_job("a")

    return done


def until_lost(leased):
    """Goes on and on."""
    while True:
        leased.report_progress(2)


def test_there_may_be_nothing_to_do(app):
    assert not run_next_job(app, {})


def test_it_tells_how_far_it_is_while_it_runs(done):
    told = []

    def do(leased):
        leased.report_progress(2)
        while not told or told[-1].page < 2:
            told.append(find_job("a"))
        return b"made"

    assert done(do).state == "done"
    assert told[-1][:3] == ("running", 2, 3)
    assert payloads.output_of("a") == b"made"


def test_output_that_is_already_made_is_not_made_again(app, done):
    """Its worker was killed between the two: the output is there, and the row does not say so."""
    request_job(JobRequest("a", "paper", None, 3, b"content"))
    payloads.keep_output("a", b"made")
    assert done(lambda _hold: pytest.fail("it is made again")).state == "done"
    assert payloads.output_of("a") == b"made"


def test_cancelling_ends_a_running_job(app, done):
    def do(leased):
        with app.app_context():
            cancel("a")
        until_lost(leased)

    assert done(do).state == "cancelled"
    assert payloads.output_of("a") is None


def test_a_worker_that_is_told_to_end_gives_it_back(done):
    stopping = threading.Event()

    def do(leased):
        stopping.set()
        until_lost(leased)

    assert done(do, stopping.is_set).state == "waiting"
    assert done(lambda _hold: b"made").state == "done"


def test_a_database_that_is_locked_costs_it_no_attempt(done):
    def do(_hold):
        raise DatabaseLocked("database is locked")

    for _ in range(MOST_ATTEMPTS + 1):
        assert done(do).state == "waiting"
    assert done(lambda _hold: b"made").state == "done"


def test_why_it_cannot_be_done_is_kept_and_logged(done, caplog):
    def do(_hold):
        raise NotDone("large", "of 300 MB")

    told = done(do)
    assert (told.state, told.reason) == ("failed", "large")
    assert "of 300 MB" in caplog.text


def test_a_disk_that_is_full_is_told(done):
    def do(_hold):
        raise NotWritable("disk is full")

    assert done(do).reason == "unkept"


def test_a_fault_of_the_program_fails_one_job_and_is_logged(done, caplog):
    def do(_hold):
        raise ZeroDivisionError

    assert done(do).reason == "failed"
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.slow
def test_a_paper_is_printed_as_it_was_asked_for(app):
    wanted = paper(table_sheets(ROUND, some_tables(3)))
    request_job(wanted)
    papers = Papers(memory=0)
    assert run_next_job(app, {"paper": papers.make})
    papers._printer.close()
    assert len(pdf_pages(payloads.output_of(wanted.name))) == 3


def test_a_paper_whose_pages_are_gone_says_so(app):
    wanted = paper(table_sheets(ROUND, some_tables(1)))
    request_job(wanted)
    payloads.drop_all(wanted.name)
    assert run_next_job(app, kinds(app))
    assert find_job(wanted.name).reason == "lost"
