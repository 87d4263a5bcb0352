"""Access by secret: only the right secret writes, and no other one changes anything."""

import sqlite3
from contextlib import closing

import pytest

from scorekeeper.config import settings_of
from scorekeeper.journal.identifiers import new_operation_id, new_secret
from scorekeeper.match.matches import find_match
from tests.support.program import Program, examples, operations
from tests.support.table import MADE
from tests.web.routes import FOREIGN

OWN = {"Sec_Fetch_Site": "same-origin"}
RECORD = {"op": "record", "revision": 1, "hand": MADE}


def record(program, **headers):
    return program.send("PUT", f"{program.path}/ops/{new_operation_id()}", RECORD, **headers)


def refused(answer):
    return (answer.status, answer.kind) == (401, "unauthorized")


# --- the secret ---


def test_the_secret_is_told_once(app):
    program = Program(app)
    started = program.send("POST", "/matches", {"rules": "cafe"})
    secret, match = started.data["secret"], started.data["match"]
    program.secret, program.public_id = secret, match["id"]
    assert started.headers["Location"].endswith(f"/api/v1/matches/{match['id']}")
    assert "Set-Cookie" not in started.headers
    answers = [
        record(program),
        program.get(program.path),
        program.get(f"{program.path}/export"),
        record(program),  # stale
    ]
    assert [answer.status for answer in answers] == [201, 200, 200, 409]
    for answer in answers:
        assert secret not in answer.text
        assert secret not in str(answer.headers)


def test_a_secret_writes_in_its_own_match_and_in_no_other(program, other_program):
    stolen = Program(program.app, other_program.secret, program.public_id)
    assert refused(record(stolen))
    assert record(program).status == 201


@pytest.mark.parametrize(
    "given",
    [
        None,
        "",
        "Bearer",
        "Bearer ",
        "Bearer x",
        "Bearer " + "é" * 43,
        "Basic dTpw",
        "Basic",
        "Digest nonce=1",
        "{secret}",
        "Token {secret}",
        "Bearer {secret}x",
        "Bearer {secret} x",
    ],
    ids=range(13),
)
def test_nothing_else_is_taken_for_the_secret(program, given):
    told = given and given.format(secret=program.secret)
    answer = record(program, Authorization=told)
    assert refused(answer)
    assert answer.headers["WWW-Authenticate"].startswith("Bearer ")
    assert program.ledger().revision == 1


def test_which_of_them_is_wrong_is_not_told(program, other_program):
    """Neither that a secret is known here, nor that it would do elsewhere."""
    answers = [
        record(program, Authorization=f"Bearer {secret}")
        for secret in (new_secret(), other_program.secret)
    ]
    told = [{**answer.data, "request_id": ""} for answer in answers]
    assert told[0] == told[1]


def test_a_wrong_secret_is_refused_before_what_it_brings_is_read(watcher):
    path = f"{watcher.path}/ops/x"
    for body in (b"[", b"{}" + b" " * 70_000, {"op": "void"}):
        assert refused(watcher.send("PUT", path, body))


# --- the cookie of a page of ours ---


@pytest.fixture
def scorer(keep):
    """A phone that started its match on the page."""
    return keep()


def by_cookie(scorer, **headers):
    program = Program(scorer.app, public_id=scorer.public_id)
    program.client.set_cookie("phone", scorer.cookie("phone").value)
    return record(program, **headers)


@pytest.mark.parametrize(
    "headers",
    [OWN, {"Origin": "http://localhost"}, {**OWN, "Origin": "http://localhost"}],
    ids=["a browser", "an old browser", "both"],
)
def test_a_page_of_ours_writes_by_its_cookie(scorer, headers):
    assert by_cookie(scorer, **headers).status == 201


@pytest.mark.parametrize(
    "headers", [{}, {"Sec_Fetch_Site": "none"}, {"Referer": "http://localhost/"}], ids=range(3)
)
def test_a_cookie_without_its_page_does_not(scorer, headers):
    """Nothing here carries a form's token."""
    assert refused(by_cookie(scorer, **headers))
    assert scorer.ledger().revision == 1


@pytest.mark.parametrize("headers", FOREIGN.values(), ids=FOREIGN)
def test_a_page_of_another_site_writes_neither_by_cookie_nor_by_secret(scorer, headers):
    secret = scorer.cookie("phone").value
    for more in ({}, {"Authorization": f"Bearer {secret}"}):
        answer = by_cookie(scorer, **headers, **more)
        assert (answer.status, answer.kind) == (403, "foreign")
    assert scorer.ledger().revision == 1


def test_cookie_does_not_count_beside_a_wrong_or_foreign_secret(scorer, other_program):
    for secret in (other_program.secret, "x"):
        assert refused(by_cookie(scorer, **OWN, Authorization=f"Bearer {secret}"))


def test_a_phones_secret_is_a_programs_and_the_other_way_round(scorer, program):
    """Both are a phone (match/phones.py), and act as one."""
    secret = scorer.cookie("phone").value
    assert record(Program(scorer.app, secret, scorer.public_id)).status == 201
    program.client.set_cookie("phone", program.secret)
    page = program.client.get(f"/m/{program.public_id}/hand", follow_redirects=True)
    assert page.status_code == 200


def test_in_the_demo_its_pages_write_and_strangers_programs_do_not(make_app, scorer):
    demo = make_app(DEMO_PHONE=scorer.cookie("phone").value)
    visitor = Program(demo, public_id=scorer.public_id)
    assert refused(record(visitor))
    assert record(visitor, **OWN).status == 201


# --- a stranger ---


def test_a_stranger_with_the_watch_address_tries_everything_and_changes_nothing(
    app, program, watcher, other_program
):
    for hand in (MADE, MADE):
        program.do("record", hand=hand)
    before, events = program.ledger(), count_of_events(app)
    stolen = Program(app, other_program.secret, program.public_id)
    by_cookie_of_another = Program(app, public_id=program.public_id)
    by_cookie_of_another.client.set_cookie("phone", other_program.secret)
    for stranger in (watcher, stolen, by_cookie_of_another):
        for body in examples("write").values():
            for revision in {before.revision, body["revision"]}:
                for op_id in (new_operation_id(), before.acts[1].op_id):
                    path = f"{program.path}/ops/{op_id}"
                    answer = stranger.send("PUT", path, {**body, "revision": revision}, **OWN)
                    assert refused(answer)
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            for path in ("", "/export", "/ops", f"/ops/{new_operation_id()}", "/ops/x/y"):
                answer = stranger.send(method, program.path + path, RECORD)
                assert answer.status in (401, 404, 405, 422), (method, path)
    assert program.ledger() == before
    assert count_of_events(app) == events


def test_nothing_that_a_stranger_reads_leads_to_the_secret(app, program, watcher):
    program.do("record", hand=MADE)
    ids = [act.op_id for act in program.ledger().acts]
    for name, method, path, _ in operations():
        if method == "GET" and not path.startswith(("/tournaments/", "/clubs/")):
            answer = watcher.get(path.format(id=program.public_id))
            assert program.secret not in answer.text, name
            assert not [op_id for op_id in ids if op_id in answer.text], name
    stale = Program(app, program.secret, program.public_id).do("stop", revision=1)
    assert ids[1] not in stale.text


def count_of_events(app):
    with closing(sqlite3.connect(settings_of(app).database_file)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM event").fetchone()
    return count


def test_the_address_of_a_match_is_all_that_reading_needs(app, program, watcher):
    assert watcher.match() == program.match()
    with app.app_context():
        assert find_match(program.public_id).revision == watcher.match()["revision"]
