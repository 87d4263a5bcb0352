"""The reasons of a score, line by line, as a hand's page has them."""

from typing import Any

import pytest
from hypothesis import given

from scorekeeper.explain.ruling import explain, in_rows, reasons_without_score
from scorekeeper.i18n import LANGUAGES, use_locale
from scorekeeper.rules.model import BySide
from tests.explain.hands import NAMES, Scored, scored, scored_hands

RUN4 = {"declarations": {"A": ["run4"]}}


def test_the_design_s_hand_reads_as_drawn() -> None:
    hand = scored("cafe", {"bidder": "A", "bid": 90, "trump": "hearts", "points": {"A": 97}})
    with use_locale("el"):
        rows = in_rows(explain(*hand, NAMES["el"]))
    assert [tuple(row[1:]) for row in rows] == [
        ("Πόντοι χαρτιών ÷ 10", "κόβεται το τελευταίο ψηφίο", BySide(9, 6)),
        (
            "Ο πόντος που λείπει (15 → 16)",
            "7 > 5: πάει σε όποιον έχει το μεγαλύτερο ψηφίο",
            BySide(1, None),
        ),
        ("Στοίχημα", "97, ήθελε 90: βγήκε", BySide(9, None)),
    ]


MADE = {"bidder": "A", "bid": 80, "points": {"A": 100}}
FAILED = {"bidder": "A", "bid": 120, "points": {"A": 92}}
BOTH = {"A": ["run3:A"], "B": ["run3:9"]}

# (the rule, the rules, the hand, its reason in English and in Greek)
REASONS: list[tuple[str, Any, dict[str, Any], str, str]] = [
    # The missing point.
    (
        "missing_point",
        "cafe",
        MADE | {"points": {"A": 86}},
        "6 = 6: it goes to the side with more points, 86 > 76",
        "6 = 6: πάει σε όποιον έχει πιο πολλούς, 86 > 76",
    ),
    (
        "missing_point",
        "online",
        MADE | {"points": {"A": 76}, "pilotta": "A"},
        "6 = 6: it goes to the bidder",
        "6 = 6: πάει σε όποιον μίλησε",
    ),
    (
        "missing_point",
        "openclose",
        MADE | {"points": {"A": 86}, "tie_point": "B"},
        "6 = 6: the table gave it to {B}",
        "6 = 6, το τραπέζι είπε: {B}",
    ),
    # The stake.
    (
        "stake",
        "cafe",
        FAILED | {"pilotta": "A"},
        "92 + 20 = 112, needed 120: failed, it goes to the defence",
        "92 + 20 = 112, ήθελε 120: μέσα, πάει στην άμυνα",
    ),
    (
        "stake",
        "cafe",
        MADE | {"doubled": 2},
        "100, needed 80: made · 8 × 2",
        "100, ήθελε 80: βγήκε · 8 × 2",
    ),
    (
        "stake",
        "palaristi",
        MADE | {"bid": 86},
        "100, needed 86: made · a bid of 86 is worth 9",
        "100, ήθελε 86: βγήκε · το μίλημα 86 αξίζει 9",
    ),
    (
        "stake",
        "gamerules",
        MADE | {"points": {"A": 80}},
        "80, needed 80: made · 82 > 80: to the side with more card points",
        "80, ήθελε 80: βγήκε · 82 > 80: σε όποιον πήρε πιο πολλούς πόντους",
    ),
    (
        "stake",
        "gamerules",
        MADE | {"points": {"A": 81}},
        "81, needed 80: made · equal card points: to the bidder",
        "81, ήθελε 80: βγήκε · ίσοι πόντοι: σε όποιον μίλησε",
    ),
    (
        "stake",
        "cafe",
        {"bidder": "A", "bid": 90, "kapo": "B"},
        "not one trick: failed, it goes to the defence",
        "ούτε μία μπάζα: μέσα, πάει στην άμυνα",
    ),
    (
        "stake",
        "cafe",
        {"bidder": "A", "bid": "kapo", "kapo": "A"},
        "all eight tricks: made · a kapo bid is worth 25",
        "και οι οκτώ μπάζες: βγήκε · μίλημα καπό: 25",
    ),
    # Everything to one side, and kapo.
    (
        "all_cards",
        "cafe",
        FAILED,
        "the bid failed: all 162 to the defence",
        "μπήκε μέσα: και οι 162 στην άμυνα",
    ),
    (
        "all_cards",
        "cafe",
        MADE | {"doubled": 4},
        "redoubled: the winner takes everything",
        "ανοικτό: ο νικητής τα παίρνει όλα",
    ),
    (
        "all_cards",
        "openclose",
        {"bidder": "A", "bid": 80, "doubled": 2, "kapo": "A"},
        "a doubled kapo counts without its bonus",
        "με κλειστό ή ανοικτό το καπό δεν έχει μπόνους",
    ),
    ("kapo", "cafe", {"bidder": "A", "bid": 90, "kapo": "A"}, "162 + 88 = 250", "162 + 88 = 250"),
    (
        "cards",
        "simple",
        {"bidder": "A", "bid": 90, "kapo": "A"},
        "all eight tricks",
        "και οι οκτώ μπάζες",
    ),
    *(
        (
            "cards",
            unrounded,
            MADE,
            "as counted, nothing is rounded",
            "όπως μετρήθηκαν, δεν στρογγυλεύεται τίποτα",
        )
        for unrounded in ("cardrules", "simple")
    ),
    # Declarations: why these.
    (
        "declarations",
        "cafe",
        MADE | {"declarations": {"A": ["run5:A"], "B": ["nines"]}},
        "150 beats 100",
        "το 150 κερδίζει το 100",
    ),
    (
        "declarations",
        "cafe",
        MADE | {"declarations": {"A": ["run3:A", "run4:J"]}},
        "only one side declared",
        "δήλωσε μόνο μία πλευρά",
    ),
    (
        "declarations",
        "cafe",
        MADE | {"declarations": {"A": ["four:K"], "B": ["run5:J"]}},
        "at 100 a four beats a run",
        "στα 100 το καρέ κερδίζει τη σκάλα",
    ),
    (
        "declarations",
        "cafe",
        MADE | {"declarations": {"A": ["run5:J"], "B": ["run6:A"]}},
        "the longer run: 6 > 5 cards",
        "η πιο μακριά σκάλα: 6 > 5 χαρτιά",
    ),
    (
        "declarations",
        "cafe",
        MADE | {"declarations": BOTH},
        "run of 3 to the ace beats run of 3 to 9",
        "σκάλα 3 ως τον άσο, πάνω από σκάλα 3 ως το 9",
    ),
    (
        "declarations",
        "cardrules",
        MADE | {"declarations": {"A": ["four:K"], "B": ["four:10"]}},
        "four tens beats four kings",
        "4 δεκάρια, πάνω από 4 ρηγάδες",
    ),
    (
        "declarations",
        "cafe",
        MADE | {"declarations": {"A": ["run3:K"], "B": ["run3:K:t"]}},
        "equal runs, but theirs is in trumps",
        "ίσες σκάλες, μα η δική τους είναι στο κόζι",
    ),
    (
        "declarations",
        "cafe",
        MADE | {"declarations": {"A": ["run3:K:t"], "B": ["run3:K"]}},
        "equal runs, but ours is in trumps",
        "ίσες σκάλες, μα η δική μας είναι στο κόζι",
    ),
    (
        "declarations",
        "cardrules",
        MADE | {"declarations": {"A": ["run3:K"], "B": ["run3:K"]}, "leader": "B"},
        "equal: they score for the side that led",
        "ίσες: γράφει η πλευρά που έπαιξε πρώτη",
    ),
    (
        "declarations",
        "cafe",
        MADE | {"declarations": BOTH, "declarations_to": "B"},
        "the table ruled so",
        "έτσι έκρινε το τραπέζι",
    ),
    # Declarations: who gets them.
    (
        "declarations",
        "cafe",
        FAILED | {"declarations": {"A": ["run3"]}},
        "only one side declared · the bid failed: they go to the defence",
        "δήλωσε μόνο μία πλευρά · μπήκε μέσα: πάνε στην άμυνα",
    ),
    (
        "declarations",
        "gamerules",
        FAILED | {"declarations": {"A": ["run3"]}},
        "only one side declared · they stay with the bidder though the bid failed",
        "δήλωσε μόνο μία πλευρά · μένουν σε όποιον μίλησε, κι ας μπήκε μέσα",
    ),
    (
        "declarations",
        "cafe",
        FAILED | {"declarations": {"B": ["run3"]}},
        "only one side declared",
        "δήλωσε μόνο μία πλευρά",
    ),
    (
        "declarations",
        "cafe",
        MADE | {"doubled": 2, "declarations": {"B": ["run3"]}},
        "only one side declared · doubled: the winner takes everything",
        "δήλωσε μόνο μία πλευρά · κλειστό: ο νικητής τα παίρνει όλα",
    ),
    # The pilotta.
    (
        "pilotta",
        "cafe",
        MADE | {"pilotta": "B"},
        "king and queen of trumps",
        "ρήγας και ντάμα κόζι",
    ),
    (
        "pilotta",
        "cafe",
        FAILED | {"pilotta": "A"},
        "the bid failed: it goes to the defence",
        "μπήκε μέσα: πάει στην άμυνα",
    ),
    (
        "pilotta",
        "wikipedia",
        FAILED | {"pilotta": "A"},
        "the bid failed; nobody can take it from its holder",
        "μπήκε μέσα, μα μένει σε όποιον την έχει",
    ),
    (
        "pilotta",
        "openclose",
        FAILED | {"doubled": 2, "pilotta": "A"},
        "doubled: the winner takes everything",
        "κλειστό: ο νικητής τα παίρνει όλα",
    ),
    # The rest.
    (
        "none_all_bonus",
        "cardrules",
        MADE | {"trump": "all", "points": {"A": 158}},
        "50 to the side that won the hand",
        "50 στην πλευρά που κέρδισε το χέρι",
    ),
    (
        "doubled",
        "cardrules",
        MADE | {"doubled": 4},
        "both sides' scores count 4 times",
        "το σκορ και των δύο επί 4",
    ),
    (
        "pilotta_failed",
        "cardrules",
        MADE | {"pilotta_failed": "A"},
        "announced, and the second card was not played",
        "ακούστηκε, μα δεν παίχτηκε το δεύτερο χαρτί",
    ),
]


@pytest.mark.parametrize(("rule", "rules", "hand", "en", "el"), REASONS)
def test_a_line_says_why(rule: str, rules: Any, hand: dict[str, Any], en: str, el: str) -> None:
    case = scored(rules, hand)
    for language, expected in (("en", en), ("el", el)):
        names = NAMES[language]
        with use_locale(language):
            reasons = [e.reason for e in explain(*case, names) if e.line.rule == rule]
        assert reasons[0] == expected.format(A=names.A, B=names.B)


TITLES: list[tuple[str, Any, dict[str, Any], str, str]] = [
    ("cards", "simple", MADE, "Card points", "Πόντοι χαρτιών"),
    ("all_cards", "cafe", FAILED, "All the card points ÷ 10", "Όλοι οι πόντοι ÷ 10"),
    (
        "missing_point",
        {"preset": "cafe", "trumps": "with_none_all", "none_total": 130},
        MADE | {"trump": "none", "points": {"A": 84}},
        "The missing point (12 → 13)",
        "Ο πόντος που λείπει (12 → 13)",
    ),
    ("kapo", "cafe", {"bidder": "A", "bid": 90, "kapo": "A"}, "Kapo", "Καπό"),
    ("kapo", "cafe", {"bidder": "A", "bid": 90, "kapo": "B"}, "Kapo by the defence", "Ανάποδο"),
    ("stake", "cafe", MADE | {"doubled": 4}, "Stake ×4", "Στοίχημα ×4"),
    (
        "declarations",
        "cafe",
        MADE | {"declarations": {"A": ["run4:A", "run3:10"]}},
        "Declarations 50 + 20",
        "Δηλώσεις 50 + 20",
    ),
    (
        "none_all_bonus",
        "cardrules",
        MADE | {"trump": "none"},
        "No-trump bonus",
        "Μπόνους χωρίς κόζι",
    ),
    ("doubled", "cardrules", MADE | {"doubled": 2}, "×2 doubled", "×2 κλειστό"),
]


@pytest.mark.parametrize(("rule", "rules", "hand", "en", "el"), TITLES)
def test_a_line_has_a_title(rule: str, rules: Any, hand: dict[str, Any], en: str, el: str) -> None:
    case = scored(rules, hand)
    for language, expected in (("en", en), ("el", el)):
        with use_locale(language):
            titles = [e.title for e in explain(*case, NAMES[language]) if e.line.rule == rule]
        assert titles[0] == expected


UNSCORED: list[tuple[Any, dict[str, Any], list[str], list[str]]] = [
    ("cafe", MADE | {"declarations": {"B": ["run3"]}, "pilotta": "A"}, [], []),
    (
        "cafe",
        MADE | {"declarations": {"A": ["run3:K"], "B": ["run3:K"]}},
        ["equal declarations: nobody scores them"],
        ["ίσες δηλώσεις: δεν τις γράφει κανείς"],
    ),
    (
        "cafe",
        MADE | {"declarations": BOTH, "declarations_to": "nobody"},
        ["the table ruled so"],
        ["έτσι έκρινε το τραπέζι"],
    ),
    (
        "cardrules",
        FAILED | {"declarations": {"A": ["run3"]}},
        ["the bid failed: the bidder's declarations are lost"],
        ["μπήκε μέσα: χάνονται οι δηλώσεις όποιου μίλησε"],
    ),
    (
        "openclose",
        {"bidder": "A", "bid": 80, "kapo": "B", "pilotta": "A", **RUN4},
        [
            "kapo by the defence: the bidder's declarations are lost",
            "kapo by the defence: the bidder's pilotta is lost",
        ],
        [
            "ανάποδο: χάνονται οι δηλώσεις όποιου μίλησε",
            "ανάποδο: χάνεται η πιλόττα όποιου μίλησε",
        ],
    ),
    (
        "cafe",
        MADE | {"pilotta_failed": "B"},
        ["the second card was not played: no pilotta"],
        ["δεν παίχτηκε το δεύτερο χαρτί: δεν γράφεται πιλόττα"],
    ),
]


@pytest.mark.parametrize(("rules", "hand", "en", "el"), UNSCORED)
def test_it_says_what_was_announced_for_nothing(
    rules: Any, hand: dict[str, Any], en: list[str], el: list[str]
) -> None:
    case = scored(rules, hand)
    for language, expected in (("en", en), ("el", el)):
        with use_locale(language):
            assert list(reasons_without_score(*case, NAMES[language])) == expected


def test_a_passed_out_hand_has_no_lines_and_no_reasons() -> None:
    case = scored("cafe", {"passed_out": True})
    assert explain(*case, NAMES["el"]) == ()
    assert reasons_without_score(*case, NAMES["el"]) == ()


@pytest.mark.slow
@given(scored_hands())
def test_the_explanation_has_the_score_s_lines(case: Scored) -> None:
    hand, score, rules = case
    for language in LANGUAGES:
        with use_locale(language):
            explained = explain(hand, score, rules, NAMES[language])
        assert tuple(e.line for e in explained) == score.lines
        assert all(e.title and e.reason for e in explained)
        for side in ("A", "B"):
            shown = [row.points.of(side) or 0 for row in in_rows(explained)]
            assert sum(shown) == score.of(side)
