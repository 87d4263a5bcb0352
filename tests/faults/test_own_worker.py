"""The worker that `serve` starts: alive as long as the server, and no longer."""

import os
import signal

from tests.processes import is_gone, wait_until


def worker_of(server, but=None):
    """The process id of its worker, when there is one, or another one."""
    wait_until(lambda: set(server.jobs_workers()) - {but}, server.log.read_text())
    [worker] = server.jobs_workers()
    return worker


def test_a_worker_that_dies_is_replaced(make_server):
    server = make_server()
    first = worker_of(server)
    os.kill(first, signal.SIGKILL)
    assert worker_of(server, but=first) != first
    assert len(server.workers()) == 2, "those that answer requests are still there"


def test_it_ends_with_a_server_that_is_stopped(make_server):
    server = make_server()
    worker = worker_of(server)
    server.stop()
    assert is_gone(worker)


def test_it_ends_with_a_server_that_is_killed(make_server):
    server = make_server()
    worker = worker_of(server)
    os.kill(server.pid, signal.SIGKILL)
    wait_until(lambda: is_gone(worker), "it goes on")


def test_where_another_unit_does_the_jobs_there_is_none(make_server):
    server, with_worker = make_server(WORKER="none"), make_server()
    worker_of(with_worker)
    assert server.jobs_workers() == []
