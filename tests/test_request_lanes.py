"""A save waits for no page, and cheap requests for no costly ones; waiting ones are counted."""

import socket
import time
from concurrent.futures import Future
from threading import Event
from types import SimpleNamespace

import pytest
from gunicorn.config import Config

from scorekeeper.cli.request_lanes import (
    COSTLY_PAGES,
    COSTLY_SAVE,
    LONG,
    RequestKind,
    RequestLanes,
    kind_of_request,
)
from scorekeeper.cli.request_worker import Connection, RequestWorker

PATIENCE = 10
"""Seconds; a failing test waits that long, a passing one never."""
PAGE = SimpleNamespace(kind=RequestKind(False, 1))
SAVE, OTHER_SAVE = (SimpleNamespace(kind=RequestKind(True, key)) for key in (2, 3))
REQUEST = b"PUT /api/v1/score HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabcde"


@pytest.fixture
def lanes():
    lanes = RequestLanes(2)
    for save in (SAVE, OTHER_SAVE):
        lanes.submit(lambda _: None, save).result(PATIENCE)
    yield lanes
    lanes.shutdown()


@pytest.fixture
def go_on():
    go_on = Event()
    yield go_on
    go_on.set()


def spend(_conn, seconds=2 * COSTLY_SAVE):
    """Take so much of the processor, which is costly for a save."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def kind(first_line, **headers):
    method, path = first_line.split()
    return kind_of_request(SimpleNamespace(method=method, path=path, headers=[*headers.items()]))


def test_save_is_handled_while_all_pages_wait(lanes, go_on):
    waiting = [lanes.submit(lambda _: go_on.wait(PATIENCE), PAGE) for _ in range(5)]
    assert lanes.submit(lambda conn: conn, SAVE).result(PATIENCE)
    assert not any(one.done() for one in waiting)
    go_on.set()


def test_costly_saves_leave_threads_to_other_matches(lanes, go_on):
    lanes.submit(spend, SAVE).result(PATIENCE)
    waiting = [lanes.submit(lambda _: go_on.wait(PATIENCE), SAVE) for _ in range(20)]
    assert lanes.submit(lambda conn: conn, OTHER_SAVE).result(PATIENCE)
    assert not any(one.done() for one in waiting)
    go_on.set()


def test_costly_save_is_remembered_over_a_cheap_one(lanes, go_on):
    for handle in (spend, lambda _: None):
        lanes.submit(handle, SAVE).result(PATIENCE)
    waiting = [lanes.submit(lambda _: go_on.wait(PATIENCE), SAVE) for _ in range(20)]
    assert lanes.submit(lambda conn: conn, OTHER_SAVE).result(PATIENCE)
    assert not any(one.done() for one in waiting)
    go_on.set()


def test_saves_become_cheap_again(lanes, go_on):
    lanes.submit(spend, SAVE).result(PATIENCE)
    for _ in range(10):
        lanes.submit(lambda _: None, SAVE).result(PATIENCE)
    waiting = lanes.submit(lambda _: go_on.wait(PATIENCE), SAVE)
    assert lanes.submit(lambda conn: conn, SAVE).result(PATIENCE)
    assert not waiting.done()
    go_on.set()


def test_unknown_saves_leave_threads_to_known_ones(lanes, go_on):
    unknown = [SimpleNamespace(kind=RequestKind(True, key)) for key in range(100, 120)]
    waiting = [lanes.submit(lambda _: go_on.wait(PATIENCE), one) for one in unknown]
    assert lanes.submit(lambda conn: conn, SAVE).result(PATIENCE)
    assert not any(one.done() for one in waiting)
    go_on.set()


@pytest.mark.slow
def test_costly_pages_leave_threads_to_cheap_ones(lanes, go_on):
    pages = [SimpleNamespace(kind=RequestKind(False, key)) for key in range(100, 120)]
    for page in pages:
        lanes.submit(spend, page, COSTLY_PAGES / 1.5).result(PATIENCE)
    waiting = [lanes.submit(lambda _: go_on.wait(PATIENCE), page) for page in pages]
    assert lanes.submit(lambda conn: conn, PAGE).result(PATIENCE)
    assert not any(one.done() for one in waiting)
    go_on.set()


@pytest.mark.slow
def test_costly_page_waits_for_no_long_request(lanes, go_on):
    long, costly = (SimpleNamespace(kind=RequestKind(False, key)) for key in (6, 7))
    lanes.submit(spend, long, 1.1 * LONG).result(PATIENCE)
    lanes.submit(spend, costly, 2 * COSTLY_PAGES).result(PATIENCE)
    waiting = lanes.submit(lambda _: go_on.wait(PATIENCE), long)
    assert lanes.submit(lambda conn: conn, costly).result(PATIENCE)
    assert not waiting.done()
    go_on.set()


def test_page_that_is_made_gives_its_room_back(lanes, go_on):
    for _ in range(3):
        lanes.submit(spend, PAGE, COSTLY_PAGES / 1.5).result(PATIENCE)
    costlier = SimpleNamespace(kind=RequestKind(False, 5))
    lanes.submit(spend, costlier, 2 * COSTLY_PAGES).result(PATIENCE)
    waiting = lanes.submit(lambda _: go_on.wait(PATIENCE), costlier)
    assert lanes.submit(lambda conn: conn, PAGE).result(PATIENCE)
    assert not waiting.done()
    go_on.set()


def test_failure_reaches_the_one_who_asked(lanes):
    def fail(_conn):
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        lanes.submit(fail, SAVE).result(PATIENCE)


@pytest.mark.parametrize(
    "first_line",
    ["POST /m/x/hands/7/correct", "POST /%6d/%78/hand", "POST /m/x/undo"],
)
def test_saves_of_a_phone_in_one_match_are_of_one_kind(first_line):
    cookie = "session=1; phone=abc; sides=xA"
    found = kind(first_line, COOKIE=cookie)
    assert found.is_save
    assert found == kind("POST /m/x/hand", COOKIE="__Host-phone=abc")


def test_strangers_saves_in_a_match_are_of_another_kind():
    path = "PUT /api/v1/matches/x/ops/y"
    assert kind(path, AUTHORIZATION="Bearer a") == kind(path, AUTHORIZATION="Bearer a")
    assert len({kind(path), *(kind(path, AUTHORIZATION=f"Bearer {one}") for one in "abc")}) == 4


@pytest.mark.parametrize(
    "first_line",
    [
        "POST /t/x/pairs",
        "POST /m/x/side/",
        "GET /m/x/history/",
        "PUT /api/v1/tournaments/x",
        "PUT /api/v1/matches/x",
    ],
)
def test_other_requests_are_no_saves(first_line):
    assert not kind(first_line).is_save


def test_pages_that_differ_in_a_number_are_of_one_kind():
    assert kind("GET /m/x/history/2/undo") == kind("GET /m/x/history/31/undo")
    assert kind("GET /m/x/history/2/undo") != kind("GET /m/x/live")


def test_request_that_cannot_be_read_is_no_save():
    assert not kind_of_request(None).is_save


# --- what waits counts among what a process may keep in memory ---


@pytest.fixture
def conn():
    ours, theirs = socket.socketpair()
    yield Connection(Config(), ours, ("127.0.0.1", 1), ("127.0.0.1", 2))
    theirs.close()
    ours.close()


def test_queued_request_is_counted_until_it_is_answered(conn):
    worker = SimpleNamespace(
        _buffered_bytes=0, cfg=Config(), enqueue_req=lambda _conn: None, _end=lambda _conn: None
    )
    conn.frame.add(REQUEST)
    RequestWorker._hand_over(worker, conn)
    assert worker._buffered_bytes == len(REQUEST)
    answered = Future()
    answered.set_exception(OSError("gone"))
    RequestWorker.finish_request(worker, conn, answered)
    assert worker._buffered_bytes == 0
