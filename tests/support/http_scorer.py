"""A scorer's phone that never gives up: it sends a hand again until the server has saved it."""

import re
import secrets
import threading
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from typing import NamedTuple
from urllib.parse import urlencode

from tests.support.server import HOST

SCORES = {97: (18, 6), 100: (18, 6), 120: (20, 4), 89: (17, 7)}
"""Card points of a side that bid 8, and the hand's score: 97 – 65 is 9 and 6, the missing
point to the 7, the stake of 8."""

NO_SERVER = (502, 503, 504)
"""The words of one that is busy, or of a proxy that reaches none."""


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    body: bytes
    location: str | None

    @property
    def text(self):
        return self.body.decode()

    def hidden(self, name):
        """The value of a hidden field of the page's form."""
        found = re.search(rf'name="{name}" value="([^"]*)"', self.text)
        assert found, f"no {name} on the page: {self.status} {self.text[:500]}"
        return found[1]


class Scorer:
    """One phone, its cookies and its match."""

    def __init__(self, server, seconds=20):
        self.server = server
        self.public_id = None
        self._seconds = seconds
        self._cookies = {}
        self._token = None

    def start_match(self):
        """Start a match that lasts long."""
        form = self.get("/matches/new")
        self._token = form.hidden("csrf_token")
        fields = {"op_id": form.hidden("op_id"), "preset": "cafe", "first_dealer": "A1"}
        answer = self.post("/matches/", **fields, target="own", target_own="5000")
        assert answer.status == 303, answer
        self.public_id = answer.location.split("/")[2]
        return self

    def open_link(self, path, secret):
        """Become what the link is for."""
        self._token = self.get(path).hidden("csrf_token")
        answer = self.post(f"{path}/open", secret=secret)
        assert answer.status == 303, answer
        return self

    def sharing(self):
        """Another phone of the same scorer: the same cookies, new connections."""
        other = Scorer(self.server, self._seconds)
        other.public_id, other._token = self.public_id, self._token
        other._cookies = dict(self._cookies)
        return other

    def get(self, path, seconds=None):
        return self._send("GET", path, seconds=seconds)

    def post(self, path, **fields):
        return self._send("POST", path, urlencode({"csrf_token": self._token, **fields}))

    def post_hand(self, op_id, revision, points):
        """Write a hand: A bids 8 and takes these points."""
        fields = {"op_id": op_id, "revision": revision, "contract": "A:80", "points_A": points}
        contract_op_id = secrets.token_hex(16)
        return self.post(f"/m/{self.public_id}/hand", **fields, contract_op_id=contract_op_id)

    def write(self, points, patience=60.0):
        """Send the hand until it is acknowledged; its operation id."""
        op_id = secrets.token_hex(16)
        revision = self.revision(patience)
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            try:
                answer = self.post_hand(op_id, revision, points)
            except (OSError, HTTPException):
                time.sleep(0.05)
                continue
            if answer.status == 303:
                return op_id
            assert answer.status in (409, *NO_SERVER), answer
            if answer.status == 409:
                revision = answer.hidden("revision")
        raise AssertionError("the hand was never acknowledged")

    def revision(self, patience=60.0):
        """Return the match's revision in the form."""
        deadline = time.monotonic() + patience
        while True:
            with suppress(OSError, HTTPException):
                answer = self.get(f"/m/{self.public_id}/hand?op={'0' * 32}")
                if answer.status not in NO_SERVER:
                    return answer.hidden("revision")
            assert time.monotonic() < deadline, "the server never came back"
            time.sleep(0.05)

    def _send(self, method, path, body=None, seconds=None):
        seconds = seconds or self._seconds
        connection = HTTPConnection(HOST, self.server.port, timeout=seconds)
        cookie = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        headers = {"Cookie": cookie, "Accept-Language": "en"}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            received = response.read()
        finally:
            connection.close()
        for cookie in response.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
        return Answer(response.status, received, response.headers.get("Location"))


MOST = 130
"""Hands of one writer: those of two end no match to 5000."""


class Writer(threading.Thread):
    """Writes hands until `stop`, and remembers the acknowledged ones.

    After so many it stops by itself.
    """

    def __init__(self, scorer, points, most=MOST):
        super().__init__(daemon=True)
        self.acknowledged = {}
        """Operation id → card points."""
        self.fault = None
        self._scorer = scorer
        self._points = points
        self._most = most
        self._stopping = threading.Event()

    def run(self):
        try:
            while not self._stopping.is_set() and len(self.acknowledged) < self._most:
                points = self._points[len(self.acknowledged) % len(self._points)]
                self.acknowledged[self._scorer.write(points)] = points
        except BaseException as fault:
            self.fault = fault

    def wait_for(self, hands):
        """Until so many were acknowledged."""
        while len(self.acknowledged) < hands:
            assert self.is_alive(), self.fault
            time.sleep(0.05)

    def stop(self):
        """Let it finish its hand."""
        self._stopping.set()
        self.join(90)
        assert not self.is_alive(), "a writer is still waiting for its answer"
        if self.fault is not None:
            raise self.fault
