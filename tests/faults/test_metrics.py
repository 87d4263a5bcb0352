"""The figures are the whole server's, whichever worker answers and whatever became of others."""

import re
from http.client import HTTPConnection

import pytest

from tests.faults.asking import PATIENCE
from tests.server import HOST

SECRET = "0123456789abcdef" * 2
REFUSED = re.compile(
    r'^tefteri_request_seconds_count{status="4xx",what="write"} (.*)$', re.MULTILINE
)


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
