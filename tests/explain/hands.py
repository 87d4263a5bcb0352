"""Hands for the tests of words: written as JSON, and drawn at random."""

from typing import Any

from hypothesis import strategies as st

from scorekeeper.i18n import LANGUAGES, gettext, use_locale
from scorekeeper.rules.codec import read_hand, read_rules
from scorekeeper.rules.model import BySide, Hand, HandScore, RuleSet
from scorekeeper.rules.scoring import score_hand
from tests.rules.strategies import tables


def names_in(language: str) -> BySide[str]:
    """The sides without names."""
    with use_locale(language):
        return BySide(gettext("Us"), gettext("Them"))


NAMES = {language: names_in(language) for language in LANGUAGES}

Scored = tuple[Hand, HandScore, RuleSet]


def scored(rules: Any, hand: dict[str, Any]) -> Scored:
    """The hand, its score and the rules: a preset's name, or JSON with replaced fields."""
    rule_set, wrong = read_rules(rules)
    read, found = read_hand(hand, rule_set)
    assert not wrong
    assert not found
    return read, score_hand(read, rule_set), rule_set


def _score_if_sound(table: tuple[Any, Any]) -> Scored | None:
    rules, _ = read_rules(table[0])
    hand, found = read_hand(table[1], rules)
    return None if found else (hand, score_hand(hand, rules), rules)


def scored_hands() -> st.SearchStrategy[Scored]:
    """Hands under presets and house rules that have a score."""
    return tables().map(_score_if_sound).filter(lambda scored: scored is not None)
