"""A request during a restart of the server waits a moment, and is answered."""

import json
import re
import secrets
import socket
import threading
from collections import Counter
from http.client import HTTPConnection

import pytest

from tests.faults.asking import Asking
from tests.faults.truth import events
from tests.openapi import BASE
from tests.server import HOST, Server

PATIENCE = 60.0
MARK = re.compile(r'name="mark" value="([0-9a-f]+)"')
HAND = {"bidder": "A", "bid": 90, "points": {"A": 97}}


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
        return HTTPConnection(HOST, self._server.port, timeout=PATIENCE)


def look():
    return "GET", "/", None, {}


class Poller:
    """Watches a match in which nothing happens."""

    def __init__(self, server, public_id):
        connection = HTTPConnection(HOST, server.port, timeout=PATIENCE)
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
def server(listening, tmp_path):
    server = Server(tmp_path / "instance", listening=listening).start()
    yield server
    listening.close()
    server.kill()


def test_not_one_request_fails_while_the_server_is_started_again_twice(server):
    watched = Writer(server).public_id
    writers = [Writer(server), Writer(server)]
    asks = [look, Poller(server, watched), *writers]
    clients = [
        Client(server, ask, is_kept=bool(number % 2)) for number, ask in enumerate([look, *asks])
    ]
    for client in clients:
        client.start()
    for _ in range(2):
        server.end()
        server.start()
    for client in clients:
        client.stop()
    assert [client.fault for client in clients] == [None] * len(clients)
    good = [{200}, {200}, {204}, {201}, {201}]
    assert [set(client.answers) for client in clients] == good
    for client, writer in zip(clients[-2:], writers, strict=True):
        assert len(events(server, writer.public_id)) == 1 + client.answers[201]


@pytest.fixture
def systemd(tmp_path, monkeypatch):
    """The socket at which systemd hears how a server fares."""
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "told"))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.settimeout(PATIENCE)
        told.bind(str(tmp_path / "told"))
        yield told


@pytest.fixture
def draining(systemd, tmp_path):
    server = Server(tmp_path / "instance", DRAIN_SECONDS=PATIENCE).start()
    yield server
    server.kill()


def test_it_tells_systemd_once_it_is_there_and_all_that_it_is_about_to_end(draining, systemd):
    assert systemd.recv(4096).startswith(b"READY=1")
    connection = HTTPConnection(HOST, draining.port, timeout=PATIENCE)

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
