"""Proxy headers change nothing where no proxy is set up; and a proxy's passed-on headers change
nothing either."""

import json
from http.client import HTTPConnection

import pytest

from tests.server import HOST, Server

PATH = "/m/nothing-there/"
FOREIGN = [
    {"SCRIPT_NAME": "/zzz"},
    {"SCRIPT_NAME": "/m"},
    {"Script-Name": "/m"},
    {"PATH_INFO": "/healthz"},
    {"X-Forwarded-Prefix": "/zzz"},
    {"X-Forwarded-Protocol": "ssl"},
    {"X-Forwarded-Ssl": "on"},
    {"X_Forwarded_Proto": "https"},
    {"Forwarded": "for=1.2.3.4;proto=https;host=evil.example"},
]
"""Headers without meaning: Tefteri believes only X-Forwarded-For, -Proto and -Host of a proxy."""
OF_A_PROXY = [
    {"X-Forwarded-Proto": "https"},
    {"X-Forwarded-Host": "evil.example"},
    {"X-Forwarded-For": "1.2.3.4"},
    {"X-Forwarded-Port": "443"},
]
CHANGING = ("Date", "X-Request-Id", "Set-Cookie", "Content-Length")


@pytest.fixture(scope="module")
def server_behind(tmp_path_factory):
    """A server behind this number of proxies."""
    started = {}

    def server_behind(hops):
        if hops not in started:
            folder = tmp_path_factory.mktemp("proxy")
            started[hops] = Server(folder, PROXY_HOPS=hops).start()
        return started[hops]

    yield server_behind
    for server in started.values():
        server.kill()


def ask(server, headers):
    connection = HTTPConnection(HOST, server.port, timeout=30)
    connection.request("GET", PATH, headers={"Host": "score.example", **headers})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    told = {name: value for name, value in answer.getheaders() if name not in CHANGING}
    return answer.status, told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hops", "headers"),
    [(0, one) for one in (*FOREIGN, *OF_A_PROXY)] + [(1, one) for one in FOREIGN],
    ids=json.dumps,
)
def test_they_change_nothing(server_behind, hops, headers):
    server = server_behind(hops)
    assert ask(server, headers) == ask(server, {})
    assert "nothing-there" not in server.log.read_text(), "the log opens no match"


def test_a_proxy_that_was_set_up_is_believed(server_behind):
    for hops in (0, 1):
        told = ask(server_behind(hops), {"X-Forwarded-Proto": "https"})[1]
        assert ("Strict-Transport-Security" in told) == bool(hops)
