"""Rule sets in JSON: a preset's name, or an object with fields replaced."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.rules.codec import answer, read_rules, write_rules
from tests.examples import share_of
from tests.rules.naive import CHOICES, PRESETS
from tests.rules.strategies import house_rules

INFINITE = json.loads("1e999")


@pytest.mark.parametrize("switch", CHOICES)
def test_a_switch_takes_its_values_and_no_others(switch):
    for value in CHOICES[switch]:
        rules, wrong = read_rules({"preset": "cafe", switch: value})
        assert (getattr(rules, switch), wrong) == (value, ())
    for value in ("", "cafe", 7, 1.5, -1, 10**6, [], {}, INFINITE, "10", "true"):
        _, wrong = read_rules({"preset": "cafe", switch: value})
        assert wrong == (("unknown", switch),), value


@pytest.mark.parametrize("switch", [s for s, v in CHOICES.items() if type(v[0]) is bool])
def test_one_and_zero_are_not_true_and_false(switch):
    for value in (0, 1):
        assert read_rules({"preset": "cafe", switch: value})[1] == (("unknown", switch),)


@pytest.mark.parametrize("switch", [s for s, v in CHOICES.items() if type(v[0]) is int])
def test_true_and_false_are_not_one_and_zero(switch):
    for value in (True, False):
        assert read_rules({"preset": "cafe", switch: value})[1] == (("unknown", switch),)
    assert read_rules({"preset": "cafe", switch: float(CHOICES[switch][-1])})[1] == ()


@pytest.mark.parametrize("version", [0, -1, 1.5, "1", True, []])
def test_a_version_is_a_positive_number(version):
    assert read_rules({"preset": "cafe", "version": version})[1] == (("unknown", "version"),)


@pytest.mark.parametrize(
    ("rules", "problem"),
    [
        ("Cafe", ("unknown", "preset")),
        ("", ("unknown", "preset")),
        ({}, ("missing", "preset")),
        ({"preset": None}, ("missing", "preset")),
        ({"preset": 1}, ("unknown", "preset")),
        ({"preset": ["cafe"]}, ("unknown", "preset")),
        (7, ("unknown", "rules")),
        (["cafe"], ("unknown", "rules")),
    ],
)
def test_rules_are_a_name_or_an_object_with_a_preset(rules, problem):
    assert read_rules(rules)[1] == (problem,)


@pytest.mark.parametrize("field", ["unit", "bid_step", "claim", "target", "version"])
def test_null_replaces_nothing(field):
    assert read_rules({"preset": "online", field: None}) == read_rules("online")


def test_an_unknown_switch_is_a_problem_whatever_its_value():
    assert read_rules({"preset": "cafe", "jokers": None})[1] == (("unknown", "jokers"),)


def test_wrong_rules_are_answered_for_themselves():
    reply = answer({"rules": {"preset": "nope", "jokers": 1, "bid_step": 3}, "hand": {"bid": 1}})
    told = [(one["code"], one["field"]) for one in reply["problems"]]
    assert told == [("unknown", "bid_step"), ("unknown", "jokers"), ("unknown", "preset")]


@settings(max_examples=share_of(200), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(house_rules(), st.integers(1, 10**9))
def test_rule_sets_come_back(rules, version):
    rule_set, wrong = read_rules({**rules, "version": version})
    assert wrong == ()
    written = json.loads(json.dumps(write_rules(rule_set)))
    assert read_rules(written) == (rule_set, ())
    assert written == {**PRESETS[rules["preset"]], **rules, "version": version}
