"""The life of a job, on both databases: asked for once, done by one worker, never lost."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Event

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from scorekeeper.jobs import payloads, queue
from scorekeeper.jobs.payloads import beat, is_worker_there
from scorekeeper.jobs.queue import (
    KEPT_FOR,
    LEASE,
    MOST_ATTEMPTS,
    MOST_OF_A_TOURNAMENT,
    JobRequest,
    TooMany,
    cancel,
    claim,
    fail,
    find_job,
    finish,
    forget_papers,
    give_back,
    give_up_hopeless,
    job_counts,
    prune,
    renew,
    request_job,
)
from scorekeeper.journal import clock
from scorekeeper.store import job_queries, job_store
from scorekeeper.store.db import DatabaseUnavailable, db, writing
from scorekeeper.store.faults import DatabaseLocked
from scorekeeper.tournament.service import find_tournament
from tests.support.desk import Desk

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
TOO_LATE = NOON + LEASE + timedelta(seconds=1)


@pytest.fixture(autouse=True)
def _at_noon(context):
    with clock.at(NOON):
        yield


def asked(name="a", tournament=None, pages=3):
    request_job(JobRequest(name, "paper", tournament, pages, b"content"))
    return find_job(name)


def named(job):
    return job.name if job else None


def tournaments(count):
    """The row ids of so many tournaments."""
    return [find_tournament(Desk().public_id).id for _ in range(count)]


def test_it_waits_until_a_worker_takes_it_and_is_done_with_what_it_made():
    assert asked().state == "waiting"
    job = claim()
    assert (job.name, job.kind, job.pages, payloads.input_of("a")) == ("a", "paper", 3, b"content")
    assert renew(job, 2)
    assert find_job("a")[:3] == ("running", 2, 3)
    assert finish(job, b"made")
    assert find_job("a")[:3] == ("done", 3, 3)
    assert (payloads.output_of("a"), payloads.input_of("a")) == (b"made", None)


def test_repeated_request_returns_the_same_job():
    asked()
    asked()
    job = claim()
    asked()
    assert claim() is None
    finish(job, b"made")
    assert asked().state == "done"
    assert claim() is None, "it is not done twice"


def test_done_job_is_made_again_after_its_output_is_gone():
    asked()
    finish(claim(), b"made")
    payloads.drop_all("a")
    assert asked().state == "waiting"


def test_two_workers_never_have_the_same_job():
    asked("a")
    asked("b")
    assert {claim().name, claim().name} == {"a", "b"}
    assert claim() is None


def test_a_worker_that_says_nothing_loses_its_job_and_writes_nothing_of_it():
    asked()
    dead = claim()
    with clock.at(TOO_LATE):
        other = claim()
        assert other.name == "a"
        assert not renew(dead, 1)
        assert not finish(dead, b"of the dead")
        assert not fail(dead, "failed")
        give_back(dead)
        assert (find_job("a").state, payloads.output_of("a")) == ("running", None)
        assert finish(other, b"made")
    assert payloads.output_of("a") == b"made"


def test_a_worker_that_goes_on_keeps_its_job():
    asked()
    job = claim()
    with clock.at(NOON + LEASE - timedelta(seconds=1)):
        renew(job, 1)
    with clock.at(TOO_LATE):
        assert claim() is None
        assert finish(job, b"made")


def test_a_job_that_kills_its_workers_is_given_up():
    asked()
    for attempt in range(MOST_ATTEMPTS):
        with clock.at(NOON + attempt * 2 * LEASE):
            assert named(claim()) == "a"
            give_up_hopeless()
            assert find_job("a").state == "running"
    with clock.at(NOON + MOST_ATTEMPTS * 2 * LEASE):
        assert claim() is None
        give_up_hopeless()
        assert find_job("a")[:4] == ("failed", 0, 3, "died")
        assert asked().state == "waiting", "and can be asked for again"
        assert named(claim()) == "a"


def is_done():
    finish(claim(), b"made")


def has_failed():
    fail(claim(), "failed")


def is_given_up():
    for attempt in range(MOST_ATTEMPTS):
        with clock.at(NOON + attempt * 2 * LEASE):
            claim()
    with clock.at(NOON + MOST_ATTEMPTS * 2 * LEASE):
        give_up_hopeless()


@pytest.mark.parametrize("end", [is_done, has_failed, is_given_up])
def test_ended_job_loses_its_input_before_its_end_is_visible(app, monkeypatch, end):
    told, remove = [], job_store.remove

    def others_see():
        with app.app_context():
            return find_job("a").state

    def look_and_remove(name):
        with ThreadPoolExecutor(1) as other:
            told.append(other.submit(others_see).result())
        remove(name)

    monkeypatch.setattr(job_store, "remove", look_and_remove)
    asked()
    end()
    assert told == ["running"]
    assert find_job("a").ended_at is not None
    assert payloads.input_of("a") is None


def test_a_job_that_is_given_back_has_not_been_tried():
    asked()
    for _ in range(MOST_ATTEMPTS + 1):
        give_back(claim())
        assert find_job("a").state == "waiting"


def test_it_can_be_cancelled_while_it_waits_and_while_it_runs():
    asked("a")
    cancel("a")
    assert (find_job("a").state, claim(), payloads.input_of("a")) == ("cancelled", None, None)
    asked("a")
    job = claim()
    cancel("a")
    assert (renew(job, 1), finish(job, b"made")) == (False, False)
    assert (find_job("a").state, payloads.output_of("a")) == ("cancelled", None)
    assert asked("a").state == "waiting"


def test_done_job_is_not_cancelled():
    asked()
    finish(claim(), b"made")
    cancel("a")
    assert (find_job("a").state, payloads.output_of("a")) == ("done", b"made")


def test_why_it_failed_is_told_until_it_is_asked_for_again():
    asked()
    fail(claim(), "large")
    assert find_job("a")[:4] == ("failed", 0, 3, "large")
    assert asked()[:4] == ("waiting", 0, 3, "")


def test_many_papers_of_one_tournament_do_not_hold_up_another_one():
    greedy, other = tournaments(2)
    for name in "abc":
        asked(name, greedy)
    first = named(claim())
    with clock.at(NOON + timedelta(seconds=1)):
        asked("x", other)
        turns = [first, named(claim()), named(claim()), named(claim())]
    assert turns == ["a", "x", "b", "c"]


def test_a_tournament_has_only_so_many_jobs_at_a_time():
    greedy, other = tournaments(2)
    for number in range(MOST_OF_A_TOURNAMENT):
        asked(str(number), greedy)
    with pytest.raises(TooMany):
        asked("more", greedy)
    assert find_job("more") is None
    assert asked("another's", other).state == "waiting"
    finish(claim(), b"made")
    assert asked("more", greedy).state == "waiting"


def test_look_for_a_job_locks_nobody_out_while_none_waits(monkeypatch):
    def lock(*_names):
        raise AssertionError

    with monkeypatch.context() as patch:
        patch.setattr(queue, "writing", lock)
        assert claim() is None
    asked()
    monkeypatch.setattr(queue, "writing", lock)
    with pytest.raises(AssertionError):
        claim()


def test_old_jobs_are_pruned_and_waiting_jobs_are_not(monkeypatch):
    monkeypatch.setattr("scorekeeper.jobs.queue.JOBS_TO_KEEP", 2)
    [tournament] = tournaments(1)
    for name in "abc":
        asked(name, tournament)
        with clock.at(NOON + timedelta(seconds=ord(name))):
            finish(claim(), b"made")
    asked("waiting", tournament)
    assert prune() == 1
    assert (find_job("a"), payloads.output_of("a")) == (None, None)
    assert payloads.output_of("b") == payloads.output_of("c") == b"made"
    with clock.at(NOON + KEPT_FOR + timedelta(hours=1)):
        assert prune() == 2
        assert find_job("waiting").state == "waiting"


def test_the_server_s_own_are_forgotten_by_their_age_alone(monkeypatch):
    monkeypatch.setattr("scorekeeper.jobs.queue.JOBS_TO_KEEP", 0)
    asked("of the night")
    finish(claim(), b"made")
    assert prune() == 0
    with clock.at(NOON + KEPT_FOR + timedelta(seconds=1)):
        assert prune() == 1


def test_all_papers_of_a_tournament_can_be_forgotten():
    one, other = tournaments(2)
    asked("made", one)
    finish(claim(), b"made")
    asked("under way", one)
    job = claim()
    asked("another's", other)
    forget_papers(one)
    for name in ("made", "under way"):
        assert (find_job(name), payloads.input_of(name), payloads.output_of(name)) == (
            None,
            None,
            None,
        )
    assert not finish(job, b"made")
    assert find_job("another's").state == "waiting"


def test_payload_without_a_job_is_pruned(monkeypatch):
    asked("made")
    finish(claim(), b"made")
    asked("under way")
    payloads.keep_output("of a row that was replaced", b"Maria")
    with monkeypatch.context() as patch:
        patch.setattr(job_queries, "add", be_busy)
        with pytest.raises(DatabaseUnavailable):
            asked("not committed")
    assert payloads.input_of("not committed") == b"content"
    beat()
    assert prune() == 0
    assert payloads.names() == {"made", "under way"}
    assert (payloads.output_of("made"), payloads.input_of("under way")) == (b"made", b"content")
    assert is_worker_there(), "nor is anything else forgotten"


def be_busy(*_asked):
    raise DatabaseLocked


def test_payload_of_a_job_being_requested_survives_pruning(app, monkeypatch):
    keep, all_names, looked = payloads.keep_input, job_queries.all_names, Event()

    def look():
        found = all_names()
        looked.set()
        return found

    def tidy_elsewhere():
        with app.app_context():
            prune()

    with ThreadPoolExecutor(1) as other:

        def keep_while_another_tidies(*told):
            keep(*told)
            tidied.append(other.submit(tidy_elsewhere))
            assert looked.wait(10)

        tidied = []
        monkeypatch.setattr(job_queries, "all_names", look)
        monkeypatch.setattr(payloads, "keep_input", keep_while_another_tidies)
        asked("a")
        tidied[0].result()
    assert payloads.input_of("a") == b"content"


def test_they_are_counted():
    assert job_counts() == {"waiting": 0, "running": 0, "failed": 0}
    for name in "abcd":
        asked(name)
    fail(claim(), "failed")
    claim()
    assert job_counts() == {"waiting": 2, "running": 1, "failed": 1}


@pytest.mark.parametrize(
    "change",
    [
        "state = 'lost'",
        "state = 'running'",
        "lease = 'a'",
        "until = asked_at",
        "state = 'failed', ended_at = asked_at",
        "reason = 'slow'",
        "state = 'done'",
        "ended_at = asked_at",
        "page = 4",
        "page = -1",
        "attempts = -1",
        "name = NULL",
        "tournament_id = 99",
    ],
)
def test_the_database_refuses_a_job_that_cannot_be(change):
    asked()
    with pytest.raises(IntegrityError), writing():
        db.session.execute(text(f"UPDATE job SET {change}"))
    assert find_job("a").state == "waiting"


def test_the_database_takes_no_second_job_of_a_name_and_no_lease_twice():
    asked("a")
    asked("b")
    claim()
    claim()
    for change in ("name = 'a'", "lease = (SELECT lease FROM job WHERE name = 'a')"):
        with pytest.raises(IntegrityError), writing():
            db.session.execute(text(f"UPDATE job SET {change}"))
