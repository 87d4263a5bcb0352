"""A database that another process holds for too long: nothing is saved, and the page says so."""

import fcntl
import secrets
import sqlite3
import time
from contextlib import closing, contextmanager
from threading import Thread

import psycopg
import pytest

from scorekeeper.store.backends.postgresql import WHOLE
from tests.support.examples import ALL
from tests.support.http_scorer import Scorer
from tests.support.truth import check_file, check_match, check_paper_at_length

BUSY_SECONDS = 8 if ALL else 0.6
"""8 is the wait of a server without that setting."""
HELD = 20 if ALL else 1.5
ON_SERVER = {
    "IMMEDIATE": "LOCK TABLE event IN EXCLUSIVE MODE",
    "EXCLUSIVE": "LOCK TABLE event IN ACCESS EXCLUSIVE MODE",
    "flock": f"SELECT pg_advisory_xact_lock({WHOLE})",
}
"""The equivalent locks on PostgreSQL."""


@pytest.fixture(scope="module")
def server(make_server):
    return make_server(BUSY_SECONDS=BUSY_SECONDS)


WAYS = ["IMMEDIATE", "EXCLUSIVE", "flock"]


@contextmanager
def locked(server, how):
    """Hold the database as another process would: for writing, for all, or by our own lock."""
    if server.database_url:
        with psycopg.connect(server.database_url) as connection:
            connection.execute(ON_SERVER[how])
            yield
        return
    if how == "flock":
        with server.database.with_suffix(".lock").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
        return
    with closing(sqlite3.connect(server.database, isolation_level=None)) as connection:
        connection.execute(f"BEGIN {how}")
        yield
        connection.execute("ROLLBACK")


@pytest.mark.parametrize("how", WAYS)
def test_a_hand_is_refused_in_words_and_can_be_saved_later(server, scorer, how):
    before = scorer.write(97)
    op_id, revision = secrets.token_hex(16), scorer.revision()
    with locked(server, how):
        asked = time.monotonic()
        answer = scorer.post_hand(op_id, revision, 120)
        waited = time.monotonic() - asked
    assert answer.status == 503
    assert "Nothing was saved" in answer.text
    assert waited >= BUSY_SECONDS * 0.9
    check_match(server, scorer, {before: 97})
    assert scorer.post_hand(op_id, revision, 120).status == 303
    check_match(server, scorer, {before: 97, op_id: 120})
    check_file(server)


@pytest.mark.parametrize("how", WAYS)
def test_a_phone_that_keeps_trying_through_a_long_lock_saves_once(server, scorer, how):
    op_id, revision = secrets.token_hex(16), scorer.revision()
    statuses = []
    with locked(server, how):
        until = time.monotonic() + HELD
        while time.monotonic() < until:
            statuses.append(scorer.post_hand(op_id, revision, 97).status)
    assert set(statuses) == {503}
    assert len(statuses) > 1
    assert scorer.post_hand(op_id, revision, 97).status == 303
    assert scorer.post_hand(op_id, revision, 97).status == 303
    check_file(server)
    check_match(server, scorer, {op_id: 97})
    check_paper_at_length(server, scorer)


@pytest.mark.parametrize("how", ["IMMEDIATE", "flock"])
def test_the_ledger_can_be_read_while_nobody_may_write(server, scorer, how):
    op_id = scorer.write(97)
    with locked(server, how):
        check_match(server, scorer, {op_id: 97})


def test_a_short_lock_is_waited_out(server, scorer):
    op_id, revision = secrets.token_hex(16), scorer.revision()
    answers = []
    with locked(server, "IMMEDIATE"):
        waiting = Thread(target=lambda: answers.append(scorer.post_hand(op_id, revision, 97)))
        waiting.start()
        time.sleep(BUSY_SECONDS / 3)
        assert answers == []
    waiting.join(10)
    assert [answer.status for answer in answers] == [303]
    check_match(server, scorer, {op_id: 97})


def test_a_new_phone_is_refused_in_words_too(server):
    phone = Scorer(server)
    form = phone.get("/matches/new")
    phone._token = form.hidden("csrf_token")
    fields = {"op_id": form.hidden("op_id"), "preset": "cafe", "first_dealer": "A1"}
    with locked(server, "IMMEDIATE"):
        answer = phone.post("/matches/", **fields, target="351")
    assert answer.status == 503
    assert phone.post("/matches/", **fields, target="351").status == 303
