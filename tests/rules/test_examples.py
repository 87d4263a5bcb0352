"""The examples of the rules pages show what they are there for, by every preset."""

from dataclasses import fields, replace
from functools import cache

import pytest

from scorekeeper.rules.checks import outcome
from scorekeeper.rules.examples import (
    EXAMPLES,
    MOMENTS,
    TABLE_EXAMPLES,
    hands_to_target,
    needed,
    playable,
    plays_a_part,
    rules_for,
)
from scorekeeper.rules.model import TARGETS, RuleSet
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.switches import switch_values

SWITCHES = {field.name for field in fields(RuleSet)} - {"preset", "version"}
AT_THE_TABLE = SWITCHES - set(EXAMPLES)
BY_EVERY_PRESET = [(field, preset) for field in EXAMPLES for preset in PRESETS]
ALIKE_IN_TENTHS = {("kapo_bonus", frozenset({88, 90}))}
"""250 and 252 are both 25."""


@cache
def outcomes(field, preset):
    """Return the results of the examples, by value of the switch."""
    return {
        value: tuple(
            outcome(example.hand, rules_for(example, PRESETS[preset], field, value))
            for example in EXAMPLES[field]
        )
        for value in switch_values()[field]
    }


def test_every_switch_has_its_example():
    assert {*TABLE_EXAMPLES, "target", "overtrump"} == AT_THE_TABLE


@pytest.mark.parametrize(("field", "preset"), BY_EVERY_PRESET)
def test_no_two_values_of_a_switch_come_to_the_same(field, preset):
    found = outcomes(field, preset)
    alike = {
        frozenset({one, other})
        for one in found
        for other in found
        if one != other and found[one] == found[other]
    }
    in_tenths = PRESETS[preset].unit == "tenths"
    assert alike == {pair for name, pair in ALIKE_IN_TENTHS if in_tenths and name == field}


@pytest.mark.parametrize(("field", "preset"), BY_EVERY_PRESET)
def test_example_is_refused_only_by_the_switch_it_shows(field, preset):
    refused = {
        "six_six": {"tie_point_needed"},
        "kapo_bid": {"kapo_bid_not_played"},
        "doubling": {"doubling_not_played"},
        "bid_step": {"bid_step"},
        "trumps": {"trump_not_played"},
    }
    found = {one for both in outcomes(field, preset).values() for one in both}
    codes = {problem.code for one in found for problem in one.problems}
    assert codes == refused.get(field, set())


@pytest.mark.parametrize("field", EXAMPLES)
def test_an_example_needs_no_more_than_it_must(field):
    """Without its needed values its results would be equal, by some preset."""
    for example in EXAMPLES[field]:
        for name in example.needs:
            without = example._replace(needs={k: v for k, v in example.needs.items() if k != name})
            assert any(
                len(
                    {
                        outcome(without.hand, rules_for(without, rules, field, value))
                        for value in switch_values()[field]
                    }
                )
                < len(
                    {
                        outcome(example.hand, rules_for(example, rules, field, value))
                        for value in switch_values()[field]
                    }
                )
                for rules in PRESETS.values()
            ), name


def test_an_example_turns_only_what_the_rules_have_otherwise():
    [example] = EXAMPLES["kapo_when_doubled"]
    assert needed(example, PRESETS["cafe"]) == {}
    assert needed(example, PRESETS["cardrules"]) == {"doubling": "stake"}
    assert needed(example, PRESETS["simple"]) == {"doubling": "stake", "kapo_bonus": 88}


@pytest.mark.parametrize("field", TABLE_EXAMPLES)
def test_each_value_of_a_switch_has_a_different_table_example(field):
    answers = [
        TABLE_EXAMPLES[field](replace(PRESETS["cafe"], **{field: value}))
        for value in switch_values()[field]
    ]
    assert len(set(answers)) == len(answers)


def test_the_neighbours_sit_where_the_play_goes():
    clockwise = PRESETS["simple"]
    assert TABLE_EXAMPLES["plays"](clockwise) == TABLE_EXAMPLES["deal_passes"](clockwise) == "left"
    assert TABLE_EXAMPLES["deal_passes"](replace(clockwise, deal_passes="right")) == "right"
    assert TABLE_EXAMPLES["deal_passes"](PRESETS["wikipedia"]) == "left"


def test_playable_cards_differ_by_the_overtrump_switch():
    found = {
        value: [
            [card.code for card in playable(moment, replace(PRESETS["cafe"], overtrump=value))]
            for moment in MOMENTS
        ]
        for value in switch_values()["overtrump"]
    }
    assert found == {
        "always": [["Jh"], ["Jh"]],
        "ruffing": [["Jh", "7h"], ["Jh"]],
        "no": [["Jh", "7h"], ["Jh", "7h"]],
    }


def test_a_higher_target_takes_more_hands():
    counts = [hands_to_target(replace(PRESETS["cafe"], target=target)) for target in TARGETS]
    assert counts == [8, 11, 14, 16, 19, 22]
    assert hands_to_target(PRESETS["simple"]) == 2


@pytest.mark.parametrize("field", EXAMPLES)
def test_switch_plays_a_part_exactly_where_its_values_part_an_example(field: str) -> None:
    values = switch_values().get(field, TARGETS)
    for rules in PRESETS.values():
        results = [
            {repr(outcome(one.hand, replace(rules, **{field: value}))) for value in values}
            for one in EXAMPLES[field]
        ]
        assert plays_a_part(field, rules) == any(len(found) > 1 for found in results), rules.preset
