"""The log of gunicorn on a request that never reached the app."""

import socket
from contextlib import closing

import pytest

from tests.processes import wait_until
from tests.server import HOST, Server

PATH = "/m/an-address-of-a-match/"
STRANGE = [
    f"GET {PATH} HTTP/9.9\r\n\r\n",
    f"GET {PATH} HTTP/1.1\r\nHost: x\r\nA B: c\r\n\r\n",
    f"GET {PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    f"POST {PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 1\r\n\r\nx",
    f"POST {PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n"
    "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    f"GE\x01T {PATH} HTTP/1.1\r\nHost: x\r\n\r\n",
    f"GET {PATH}{'x' * 9_000} HTTP/1.1\r\nHost: x\r\n\r\n",
]


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path).start()
    yield server
    server.kill()


def answer_to(server, text):
    with closing(socket.create_connection((HOST, server.port), 10)) as connection:
        connection.sendall(text.encode("latin-1"))
        return connection.recv(65536)


@pytest.mark.slow
def test_request_that_is_not_http_is_logged_without_an_address(server):
    for text in STRANGE:
        assert answer_to(server, text).startswith(b"HTTP/1.1 4")
    wait_until(lambda: server.log.read_text().count("bad_request") == len(STRANGE), "no line")
    log = server.log.read_text()
    assert HOST not in log.replace(server.url, "")
    assert "an-address-of-a-match" not in log
