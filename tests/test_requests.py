"""A real server, and requests: half sent, strange to gunicorn, passed on by no known proxy."""

import contextlib
import json
import select
import socket
import time
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse

import pytest

from scorekeeper.cli.request_worker import SILENCE, WHOLE
from tests.support.processes import wait_until
from tests.support.server import HOST, Server

MANY = 200
SOON = SILENCE / 2
"""A page that waited for one of the others would take so long as those may be silent, or longer."""
HEAD = b"POST /matches/ HTTP/1.1\r\nHost: localhost\r\n"
BODY = HEAD + b"Content-Length: 300\r\n\r\nname_A="
ASKED = b"GET /help/rules HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: identity\r\n\r\n"
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
NOWHERE = "/m/nothing-there/"
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
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("half")).start()
    yield server
    server.kill()


@pytest.fixture
def connect(server):
    """Opens a connection and sends something."""
    with contextlib.ExitStack() as opened:

        def connect(data=b"", **options):
            connection = opened.enter_context(socket.socket())
            for option, value in options.items():
                connection.setsockopt(socket.SOL_SOCKET, getattr(socket, option), value)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.settimeout(SILENCE)
            connection.connect((HOST, server.port))
            connection.sendall(data)
            return connection

        yield connect


def seconds_for_a_page(server):
    begun = time.monotonic()
    connection = HTTPConnection(HOST, server.port, timeout=20)
    with contextlib.closing(connection):
        connection.request("GET", "/matches/new")
        assert connection.getresponse().status == 200
    return time.monotonic() - begun


def closed(connections):
    """Those that the server has closed, without a word."""
    ready, _, _ = select.select(connections, [], [], 0)
    return {connection for connection in ready if _is_closed(connection)}


def _is_closed(connection):
    try:
        return connection.recv(1000) == b""
    except ConnectionResetError:
        return True


@pytest.mark.slow
def test_nobody_waits_for_requests_that_do_not_come(server, connect):
    silent = [connect() for _ in range(MANY)]
    half = [connect(HEAD if number % 2 else BODY) for number in range(MANY)]
    dribbled, begun = connect(HEAD + b"X: "), time.monotonic()
    gone = {}
    while time.monotonic() < begun + WHOLE + 2:
        assert seconds_for_a_page(server) < SOON
        for connection in closed([one for one in (*silent, *half, dribbled) if one not in gone]):
            gone[connection] = time.monotonic() - begun
        with contextlib.suppress(OSError):
            dribbled.sendall(b"x")
        time.sleep(0.5)
    for connection in (*silent, *half):
        assert SILENCE - 1 < gone[connection] < SILENCE + 3
    assert WHOLE - 1 < gone[dribbled] < WHOLE + 2


@pytest.mark.slow
def test_nobody_waits_for_who_does_not_read_the_answer(server, connect):
    for _ in range(24):
        connect(ASKED * 40, SO_RCVBUF=4096)
    time.sleep(0.5)
    for _ in range(5):
        assert seconds_for_a_page(server) < SOON


@pytest.mark.slow
def test_more_connections_than_there_is_room_for_keep_nobody_out(server, connect):
    for _ in range(2 * MANY):
        connect()
    assert seconds_for_a_page(server) < SOON


@pytest.mark.slow
def test_it_answers_requests_in_their_order_that_come_together(connect):
    health = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    last = b"GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    connection = connect(health * 2 + last)
    with connection.makefile("rb") as answers:
        starts = [line for line in answers.read().splitlines() if line.startswith(b"HTTP/1.1")]
    assert starts == [b"HTTP/1.1 200 OK", b"HTTP/1.1 200 OK", b"HTTP/1.1 404 NOT FOUND"]


def test_it_tells_who_waits_for_it_to_send_the_body(connect):
    connection = connect(HEAD + b"Expect: 100-continue\r\nContent-Length: 1\r\n\r\n")
    assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
    connection.sendall(b"x")
    assert connection.recv(100).startswith(b"HTTP/1.1 4")


def test_body_far_too_long_is_refused_and_the_connection_ends(connect):
    connection = connect(HEAD + b"Content-Length: 9000000\r\n\r\n" + b"x" * 100_000)
    with connection.makefile("rb") as answer:
        said = answer.read()
    assert said.startswith(b"HTTP/1.1 413 ")
    assert b"\r\nConnection: close\r\n" in said


def test_body_a_little_too_long_is_refused_and_the_connection_goes_on(connect):
    connection = connect(HEAD + b"Content-Length: 100000\r\n\r\n" + b"x" * 100_000)
    answer = HTTPResponse(connection)
    answer.begin()
    assert (answer.status, answer.getheader("Connection")) == (413, "keep-alive")
    answer.read()
    connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert connection.recv(100).startswith(b"HTTP/1.1 200 ")


CHUNKED = (
    b"POST /api/v1/score HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
)


@pytest.mark.parametrize(
    "chunks",
    [
        b"zz\r\nhello\r\n0\r\n\r\n",
        b"\r\n",
        b"3\r\nhello\r\n0\r\n\r\n",
        b"5;\x01\r\nhello\r\n0\r\n\r\n",
    ],
)
def test_chunks_that_make_no_sense_are_the_clients_fault(connect, chunks):
    assert status_of(connect(CHUNKED + chunks)) == 400


def test_a_body_in_chunks_is_read_whole(connect):
    assert status_of(connect(CHUNKED + b'5\r\n{"han\r\n4\r\nd":}\r\n0\r\n\r\n')) == 400
    assert status_of(connect(CHUNKED + b'5\r\n{"han\r\n5\r\nd":1}\r\n0\r\n\r\n')) == 422


def test_chunks_that_are_too_many_are_refused(connect):
    chunk = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
    assert status_of(connect(CHUNKED + chunk * 5)) == 413


@pytest.mark.parametrize("begin", [b"GET / HTTP/9.9\r\n\r\n", CHUNKED + b"zz\r\n"])
def test_answer_of_the_parser_loads_nothing(connect, begin):
    answer = HTTPResponse(connect(begin))
    answer.begin()
    assert answer.status == 400
    assert answer.getheader("Content-Security-Policy").startswith("default-src 'none'")
    assert answer.getheader("X-Content-Type-Options") == "nosniff"
    assert answer.getheader("Content-Type") == "text/html; charset=iso-8859-1"
    assert answer.getheader("Cache-Control") == "no-store"
    assert b"Bad Request" in answer.read()


HIDDEN = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
"""A request inside the body of another one."""


BY_LENGTH = HEAD + b"Content-Length: %s\r\n\r\n"


BY_CHUNK = CHUNKED + b"%s\r\n"


IN_CHUNK = HIDDEN + b"\r\n0\r\n\r\n"


@pytest.mark.parametrize(
    ("begin", "rest"),
    [(BY_LENGTH % (b"%0*d" % (width, len(HIDDEN))), HIDDEN) for width in (2, 18, 19, 25, 300)]
    + [(BY_CHUNK % (b"%0*x" % (width, len(HIDDEN))), IN_CHUNK) for width in (2, 8, 9, 12, 300)],
)
def test_body_is_never_answered_as_a_request(connect, begin, rest):
    connection = connect(begin)
    connection.sendall(rest)
    connection.shutdown(socket.SHUT_WR)
    with connection.makefile("rb") as answers:
        assert answers.read().count(b"HTTP/1.1 ") == 1


def test_half_a_body_is_not_answered(connect):
    connection = connect(BY_LENGTH % b"0000000000000000000300" + HIDDEN)
    connection.shutdown(socket.SHUT_WR)
    assert connection.recv(100) == b""


def status_of(connection):
    answer = HTTPResponse(connection)
    answer.begin()
    return answer.status


# --- the log of gunicorn on a request that never reached the app ---


@pytest.fixture
def logging_server(tmp_path):
    logging_server = Server(tmp_path).start()
    yield logging_server
    logging_server.kill()


def answer_to(server, text):
    with closing(socket.create_connection((HOST, server.port), 10)) as connection:
        connection.sendall(text.encode("latin-1"))
        return connection.recv(65536)


@pytest.mark.slow
def test_request_that_is_not_http_is_logged_without_an_address(logging_server):
    for text in STRANGE:
        assert answer_to(logging_server, text).startswith(b"HTTP/1.1 4")
    wait_until(
        lambda: logging_server.log.read_text().count("bad_request") == len(STRANGE), "no line"
    )
    log = logging_server.log.read_text()
    assert HOST not in log.replace(logging_server.url, "")
    assert "an-address-of-a-match" not in log


# --- proxy headers change nothing where no proxy is set up ---


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
    connection.request("GET", NOWHERE, headers={"Host": "score.example", **headers})
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


@pytest.mark.slow
def test_a_proxy_that_was_set_up_is_believed(server_behind):
    for hops in (0, 1):
        told = ask(server_behind(hops), {"X-Forwarded-Proto": "https"})[1]
        assert ("Strict-Transport-Security" in told) == bool(hops)
