"""The processes of a server: its worker lives with it, figures are whole, a restart answers."""

import json
import os
import re
import secrets
import signal
import socket
import threading
from collections import Counter
from http.client import HTTPConnection

import pytest

from tests.faults.asking import PATIENCE, Asking
from tests.support.processes import is_gone, wait_until
from tests.support.program import BASE
from tests.support.server import HOST, Server
from tests.support.truth import events

SECRET = "0123456789abcdef" * 2
REFUSED = re.compile(
    r'^tefteri_request_seconds_count{status="4xx",what="write"} (.*)$', re.MULTILINE
)
LONGEST_WAIT = 60.0
MARK = re.compile(r'name="mark" value="([0-9a-f]+)"')
HAND = {"bidder": "A", "bid": 90, "points": {"A": 97}}


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


# --- the figures, whichever worker answers and whatever became of others ---


@pytest.fixture
def ask(make_server):
    """Asks a server by a new connection, and so any of its workers."""
    server = make_server(METRICS_SECRET=SECRET)

    def ask(method, path, status):
        connection = HTTPConnection(HOST, server.port, timeout=PATIENCE)
        connection.request(method, path, headers={"Authorization": f"Bearer {SECRET}"})
        answer = connection.getresponse()
        assert answer.status == status
        text = answer.read().decode()
        connection.close()
        return text

    ask.server = server
    return ask


def counts_told(ask):
    return {float(REFUSED.search(ask("GET", "/metrics", 200))[1]) for _ in range(12)}


def test_each_worker_tells_of_all_that_were_answered_by_any_of_them(ask):
    for _ in range(20):
        ask("DELETE", "/", 405)
    assert counts_told(ask) == {20}
    for victim in range(2):
        ask.server.replace_worker(victim)
        for _ in range(20):
            ask("DELETE", "/", 405)
    assert counts_told(ask) == {60}


# --- a request during a restart waits a moment, and is answered ---


class Client(threading.Thread):
    """Asks without pause, by one connection or by a new one each time; no fault is asked again."""

    def __init__(self, server, ask, *, is_kept):
        super().__init__()
        self.answers = Counter()
        self.fault = None
        self._server, self._ask, self._is_kept = server, ask, is_kept
        self._is_over = threading.Event()

    def run(self):
        connection = self._connect()
        try:
            while not self._is_over.is_set():
                method, path, body, headers = self._ask()
                connection.request(method, path, body, headers)
                answer = connection.getresponse()
                answer.read()
                self.answers[answer.status] += 1
                if not self._is_kept:
                    connection.close()
        except Exception as fault:
            self.fault = fault
        finally:
            connection.close()

    def stop(self):
        self._is_over.set()
        self.join()

    def _connect(self):
        return HTTPConnection(HOST, self._server.port, timeout=LONGEST_WAIT)


def look():
    return "GET", "/", None, {}


class Poller:
    """Watches a match in which nothing happens."""

    def __init__(self, server, public_id):
        connection = HTTPConnection(HOST, server.port, timeout=LONGEST_WAIT)
        connection.request("GET", f"/m/{public_id}/live?part=page")
        mark = MARK.search(connection.getresponse().read().decode())[1]
        connection.close()
        self._path = f"/m/{public_id}/live?part=page&mark={mark}"

    def __call__(self):
        return "GET", self._path, None, {}


class Writer:
    """Plays on in its own match, one hand upon the other."""

    def __init__(self, server):
        started = Asking(server).send("POST", "/matches", {"rules": "cafe", "target": 5000}).data
        self.public_id, self._revision = started["match"]["id"], started["match"]["revision"]
        self._secret = started["secret"]

    def __call__(self):
        body = {"op": "record", "revision": self._revision, "hand": HAND}
        self._revision += 1
        path = f"{BASE}/matches/{self.public_id}/ops/{secrets.token_hex(16)}"
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self._secret}"}
        return "PUT", path, json.dumps(body), headers


@pytest.fixture
def listening():
    """A socket that this process holds, as systemd does."""
    with socket.create_server((HOST, 0), backlog=128) as listening:
        yield listening


@pytest.fixture
def restarted_server(listening, tmp_path):
    restarted_server = Server(tmp_path / "instance", listening=listening).start()
    yield restarted_server
    listening.close()
    restarted_server.kill()


def test_not_one_request_fails_while_the_server_is_started_again_twice(restarted_server):
    watched = Writer(restarted_server).public_id
    writers = [Writer(restarted_server), Writer(restarted_server)]
    asks = [look, Poller(restarted_server, watched), *writers]
    clients = [
        Client(restarted_server, ask, is_kept=bool(number % 2))
        for number, ask in enumerate([look, *asks])
    ]
    for client in clients:
        client.start()
    for _ in range(2):
        restarted_server.end()
        restarted_server.start()
    for client in clients:
        client.stop()
    assert [client.fault for client in clients] == [None] * len(clients)
    good = [{200}, {200}, {204}, {201}, {201}]
    assert [set(client.answers) for client in clients] == good
    for client, writer in zip(clients[-2:], writers, strict=True):
        assert len(events(restarted_server, writer.public_id)) == 1 + client.answers[201]


@pytest.fixture
def systemd(tmp_path, monkeypatch):
    """The socket at which systemd hears how a server fares."""
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "told"))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.settimeout(LONGEST_WAIT)
        told.bind(str(tmp_path / "told"))
        yield told


@pytest.fixture
def draining(systemd, tmp_path):
    server = Server(tmp_path / "instance", DRAIN_SECONDS=LONGEST_WAIT).start()
    yield server
    server.kill()


def test_it_tells_systemd_once_it_is_there_and_all_that_it_is_about_to_end(draining, systemd):
    assert systemd.recv(4096).startswith(b"READY=1")
    connection = HTTPConnection(HOST, draining.port, timeout=LONGEST_WAIT)

    def asked(path):
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()

    assert asked("/readyz")[0] == 200
    draining.tell_to_end()
    while (told := asked("/readyz"))[0] == 200:
        pass
    assert told == (503, b'{"ready":false,"why":"ending"}\n')
    assert asked("/")[0] == 200
    connection.close()
