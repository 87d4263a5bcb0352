"""Every problem is a sentence that says what to mend."""

import re
from typing import Any

import pytest
from hypothesis import given

from scorekeeper.explain.field_words import expected, is_known
from scorekeeper.explain.problems import claim_problem_text, file_problem_text, problem_text
from scorekeeper.i18n import LANGUAGES, use_locale
from scorekeeper.rules.codec import read_fields, read_hand, read_rules
from scorekeeper.rules.match_file import HEAD_FIELDS, FileProblem, read_match
from scorekeeper.rules.model import CODES, Hand, Problem, RuleSet
from tests.rules.strategies import ANY_JSON, broken_tables

HAND = {"bidder": "A", "bid": 90, "points": {"A": 97}}
# (the rules, the hand, the problem's code, its sentence in English and Greek)
SENTENCES: list[tuple[str, dict[str, Any], str, str, str]] = [
    ("cafe", {"bid": 90}, "missing bidder", "Which side won the auction?", "Ποια πλευρά μίλησε;"),
    ("cafe", {"bidder": "A"}, "missing bid", "What was the bid?", "Πόσο ήταν το μίλημα;"),
    (
        "cafe",
        {"bidder": "A", "bid": 90},
        "missing points",
        "How many card points? One side's are enough, or say kapo.",
        "Πόσοι πόντοι; Φτάνουν της μιας πλευράς, ή πες καπό.",
    ),
    (
        "cafe",
        HAND | {"doubled": 3},
        "unknown doubled",
        "the doubling cannot be read; it is 1, 2 or 4.",
        "Κάτι δεν διαβάζεται: το κλειστό ή ανοικτό. Θέλει 1, 2 ή 4.",
    ),
    (
        "cafe",
        HAND | {"colour": 1},
        "unknown colour",
        "“colour” is no field here: take it out.",
        "Πεδίο που δεν ισχύει εδώ: «colour». Βγάλε το.",
    ),
    (
        "cafe",
        {"passed_out": True, "bid": 90},
        "unknown bid",
        "A passed-out hand has nothing else: take out the bid.",
        "Όταν είναι πάσο όλοι δεν έχει τίποτα άλλο. Παραπάνω: το μίλημα.",
    ),
    (
        "cafe",
        HAND | {"bid": 70},
        "bid_range bid",
        "A bid is from 8 to 40; this is 7.",
        "Το μίλημα πάει από 8 ως 40· εδώ είναι 7.",
    ),
    (
        "palaristi",
        HAND | {"bid": 75},
        "bid_range bid",
        "A bid is from 80 to 400 points; this is 75.",
        "Το μίλημα πάει από 80 ως 400 πόντους· εδώ είναι 75.",
    ),
    (
        "cardrules",
        HAND | {"bid": 410},
        "bid_range bid",
        "A bid is from 80 to 400 points; this is 410.",
        "Το μίλημα πάει από 80 ως 400 πόντους· εδώ είναι 410.",
    ),
    (
        "cafe",
        HAND | {"bid": 85},
        "bid_step bid",
        "Bids go up by 10: 85 is not one.",
        "Τα μιλήματα ανεβαίνουν ανά 10: το 85 δεν γίνεται.",
    ),
    (
        "kypros",
        HAND | {"bid": "kapo"},
        "kapo_bid_not_played bid",
        "These rules have no kapo bid: give the bid as a number.",
        "Σε αυτούς τους κανόνες δεν μιλιέται το καπό: δώσε το μίλημα με αριθμό.",
    ),
    (
        "cafe",
        HAND | {"trump": "none"},
        "trump_not_played trump",
        "These rules have no no-trump and no all-trump: choose a suit.",
        "Αυτοί οι κανόνες δεν έχουν χωρίς κόζι ούτε όλα κόζι: διάλεξε χρώμα.",
    ),
    (
        "kypros",
        HAND | {"doubled": 2},
        "doubling_not_played doubled",
        "By these rules nothing is doubled: leave out ×2 and ×4.",
        "Με αυτούς τους κανόνες δεν παίζεται κλειστό: χωρίς ×2 και ×4.",
    ),
    (
        "cardrules",
        HAND | {"trump": "all", "points": {"A": 300}},
        "points_range points",
        "Card points are from 0 to 258.",
        "Οι πόντοι είναι από 0 ως 258.",
    ),
    (
        "cafe",
        HAND | {"points": {"A": 97, "B": 60}},
        "points_sum points",
        "Card points add up to 162: 97 and 60 make 157.",
        "Οι πόντοι μαζί κάνουν 162: 97 και 60 κάνουν 157.",
    ),
    (
        "cafe",
        HAND | {"points": {"A": 161}},
        "points_impossible points",
        "No cards are worth 1 point: 1–161 cannot be. Count again.",
        "Κανένα χαρτί δεν πιάνει 1 πόντο: 1–161 δεν γίνεται. Μέτρα ξανά.",
    ),
    (
        "cafe",
        HAND | {"kapo": "A"},
        "kapo_points points",
        "A kapo takes all 162 points: take out the points, or the kapo.",
        "Το καπό παίρνει και τους 162 πόντους: βγάλε τους πόντους ή το καπό.",
    ),
    (
        "cafe",
        HAND | {"declarations": {"A": ["jacks"], "B": ["jacks"]}},
        "declarations_impossible declarations",
        "One pack cannot hold these declarations: a card serves twice, or a run is longer than "
        "its top card allows.",
        "Δεν γίνονται αυτές οι δηλώσεις με μία τράπουλα: ένα χαρτί μπαίνει δυο φορές, ή μια "
        "σκάλα δεν χωράει ως το πάνω της χαρτί.",
    ),
    (
        "simple",
        HAND | {"trump": "none", "points": {"A": 97}, "pilotta": "A"},
        "pilotta_trump pilotta",
        "Without a trump suit there is no pilotta: take it off.",
        "Χωρίς χρώμα κόζι δεν υπάρχει πιλόττα: βγάλε την.",
    ),
    (
        "simple",
        HAND | {"trump": "none", "points": {"A": 97}, "pilotta_failed": "A"},
        "pilotta_trump pilotta_failed",
        "Without a trump suit there is no failed pilotta: take it off.",
        "Χωρίς χρώμα κόζι δεν υπάρχει χαμένη πιλόττα: βγάλε την.",
    ),
    (
        "cafe",
        HAND | {"pilotta": "A", "declarations": {"B": ["four:K"]}},
        "pilotta_impossible pilotta",
        "This pilotta cannot be: the other side declared the king or queen of trumps. Take off "
        "one of the two.",
        "Τέτοια πιλόττα δεν γίνεται: τον ρήγα ή την ντάμα στα κόζια τα δήλωσε η άλλη πλευρά. "
        "Βγάλε το ένα από τα δύο.",
    ),
    (
        "cafe",
        HAND | {"pilotta": "A", "pilotta_failed": "A"},
        "pilotta_twice pilotta_failed",
        "A pilotta is either scored or failed: take off one of the two.",
        "Η πιλόττα ή γράφεται ή χάνεται: βγάλε τη μία από τις δύο.",
    ),
    (
        "cafe",
        HAND | {"declarations": {"A": ["run3"], "B": ["run3"]}},
        "declarations_undecided declarations",
        "Both sides declared a run of 3: give the top cards.",
        "Δήλωσαν και οι δύο σκάλα 3: δώσε τα ψηλότερα χαρτιά.",
    ),
    (
        "cardrules",
        HAND | {"declarations": {"A": ["run3:K"], "B": ["run3:K"]}},
        "leader_needed leader",
        "The best declarations are equal: which side led to the first trick?",
        "Οι καλύτερες δηλώσεις είναι ίσες: ποια πλευρά έπαιξε πρώτη;",
    ),
    (
        "openclose",
        HAND | {"bid": 80, "points": {"A": 86}},
        "tie_point_needed tie_point",
        "86 and 76 both end in 6: who gets the missing point?",
        "86 και 76 τελειώνουν σε 6: ποιος παίρνει τον πόντο που λείπει;",
    ),
]


@pytest.mark.parametrize(("rules", "hand", "problem", "en", "el"), SENTENCES)
def test_a_problem_of_a_hand_is_a_sentence(
    rules: str, hand: dict[str, Any], problem: str, en: str, el: str
) -> None:
    rule_set, _ = read_rules(rules)
    read, found = read_hand(hand, rule_set)
    assert problem in [f"{code} {field}" for code, field in found]
    [wrong] = [p for p in found if problem == f"{p.code} {p.field}"]
    for language, sentence in (("en", en), ("el", el)):
        with use_locale(language):
            assert problem_text(wrong, read, rule_set) == sentence


@pytest.mark.parametrize(
    ("rules", "en", "el"),
    [
        (
            "nope",
            "the preset cannot be read; it is cafe, kypros, wikipedia, gamerules, cardrules, "
            "simple, online, openclose, palaristi.",
            "Κάτι δεν διαβάζεται: οι έτοιμοι κανόνες. Θέλει cafe, kypros, wikipedia, gamerules, "
            "cardrules, simple, online, openclose, palaristi.",
        ),
        (
            {"preset": "cafe", "unit": "tens"},
            "“unit” cannot be read; it is tenths, points.",
            "Κάτι δεν διαβάζεται: «unit». Θέλει tenths, points.",
        ),
        (
            {"preset": "cafe", "target": 20},
            "the target cannot be read; it is a whole number from 21 to 5000.",
            "Κάτι δεν διαβάζεται: ο στόχος. Θέλει έναν ακέραιο από 21 ως 5000.",
        ),
        (
            {"preset": "cafe", "stake": "yes"},
            "“stake” cannot be read; it is true, false.",
            "Κάτι δεν διαβάζεται: «stake». Θέλει true, false.",
        ),
    ],
)
def test_a_problem_of_a_rule_set_names_what_may_stand_there(rules: Any, en: str, el: str) -> None:
    _, [wrong] = read_rules(rules)
    for language, sentence in (("en", en), ("el", el)):
        with use_locale(language):
            assert problem_text(wrong) == sentence


FILE = {
    "format": 1,
    "sides": {"A": {"name": "Us"}, "B": {"name": "Them"}},
    "rules": "cafe",
    "first_dealer": "A1",
}
WINNING = {"bidder": "A", "bid": 250, "kapo": "A"}


@pytest.mark.parametrize(
    ("changes", "en", "el"),
    [
        (
            {"hands": [HAND, HAND | {"points": {"A": 97, "B": 60}}]},
            ["Row 2: Card points add up to 162: 97 and 60 make 157."],
            ["Γραμμή 2: Οι πόντοι μαζί κάνουν 162: 97 και 60 κάνουν 157."],
        ),
        (
            {"hands": [WINNING] * 9},
            ["Row 9: The match was over before this hand: take it out."],
            ["Γραμμή 9: Η παρτίδα είχε τελειώσει πριν από αυτό το χέρι: βγάλε το."],
        ),
        (
            {"hands": [], "open": {"bidder": "A", "bid": 85}},
            ["Open contract: Bids go up by 10: 85 is not one."],
            ["Μίλημα που παίζεται: Τα μιλήματα ανεβαίνουν ανά 10: το 85 δεν γίνεται."],
        ),
        (
            {"hands": [], "ended": {"by": "claim", "side": "A", "points": 12}},
            ["These rules have no claim: the match ends at its target."],
            ["Σε αυτούς τους κανόνες δεν σταματά κανείς την παρτίδα: τελειώνει στον στόχο της."],
        ),
        (
            {"hands": [{"adjust": {"A": "x"}, "unit": 1}]},
            [
                "Row 1: the adjustment cannot be read; it is whole numbers from −9999 to 9999 for "
                "one side or both.",
                "Row 1: “unit” is no field here: take it out.",
            ],
            [
                "Γραμμή 1: Κάτι δεν διαβάζεται: η διόρθωση σκορ. Θέλει ακέραιους από −9999 ως 9999 "
                "για τη μία πλευρά ή και τις δύο.",
                "Γραμμή 1: Πεδίο που δεν ισχύει εδώ: «unit». Βγάλε το.",
            ],
        ),
        ({"format": 2}, None, None),
        ({"sides": [], "numbers": 7, "started": "yesterday", "hands": 1}, None, None),
        ({"place": "x" * 200, "ended": "now", "open": 1, "hands": [1, None]}, None, None),
    ],
)
def test_a_problem_of_a_file_names_its_row(
    changes: dict[str, Any], en: list[str] | None, el: list[str] | None
) -> None:
    data = FILE | changes
    match, found = read_match(data)
    assert match is None
    for language, sentences in (("en", en), ("el", el)):
        with use_locale(language):
            texts = [file_problem_text(problem, data) for problem in found]
        assert sentences is None or texts == sentences
        assert_readable(texts)


def test_a_file_that_is_no_json_says_so(language: str) -> None:
    assert "JSON" in file_problem_text(FileProblem(None, "not_json", None))


def test_in_a_file_a_bid_is_told_in_points_as_it_stands_there() -> None:
    data = {"rules": "cafe", "hands": [HAND | {"bid": 70}]}
    with use_locale("en"):
        told = file_problem_text(FileProblem(1, "bid_range", "bid"), data)
    assert told == "Row 1: A bid is from 80 to 400 points; this is 70."


def test_a_stranger_s_field_cannot_write_on_the_terminal(language: str) -> None:
    text = problem_text(Problem("unknown", "\x1b[2J\u202e" + "x" * 500))
    assert text.isprintable()
    assert len(text) < 120


def test_a_claim_has_words_of_its_own(language: str) -> None:
    asked = {claim_problem_text(Problem("unknown", field)) for field in ("side", "points")}
    assert len(asked) == 2
    assert claim_problem_text(Problem("claim_not_played", "ended")) not in asked


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_readable_without_a_hand(code: Any) -> None:
    texts = {}
    for language in LANGUAGES:
        with use_locale(language):
            texts[language] = problem_text(Problem(code, "hands"))
    assert_readable(list(texts.values()))
    assert texts["en"] != texts["el"]


@pytest.mark.slow
@given(broken_tables())
def test_every_problem_of_rules_or_a_hand_has_a_readable_text(table: tuple[Any, Any]) -> None:
    rules, wrong = read_rules(table[0])
    hand, found = (Hand(), ()) if wrong else read_hand(table[1], rules)
    for language in LANGUAGES:
        with use_locale(language):
            assert_readable([problem_text(p, hand, rules) for p in (*wrong, *found)])


@pytest.mark.slow
@given(ANY_JSON, ANY_JSON, ANY_JSON)
def test_every_problem_of_a_match_file_has_a_readable_text(
    rules: Any, row: Any, stray: Any
) -> None:
    for data in (stray, FILE | {"rules": rules, "hands": [row], "open": stray}):
        _, found = read_match(data)
        for language in LANGUAGES:
            with use_locale(language):
                assert_readable([file_problem_text(problem, data) for problem in found])


def test_an_unreadable_hand_still_has_words(language: str) -> None:
    hand, unread = read_fields({"bidder": "C", "bid": "ninety"})
    assert unread
    assert_readable([problem_text(Problem("unknown", f), hand, RuleSet()) for f in unread])


def assert_readable(texts: list[str]) -> None:
    """Sentences without a placeholder or a value of Python's, but for what a file itself says."""
    for text in texts:
        own = re.sub(r"“.*”|«.*»", "", text)
        assert own.strip(" :.")
        assert "%(" not in own
        assert "None" not in own


@pytest.mark.parametrize("field", sorted(HEAD_FIELDS))
def test_each_field_of_a_head_has_a_name_and_says_what_may_stand_in_it(field):
    assert is_known(field)
    assert expected(field)
