"""JSON Lines in and out by a real process: `python -m scorekeeper sheet-check`."""

import json
import sys

import pytest

from tests.conversation import NOT_JSON, Conversation

PROGRAM = (sys.executable, "-m", "scorekeeper", "sheet-check")
FORGOTTEN = {"points": {"A": 97, "B": 65}, "score": {"A": 10, "B": 6}}
MADE = {**FORGOTTEN, "score": {"A": 19, "B": 6}}


@pytest.fixture(scope="module")
def ask():
    with Conversation(PROGRAM) as talk:
        yield lambda **request: talk.ask(json.dumps(request).encode())


def test_a_forgotten_stake_is_found(ask):
    marks = {"kapo": None, "doubled": 1, "trump": None, "bid": None}
    hands = [{**FORGOTTEN, **marks}, {"passed_out": True}]
    assert ask(rules="cafe", hands=hands, totals=None) == {
        "ok": True,
        "clean": False,
        "findings": [{"hand": 1, "code": "stake_left_out", "likely": True}],
    }


def test_a_clean_sheet_is_clean(ask):
    clean = {"ok": True, "clean": True, "findings": []}
    kapo = {"points": {"A": 250, "B": 0}, "score": {"A": 50, "B": 0}, "kapo": "A", "bid": "kapo"}
    assert ask(rules="cafe", hands=[MADE, {**MADE, "bid": 90}, kapo]) == clean
    totals = {"A": 19.0, "B": 6}
    assert ask(rules={"preset": "cafe", "target": 201}, hands=[MADE], totals=totals) == clean
    assert ask(rules="cafe", hands=[MADE], id=7) == {"id": 7, **clean}


def test_a_wrong_total_is_of_no_hand_and_comes_after_hands(ask):
    assert ask(rules="cafe", hands=[MADE], totals={"A": 191, "B": 6})["findings"] == [
        {"hand": None, "code": "total_wrong", "likely": True}
    ]
    stakeless = {**MADE, "score": {"A": 10, "B": 6}}
    found = ask(rules="cafe", hands=[MADE, stakeless], totals={"A": 650, "B": 12})["findings"]
    assert found[0]["hand"] == 2
    assert found[-1] == {"hand": None, "code": "total_wrong", "likely": False}


def test_points_that_do_not_add_up_are_found_whatever_the_score(ask):
    off = {**MADE, "points": {"A": 79, "B": 65}}
    assert ask(rules="cafe", hands=[off])["findings"][0] == {
        "hand": 1,
        "code": "digits_swapped",
        "likely": True,
    }


PROBLEMS = [
    ({}, [("missing", "hands", None), ("missing", "rules", None)]),
    ({"rules": "nope", "hands": [MADE]}, [("unknown", "preset", None)]),
    ({"rules": "cafe", "hands": []}, [("unknown", "hands", None)]),
    ({"rules": "cafe", "hands": [MADE] * 100}, [("unknown", "hands", None)]),
    ({"rules": "cafe", "hands": [MADE], "totals": {"A": 9}}, [("unknown", "totals", None)]),
    ({"rules": "cafe", "hands": [MADE], "Totals": 1}, [("unknown", "Totals", None)]),
    ({"rules": "cafe", "hands": [MADE, 5]}, [("unknown", "hands", 2)]),
    ({"rules": "cafe", "hands": [{}]}, [("missing", "points", 1), ("missing", "score", 1)]),
    ({"rules": "cafe", "hands": [{**MADE, "bidder": "A"}]}, [("unknown", "bidder", 1)]),
    (
        {"rules": "cafe", "hands": [{**MADE, "score": {"A": "19", "B": 6}}]},
        [("unknown", "score", 1)],
    ),
    (
        {"rules": "cafe", "hands": [{**MADE, "score": {"A": 1e9, "B": 6}}]},
        [("unknown", "score", 1)],
    ),
    ({"rules": "cafe", "hands": [{**MADE, "kapo": "C"}]}, [("unknown", "kapo", 1)]),
    (
        {"rules": "cafe", "hands": [{**MADE, "bid": 75}]},
        [("bid_range", "bid", 1), ("bid_step", "bid", 1)],
    ),
    ({"rules": "cafe", "hands": [{**MADE, "trump": "none"}]}, [("trump_not_played", "trump", 1)]),
    (
        {"rules": "kypros", "hands": [{**MADE, "doubled": 2, "bid": "kapo"}]},
        [("kapo_bid_not_played", "bid", 1), ("doubling_not_played", "doubled", 1)],
    ),
    (
        {"rules": "cafe", "hands": [{**MADE, "passed_out": True}]},
        [("unknown", "points", 1), ("unknown", "score", 1)],
    ),
    ({"rules": "cafe", "hands": [{**MADE, "passed_out": 1}]}, [("unknown", "passed_out", 1)]),
]


@pytest.mark.parametrize(("request_", "problems"), PROBLEMS)
def test_unreadable_request_is_answered_with_its_problems(ask, request_, problems):
    reply = ask(**request_)
    assert reply["ok"] is False
    assert [(one["code"], one["field"], one.get("hand")) for one in reply["problems"]] == problems


@pytest.mark.parametrize("line", [b"", b"NaN", b"[1]", b"\xff", b"[" * 10_000])
def test_a_bad_line_is_answered_and_the_rest_go_on(line):
    with Conversation(PROGRAM) as talk:
        assert talk.ask(line) == NOT_JSON
        assert talk.ask(json.dumps({"rules": "cafe", "hands": [MADE]}).encode())["clean"]
