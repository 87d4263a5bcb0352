"""The presets against their table in docs/rules.md, typed out a second time."""

import ast
import inspect
from dataclasses import FrozenInstanceError, fields, replace

import pytest

from scorekeeper.rules import switches
from scorekeeper.rules.codec import write_rules
from scorekeeper.rules.model import TARGETS, RuleSet
from scorekeeper.rules.presets import PRESETS, find_preset, is_house_rules
from scorekeeper.rules.switches import switch_values
from tests.rules import naive


def test_every_preset_has_its_second_reading():
    assert set(PRESETS) == set(naive.PRESETS)
    assert len(PRESETS) >= 9


@pytest.mark.parametrize("name", naive.PRESETS)
def test_a_preset_is_what_the_table_says(name):
    expected = {"preset": name, "version": 1, **naive.PRESETS[name]}
    assert write_rules(find_preset(name)) == expected


@pytest.mark.parametrize("name", ["", "Cafe", "café", "house", "cafe "])
def test_no_other_name_is_one(name):
    assert find_preset(name) is None


def test_the_café_is_the_base():
    assert find_preset("cafe") == RuleSet()


def test_every_switch_has_the_values_of_the_table():
    told = {field: list(values) for field, values in switch_values().items()}
    assert told == {f: v for f, v in naive.CHOICES.items() if f != "target"}


def test_the_targets_that_are_offered():
    assert TARGETS == (151, 201, 251, 301, 351, 401)


def test_every_field_of_a_rule_set_is_explained():
    """A string under each field: its choice, in the words of the table."""
    body = ast.parse(inspect.getsource(switches)).body
    rule_set = next(n for n in body if isinstance(n, ast.ClassDef) and n.name == "RuleSet")
    explained = [
        field.target.id
        for field, text in zip(rule_set.body, rule_set.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and str(text.value.value).endswith((".", "?"))
    ]
    assert explained == [field.name for field in fields(RuleSet)]


def test_a_rule_set_never_changes():
    with pytest.raises(FrozenInstanceError):
        find_preset("cafe").target = 151


def test_two_presets_differ_in_more_than_their_name():
    values = [tuple(sorted(map(str, preset.items()))) for preset in naive.PRESETS.values()]
    assert len(set(values)) == len(values)


@pytest.mark.parametrize("name", naive.PRESETS)
def test_house_rules_are_a_preset_with_fields_replaced(name):
    preset = find_preset(name)
    assert not is_house_rules(preset)
    assert not is_house_rules(replace(preset, target=999, version=2))
    assert is_house_rules(replace(preset, claim=not preset.claim))
