"""The match file: Import reads every file that Export writes."""

import json
from dataclasses import fields

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.rules.match_file import read_match, write_match
from scorekeeper.rules.model import RuleSet
from tests.examples import share_of
from tests.rules.match_files import MADE, SIDES, match_file, match_of
from tests.rules.naive import PRESETS
from tests.rules.strategies import hands, house_rules

EVENING = {
    "format": 1,
    "sides": SIDES,
    "rules": "gamerules",
    "target": 401,
    "first_dealer": "B2",
    "started": "2026-11-20T19:30:00+02:00",
    "place": "Λευκωσία",
    "event": "Κύπελλο",
    "round": "3",
    "table": "12",
    "numbers": {"A": "7", "B": "23"},
    "hands": [
        {"adjust": {"A": 120, "B": 85}, "reason": "carried over from paper"},
        MADE,
        {"passed_out": True},
        {"bidder": "B", "bid": 110, "trump": "spades", "kapo": "B", "pilotta": "A", "leader": "A"},
        {
            "bidder": "A",
            "bid": 90,
            "points": {"B": 65},
            "declarations": {"A": ["run3:K:t", "four"], "B": ["run4"]},
        },
    ],
    "open": {"bidder": "B", "bid": 100, "trump": "hearts", "declarations": {"B": ["nines"]}},
    "ended": {"by": "claim", "side": "A", "points": 12},
}


def test_a_whole_evening_is_read():
    match, wrong = read_match(EVENING)
    assert wrong == ()
    assert match.sides.A.players == ("Μαρία", "Γιώργος")
    assert (match.rules.target, match.rules.claim) == (401, True)
    assert (match.player_at("A1"), match.player_at("A2")) == ("Μαρία", "Γιώργος")
    assert match.player_at("B1") == ""
    assert len(match.entries) == 5


def test_export_writes_what_import_takes():
    match, _ = read_match(EVENING)
    written = write_match(match)
    assert read_match(json.loads(json.dumps(written))) == (match, ())
    same = {name: value for name, value in EVENING.items() if name != "rules"}
    assert {name: written[name] for name in same} == same


def test_export_writes_the_whole_rule_set_with_its_version():
    match = match_of(rules={"preset": "online", "six_six": "ask", "version": 4})
    rules = write_match(match)["rules"]
    assert (rules["preset"], rules["version"], rules["six_six"]) == ("online", 4, "ask")
    assert [*rules] == [field.name for field in fields(RuleSet)]
    assert write_match(match)["target"] == rules["target"] == 201


@pytest.mark.parametrize("preset", PRESETS)
def test_import_takes_a_presets_name(preset):
    assert match_of(rules=preset).rules.preset == preset


@pytest.mark.parametrize(
    "field",
    ["target", "started", "place", "event", "round", "table", "numbers", "open", "ended"],
)
def test_null_is_absent(field):
    assert read_match({**match_file(), field: None}) == read_match(match_file()) != (None, ())


def test_the_target_is_the_rule_sets_where_it_is_absent():
    assert match_of(rules="simple").rules.target == 151
    assert match_of(target=21).rules.target == 21
    assert match_of(target=5000.0).rules.target == 5000
    assert match_of(rules={"preset": "simple", "target": 99}).rules.target == 99
    assert match_of(rules={"preset": "simple", "target": 99}, target=200).rules.target == 200


@pytest.mark.parametrize("ended", [None, {"by": "hand"}])
def test_how_it_ended_comes_back(ended):
    assert write_match(match_of(ended=ended))["ended"] == ended


@settings(max_examples=share_of(150), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_matches_come_back(data):
    rules = data.draw(house_rules())
    adjust = {"adjust": {"A": -20, "B": 7}, "reason": ""}
    rows = data.draw(st.lists(hands(rules) | st.just(adjust) | st.just({"passed_out": True})))
    match, wrong = read_match(match_file(rules=rules, hands=rows))
    if wrong:
        return
    written = json.loads(json.dumps(write_match(match)))
    assert read_match(written) == (match, ())
    assert write_match(read_match(written)[0]) == written


@pytest.mark.parametrize(
    ("field", "told"),
    [
        ("sides", {**SIDES, "A": {"name": "Mar\u200dia"}}),
        ("sides", {**SIDES, "B": {"players": ["Maria", "\U000e0041Anna"]}}),
        ("place", "Par\u200calimni"),
    ],
)
def test_a_loose_joiner_is_refused_where_it_is_typed_and_read_where_it_is_kept(field, told):
    """Earlier versions took such names, and their matches fold to the same ledger."""
    file = {**EVENING, field: told}
    assert [problem[1:] for problem in read_match(file)[1]] == [("unknown", field)]
    kept, found = read_match(file, is_kept=True)
    assert not found
    assert {**write_match(kept), field: None} == {
        **write_match(read_match(EVENING)[0]),
        field: None,
    }
