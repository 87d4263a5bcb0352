"""An answer that is lost after the commit, a request that comes twice: still one hand."""

import secrets
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException

import pytest

from tests.support.examples import ALL
from tests.support.http_scorer import SCORES
from tests.support.proxy import Proxy
from tests.support.truth import check_file, check_match, check_paper_at_length, events

HANDS = 200 if ALL else 8
ROUNDS = 30 if ALL else 2


@pytest.fixture
def proxy(server):
    proxy = Proxy(server)
    yield proxy
    proxy.close()


@pytest.fixture
def far_scorer(scorer, proxy):
    """The scorer behind the proxy."""
    far = scorer.sharing()
    far.server = proxy
    return far


@pytest.mark.smoke
def test_an_answer_lost_after_the_commit_is_given_again(server, scorer, far_scorer, proxy):
    op_id, revision = secrets.token_hex(16), scorer.revision()
    proxy.lose_answers = True
    with pytest.raises((OSError, HTTPException)):
        far_scorer.post_hand(op_id, revision, 97)
    assert proxy.lost == 1
    assert [kind for _, _, kind, _ in events(server, scorer.public_id)] == ["started", "recorded"]
    proxy.lose_answers = False
    for _ in range(3):
        assert far_scorer.post_hand(op_id, revision, 97).status == 303
    check_match(server, scorer, {op_id: 97})


def test_a_network_that_loses_every_second_answer_loses_no_hand(server, scorer, far_scorer, proxy):
    acknowledged = {}
    for number in range(HANDS):
        points = list(SCORES)[number % len(SCORES)]
        op_id, revision = secrets.token_hex(16), scorer.revision()
        for proxy.lose_answers in (True, False):
            try:
                status = far_scorer.post_hand(op_id, revision, points).status
            except (OSError, HTTPException):
                status = None
        assert status == 303
        acknowledged[op_id] = points
    assert proxy.lost == HANDS
    check_file(server)
    check_match(server, scorer, acknowledged)
    check_paper_at_length(server, scorer)


def test_a_lost_start_of_a_match_is_still_one_match(server, far_scorer, proxy):
    far_scorer.start_match()
    first = far_scorer.public_id
    form = far_scorer.get("/matches/new")
    fields = {"op_id": form.hidden("op_id"), "preset": "cafe", "first_dealer": "A1"}
    proxy.lose_answers = True
    with pytest.raises((OSError, HTTPException)):
        far_scorer.post("/matches/", **fields, target="351")
    proxy.lose_answers = False
    places = {far_scorer.post("/matches/", **fields, target="351").location for _ in range(2)}
    assert len(places) == 1
    assert f"/m/{first}/" not in places


def test_the_same_request_many_times_at_once_is_one_hand(server, scorer):
    acknowledged = {}
    for _ in range(ROUNDS):
        op_id, revision = secrets.token_hex(16), scorer.revision()
        with ThreadPoolExecutor(8) as phones:
            sent = [
                phones.submit(scorer.sharing().post_hand, op_id, revision, 120) for _ in range(8)
            ]
        assert [one.result().status for one in sent] == [303] * 8
        acknowledged[op_id] = 120
        check_match(server, scorer, acknowledged)
    check_file(server)
    check_paper_at_length(server, scorer)


def test_the_same_operation_with_another_hand_changes_nothing(server, scorer):
    op_id = scorer.write(97)
    answer = scorer.post_hand(op_id, scorer.revision(), 120)
    assert answer.status == 422
    assert "This hand is saved" in answer.text
    check_match(server, scorer, {op_id: 97})


def test_two_phones_that_write_the_same_hand_are_told_apart(server, scorer):
    revision = scorer.revision()
    first, second = secrets.token_hex(16), secrets.token_hex(16)
    assert scorer.post_hand(first, revision, 97).status == 303
    answer = scorer.sharing().post_hand(second, revision, 120)
    assert answer.status == 409
    assert 'value="120"' in answer.text, "what was typed is kept"
    check_match(server, scorer, {first: 97})
