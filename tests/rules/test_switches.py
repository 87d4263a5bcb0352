"""The rows of the switches against the fields of a rule set, and against what they name."""

from dataclasses import fields

from scorekeeper.rules.codec import read_fields
from scorekeeper.rules.model import RULES, RuleSet
from scorekeeper.rules.switches import (
    SWITCHES,
    differing_switches,
    switch_values,
    turn_switches,
)

EXAMPLES = [(name, one) for name, row in SWITCHES.items() for one in row.examples]


def test_every_field_has_its_row():
    assert list(SWITCHES) == [
        field.name for field in fields(RuleSet) if field.name not in ("preset", "version")
    ]


def test_a_default_is_one_of_the_values():
    defaults = {field.name: field.default for field in fields(RuleSet)}
    for name, values in switch_values().items():
        assert (type(defaults[name]), defaults[name]) in [(type(one), one) for one in values], name


def test_an_example_can_be_read():
    for name, example in EXAMPLES:
        assert read_fields({"bidder": "A", **example.hand})[1] == frozenset(), name


def test_an_example_needs_values_that_exist():
    for name, example in EXAMPLES:
        for needed, values in example.needs.items():
            assert set(values) < set(switch_values()[needed]), name


def test_a_switch_decides_lines_that_exist():
    decided = {part for row in SWITCHES.values() for part in row.decides}
    assert decided <= {*RULES, "contract"}


def test_switches_that_are_turned_are_those_that_differ():
    turned = turn_switches(RuleSet(), {"six_six": "bidder", "kapo_bonus": 90, "target": 201})
    assert (turned.six_six, turned.kapo_bonus, turned.target) == ("bidder", 90, 201)
    # The target is no switch.
    assert differing_switches(RuleSet(), turned) == ["six_six", "kapo_bonus"]
    assert differing_switches(turned, turned) == []
