"""The page of a switch: its values, their sources, the presets that play them, examples."""

from collections.abc import Callable
from typing import NamedTuple

from scorekeeper.explain import example_words, labels, switch_words
from scorekeeper.explain.labels import cards_text
from scorekeeper.rules.checks import outcome
from scorekeeper.rules.examples import (
    EXAMPLES,
    MOMENTS,
    TABLE_EXAMPLES,
    Example,
    Moment,
    hands_to_target,
    playable,
    plays_a_part,
    rules_for,
)
from scorekeeper.rules.model import TARGETS, RuleSet
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.switches import SwitchValue, switch_values, turn_switches
from scorekeeper.web.settle.topic import switch_code


class ShownValue(NamedTuple):
    """A value of a switch."""

    value: SwitchValue
    written: str
    """The value as an address has it."""
    words: str
    source: str
    presets: str
    """The names of those that play so."""
    is_here: bool
    """Do the rules of the page have it?"""


class ToldResult(NamedTuple):
    """The result of an example by one value."""

    value: ShownValue
    score: str
    reason: str = ""


class ToldExample(NamedTuple):
    """An example in words, with its result by each wanted value."""

    text: str
    needs: list[str]
    results: list[ToldResult]


class SwitchPage(NamedTuple):
    """A switch by some rules."""

    field: str
    title: str
    here: ShownValue
    values: list[ShownValue]
    examples: list[ToldExample]


Playing = Callable[[Example, SwitchValue], RuleSet | None]
"""The rules that show an example at a value, where they are others than the page's."""


def _as_here(_example: Example, _value: SwitchValue) -> None:
    return None


def switch_page_of(
    field: str, rules: RuleSet, values: tuple[SwitchValue, ...] = (), by: Playing = _as_here
) -> SwitchPage:
    """The switch, with these values of it or with all."""
    values_told = [_tell_value(field, value, rules) for value in values or _values_of(field, rules)]
    return SwitchPage(
        field,
        switch_words.switch_title(field),
        _tell_value(field, getattr(rules, field), rules),
        values_told,
        _examples(field, rules, values_told, by),
    )


def _tell_value(field: str, value: SwitchValue, rules: RuleSet) -> ShownValue:
    """The value of that switch."""
    return ShownValue(
        value,
        switch_code(value),
        switch_words.switch_value(field, value),
        switch_words.switch_source(field, value),
        ", ".join(
            labels.preset_name(name)
            for name, preset in PRESETS.items()
            if getattr(preset, field) == value and plays_a_part(field, preset)
        ),
        value == getattr(rules, field),
    )


def _values_of(field: str, rules: RuleSet) -> tuple[SwitchValue, ...]:
    if field == "target":
        return tuple(sorted({*TARGETS, rules.target}))
    return switch_values()[field]


def _examples(
    field: str, rules: RuleSet, values: list[ShownValue], by: Playing
) -> list[ToldExample]:
    if field in EXAMPLES:
        return [_tell_example(example, field, rules, values, by) for example in EXAMPLES[field]]
    rules_by_value = {value: turn_switches(rules, {field: value.value}) for value in values}
    if field == "overtrump":
        return [_tell_moment(moment, rules_by_value) for moment in MOMENTS]
    results = [ToldResult(value, _answer(field, by)) for value, by in rules_by_value.items()]
    return [ToldExample(example_words.QUESTIONS_OF_EXAMPLES.say(field), [], results)]


def _tell_example(
    example: Example, field: str, rules: RuleSet, values: list[ShownValue], by: Playing
) -> ToldExample:
    """The example by the rules, with the one switch at each of the values."""
    results = []
    for value in values:
        rules_of_example = rules_for(example, by(example, value.value) or rules, field, value.value)
        found = outcome(example.hand, rules_of_example)
        results.append(
            ToldResult(
                value,
                example_words.score_words(found),
                example_words.reason_words(example.hand, found, rules_of_example),
            )
        )
    return ToldExample(
        example_words.played(example.hand, rules),
        example_words.needed_switch_texts(example, rules),
        results,
    )


def _tell_moment(moment: Moment, rules_by_value: dict[ShownValue, RuleSet]) -> ToldExample:
    results = [
        ToldResult(value, cards_text(playable(moment, by))) for value, by in rules_by_value.items()
    ]
    return ToldExample(example_words.moment(moment), [], results)


def _answer(field: str, rules: RuleSet) -> str:
    if field == "target":
        return example_words.after_hands(hands_to_target(rules))
    return example_words.ANSWERS_OF_EXAMPLES.say(TABLE_EXAMPLES[field](rules))
