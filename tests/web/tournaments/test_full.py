"""A tournament with the most acts that one may have: its pages and programs say so."""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from tests.services.tournaments.test_full import fill


@pytest.fixture
def full(organise):
    return organise(4, then=lambda desk: fill(desk.draw().result(1, 351, 200)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "words"), [("en", "This tournament is full"), ("el", "Το τουρνουά γέμισε")]
)
def test_a_result_is_refused_in_so_many_words(full, language, words):
    page = full.page("rounds/1/tables/2")
    full.headers = {"Accept-Language": language}
    answer = full.press(page, "Write the result", a="351", b="200")
    assert (answer.status, words in answer.words()) == (422, True)


@pytest.mark.slow
def test_a_program_is_told_so(full):
    said = {"op": "result", "revision": full.held().revision, "round": 1, "table": 2}
    path = f"/api/v1/tournaments/{full.public_id}/ops/{new_operation_id()}"
    secret = full.client.get_cookie("phone").value
    headers = {"Authorization": f"Bearer {secret}"}
    answer = full.client.put(path, json={**said, "score": [351, 200]}, headers=headers)
    assert (answer.status_code, answer.get_json()["type"]) == (422, "/api/v1/#problem-full")
