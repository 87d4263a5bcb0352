"""The bodies that each request accepts, and those that it refuses."""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from tests.program import Program
from tests.table import MADE

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
