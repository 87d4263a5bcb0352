"""The refusals of every action: wrong method, missing hand, incomplete request."""

import pytest

from tests.support.examples import rarely
from tests.support.table import MADE
from tests.web.routes import (
    ROWS,
    address,
    ask,
    ledgers,
    match_for,
    matches_for,
    rule,
)

pytestmark = pytest.mark.usefixtures("no_printing")

WITH_HAND = [
    ("matches.hand", "GET"),
    ("changes.correct_form", "GET"),
    ("changes.correct", "POST"),
    ("changes.void", "GET"),
    ("changes.void", "POST"),
]
WITH_OPERATION = [
    ("hands.record", "POST"),
    ("changes.correct", "POST"),
    ("changes.void", "POST"),
    *(("acts." + name, "POST") for name in ("undo", "stop", "reopen", "rematch", "claim")),
]


ONE_OF_EACH = list({key[0].partition(".")[0]: key for key in ROWS}.values())
"""A route of every blueprint."""


@pytest.mark.parametrize("keys", [ONE_OF_EACH, rarely(list(ROWS))], ids=["one of each", "all"])
def test_it_refuses_another_method(app, keep, keys):
    scorers, found = matches_for(keep, keys), {}
    before = ledgers(scorers.values())
    for key, scorer in scorers.items():
        path = address(app, key, scorer.public_id).partition("?")[0]
        known = {k[1] for k in ROWS if rule(app, k).rule == rule(app, key).rule}
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - known:
            answer = scorer.client.open(path, method=method, headers=scorer.headers)
            words = "That cannot be done here" in answer.text
            found[key, method] = (answer.status_code, words)
    assert found == dict.fromkeys(found, (405, True))
    assert ledgers(scorers.values()) == before


@pytest.mark.parametrize("path", ["/", "/static/icon.svg", "/api/v1/matches"])
def test_it_sends_nothing_back_as_it_came(app, path):
    with app.test_client().open(path, method="TRACE", headers={"X-Own": "mine"}) as answer:
        assert answer.status_code == 405
        assert "mine" not in answer.text


@pytest.mark.parametrize("key", WITH_HAND, ids=" ".join)
def test_it_does_not_find_a_hand_that_is_not_there(keep, key):
    scorer = match_for(keep, key)
    before = scorer.ledger()
    for hand_id in (0, 1, 4, 99, 10**30):
        assert ask(scorer, key, scorer, hand_id=hand_id).status == 404, hand_id
    assert scorer.ledger() == before


OWN = {
    "a browser": {"Sec_Fetch_Site": "same-origin"},
    "an address typed": {"Sec_Fetch_Site": "none"},
    "an old browser": {"Sec_Fetch_Site": None},
    "a very old browser": {"Sec_Fetch_Site": None, "Origin": None},
}


@pytest.mark.parametrize("headers", OWN.values(), ids=OWN)
def test_it_takes_what_comes_from_here(keep, headers):
    key = ("hands.record", "POST")
    scorer = match_for(keep, key)
    assert ask(scorer, key, scorer, headers=headers).status == 303


WITHOUT = [
    *({"op_id": op_id} for op_id in (None, "", "F" * 32, "f" * 33)),
    *({"revision": revision} for revision in (None, "", "-1", "x", "²")),
]


def test_it_refuses_an_act_without_operation_or_revision(keep):
    scorers = matches_for(keep, WITH_OPERATION)
    before = ledgers(scorers.values())
    found = {
        (key, *without.items()): ask(scorer, key, scorer, **without).status
        for key, scorer in scorers.items()
        for without in WITHOUT
    }
    assert found == dict.fromkeys(found, 400)
    assert ledgers(scorers.values()) == before


def test_it_takes_a_revision_of_the_next_century_for_a_stale_one(keep):
    scorer = keep(MADE)
    assert ask(scorer, ("acts.stop", "POST"), scorer, revision="9" * 30).status == 409
