"""Every answer that the document announces is given."""

import sqlite3

import pytest
from werkzeug.exceptions import TooManyRequests

from scorekeeper.web.api import matches as api_matches
from scorekeeper.web.api import operations as api_operations
from tests.openapi import statuses
from tests.program import Program
from tests.table import MADE, Table, whole_rules

OPERATION = "e" * 32
RECORD = {"op": "record", "revision": 1, "hand": MADE}
CHOSEN = "q3JmG9x0T1mPp8cW7ZkVdA"
BODIES = {
    "create": {"rules": "cafe"},
    "begin": {"rules": "cafe"},
    "write": RECORD,
    "score": {"rules": "cafe", "hand": MADE},
}
"""What is right."""
ELSEWHERE = {"Sec_Fetch_Site": "cross-site"}


def address(program, name):
    return {
        "create": "/matches",
        "begin": f"/matches/{CHOSEN}",
        "read": program.path,
        "acts": f"{program.path}/acts",
        "export": f"{program.path}/export",
        "write": f"{program.path}/ops/{OPERATION}",
        "score": "/score",
        "document": "/openapi.json",
        "page": "/",
    }[name]


def ask(program, name, body=None, **headers):
    """Ask as is right, or with another body."""
    if name not in BODIES:
        return program.get(address(program, name), **headers)
    method = "PUT" if name in ("begin", "write") else "POST"
    body = BODIES[name] if body is None else body
    return program.send(method, address(program, name), body, **headers)


def again(program, name, _monkeypatch):
    if name in ("begin", "write"):
        ask(program, name)
    return ask(program, name)


def known(program, name, _monkeypatch):
    return ask(program, name, If_None_Match=ask(program, name).headers["ETag"])


def without_a_match(program, name, _monkeypatch):
    program.public_id = "nowhere"
    return ask(program, name)


def without_a_secret(program, name, _monkeypatch):
    program.secret = None
    return ask(program, name)


def out_of_place(program, name, _monkeypatch):
    """A revision that is past, an id that is taken, or a match whose hands its rules cannot score
    any more."""
    if name == "begin":
        assert ask(Program(program.app).start(), name).status == 201
        return ask(program, name)
    if name == "write":
        assert program.do("record", hand=MADE).status == 201
        return ask(program, name)
    with program.app.app_context():
        table = Table("simple").play({**MADE, "trump": "none"})
        table.do("changed", rules=whole_rules("simple", trumps="suits"))
    program.public_id = table.kept.public_id
    return ask(program, name)


def limited(program, name, monkeypatch):
    """As the limiter does."""

    def refuse(*_args):
        raise TooManyRequests(retry_after=7)

    monkeypatch.setattr(api_matches, "enrol_phone", refuse)
    monkeypatch.setattr(api_matches, "starter", refuse)
    monkeypatch.setattr(api_matches, "scorer_of", refuse)
    monkeypatch.setattr(api_operations, "scorer_of", refuse)
    answer = ask(program, name)
    assert answer.headers["Retry-After"] == "7"
    return answer


def locked(program, name, _monkeypatch):
    connection = sqlite3.connect(program.app.config["DATABASE_FILE"], isolation_level=None)
    connection.execute("BEGIN EXCLUSIVE")
    try:
        return ask(program, name)
    finally:
        connection.close()


CASES = {
    200: again,
    201: lambda program, name, _: ask(program, name),
    304: known,
    400: lambda program, name, _: ask(program, name, b"[]"),
    401: without_a_secret,
    403: lambda program, name, _: ask(program, name, **ELSEWHERE),
    404: without_a_match,
    409: out_of_place,
    413: lambda program, name, _: ask(program, name, b"{}" + b" " * 65_536),
    415: lambda program, name, _: ask(program, name, Content_Type="text/plain"),
    422: lambda program, name, _: ask(program, name, {"hand": 1, "op": "record"}),
    429: limited,
    503: locked,
}


@pytest.mark.parametrize(("name", "status"), statuses(), ids=lambda part: str(part))
def test_it_is_given(app, make_app, name, status, monkeypatch):
    program = Program(make_app(BUSY_SECONDS=0.2) if status == 503 else app).start()
    answer = CASES[status](program, name, monkeypatch)
    assert answer.status == status, answer.text
    assert "Authorization" in answer.headers["Vary"]
