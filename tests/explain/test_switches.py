"""Every switch and every value of it in words, with its source."""

from dataclasses import fields
from typing import Any

import pytest

from scorekeeper.explain import switch_words
from scorekeeper.explain.switch_words import (
    GROUP_TITLES,
    SOURCE_NAMES,
    SWITCH_GROUPS,
    SWITCH_WORDS,
    our_reading,
    preset_note,
    switch_source,
    switch_title,
    switch_value,
)
from scorekeeper.i18n import use_locale
from scorekeeper.rules.model import TARGETS, RuleSet
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.switches import switch_values

SWITCHES: dict[str, tuple[Any, ...]] = {**switch_values(), "target": TARGETS}
PAIRS = [(field, value) for field, values in SWITCHES.items() for value in values]


def both(words: Any, *arguments: Any) -> tuple[str, str]:
    """The words in English and in Greek."""
    with use_locale("en"):
        english = words(*arguments)
    with use_locale("el"):
        return english, words(*arguments)


@pytest.mark.parametrize("field", SWITCHES)
def test_every_switch_has_a_title(field: str) -> None:
    english, greek = both(switch_title, field)
    assert english
    assert greek
    assert greek != english


@pytest.mark.parametrize(("field", "value"), PAIRS)
def test_every_value_has_words(field: str, value: Any) -> None:
    english, greek = both(switch_value, field, value)
    assert english
    assert greek
    assert greek != english or not set(english.lower()) & set("bcdefghilmnoprstuvwxyz")


@pytest.mark.parametrize("field", [f for f, values in SWITCHES.items() if len(values) > 1])
def test_no_two_values_of_a_switch_read_alike(language: str, field: str) -> None:
    words = [switch_value(field, value) for value in SWITCHES[field]]
    assert len(set(words)) == len(words)


@pytest.mark.parametrize(("field", "value"), PAIRS)
def test_every_value_has_a_source(language: str, field: str, value: Any) -> None:
    source = switch_source(field, value)
    assert source
    assert (source == our_reading()) == (switch_words.switch_sources(field, value) == ())


def test_a_source_is_said_in_a_word_or_two() -> None:
    assert both(switch_source, "failed_declarations", "defence") == (
        "kypros.org, online game",
        "kypros.org, διαδικτυακό παιχνίδι",
    )


def test_source_that_does_not_quite_say_it_is_marked_as_our_reading() -> None:
    assert both(switch_source, "leads", "eldest") == (
        "cardrulesplus, rule card to 151, Tefteri's reading of Wikipedia, kypros.org",
        "cardrulesplus, κάρτα κανόνων ως 151, ερμηνεία του Τεφτεριού για: Βικιπαίδεια, kypros.org",
    )


def test_the_sources_are_of_values_that_exist() -> None:
    told = [(field, value) for field, one in switch_words.SWITCHES.items() for value in one.sources]
    assert set(told) <= set(PAIRS)
    assert {source for one in told for source in switch_words.switch_sources(*one)} == set(
        SOURCE_NAMES
    )


def test_the_tables_of_words_hold_no_stranger() -> None:
    assert set(SWITCH_WORDS) == set(SWITCHES)
    for field, words in SWITCH_WORDS.items():
        assert not words.values or set(words.values) == set(SWITCHES[field])


def test_the_groups_hold_every_switch_once() -> None:
    grouped = [field for group in SWITCH_GROUPS for field in group.fields]
    assert len(grouped) == len(set(grouped))
    assert {switch.group for switch in switch_words.SWITCHES.values()} == set(GROUP_TITLES)
    assert {*grouped, "preset", "version"} == {field.name for field in fields(RuleSet)}
    for group in SWITCH_GROUPS:
        english, greek = both(lambda group=group: str(group.title))
        assert english != greek


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_a_note_for_players(preset: str) -> None:
    english, greek = both(preset_note, preset)
    assert english != greek
    assert greek.endswith(".")
