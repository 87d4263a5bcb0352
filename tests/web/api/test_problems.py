"""Problems and bodies: a program reads each fault."""

import logging

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.store.db import NotWritable
from scorekeeper.web.api import matches as api_matches
from scorekeeper.web.api import operations as api_operations
from tests.support.program import Program, assert_fits
from tests.support.table import MADE
from tests.web.test_headers import assert_guarded


@pytest.fixture
def nobody(app):
    return Program(app)


def test_a_path_that_is_not_there(nobody):
    for path in ("/api/nowhere", "/api/", "/api/v2/score", "/api/v1/nowhere", "/api/v1/matches/"):
        answer = nobody.get(path)
        assert (answer.status, answer.data["type"]) == (404, "about:blank"), path
        assert answer.data["title"] == "There is nothing here"
        assert_guarded(answer.headers)
        assert {"Authorization", "Accept-Language"} <= set(answer.headers["Vary"].split(", "))


def test_a_page_that_is_not_there_stays_a_page(phone):
    assert phone.get("/apiary").find(".//h2").text == "There is nothing here"


def test_a_method_that_is_not_there_names_those_that_are(program, phone):
    wrong = [
        ("DELETE", program.path, {"GET", "HEAD", "PUT", "OPTIONS"}),
        ("POST", f"{program.path}/ops/{'a' * 32}", {"PUT", "OPTIONS"}),
        ("GET", "/score", {"POST", "OPTIONS"}),
    ]
    for method, path, allowed in wrong:
        answer = program.send(method, path, {})
        assert answer.status == 405
        assert set(answer.headers["Allow"].split(", ")) == allowed
    assert "GET" in phone.send("DELETE", "/", {}).headers["Allow"]


def test_it_is_in_the_readers_language(app):
    for language, title in (("en", "There is nothing here"), ("el", "Εδώ δεν υπάρχει τίποτα")):
        answer = Program(app, language=language).get("/matches/nowhere")
        assert answer.data["title"] == title


def test_a_fault_tells_nothing_of_the_programs_insides(app, program, monkeypatch, caplog):
    def fail(*_args):
        raise ZeroDivisionError("a secret of the program")

    monkeypatch.setattr(api_operations, "match_json", fail)
    answer = app.test_client().put(
        f"/api/v1{program.path}/ops/{'a' * 32}",
        json={"op": "record", "revision": 1, "hand": MADE},
        headers={"Authorization": f"Bearer {program.secret}"},
    )
    assert (answer.status_code, answer.mimetype) == (500, "application/problem+json")
    assert_fits(answer.json, "Problem")
    assert "secret of the program" not in answer.text
    (record,) = [one for one in caplog.records if one.levelno == logging.ERROR]
    assert record.getMessage() == "PUT api.write"
    assert answer.json["request_id"] == answer.headers["X-Request-Id"]
    assert program.secret not in caplog.text
    assert program.ledger().revision == 2, "what was acknowledged to nobody may be sent again"


def test_a_full_disk_is_told_and_when_to_try_again(program, monkeypatch):
    def fail(*_args):
        raise NotWritable

    monkeypatch.setattr(api_matches, "enrol_phone", fail)
    answer = program.send("POST", "/matches", {"rules": "cafe"})
    assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
    assert answer.data["title"] == "The server cannot save now"


def test_it_answers_at_no_other_host(make_app):
    choosy = make_app(TRUSTED_HOSTS=["score.example"]).test_client()
    for path in ("/api/v1/openapi.json", "/api/v1/score", "/api/nowhere"):
        answer = choosy.get(path, base_url="http://evil.example")
        assert (answer.status_code, answer.mimetype) == (400, "application/problem+json")
        assert "evil.example" not in answer.text


def test_every_refusal_has_its_number(program):
    numbers = {program.get("/matches/nowhere").data["request_id"] for _ in range(3)}
    numbers.add(program.send("POST", "/score", {}, Sec_Fetch_Site="cross-site").data["request_id"])
    assert len(numbers) == 4


READERS = ("create", "write", "score")
READER = pytest.mark.parametrize("reader", READERS)


@pytest.fixture
def send(program):
    """Sends a body, to the request of this name."""

    def send(reader, body, **headers):
        path = {
            "create": "/matches",
            "write": f"{program.path}/ops/{new_operation_id()}",
            "score": "/score",
        }[reader]
        return program.send("PUT" if reader == "write" else "POST", path, body, **headers)

    return send


NO_JSON = {
    "nothing": b"",
    "white space": b" \n",
    "half an object": b'{"rules": "cafe"',
    "a list": b"[]",
    "a text": b'"cafe"',
    "null": b"null",
    "a form": b"rules=cafe",
    "not a number": b'{"target": NaN}',
    "endless": b'{"target": Infinity}',
    "beyond a double": b'{"target": 1e999}',
    "minus beyond a double": b'{"target": -1e999}',
    "very many digits": b'{"target": ' + b"9" * 5000 + b"}",
    "more digits than a double has": b'{"target": ' + b"9" * 301 + b"}",
    "the same name twice": b'{"rules": "cafe", "rules": "simple"}',
    "the same name twice inside": b'{"rules": {"preset": "cafe", "preset": "simple"}}',
    "half a pair": b'{"place": "\\ud83d"}',
    "half a pair as a name": b'{"\\udc00": 1}',
    "not UTF-8": '{"place": "Πάφος"}'.encode("iso-8859-7"),
    "UTF-16": '{"rules": "cafe"}'.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf" + b'{"rules": "cafe"}',
    "too deep": b'{"id": ' + b"[" * 20 + b"]" * 20 + b"}",
    "much too deep": b"[" * 60_000,
    "objects much too deep": b'{"a":' * 10_000,
    "NUL": b"\x00",
}


@READER
@pytest.mark.parametrize("body", NO_JSON.values(), ids=NO_JSON)
def test_body_that_is_not_a_json_object_is_refused_as_not_json(send, reader, body):
    answer = send(reader, body)
    assert (answer.status, answer.kind) == (400, "not_json")
    assert answer.codes == [("not_json", None)]


@READER
@pytest.mark.parametrize(
    "kind",
    [None, "", "text/plain", "application/x-www-form-urlencoded", "application/jsonp", "json"],
)
def test_body_without_the_json_content_type_is_refused(send, reader, kind):
    answer = send(reader, {"rules": "cafe"}, Content_Type=kind)
    assert (answer.status, answer.kind) == (415, "media_type")
    assert answer.headers["Accept"] == "application/json"


def test_content_type_may_have_a_charset_and_capitals(send):
    for kind in ("application/json; charset=utf-8", "Application/JSON"):
        assert send("create", {"rules": "cafe"}, Content_Type=kind).status == 201


@READER
def test_more_than_64_kib_is_not_read(send, reader):
    fit = b'{"x": "' + b"x" * (65_536 - 9) + b'"}'
    assert len(fit) == 65_536
    assert send(reader, fit).status == 422
    assert send(reader, fit + b" ").status == 413


HOSTILE = [
    {"rules": {"preset": []}},
    {"rules": {"preset": {"preset": "cafe"}}},
    {"rules": {"preset": "cafe", "target": 10**299}},
    {"rules": {"preset": "cafe", "kapo_bonus": True}},
    {"rules": 1},
    {"rules": "__class__"},
    {"rules": "cafe", "sides": {"A": {"name": "x" * 41}, "B": {}}},
    {"rules": "cafe", "sides": {"A": {"name": "a\u202eb"}, "B": {}}},
    {"rules": "cafe", "sides": {"A": {"players": ["a", "b", "c"]}, "B": {}}},
    {"rules": "cafe", "sides": {"A": {}}},
    {"rules": "cafe", "sides": [{}, {}]},
    {"rules": "cafe", "first_dealer": "C1"},
    {"rules": "cafe", "first_dealer": ["A1"]},
    {"rules": "cafe", "target": 20},
    {"rules": "cafe", "target": "351"},
    {"rules": "cafe", "numbers": {"A": 7}},
    {"rules": "cafe", "started": "2020-01-01"},
    {"rules": "cafe", "hands": [MADE]},
    {"rules": "cafe", "format": 1},
    {"rules": "cafe", "": 1},
    {},
]


@pytest.mark.parametrize("head", HOSTILE, ids=range(len(HOSTILE)))
def test_no_match_is_made_of_nonsense(send, head):
    answer = send("create", head)
    assert (answer.status, answer.kind) == (422, "problems")
    assert all(one["message"] for one in answer.data["problems"])


def test_everything_that_is_wrong_with_a_new_match_is_told_at_once(send):
    head = {"rules": {"preset": "cafes", "unit": "lira"}, "place": 7, "wind": 1, "first_dealer": 0}
    answer = send("create", head)
    assert answer.codes == [
        ("unknown", "wind"),
        ("unknown", "first_dealer"),
        ("unknown", "place"),
        ("unknown", "preset"),
        ("unknown", "unit"),
    ]


def test_names_are_tidied_as_in_a_form(app):
    program = Program(app).start(
        sides={"A": {"name": "  Μαρία   & Co "}, "B": {"players": ["Άννα"]}}
    )
    sides = program.match()["sides"]
    assert sides["A"] == {"name": "Μαρία & Co", "players": []}
    assert sides["B"] == {"name": "", "players": ["Άννα"]}


@READER
def test_first_hundred_of_all_problems_are_sent(send, reader):
    fields = dict.fromkeys(map(str, range(600)), 0)
    operation = {"op": "record", "revision": 1, "hand": fields}
    answer = send(reader, operation if reader == "write" else {"rules": fields, "hand": fields})
    assert answer.status == 422
    assert len(answer.data["problems"]) == 100
