"""The examples of the rules pages in words, and what the table does besides."""

import pytest

from scorekeeper.explain.example_words import (
    ANSWERS_OF_EXAMPLES,
    QUESTIONS_OF_EXAMPLES,
    after_hands,
    needed_switch_texts,
    played,
    reason_words,
    score_words,
)
from scorekeeper.explain.switch_words import our_reading
from scorekeeper.explain.table_procedure import table_procedure
from scorekeeper.i18n import gettext, use_locale
from scorekeeper.rules.checks import outcome
from scorekeeper.rules.examples import EXAMPLES, TABLE_EXAMPLES, rules_for
from scorekeeper.rules.model import RuleSet
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.switches import switch_values

CAFE = PRESETS["cafe"]
TOLD = {
    "kapo_bid": "We bid kapo ♠ and make kapo.",
    "reversed_extras": "We bid 9 ♣ and they make kapo. The pilotta is ours.",
    "doubling": "We bid 9 ♥ ×2 and take 97.",
    "declaration_tie": (
        "We bid 9 ♥ and take 97. We declare: run of 3 to the king. "
        "They declare: run of 3 to the king. We led to the first trick."
    ),
    "pilotta_failed_penalty": (
        "We bid 9 ♥ and take 97. We announce pilotta and do not play its second card."
    ),
}


@pytest.mark.parametrize(("field", "text"), TOLD.items(), ids=TOLD)
def test_it_says_what_is_played(field: str, text: str) -> None:
    [example] = EXAMPLES[field]
    with use_locale("en"):
        assert played(example.hand, CAFE) == text


def test_no_two_examples_of_a_switch_read_alike(language: str) -> None:
    for examples in EXAMPLES.values():
        texts = [played(example.hand, CAFE) for example in examples]
        assert len(set(texts)) == len(texts)


def test_it_says_why_it_comes_to_that() -> None:
    [example] = EXAMPLES["kapo_bid"]
    with use_locale("en"):
        told = {}
        for value in switch_values()["kapo_bid"]:
            rules = rules_for(example, CAFE, "kapo_bid", value)
            found = outcome(example.hand, rules)
            told[value] = (score_words(found), reason_words(example.hand, found, rules))
    assert told == {
        True: ("50 – 0", "Made: kapo · kapo 25 + stake 25"),
        False: ("–", "These rules have no kapo bid: give the bid as a number."),
    }


def test_it_says_what_else_an_example_needs() -> None:
    [example] = EXAMPLES["six_six"]
    with use_locale("en"):
        assert needed_switch_texts(example, CAFE) == []
        assert needed_switch_texts(example, PRESETS["simple"]) == [
            "The score is kept: in tenths (16 a hand)"
        ]


def test_every_moment_at_the_table_is_asked_and_answered() -> None:
    assert set(QUESTIONS_OF_EXAMPLES) == {*TABLE_EXAMPLES, "target", "overtrump"}
    answers = {answer(rules) for answer in TABLE_EXAMPLES.values() for rules in PRESETS.values()}
    assert answers <= set(ANSWERS_OF_EXAMPLES)


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [("en", "after 1 hand", "after 19 hands"), ("el", "σε 1 χέρι", "σε 19 χέρια")],
)
def test_one_hand_is_one_hand(language: str, one: str, many: str) -> None:
    with use_locale(language):
        assert (after_hands(1), after_hands(19)) == (one, many)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_each_table_custom_has_a_text_and_only_one_is_our_reading(
    language: str, rules: RuleSet
) -> None:
    told = table_procedure(rules)
    assert len(told) == (8 if rules.doubling != "off" else 7)
    for custom in told:
        assert custom.what
        assert custom.text.endswith(".")
    what = gettext("Declarations in a hand")
    assert [custom.what for custom in told if custom.source == our_reading()] == [what]


def test_a_preset_tells_first_what_its_own_source_says() -> None:
    with use_locale("en"):
        told = {
            preset: {one.what: one.source for one in table_procedure(rules)}
            for preset, rules in PRESETS.items()
        }
    assert told["cardrules"]["Declarations are named"] == "cardrulesplus"
    assert told["simple"]["Pilotta"] == "rule card to 151"
    assert told["cafe"]["Pilotta"] == "Wikipedia"
