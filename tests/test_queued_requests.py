"""A request that waits for a thread counts among what a process may keep in memory."""

import socket
from concurrent.futures import Future
from types import SimpleNamespace

import pytest
from gunicorn.config import Config

from scorekeeper.cli.request_worker import Connection, RequestWorker

REQUEST = b"PUT /api/v1/score HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabcde"


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
