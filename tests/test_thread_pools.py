"""Who saves does not wait behind those who ask for what costs most."""

from threading import Event
from types import SimpleNamespace

import pytest

from scorekeeper.cli.request_worker import ThreadPools, is_save

PATIENCE = 10
"""Seconds; a failing test waits that long, a passing one never."""


@pytest.fixture
def pools():
    pools = ThreadPools(2)
    yield pools
    pools.shutdown()


def test_a_save_is_handled_while_all_else_waits(pools):
    others, go_on = SimpleNamespace(is_save=False), Event()
    try:
        waiting = [pools.submit(lambda _: go_on.wait(PATIENCE), others) for _ in range(5)]
        assert pools.submit(lambda conn: conn, SimpleNamespace(is_save=True)).result(PATIENCE)
        assert not any(one.done() for one in waiting)
    finally:
        go_on.set()


@pytest.mark.parametrize(
    ("request_", "saves"),
    [
        ("PUT /api/v1/matches/x/ops/y", True),
        ("PUT /api/v1/matches/x", True),
        ("POST /m/x/hand", True),
        ("POST /t/x/pairs", False),
        ("GET /m/x/history/", False),
        ("PUT /api/v1/tournaments/x", False),
    ],
)
def test_saves_are_told_by_their_first_line(request_, saves):
    method, path = request_.split()
    assert is_save(SimpleNamespace(method=method, path=path)) is saves


def test_request_that_cannot_be_read_is_no_save():
    assert not is_save(None)
