"""A program that keeps a match through the API. Every answer that it gets is held against the
document."""

import json

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.matches import find_match
from tests.openapi import BASE, assert_announced


class Answer:
    """An answer of the API."""

    def __init__(self, response):
        self.status = response.status_code
        self.headers = response.headers
        self.mimetype = response.mimetype
        self.content = response.data
        response.close()

    @property
    def text(self):
        return self.content.decode()

    @property
    def data(self):
        return json.loads(self.content)

    @property
    def kind(self):
        """A problem's name in the document; empty where the status says it all."""
        return self.data["type"].partition("#problem-")[2]

    @property
    def codes(self):
        """The codes of the rules' problems."""
        return [(one["code"], one["field"]) for one in self.data["problems"]]


class Program:
    """A program with the secret of its match, or without one."""

    def __init__(self, app, secret=None, public_id="", language="en"):
        self.client = app.test_client()
        self.app = app
        self.secret = secret
        self.public_id = public_id
        self.language = language

    def start(self, **head):
        """Start a match, and keep its secret."""
        started = self.send("POST", "/matches", {"rules": "cafe", **head})
        assert started.status == 201, started.text
        self.secret, match = started.data["secret"], started.data["match"]
        self.public_id = match["id"]
        return self

    @property
    def path(self):
        return f"/matches/{self.public_id}"

    def get(self, path, **headers):
        return self._ask("GET", path, headers)

    def send(self, method, path, body, **headers):
        """Send the body as JSON: bytes as they are."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self._ask(method, path, {"Content_Type": "application/json", **headers}, content)

    def do(self, op, *, op_id=None, revision=None, headers=None, **fields):
        """Do an operation as it stands, or as told."""
        now = self.revision() if revision is None else revision
        body = {"op": op, "revision": now, **fields}
        path = f"{self.path}/ops/{op_id or new_operation_id()}"
        return self.send("PUT", path, body, **(headers or {}))

    def match(self):
        """The match as the API gives it."""
        return self.get(self.path).data

    def ledger(self):
        """The match as the database has it."""
        with self.app.app_context():
            return find_match(self.public_id).ledger

    def revision(self):
        """The last act, as the database has it."""
        return self.ledger().revision

    def _ask(self, method, path, headers, content=None):
        own = {"Accept_Language": self.language}
        if self.secret:
            own["Authorization"] = f"Bearer {self.secret}"
        told = {name.replace("_", "-"): value for name, value in {**own, **headers}.items()}
        address = path if path.startswith("/api") else f"{BASE}{path}"
        given = {name: value for name, value in told.items() if value is not None}
        response = self.client.open(address, method=method, headers=given, data=content)
        assert_announced(method, address, response)
        assert response.status_code != 500, "the server broke: its log says how"
        return Answer(response)


class Organiser(Program):
    """A program with the secret of a tournament or a club, of one of its links, or without any."""

    def with_secret(self, secret):
        """Another program at the same tournament or club."""
        return type(self)(self.app, secret, self.public_id)

    def helper(self):
        """A program with the helpers' link."""
        return self.with_secret(self.new_link("helper"))

    def new_link(self, role):
        """The secret of a new link."""
        return self.send("POST", f"{self.path}/links", {"role": role}).data["secret"]

    def done(self, op, **fields):
        """Do it, and see that it was done."""
        answer = self.do(op, **fields)
        assert answer.status == 201, answer.text
        return answer.data

    def revision(self):
        """The last act, as the database has it."""
        return self.held().revision
