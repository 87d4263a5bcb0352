"""The live result: the contract's outcome, and the parts of the score."""

from typing import Any

import pytest
from hypothesis import given

from scorekeeper.explain.ruling import headline, summary
from scorekeeper.i18n import LANGUAGES, use_locale
from scorekeeper.rules.model import BySide
from tests.explain.hands import NAMES, Scored, scored, scored_hands

MADE = {"bidder": "A", "bid": 80, "points": {"A": 100}}
RUN4 = {"declarations": {"A": ["run4"]}}
# (rules, hand, headline in Greek and English, summary in Greek and English)
LIVE: list[tuple[Any, dict[str, Any], str, str, str, str]] = [
    (
        "cafe",
        {"bidder": "A", "bid": 90, "points": {"A": 97}},
        "Βγήκε: 97, ήθελε 90",
        "Made: 97, needed 90",
        "9 + 1 (πόντος που λείπει) + στοίχημα 9",
        "9 + 1 (missing point) + stake 9",
    ),
    (
        "cafe",
        {"bidder": "A", "bid": 80, "points": {"A": 101}},
        "Βγήκε: 101, ήθελε 80",
        "Made: 101, needed 80",
        "10 + στοίχημα 8",
        "10 + stake 8",
    ),
    (
        "cafe",
        {"bidder": "A", "bid": 80, "points": {"A": 84}},
        "Βγήκε: 84, ήθελε 80",
        "Made: 84, needed 80",
        "8 + στοίχημα 8 · Αυτοί: 7 + 1 (πόντος που λείπει)",
        "8 + stake 8 · Them: 7 + 1 (missing point)",
    ),
    (
        "cafe",
        {"bidder": "A", "bid": 90, "points": {"A": 89}},
        "Μέσα: 89, ήθελε 90",
        "Failed: 89, needed 90",
        "όλα 16 + στοίχημα 9",
        "all 16 + stake 9",
    ),
    (
        "cafe",
        {"bidder": "B", "bid": 110, "points": {"B": 92}, "pilotta": "B"},
        "Βγήκε: 92 + 20, ήθελε 110",
        "Made: 92 + 20, needed 110",
        "9 + στοίχημα 11 + πιλόττα 2",
        "9 + stake 11 + pilotta 2",
    ),
    (
        "cafe",
        {"bidder": "A", "bid": 80, "doubled": 4, "points": {"A": 97}},
        "Βγήκε ×4: 97, ήθελε 80",
        "Made ×4: 97, needed 80",
        "όλα 16 + στοίχημα 32",
        "all 16 + stake 32",
    ),
    (
        "cafe",
        {"bidder": "A", "bid": 90, "kapo": "A"},
        "Βγήκε: καπό 250, ήθελε 90",
        "Made: kapo 250, needed 90",
        "καπό 25 + στοίχημα 9",
        "kapo 25 + stake 9",
    ),
    (
        "cafe",
        {"bidder": "A", "bid": 90, "kapo": "B"},
        "Μέσα: ανάποδο",
        "Failed: kapo by the defence",
        "καπό 25 + στοίχημα 9",
        "kapo 25 + stake 9",
    ),
    (
        "cafe",
        {"bidder": "A", "bid": "kapo", "kapo": "A"},
        "Βγήκε: καπό",
        "Made: kapo",
        "καπό 25 + στοίχημα 25",
        "kapo 25 + stake 25",
    ),
    (
        "cafe",
        {"bidder": "A", "bid": "kapo", "points": {"A": 152}},
        "Μέσα: δεν έγινε καπό",
        "Failed: no kapo",
        "όλα 16 + στοίχημα 25",
        "all 16 + stake 25",
    ),
    (
        "openclose",
        {"bidder": "A", "bid": 120, "points": {"A": 60}, "pilotta": "A", **RUN4},
        "Βγήκε: 60 + 70, ήθελε 120",
        "Made: 60 + 70, needed 120",
        "6 + στοίχημα 12 + δηλώσεις 5 + πιλόττα 2",
        "6 + stake 12 + declarations 5 + pilotta 2",
    ),
    (
        "openclose",
        {"bidder": "A", "bid": 140, "points": {"A": 60}, "pilotta": "A", **RUN4},
        "Μέσα: 60 + 70, ήθελε 140",
        "Failed: 60 + 70, needed 140",
        "όλα 16 + στοίχημα 14 · Εμείς: δηλώσεις 5 + πιλόττα 2",
        "all 16 + stake 14 · Us: declarations 5 + pilotta 2",
    ),
    (
        "cardrules",
        {"bidder": "A", "bid": 90, "points": {"A": 97}},
        "Βγήκε: 97, ήθελε 90",
        "Made: 97, needed 90",
        "χαρτιά 97",
        "cards 97",
    ),
    (
        "cardrules",
        {"bidder": "A", "bid": 100, "trump": "none", "doubled": 2, "points": {"A": 112}},
        "Βγήκε ×2: 112, ήθελε 100",
        "Made ×2: 112, needed 100",
        "χαρτιά 112 + μπόνους 50 · όλα ×2",
        "cards 112 + bonus 50 · all ×2",
    ),
    (
        "cardrules",
        {"bidder": "A", "bid": 90, "points": {"A": 100}, "pilotta_failed": "B"},
        "Βγήκε: 100, ήθελε 90",
        "Made: 100, needed 90",
        "χαρτιά 100 · Αυτοί: χαρτιά 62, πιλόττα −20",
        "cards 100 · Them: cards 62, pilotta −20",
    ),
    (
        "cafe",
        {"passed_out": True},
        "Πάσο όλοι",
        "Passed out",
        "δεν γράφεται τίποτα",
        "nothing is scored",
    ),
]


@pytest.mark.parametrize(("rules", "hand", "el_head", "en_head", "el", "en"), LIVE)
def test_the_live_result_says_it_in_two_lines(
    rules: Any, hand: dict[str, Any], el_head: str, en_head: str, el: str, en: str
) -> None:
    read, score, rule_set = scored(rules, hand)
    for language, head, line in (("el", el_head, el), ("en", en_head, en)):
        with use_locale(language):
            assert headline(read, score, rule_set, NAMES[language]) == head
            assert summary(read, score, rule_set, NAMES[language]) == line


def test_a_long_name_is_cut_in_a_summary() -> None:
    names = BySide("Εμείς", "Οι Αετοί του Πλατάνου")
    with use_locale("el"):
        text = summary(*scored("cafe", MADE | {"pilotta": "B"}), names)
    assert text == "10 + στοίχημα 8 · Οι Αετοί…: 6 + πιλόττα 2"


@pytest.mark.slow
@given(scored_hands())
def test_a_summary_is_two_lines_at_the_most(case: Scored) -> None:
    hand, score, rules = case
    for language in LANGUAGES:
        with use_locale(language):
            assert 0 < len(summary(hand, score, rules, NAMES[language])) <= 72
            assert 0 < len(headline(hand, score, rules, NAMES[language])) <= 40
