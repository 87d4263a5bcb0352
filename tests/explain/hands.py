"""Hands for the tests of words, as JSON and drawn at random, and Python's sentences on them."""

from typing import Any

from hypothesis import strategies as st

from scorekeeper.explain import labels
from scorekeeper.explain.problems import problem_text
from scorekeeper.explain.ruling import explain, headline, in_rows, reasons_without_score, summary
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


def told(asked: dict[str, Any]) -> dict[str, Any]:
    """All that Python says of a hand, as the phone gives it."""
    rules, _ = read_rules(asked["rules"])
    hand, problems = read_hand(asked["hand"], rules)
    contract = labels.contract_words(hand, rules)
    wrong = [problem_text(problem, hand, rules) for problem in problems]
    if problems:
        return {"contract": contract, "wrong": wrong}
    given = hand, score_hand(hand, rules), rules, BySide(**asked["names"])
    explained = explain(*given)
    return {
        "contract": contract,
        "wrong": wrong,
        "headline": headline(*given),
        "summary": summary(*given),
        "explained": [
            {**line._asdict(), "title": title, "reason": reason}
            for line, title, reason in explained
        ],
        "rows": [{**row._asdict(), "points": row.points._asdict()} for row in in_rows(explained)],
        "unscored": list(reasons_without_score(*given)),
    }
