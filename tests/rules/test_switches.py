"""The rows of the switches against the fields of a rule set, and against what they name."""

from dataclasses import fields

from scorekeeper.rules.codec import read_fields
from scorekeeper.rules.model import RULES, RuleSet
from scorekeeper.rules.switches import SWITCHES, switch_values

EXAMPLES = [(name, one) for name, row in SWITCHES.items() for one in row.examples]


def test_every_field_has_its_row():
    assert list(SWITCHES) == [
        field.name for field in fields(RuleSet) if field.name not in ("preset", "version")
    ]


def test_a_default_is_one_of_the_values():
    defaults = {field.name: field.default for field in fields(RuleSet)}
    for name, values in switch_values().items():
        assert any(defaults[name] is value for value in values), name


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
