"""Whatever goes wrong under /api/ is a problem in JSON, in the reader's language."""

import logging

import pytest

from scorekeeper.store.db import NotWritable
from scorekeeper.web.api import matches as api_matches
from scorekeeper.web.api import operations as api_operations
from tests.openapi import assert_fits
from tests.program import Program
from tests.table import MADE
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
