"""A program that asks the API of a real server until it is answered, whatever becomes of that."""

import json
import secrets
import time
from http.client import HTTPConnection, HTTPException
from typing import Any, NamedTuple

from tests.support.program import BASE
from tests.support.server import HOST

PATIENCE = 90.0
"""Seconds: a server that was killed starts beside other tests."""


class Answer(NamedTuple):
    """The answer that came at last."""

    status: int
    data: dict[str, Any]


class Asking:
    """A client with this secret."""

    def __init__(self, server, secret=None):
        self._server = server
        self.secret = secret

    def get(self, path):
        """Return the data at this path."""
        answer = self.send("GET", path)
        assert answer.status == 200, answer
        return answer.data

    def do(self, path, op, revision, **fields):
        """Do an operation, under one id until it is answered; the id and the answer."""
        op_id = secrets.token_hex(16)
        body = {"op": op, "revision": revision, **fields}
        return op_id, self.send("PUT", f"{path}/ops/{op_id}", body)

    def send(self, method, path, body=None):
        """Ask until an answer comes; that of a busy server does not count."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                answer = self.ask_once(method, path, body)
            except (OSError, HTTPException):
                answer = None
            if answer is not None and answer.status not in (429, 500, 503):
                return answer
            assert time.monotonic() < deadline, (method, path, answer)
            time.sleep(0.05)

    def ask_once(self, method, path, body=None, source="", **headers):
        """The answer, whatever it is, to a request from the address `source`."""
        port, source = self._server.port, (source, 0)
        connection = HTTPConnection(HOST, port, timeout=PATIENCE, source_address=source)
        headers |= {"Content-Type": "application/json", "Accept-Language": "en"}
        if self.secret:
            headers["Authorization"] = f"Bearer {self.secret}"
        try:
            content = None if body is None else json.dumps(body)
            connection.request(method, BASE + path, content, headers)
            response = connection.getresponse()
            return Answer(response.status, json.loads(response.read()))
        finally:
            connection.close()
