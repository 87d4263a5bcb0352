"""HTTP as bytes on a socket: what is sent, what comes back, and how much of each."""

import json
import re
import socket
from typing import Final, NamedTuple
from urllib.parse import urlencode

HOST: Final = "127.0.0.1"
_LENGTH: Final = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


class Answer(NamedTuple):
    """An answer as it came over the wire."""

    status: int
    head: bytes
    body: bytes

    def header(self, name: str) -> list[str]:
        """Every value of this header."""
        lines = (line.partition(": ") for line in self.head.decode("latin-1").split("\r\n"))
        return [value for key, _, value in lines if key.lower() == name.lower()]


def get(path: str, cookie: str = "", *, gzip: bool = False) -> bytes:
    """A GET as a browser sends it."""
    return _request("GET", path, cookie, gzip)


def post(path: str, fields: dict[str, str], cookie: str = "", *, gzip: bool = False) -> bytes:
    """A form of this site, sent as a browser sends it."""
    body = urlencode(fields).encode()
    own = (
        "Content-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(body)}\r\n"
        f"Origin: http://{HOST}\r\nSec-Fetch-Site: same-origin\r\n"
    )
    return _request("POST", path, cookie, gzip, own) + body


def put(path: str, told: object, secret: str) -> bytes:
    """Return a phone's request to the API, with its secret."""
    body = json.dumps(told).encode()
    own = (
        "Content-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nAuthorization: Bearer {secret}\r\n"
    )
    return _request("PUT", path, "", False, own) + body


def _request(method: str, path: str, cookie: str, gzip: bool, more: str = "") -> bytes:
    return (
        f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept-Language: en\r\n"
        f"Accept-Encoding: {'gzip' if gzip else 'identity'}\r\n{more}"
        + (f"Cookie: {cookie}\r\n" if cookie else "")
        + "\r\n"
    ).encode()


def read_answer(received: bytes) -> Answer | None:
    """The answer, once all of it is there."""
    head, end, body = received.partition(b"\r\n\r\n")
    if not end:
        return None
    status, length = int(head[9:12]), _LENGTH.search(head)
    if status == 204:
        return Answer(status, head + end, b"")
    if length is None:
        raise ValueError(f"an answer without a length: {head!r}")
    if len(body) < int(length[1]):
        return None
    return Answer(status, head + end, body)


def ask(port: int, request: bytes) -> Answer:
    """Return the answer to one request on a new connection."""
    with socket.create_connection((HOST, port), timeout=30) as connection:
        connection.sendall(request)
        received = b""
        while (answer := read_answer(received)) is None:
            part = connection.recv(1 << 18)
            if not part:
                raise ConnectionError(f"cut off after {received[:200]!r}")
            received += part
    return answer
