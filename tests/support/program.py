"""Programs that keep a match, a tournament or a club through the API, and the API's document.

Every answer that they get is held against it.
"""

import json
from functools import cache
from urllib.parse import unquote

from jsonschema_rs import Draft202012, Draft202012Validator, Registry

from scorekeeper.club.club_service import find_club
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.matches import find_match
from scorekeeper.tournament.service import find_tournament
from scorekeeper.web.api.document import document_at

BASE = "/api/v1"
DOCUMENT = document_at(BASE)
_NAME = "urn:openapi"
_REGISTRY = Registry([(_NAME, DOCUMENT)], draft=Draft202012)
BY_PLACE = {"by": "pair", "points": {"scheme": "places", "table": [25, 18, 15]}}


def operations():
    """Every operation: its id, method, path, and what the document says of it."""
    return [
        (operation["operationId"], method.upper(), path, operation)
        for path, item in DOCUMENT["paths"].items()
        for method, operation in item.items()
        if method != "parameters"
    ]


def statuses():
    """Every answer that is announced: the operation's id and the status."""
    return [(name, int(code)) for name, _, _, said in operations() for code in said["responses"]]


def examples(name):
    """The bodies that the document shows for an operation, in its order."""
    (said,) = [said for one, _, _, said in operations() if one == name]
    shown = said["requestBody"]["content"]["application/json"]["examples"]
    return {title: example["value"] for title, example in shown.items()}


def resolved(part):
    """Return this part of the document, with its references followed."""
    while "$ref" in part:
        found = DOCUMENT
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        part = found
    return part


def assert_fits(value, schema):
    """The value is what the schema of this name, or this schema of the document's, lets in."""
    if isinstance(schema, str):
        schema = {"$ref": f"#/components/schemas/{schema}"}
    _validator(json.dumps(schema)).validate(value)


@cache
def _validator(schema):
    """The validator of a schema; to make one takes longer than all that it is asked."""
    absolute = json.loads(schema.replace('"#/', f'"{_NAME}#/'))
    return Draft202012Validator(absolute, registry=_REGISTRY)


def assert_announced(method, path, answer):
    """The answer is one that the document announces: status, headers, kind of body, body."""
    said = _responses(method, path)
    if said is None:
        assert answer.status_code in (404, 405, 308), answer.status_code
        if answer.status_code != 308:
            _assert_problem(answer)
        return
    if answer.status_code in (500, 400) and str(answer.status_code) not in said:
        _assert_problem(answer)  # as the document says of all
        return
    assert str(answer.status_code) in said, (method, path, answer.status_code)
    response = resolved(said[str(answer.status_code)])
    for name, header in response.get("headers", {}).items():
        assert not resolved(header).get("required") or name in answer.headers, name
    kinds = response.get("content", {})
    if not kinds:
        assert answer.data == b""
        return
    assert answer.mimetype in kinds, answer.mimetype
    if answer.mimetype != "text/html" and "Content-Encoding" not in answer.headers:
        assert_fits(json.loads(answer.data), kinds[answer.mimetype]["schema"])


def _assert_problem(answer):
    assert answer.mimetype == "application/problem+json"
    assert_fits(json.loads(answer.data), "Problem")


def _responses(method, path):
    own = unquote(path).partition("?")[0].removeprefix(BASE)
    for _, known, template, said in operations():
        if known == method and _is_at(own, template):
            return said["responses"]
    return None


def _is_at(path, template):
    parts, wanted = path.split("/"), template.split("/")
    return len(parts) == len(wanted) and all(
        (part and step.startswith("{")) or part == step
        for part, step in zip(parts, wanted, strict=True)
    )


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


class Director(Organiser):
    """A program that keeps a tournament."""

    @property
    def path(self):
        return f"/tournaments/{self.public_id}"

    def set_up(self, pairs=0, **fields):
        """Set a tournament of so many pairs up, and keep its secret."""
        told = self.send("POST", "/tournaments", {"name": "Cup", "rules": "cafe", **fields})
        assert told.status == 201, told.text
        self.secret, self.public_id = told.data["secret"], told.data["tournament"]["id"]
        if pairs:
            players = [[f"Odd{n}", f"Even{n}"] for n in range(1, pairs + 1)]
            self.done("add_pairs", pairs=[{"players": two} for two in players])
        return self

    def come(self, op, *, op_id=None, **fields):
        """Ask for it as a pair does, by its own code."""
        path = f"{self.path}/come/{op_id or new_operation_id()}"
        return self.send("PUT", path, {"op": op, **fields})

    def result(self, table, a, b, number=1, **more):
        return self.do("result", round=number, table=table, score=[a, b], **more)

    def tournament(self):
        """The tournament as the API gives it."""
        return self.get(self.path).data

    def round(self, number=1):
        return self.get(f"{self.path}/rounds/{number}").data

    def links(self, number=1):
        return self.get(f"{self.path}/rounds/{number}/links").data["links"]

    def scorer(self, table, number=1):
        """A program at a table's match, with the secret of its printed link."""
        link = self.links(number)[table - 1]
        return Program(self.app, link["secret"], link["match"])

    def held(self):
        """The tournament as the database has it."""
        with self.app.app_context():
            return find_tournament(self.public_id)


class Secretary(Organiser):
    """A program that keeps a club."""

    @property
    def path(self):
        return f"/clubs/{self.public_id}"

    def begin(self, *names, **fields):
        """Begin a club with these persons, and keep its secret."""
        told = self.send("POST", "/clubs", {"name": "Club", **fields})
        assert told.status == 201, told.text
        self.secret, self.public_id = told.data["secret"], told.data["club"]["id"]
        for name in names:
            self.done("add_person", name=name)
        return self

    def evening(self, *pairs, score=(351, 200)):
        """A tournament of two pairs that this program organises, with one round played."""
        director = Director(self.app, self.secret).set_up(0, format="round_robin")
        director.done("add_pairs", pairs=[{"players": [*two]} for two in pairs])
        director.done("draw")
        assert director.result(1, *score).status == 201
        return director

    def season(self, *directors, number=1, rules=BY_PLACE, **more):
        """Set a season up that counts these tournaments."""
        counted = [{"tournament": one.public_id} for one in directors]
        told = {"season": number, "name": "Spring", "rules": rules, "tournaments": counted}
        return self.do("set_season_up", **told, **more)

    def club(self):
        """The club as the API gives it."""
        return self.get(self.path).data

    def held(self):
        """The club as the database has it."""
        with self.app.app_context():
            return find_club(self.public_id)
