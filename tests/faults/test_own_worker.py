"""The worker that `serve` starts: alive as long as the server, and no longer."""

import os
import signal

import pytest

from tests.processes import is_gone, wait_until


@pytest.fixture
def running(server):
    """The server of the module; another test may have stopped it."""
    return server if server.is_running else server.start()


def worker_of(server, but=None):
    """The process id of its worker, when there is one, or another one."""
    wait_until(lambda: set(server.jobs_workers()) - {but}, server.log.read_text())
    [worker] = server.jobs_workers()
    return worker


def test_a_worker_that_dies_is_replaced(running):
    first = worker_of(running)
    os.kill(first, signal.SIGKILL)
    assert worker_of(running, but=first) != first
    assert len(running.workers()) == 2, "those that answer requests are still there"


def test_it_ends_with_a_server_that_is_stopped(running):
    worker = worker_of(running)
    running.stop()
    assert is_gone(worker)


def test_it_ends_with_a_server_that_is_killed(make_server):
    server = make_server()
    worker = worker_of(server)
    os.kill(server.pid, signal.SIGKILL)
    wait_until(lambda: is_gone(worker), "it goes on")


def test_server_starts_no_worker_when_another_unit_does_the_jobs(make_server, running):
    server = make_server(WORKER="none")
    worker_of(running)
    assert server.jobs_workers() == []
