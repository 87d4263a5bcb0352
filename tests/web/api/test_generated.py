"""Requests that schemathesis makes up from the document, sent to a running server: whatever comes,
it never breaks, and never answers what the document does not announce.

`make faults` sends fifty of each kind, in place of the few that every run has time for.
"""

import http.client
import json
from contextlib import closing
from functools import cache

import pytest
import requests
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.journal.identifiers import new_operation_id
from tests.support.examples import ALL_EXAMPLES, rarely
from tests.support.program import operations
from tests.support.server import HOST, Server
from tests.support.table import MADE

CHECKED = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)
REFUSED = (*CHECKED, "negative_data_rejection")
EXAMPLES = 50 if ALL_EXAMPLES else 5
PAIRS = "\n".join(f"Odd{number}, Even{number}" for number in range(1, 6))
OFTEN_RIGHT = {"score", "begin", "write", "write_in_tournament", "write_in_club", "come"}
"""Operations that get right requests here; another test sends every one its examples."""
SELDOM_WRONG = {"begin", "begin_club", "link", "club_link"}
OPERATIONS = [
    (one if name in OFTEN_RIGHT else rarely(one))
    for name, method, path, _ in operations()
    for one in [f"{method} {path}"]
]
WITH_BODY = [
    (rarely(one) if name in SELDOM_WRONG else one)
    for name, method, path, said in operations()
    if "requestBody" in said
    for one in [f"{method} {path}"]
]


class Table:
    """A match and a tournament on the server that the requests are about, and their secrets."""

    def __init__(self, url):
        import schemathesis  # the other tests of a process need not wait for it

        self.url = f"{url}/api/v1"
        self.session = requests.Session()
        self.session.headers["Accept-Language"] = "en"
        started = self.session.post(f"{self.url}/matches", json={"rules": "cardrules"}, timeout=30)
        self.secret, self.id = started.json()["secret"], started.json()["match"]["id"]
        told = {"name": "Cup", "rules": "cafe"}
        made = self.session.post(f"{self.url}/tournaments", json=told, timeout=30).json()
        self.desk_secret, self.desk_id = made["secret"], made["tournament"]["id"]
        for op, fields in (("paste_pairs", {"text": PAIRS}), ("draw", {})):
            self.organise(op, **fields)
        club = self.session.post(f"{self.url}/clubs", json={"name": "Club"}, timeout=30).json()
        self.club_secret, self.club_id = club["secret"], club["club"]["id"]
        self.document = self.session.get(f"{self.url}/openapi.json", timeout=30).json()
        self.schema = schemathesis.openapi.from_dict(self.document)

    def match(self):
        return self.session.get(f"{self.url}/matches/{self.id}", timeout=30).json()

    def tournament(self):
        return self.session.get(f"{self.url}/tournaments/{self.desk_id}", timeout=30).json()

    def club(self):
        headers = {"Authorization": f"Bearer {self.club_secret}"}
        return self.session.get(
            f"{self.url}/clubs/{self.club_id}", headers=headers, timeout=30
        ).json()

    def organise(self, op, **fields):
        """Do an operation in the tournament as it stands."""
        address = f"{self.url}/tournaments/{self.desk_id}/ops/{new_operation_id()}"
        body = {"op": op, "revision": self.tournament()["revision"], **fields}
        headers = {"Authorization": f"Bearer {self.desk_secret}"}
        done = self.session.put(address, json=body, headers=headers, timeout=30)
        assert done.status_code == 201, done.text

    def seat(self, case):
        """Let a made-up request be about what is there, as it stands now, with its secret."""
        if case.operation.path.startswith("/tournaments/"):
            self._seat_at_the_desk(case)
        elif case.operation.path.startswith("/clubs/"):
            self._seat_in_the_club(case)
        else:
            self._seat_at_the_table(case)

    def _seat_at_the_desk(self, case):
        case.path_parameters |= {
            name: value
            for name, value in {"id": self.desk_id, "number": 1, "table": 1}.items()
            if name in case.path_parameters
        }
        case.headers["Authorization"] = f"Bearer {self.desk_secret}"
        if has_revision(case.body):
            case.body["revision"] = self.tournament()["revision"]

    def _seat_in_the_club(self, case):
        own = {"id": self.club_id, "season": 1, "person": 1}
        case.path_parameters |= {
            name: value for name, value in own.items() if name in case.path_parameters
        }
        case.headers["Authorization"] = f"Bearer {self.club_secret}"
        if has_revision(case.body):
            case.body["revision"] = self.club()["revision"]

    def _seat_at_the_table(self, case):
        if "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = self.id
        if case.operation.method.upper() == "PUT":
            case.headers["Authorization"] = f"Bearer {self.secret}"
            if has_revision(case.body):
                case.body["revision"] = self.match()["revision"]


def has_revision(body):
    """A revision of a wrong type may be all that is wrong with a body."""
    return isinstance(body, dict) and type(body.get("revision")) is int


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("generated")).start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def table(server):
    table = Table(server.url)
    yield table
    table.session.close()


@cache
def checks_named(names):
    from schemathesis.checks import CHECKS, load_all_checks

    load_all_checks()
    return CHECKS.get_by_names(names)


def send_all(table, operation, mode, names):
    """Send many requests of one kind; a fault of an answer is raised."""
    from schemathesis import GenerationMode

    checks = checks_named(names)
    method, path = operation.split()
    made_up = table.schema[path][method].as_strategy(generation_mode=GenerationMode(mode))

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=made_up, is_known=st.integers(0, 3))
    def send(case, is_known):
        if is_known:  # three of four
            table.seat(case)
        answer = case.call(base_url=table.url, session=table.session, timeout=30)
        case.validate_response(answer, checks=checks)

    send()


@pytest.mark.slow
@pytest.mark.parametrize("operation", OPERATIONS)
def test_valid_generated_request_gets_an_answer_that_fits_the_document(table, operation):
    send_all(table, operation, "positive", CHECKED)


@pytest.mark.slow
@pytest.mark.parametrize("operation", WITH_BODY)
def test_invalid_generated_body_gets_a_refusal_that_fits_the_document(table, operation):
    send_all(table, operation, "negative", REFUSED)


def test_the_match_is_sound_after_all_this(table):
    for _ in range(3):
        match = table.match()
        totals = {"A": 0, "B": 0}
        for row in match["rows"]:
            gain = row["score"] if "score" in row else row["adjust"]
            for side in "AB":
                totals[side] += gain[side] if row["counts"] else 0
            assert row["totals"] == totals
        assert match["standing"]["totals"] == totals


def test_the_tournament_is_sound_after_all_this(table):
    told = table.tournament()
    assert [one["pair"] for one in told["pairs"]] == [
        str(number) for number in range(1, len(told["pairs"]) + 1)
    ]
    for drawn in told["drawn"]:
        seated = [one[side] for one in drawn["tables"] for side in ("a", "b")]
        assert len({*seated, *drawn["byes"]}) == len(seated) + len(drawn["byes"])


def test_the_club_is_sound_after_all_this(table):
    told = table.club()
    numbers = [one["person"] for one in told["persons"]]
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    assert [one["season"] for one in told["seasons"]] == [*range(1, len(told["seasons"]) + 1)]


@pytest.mark.parametrize("path", ["/matches", "/score", "/matches/{id}/ops/" + "a" * 32])
def test_a_body_that_does_not_say_its_length_is_cut_too(table, server, path):
    """Also where what is let in of it is a whole object."""
    method = "PUT" if "ops" in path else "POST"
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {table.secret}"}
    parts = (part for part in (b'{"rules": "cafe"}', *[b" " * 1000] * 66, b"and more"))
    with closing(http.client.HTTPConnection(HOST, server.port, timeout=30)) as connection:
        connection.request(method, "/api/v1" + path.format(id=table.id), parts, headers)
        answer = connection.getresponse()
        assert answer.status == 413
        assert json.loads(answer.read())["status"] == 413


def test_a_hand_is_written_by_a_chunked_body(table):
    parts = iter([json.dumps({"rules": "cafe", "hand": MADE}).encode()])
    headers = {"Content-Type": "application/json"}
    answer = table.session.post(f"{table.url}/score", data=parts, headers=headers, timeout=30)
    assert answer.json()["A"] == 19
