"""A save waits for no page, and cheap requests wait for no costly ones."""

import time
from threading import Event
from types import SimpleNamespace

import pytest

from scorekeeper.cli.request_lanes import COSTLY_SAVE, RequestKind, RequestLanes, kind_of_request

PATIENCE = 10
"""Seconds; a failing test waits that long, a passing one never."""
PAGE = SimpleNamespace(kind=RequestKind(False, "GET /t/x/"))
SAVE = SimpleNamespace(kind=RequestKind(True, "x"))
OTHER_SAVE = SimpleNamespace(kind=RequestKind(True, "y"))


@pytest.fixture
def lanes():
    lanes = RequestLanes(2)
    yield lanes
    lanes.shutdown()


@pytest.fixture
def go_on():
    go_on = Event()
    yield go_on
    go_on.set()


def spend(conn):
    """Be costly for a save."""
    end = time.thread_time() + 2 * COSTLY_SAVE
    while time.thread_time() < end:
        pass


def kind(first_line):
    method, path = first_line.split()
    return kind_of_request(SimpleNamespace(method=method, path=path))


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


def test_match_leaves_the_costly_lane_with_its_first_cheap_save(lanes, go_on):
    for handle in (spend, lambda _: None):
        lanes.submit(handle, SAVE).result(PATIENCE)
    waiting = lanes.submit(lambda _: go_on.wait(PATIENCE), SAVE)
    assert lanes.submit(lambda conn: conn, SAVE).result(PATIENCE)
    assert not waiting.done()
    go_on.set()


def test_failure_reaches_the_one_who_asked(lanes):
    def fail(_conn):
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        lanes.submit(fail, SAVE).result(PATIENCE)


@pytest.mark.parametrize(
    ("first_line", "match"),
    [
        ("PUT /api/v1/matches/x/ops/y", "x"),
        ("PUT /api/v1/matches/x", "x"),
        ("POST /m/x/hand", "x"),
        ("POST /m/x/hands/7/correct", "x"),
        ("POST /%6d/%78/hand", "x"),
        ("PUT /api/v1/m%61tches/x", "x"),
    ],
)
def test_saves_in_one_match_are_of_one_kind(first_line, match):
    assert kind(first_line) == RequestKind(True, match)


@pytest.mark.parametrize(
    "first_line", ["POST /t/x/pairs", "GET /m/x/history/", "PUT /api/v1/tournaments/x"]
)
def test_other_requests_are_no_saves(first_line):
    assert not kind(first_line).is_save


def test_pages_that_differ_in_a_number_are_of_one_kind():
    assert kind("GET /m/x/history/2/undo") == kind("GET /m/x/history/31/undo")
    assert kind("GET /m/x/history/2/undo") != kind("GET /m/x/live")


def test_request_that_cannot_be_read_is_no_save():
    assert not kind_of_request(None).is_save
