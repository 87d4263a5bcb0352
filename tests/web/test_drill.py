"""What every action refuses alike: wrong method, missing match, forged or incomplete request."""

import sqlite3
from contextlib import closing

import pytest

from scorekeeper.config import settings_of
from tests.table import MADE
from tests.web.routes import ROWS, address, ask, ask_at, forms, match_for, of_a_match, rule, unsafe

pytestmark = pytest.mark.usefixtures("no_printing")

OF_A_MATCH = pytest.mark.parametrize("key", of_a_match(), ids=" ".join)
UNSAFE = pytest.mark.parametrize("key", unsafe(), ids=" ".join)
FORM = pytest.mark.parametrize("key", forms(), ids=" ".join)
WITH_HAND = [
    ("matches.hand", "GET"),
    ("corrections.correct_form", "GET"),
    ("corrections.correct", "POST"),
    ("corrections.void", "GET"),
    ("corrections.void", "POST"),
]
WITH_OPERATION = [
    ("hands.record", "POST"),
    ("corrections.correct", "POST"),
    ("corrections.void", "POST"),
    *(("acts." + name, "POST") for name in ("undo", "stop", "reopen", "rematch", "claim")),
]


@pytest.mark.parametrize("key", ROWS, ids=" ".join)
def test_it_refuses_another_method(app, keep, key):
    scorer = match_for(keep, key)
    before, path = scorer.ledger(), address(app, key, scorer.public_id).partition("?")[0]
    known = {k[1] for k in ROWS if rule(app, k).rule == rule(app, key).rule}
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - known:
        answer = scorer.client.open(path, method=method, headers=scorer.headers)
        assert answer.status_code == 405, method
        assert "That cannot be done here" in answer.text
    assert scorer.ledger() == before


@pytest.mark.parametrize("key", [key for key in ROWS if key[1] == "GET"], ids=" ".join)
def test_looking_writes_nothing(app, keep, key):
    scorer = match_for(keep, key)
    before = rows_in(app)
    ask(scorer, key, scorer)
    assert rows_in(app) == before


def rows_in(app):
    """How many rows each table has."""
    with closing(sqlite3.connect(settings_of(app).database_file)) as database:
        names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        counts = {name: f'SELECT count(*) FROM "{name}"' for (name,) in names.fetchall()}
        return {name: database.execute(count).fetchone() for name, count in counts.items()}


@pytest.mark.parametrize("path", ["/", "/static/icon.svg", "/api/v1/matches"])
def test_it_sends_nothing_back_as_it_came(app, path):
    with app.test_client().open(path, method="TRACE", headers={"X-Own": "mine"}) as answer:
        assert answer.status_code == 405
        assert "mine" not in answer.text


@OF_A_MATCH
def test_it_does_not_find_a_match_that_is_not_there(app, keep, key):
    scorer = match_for(keep, key)
    answer = ask_at(scorer, key, address(app, key, "nowhere"), 3)
    assert answer.status == 404
    assert "There is nothing here" in answer.words()


@pytest.mark.parametrize("key", WITH_HAND, ids=" ".join)
def test_it_does_not_find_a_hand_that_is_not_there(keep, key):
    scorer = match_for(keep, key)
    before = scorer.ledger()
    for hand_id in (0, 1, 4, 99, 10**30):
        assert ask(scorer, key, scorer, hand_id=hand_id).status == 404, hand_id
    assert scorer.ledger() == before


@FORM
def test_it_refuses_a_form_without_its_token(keep, key):
    scorer = match_for(keep, key)
    before = scorer.ledger()
    for token in (None, "", "made up"):
        assert ask(scorer, key, scorer, csrf_token=token).status == refused_token(key)
    assert scorer.ledger() == before


def refused_token(key):
    """A hand's form comes back with what was typed (tests/web/test_save_again.py)."""
    return 409 if key == ("hands.record", "POST") else 400


@FORM
def test_it_refuses_a_token_of_another_phone(keep, stranger, key):
    scorer = match_for(keep, key)
    before = scorer.ledger()
    assert ask(scorer, key, scorer, csrf_token=stranger.token()).status == refused_token(key)
    assert scorer.ledger() == before


FOREIGN = {
    "another site": {"Sec_Fetch_Site": "cross-site"},
    "another host of the same site": {"Sec_Fetch_Site": "same-site"},
    "an old browser on another site": {"Sec_Fetch_Site": None, "Origin": "http://evil.example"},
    "another port": {"Sec_Fetch_Site": None, "Origin": "http://localhost:81"},
    "another scheme": {"Sec_Fetch_Site": None, "Origin": "https://localhost"},
    "a hidden origin": {"Sec_Fetch_Site": None, "Origin": "null"},
}


@UNSAFE
def test_it_refuses_what_comes_from_elsewhere(keep, key):
    scorer = match_for(keep, key)
    before = scorer.ledger()
    for who, headers in FOREIGN.items():
        assert ask(scorer, key, scorer, headers=headers).status == 403, who
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


@pytest.mark.parametrize("key", WITH_OPERATION, ids=" ".join)
def test_it_refuses_an_act_without_operation_or_revision(keep, key):
    scorer = match_for(keep, key)
    before = scorer.ledger()
    for without in WITHOUT:
        assert ask(scorer, key, scorer, **without).status == 400, without
    assert scorer.ledger() == before


def test_it_takes_a_revision_of_the_next_century_for_a_stale_one(keep):
    scorer = keep(MADE)
    assert ask(scorer, ("acts.stop", "POST"), scorer, revision="9" * 30).status == 409
