"""One hand without a match: the answers of the command line, over HTTP."""

import json

import pytest

from scorekeeper.cli.json_lines import answer_line
from scorekeeper.rules.codec import answer as score
from tests.program import Program
from tests.rules.table import all_rows
from tests.table import MADE


@pytest.fixture
def nobody(app):
    return Program(app)


def test_every_ruling_is_that_of_the_command_line(nobody):
    """All tables of rulings, those with problems too."""
    for table, row in all_rows():
        request = {"id": [table, row["id"]], "rules": row["rules"], "hand": row["hand"]}
        expected = json.loads(answer_line(score, json.dumps(request).encode()))
        answer = nobody.send("POST", "/score", request)
        given = answer.data
        if not expected["ok"]:
            assert answer.status == 422
            given = {key: given[key] for key in ("id", "ok", "problems")}
            given["problems"] = [{"code": code, "field": field} for code, field in answer.codes]
        assert given == expected, row["why"]


def test_a_problem_is_told_in_the_readers_language(app):
    request = {"rules": "cafe", "hand": {**MADE, "bid": 95}}
    english, greek = (
        Program(app, language=language).send("POST", "/score", request).data
        for language in ("en", "el")
    )
    assert english["detail"] == "Bids go up by 10: 95 is not one."
    assert [one["code"] for one in english["problems"]] == [
        one["code"] for one in greek["problems"]
    ]
    assert greek["problems"][0]["message"] != english["problems"][0]["message"]
    assert greek["title"] == "Από αυτό το χέρι δεν βγαίνει σκορ"


def test_answer_repeats_the_id_of_the_request(nobody):
    for identity in (7, "seven", None, [1, {"x": "ά"}], 1e308):
        for hand in (MADE, {}):
            answer = nobody.send("POST", "/score", {"id": identity, "rules": "cafe", "hand": hand})
            assert answer.data["id"] == identity


@pytest.mark.parametrize(
    ("request_", "codes"),
    [
        ({}, [("missing", "hand"), ("missing", "rules")]),
        ({"rules": "cafe"}, [("missing", "hand")]),
        ({"rules": "cafes", "hand": MADE}, [("unknown", "preset")]),
        ({"rules": "cafe", "hand": MADE, "match": 1}, [("unknown", "match")]),
        ({"rules": "cafe", "hand": []}, [("unknown", "hand")]),
        ({"rules": {"preset": "cafe", "unit": []}, "hand": MADE}, [("unknown", "unit")]),
    ],
    ids=range(6),
)
def test_every_problem_is_told_with_its_words(nobody, request_, codes):
    answer = nobody.send("POST", "/score", request_)
    assert (answer.status, answer.kind, answer.codes) == (422, "problems", codes)
    assert all(one["message"] for one in answer.data["problems"])


def test_it_needs_no_secret_and_minds_none(nobody):
    for told in (None, "Bearer x"):
        request = {"rules": "cafe", "hand": MADE}
        assert nobody.send("POST", "/score", request, Authorization=told).status == 200
