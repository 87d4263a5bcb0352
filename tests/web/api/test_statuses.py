"""Every answer that the document announces is given."""

import sqlite3

import pytest
from werkzeug.exceptions import TooManyRequests

from scorekeeper.config import settings_of
from scorekeeper.tournament import announced_pairs
from scorekeeper.web.api import access, tournaments
from scorekeeper.web.api import matches as api_matches
from scorekeeper.web.api import operations as api_operations
from tests.support.examples import rarely
from tests.support.program import Director, Program, Secretary, operations, statuses
from tests.support.table import MADE, Table, whole_rules

OPERATION = "e" * 32
RECORD = {"op": "record", "revision": 1, "hand": MADE}
CHOSEN = "q3JmG9x0T1mPp8cW7ZkVdA"
MARIA = {"name": "Maria K.", "note": "", "by_number": False}
BODIES = {
    "create": {"rules": "cafe"},
    "begin": {"rules": "cafe"},
    "write": RECORD,
    "score": {"rules": "cafe", "hand": MADE},
    "set_up": {"name": "Cup", "rules": "cafe"},
    "begin_club": {"name": "Club"},
    "write_in_club": {"op": "change_person", "revision": 3, "person": "1", **MARIA},
    "club_link": {"role": "helper"},
    "write_in_tournament": {
        "op": "result",
        "revision": 4,
        "round": 1,
        "table": 1,
        "score": [1, 0],
        "sure": True,
    },
    "come": {"op": "announce", "players": ["Zoe", "Anna"]},
    "registration": {"code": "K7QF 2MXD"},
    "link": {"role": "helper"},
}
"""A right body for each operation that needs one."""
ROUTES = {name: (method, path) for name, method, path, _ in operations()}
READING = {name for name, (method, _) in ROUTES.items() if method == "GET"}
OF_A_TOURNAMENT = {name for name, (_, path) in ROUTES.items() if path.startswith("/tournaments/")}
OF_A_CLUB = {name for name, (_, path) in ROUTES.items() if path.startswith("/clubs/")}
FIRST = dict.fromkeys(("number", "table", "pair", "person", "season", "helper"), 1)
ELSEWHERE = {"Sec_Fetch_Site": "cross-site"}


def ask(program, name, body=None, **headers):
    """Ask as is right, or with another body."""
    method, path = ROUTES[name]
    public_id = CHOSEN if name == "begin" else program.public_id
    address = path.format(id=public_id, op_id=getattr(program, "operation", OPERATION), **FIRST)
    if method == "GET":
        return program.get(address, **headers)
    body = getattr(program, "bodies", BODIES).get(name, {}) if body is None else body
    return program.send(method, address, body, **headers)


def again(program, name, _monkeypatch):
    if ROUTES[name][0] == "PUT":
        ask(program, name)
    return ask(program, name)


def known(program, name, _monkeypatch):
    return ask(program, name, If_None_Match=ask(program, name).headers["ETag"])


def without_a_match(program, name, _monkeypatch):
    program.public_id = "nowhere"
    return ask(program, name)


def without_a_secret(program, name, _monkeypatch):
    is_read = name in ("tournament", "set_up", "begin_club") or (
        name in OF_A_CLUB & READING - {"club_helpers"}
    )
    program.secret = "another" if is_read else None
    return ask(program, name)


def by_somebody_else(program, name, _monkeypatch):
    """A helper reads what is the organiser's; another site's page writes."""
    if name in ("table_links", "pair_of_tournament", "helpers", "club_helpers"):
        program.secret = program.new_link("helper")
        return ask(program, name)
    return ask(program, name, **ELSEWHERE)


def out_of_place(program, name, _monkeypatch):
    """A past revision, a taken id, or a match whose hands its rules cannot score any more."""
    if name == "begin":
        assert ask(Program(program.app).start(), name).status == 201
        return ask(program, name)
    if name == "write_in_tournament":
        assert ask(program, name, {**BODIES[name], "score": [2, 0]}).status == 201
        program.operation = "f" * 32
        return ask(program, name, {**BODIES[name], "reason": "counted again"})
    if name == "come":
        told = ask(program, name).data
        changed = {"code": told["code"], "players": ["Zoe", "Eleni"], "last": told["last"]}
        assert program.come("change", **changed).status == 201
        return program.come("change", **changed)
    if name == "write_in_club":
        assert ask(program, name, {**BODIES[name], "name": "Marina"}).status == 201
        program.operation = "f" * 32
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
    if name in OF_A_CLUB & READING:
        program.secret = "another"

    def refuse(*_args):
        raise TooManyRequests(retry_after=7)

    monkeypatch.setattr(api_matches, "enrol_phone", refuse)
    monkeypatch.setattr(api_matches, "phone_that_starts", refuse)
    monkeypatch.setattr(api_matches, "scorer_of", refuse)
    monkeypatch.setattr(api_operations, "scorer_of", refuse)
    monkeypatch.setattr(access, "enrol_phone", refuse)
    monkeypatch.setattr(access, "requesting_phone", refuse)
    monkeypatch.setattr(announced_pairs, "check", refuse)
    monkeypatch.setattr(tournaments, "registration_with", refuse)
    answer = ask(program, name)
    assert answer.headers["Retry-After"] == "7"
    return answer


def locked(program, name, _monkeypatch):
    connection = sqlite3.connect(settings_of(program.app).database_file, isolation_level=None)
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
    403: by_somebody_else,
    404: without_a_match,
    409: out_of_place,
    413: lambda program, name, _: ask(program, name, b"{}" + b" " * 65_536),
    415: lambda program, name, _: ask(program, name, Content_Type="text/plain"),
    422: lambda program, name, _: ask(program, name, {"hand": 1, "op": "record"}),
    429: limited,
    503: locked,
}


def keeper(app, name):
    """A program with a match, with a tournament whose first round is drawn, or with a club."""
    if name in OF_A_CLUB:
        program = Secretary(app).begin("Maria")
        assert program.season().status == 201
        program.send("POST", f"{program.path}/links", {"role": "helper", "name": "Eleni"})
        program.operation = OPERATION
        return program
    if name not in OF_A_TOURNAMENT:
        return Program(app).start()
    program = Director(app).set_up(4)
    program.done("draw")
    if name == "remove_helper":
        program.send("POST", f"{program.path}/links", {"role": "helper", "name": "Maria"})
    if name in ("come", "registration"):
        program.done("door", coming=True)
        announced = program.come("announce", players=["Eva", "Anna"]).data
        program.bodies = {**BODIES, "registration": {"code": announced["code"]}}
    program.operation = OPERATION
    return program


WRITING = {"write", "write_in_tournament", "write_in_club"}
OFTEN = {
    503: WRITING | {"read", "come", "set_up"},
    **dict.fromkeys((400, 413, 415), WRITING | {"score"}),
}
"""One function reads every body, and one answers where the database is busy: the other operations
are asked for these in the long runs alone."""
ANNOUNCED = [one if one[0] in OFTEN.get(one[1], one) else rarely(*one) for one in statuses()]


@pytest.mark.parametrize(("name", "status"), ANNOUNCED, ids=str)
def test_it_is_given(app, make_app, name, status, monkeypatch):
    program = keeper(make_app(BUSY_SECONDS=0.2) if status == 503 else app, name)
    answer = CASES[status](program, name, monkeypatch)
    assert answer.status == status, answer.text
    assert "Authorization" in answer.headers["Vary"]
