"""Greek as a café speaks it: number, gender and case with every value that can stand in it."""

import re
from pathlib import Path
from typing import Any, Literal

import pytest

from scorekeeper.explain import auction_rulings
from scorekeeper.explain.counting_rulings import tricks_lack
from scorekeeper.explain.other_rules_ruling import compare_rules
from scorekeeper.explain.play_rulings import play_ruling
from scorekeeper.explain.switch_words import SWITCH_WORDS
from scorekeeper.i18n import use_locale
from scorekeeper.i18n.language import Sentences
from scorekeeper.rules.cards import Card, read_card
from scorekeeper.rules.model import RuleSet
from scorekeeper.rules.play import Pile, count
from tests.explain.greek import MARK, Sentence, other_words, sentences, wrong_in
from tests.explain.hands import NAMES, scored

EVERY = tuple(sentences())
MANUAL = (Path(__file__).parents[2] / "docs" / "manual.md").read_text(encoding="utf-8")


def test_every_sentence_agrees_with_every_value_that_can_stand_in_it() -> None:
    faults = [
        f"{told.replace(MARK, '')}  ← {fault}"
        for sentence in EVERY
        for told in sentence.told()
        for fault in wrong_in(told)
    ]
    assert faults == [], "\n".join(faults)


@pytest.mark.parametrize(
    ("greek", "fault"),
    [
        ("Έτσι λένε οι %(num)s από τους 9 κανόνες.", "«οι 1»"),
        ("%(num)s πόντοι", "«1 πόντοι»"),
        ("Παίχτηκαν %(count)s χέρια.", "«1 χέρια»"),
        ("και περισσεύουν %(spare)s.", "«περισσεύουν 1»"),
        ("μένει %(count)s", "«μένει 2»"),
        ("%(num)s πόντος", "«2 πόντος»"),
        ("μένουν %(minutes)s λεπτά", "«μένουν 1»"),
        ("%(side)s, πήρε την μπάζα", "«πήρε» beside a name"),
        ("μοιράζουν %(side)s", "«μοιράζουν» beside a name"),
        ("%(who)s κέρδισε", "«κέρδισε» beside a name"),
        ("%(num)s πράγματα", "«πράγματα» behind a number: is it for one, or for more?"),
        ("Λείπει: %(field)s", "«Λείπει» before more than one"),
        ("Βγάλε: %(field)s", "«Βγάλε» and no object"),
        ("κρίνει ποιος βγήκε πρώτος", r"«βγήκ\w+ πρώτ»"),
        ("Λάθος στο %(place)sο", r"«Λάθος στο \S+ο\b»"),
        ("Το %(field)s δεν είναι πεδίο εδώ", "«Το το»"),
        ("Ο περιηγητής σου", "«περιηγητής»: elsewhere «browser»"),
        ("Κάθεται αναπληρωματικός", "«αναπληρωματικός»: elsewhere «αντικαταστάτης»"),
        ("Χέρι %(hand)s: κάτω κατά %(off)s.", "«κάτω κατά»"),
    ],
)
def test_a_sentence_that_does_not_agree_is_found(greek: str, fault: str) -> None:
    told = list(Sentence("", greek, None).told())
    assert fault in [one for words in told for one in wrong_in(words)]


def test_manual_speaks_the_words_of_the_sentences() -> None:
    assert list(other_words(MANUAL)) == []


def test_manual_puts_no_article_before_a_label_in_another_case() -> None:
    """A label keeps its nominative: «το φύλλο **Κωδικός**», never «τον **Κωδικός**»."""
    assert (
        re.findall(r"\b(?:[σΣ]?[τΤ](?:ον|ου|ους)) \*\*\w+(?:ός|ος|ής|ης|άς|ας|οι)\b", MANUAL) == []
    )


PLURAL = r"(?:Οι|Τα|Πόντοι|Δηλώσεις|Ίσες) |.*, ανοικτό"


@pytest.mark.parametrize("field", SWITCH_WORDS)
def test_values_of_a_switch_agree_with_its_title_in_number(field: str) -> None:
    with use_locale("el"):
        words = SWITCH_WORDS[field]
        values = [str(value) for value in words.values.values()]
        is_of_more = re.match(PLURAL, str(words.title))
    singular = r"(?:δεν )?\w+(?:ζει|εται|ένει)\b"
    assert not is_of_more or [one for one in values if re.match(singular, one)] == []


def test_the_forms_for_one_and_for_more_are_told_with_their_own_numbers() -> None:
    one, more = Sentence("", "%(num)s χέρι", True), Sentence("", "%(num)s χέρια", False)
    assert list(one.told()) == ["1 χέρι"]
    assert list(more.told()) == ["0 χέρια", "2 χέρια", "21 χέρια"]


def test_auction_rulings_do_not_use_the_greek_words_for_doubling() -> None:
    tables = [one for one in vars(auction_rulings).values() if isinstance(one, Sentences)]
    with use_locale("el"):
        said = [str(text) for table in tables for text in table.values()]
    assert len(said) > 30
    stems = ("κλείν", "κλείσ", "έκλεισ", "άνοιξ", "ανοίγ", "Κλείν", "Ανοίγ")
    assert [text for text in said if any(stem in text for stem in stems)] == []


def cards(codes: str) -> list[Card]:
    return [card for code in codes.split() if (card := read_card(code))]


@pytest.mark.parametrize(
    ("rules", "hand", "expected"),
    [
        ("cardrules", {"doubled": 2}, "Το ίδιο βγάζει 1 από τα 9 σετ κανόνων."),
        ("cafe", {}, "Το ίδιο βγάζουν 6 από τα 9 σετ κανόνων."),
    ],
)
def test_one_set_of_rules_says_it_and_more_say_it(
    rules: str, hand: dict[str, Any], expected: str
) -> None:
    made = {"bidder": "A", "bid": 80, "trump": "hearts", "points": {"A": 86}}
    read, _score, rule_set = scored(rules, made | hand)
    with use_locale("el"):
        assert compare_rules(read, rule_set, NAMES["el"]).verdict.endswith(expected)


@pytest.mark.parametrize(
    ("codes", "expected"),
    [("Jh Qh Kh Ah 7h", "περισσεύει 1."), ("Jh Qh Kh Ah 7h 8h", "περισσεύουν 2.")],
)
def test_one_card_is_left_over_and_more_are(codes: str, expected: str) -> None:
    pile = Pile("A", frozenset(cards(codes)), last_trick=True, trump="hearts")
    with use_locale("el"):
        assert expected in tricks_lack(pile, count(pile, RuleSet()), is_last_known=True)


@pytest.mark.parametrize(
    ("overtrump", "expected"),
    [("no", "Τότε επιτρέπεται ♥ J."), ("always", "Τότε επιτρέπονται ♥ J 7.")],
)
def test_there_one_card_may_be_played_or_more(
    overtrump: Literal["no", "always"], expected: str
) -> None:
    rules = RuleSet(overtrump=overtrump)
    with use_locale("el"):
        ruling = play_ruling(cards("As 9h"), cards("Jh 7h 7c"), "hearts", rules)
    assert expected in [reason.text for reason in ruling.reasons]
