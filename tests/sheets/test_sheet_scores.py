"""A row's score held against its card points, and against the sheet's total."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from scorekeeper.rules.model import BySide, RuleSet
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.switches import switch_values, turn_switches
from scorekeeper.tournament.sheets.score_readings import is_possible
from scorekeeper.tournament.sheets.sheet_check import findings_of
from scorekeeper.tournament.sheets.sheet_codec import check_hands, totals_of
from scorekeeper.tournament.sheets.sheet_slips import SheetHand, WrittenHand
from tests.sheets import paper_sheets
from tests.sheets.paper_sheets import played_hand
from tests.support.examples import rarely

CAFE = RuleSet()
PLAYED = [
    SheetHand(WrittenHand(BySide(*points)), BySide(*score))
    for points, score in (
        ((97, 65), (19, 6)),
        ((74, 88), (0, 25)),
        ((103, 59), (20, 8)),
        ((50, 112), (5, 24)),
    )
]
FEW = 50
SOME = {"cafe", "cardrules", "simple"}
SHARES = [
    # (slip, presets, with the total or not, the least share of sheets that name its hand first)
    ("stake_left_out", "cafe openclose", False, 0.90),
    ("stake_left_out", "cafe", True, 0.95),
    ("missing_point_wrong_side", "cafe wikipedia", False, 0.88),
    ("missing_point_wrong_side", "openclose", True, 0.95),
    ("score_swapped", "cafe simple", False, 0.60),
    ("score_swapped", "kypros cardrules", True, 0.90),
    ("sides_swapped", "cafe cardrules", False, 0.60),
    ("sides_swapped", "palaristi", True, 0.60),
    ("off_by_one", "cardrules", False, 0.90),
    # The best hidden slip: the total is right all the same.
    ("off_by_one", "cafe", True, 0.40),
    ("missing_point_left_out", "cafe kypros", True, 0.70),
    ("score_digits_swapped", "cafe cardrules", True, 0.80),
]


def hand(a: int, b: int, score_a: int, score_b: int, **marks) -> SheetHand:
    return SheetHand(WrittenHand(BySide(a, b), **marks), BySide(score_a, score_b))


def found(*hands, totals=None, rules=CAFE):
    """Return the findings, as (hand, code); an unlikely code stands in brackets."""
    check = check_hands(hands, rules, totals=totals and BySide(*totals))
    return [
        (one.hand, one.code if one.is_likely else f"({one.code})") for one in findings_of(check)
    ]


ROWS = [
    (hand(97, 65, 10, 6), "stake_left_out"),
    (hand(97, 65, 18, 7), "missing_point_wrong_side"),
    (hand(97, 65, 6, 19), "sides_swapped"),
    (hand(65, 97, 19, 6), "sides_swapped"),
    (hand(97, 65, 18, 6, bid=90), "missing_point_left_out"),
    (hand(97, 65, 19, 6, bid=100), "bid_wrong"),
    (hand(97, 65, 19, 6, doubled=4), "doubled_shared"),
    (hand(97, 65, 3, 2), "score_impossible"),
]
UNROUNDED = [
    (hand(97, 65, 97, 56), "score_digits_swapped"),
    (hand(97, 65, 98, 65), "off_by_one"),
    (hand(97, 65, 91, 65), "score_digit_wrong"),
    (hand(97, 65, 194, 130), "doubling_wrong"),
]


@pytest.mark.parametrize(("row", "code"), ROWS, ids=[row[1] for row in ROWS])
def test_a_row_that_cannot_be_is_named_with_its_likeliest_slip(row, code):
    assert found(PLAYED[1], row)[0] == (2, code)


@pytest.mark.parametrize(("row", "code"), UNROUNDED, ids=[row[1] for row in UNROUNDED])
def test_slip_in_an_unrounded_score_is_named(row, code):
    assert found(row, rules=PRESETS["cardrules"])[0] == (1, code)


@pytest.mark.slow
def test_a_sheet_of_other_rules_is_told_soon_and_each_hand_of_it():
    told = found(*(hand(30 + one, 132 - one, 10, 6) for one in range(30)))
    assert {number for number, _ in told} == set(range(1, 31))
    assert (30, "score_impossible") in told


def test_a_kapo_that_only_the_score_tells_of_is_named():
    rules = replace(PRESETS["cardrules"], kapo_bonus=88)
    assert found(hand(162, 0, 250, 0), rules=rules)[0] == (1, "kapo_unmarked")


def test_a_forgotten_stake_is_named_and_the_right_total_is_not():
    assert found(hand(97, 65, 10, 6))[0] == (1, "stake_left_out")
    forgotten = hand(97, 65, 10, 6), *PLAYED[1:]
    assert found(*forgotten, totals=totals_of(PLAYED)) == [(1, "stake_left_out")]
    assert found(*forgotten, totals=totals_of(forgotten))[0] == (1, "stake_left_out")


def test_a_total_tells_which_of_the_two_columns_changed_places():
    swapped = hand(97, 65, 6, 19), *PLAYED[1:]
    assert found(*swapped, totals=totals_of(PLAYED)) == [(1, "score_swapped")]
    assert found(*swapped, totals=totals_of(swapped))[0] == (1, "sides_swapped")


def test_a_row_that_can_be_is_named_where_its_slip_explains_the_total():
    hidden = hand(107, 55, 21, 5), PLAYED[1]
    assert found(*hidden) == []
    unsure = (None, "(total_wrong)")
    assert found(*hidden, totals=(31, 30)) == [(1, "(stake_left_out)"), unsure]
    assert found(*hidden, totals=(22, 30)) == [(1, "(missing_point_left_out)"), unsure]


def test_forgotten_pilotta_or_declaration_may_be_of_any_hand():
    told = found(hand(107, 55, 21, 5), PLAYED[1], totals=(23, 30))
    assert told == [(None, "hand_lacks"), (1, "(declarations_left_out)"), (None, "(total_wrong)")]
    check = check_hands([hand(107, 55, 21, 5), PLAYED[1]], CAFE, totals=BySide(23, 30))
    assert check.slips[0][2:4] == ("A", (2, 0)), "what the hand lacks, and on which side"


def test_doubled_kapo_that_is_written_with_a_bonus_is_explained():
    rules = PRESETS["openclose"]
    swept = hand(250, 0, 34, 0, kapo="A", doubled=2)
    assert found(swept, rules=rules) == [(1, "bonus_doubled")]
    assert check_hands([swept], rules).wrong[0].slips[0].meant == (162, 0)
    assert found(swept, rules=CAFE) != [(1, "bonus_doubled")], "there it counts in full"


def test_a_total_that_the_rows_come_to_is_never_doubted():
    assert found(*PLAYED, totals=totals_of(PLAYED)) == []


def test_a_total_that_no_slip_explains_is_named():
    assert found(*PLAYED, totals=(144, 63)) == [(None, "total_wrong")]
    assert found(PLAYED[0], totals=(91, 6)) == [(None, "total_wrong")], "no cards declare 720"
    both = found(*PLAYED, totals=(144, 163))
    assert both == [(None, "total_wrong"), (None, "total_wrong")]


def test_a_total_is_not_doubted_while_a_row_s_right_score_is_not_known():
    wrong = hand(97, 65, 10, 6), *PLAYED[1:]
    assert {number for number, _ in found(*wrong, totals=(46, 63))} == {1}
    assert found(*wrong, totals=(644, 63))[-1] == (None, "(total_wrong)")


@pytest.mark.parametrize(
    "faulty",
    [
        (hand(79, 65, 19, 6), *PLAYED[1:]),
        (hand(97, 65, 10, 6), hand(97, 65, 10, 6), *PLAYED[2:]),
    ],
    ids=["card points that are too few", "two scores that cannot be"],
)
def test_wrong_total_is_named_beside_other_faults(faulty):
    total = totals_of(faulty)
    assert (None, "(total_wrong)") not in found(*faulty, totals=total)
    assert found(*faulty, totals=(total.A + 300, total.B))[-1] == (None, "(total_wrong)")


def test_slip_found_in_the_points_column_is_reported_only_once():
    off = hand(79, 65, 19, 6), *PLAYED[1:]
    assert found(*off)[0] == (1, "digits_swapped")
    assert found(*off, totals=totals_of(off)) == found(*off)
    assert found(hand(33, 66, 19, 6)) == [(1, "points_off")]


def test_with_the_bid_the_score_is_known_but_for_what_was_declared():
    assert found(hand(97, 65, 19, 6, bid=90)) == []
    assert found(hand(97, 65, 21, 6, bid=90)) == []
    assert found(hand(97, 65, 20, 6, bid=90)) != []
    assert found(hand(250, 0, 50, 0, kapo="A", bid="kapo")) == []


def check_share(name, preset, with_total, least, count):
    """How often the wrong hand is named first; never is a right total called a likely slip."""
    first = 0
    sheets = paper_sheets.slipped_sheets(17, PRESETS[preset], getattr(paper_sheets, name), count)
    for hands, at, totals in sheets:
        told = found(*hands, rules=PRESETS[preset], totals=totals if with_total else None)
        first += bool(told) and told[0][0] == at
        assert (None, "total_wrong") not in told, (hands, totals)
        assert told or not with_total or totals == totals_of(hands), (
            "a total that differs is reported"
        )
    assert first >= least * count, f"{first} of {count}"


CASES = [
    (name, preset, with_total, least)
    for name, presets, with_total, least in SHARES
    for preset in presets.split()
]
FIRST_CASES = [
    (name, presets.split()[0], with_total, least) for name, presets, with_total, least in SHARES
]


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize(("name", "preset", "with_total", "least"), FIRST_CASES)
def test_one_slip_in_a_sheet_is_named_first(name, preset, with_total, least):
    check_share(name, preset, with_total, least, 10)


@pytest.mark.faults
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(("name", "preset", "with_total", "least"), CASES)
def test_one_slip_in_two_thousand_sheets_is_named_first(name, preset, with_total, least):
    check_share(name, preset, with_total, least, 2_000)


def check_lacking(name, preset, least, count):
    """Count the sheets for which one hand's missing points are found, and no hand is accused."""
    told = 0
    sheets = paper_sheets.slipped_sheets(17, PRESETS[preset], getattr(paper_sheets, name), count)
    for hands, _at, totals in sheets:
        codes = found(*hands, rules=PRESETS[preset], totals=totals)
        told += codes[0] == (None, "hand_lacks") and not accused(codes)
    assert told >= least * count, f"{told} of {count}"


def accused(codes):
    return [number for number, code in codes if number and "(" not in code]


LACKING = ["declarations_left_out", "pilotta_left_out"]


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("name", LACKING)
@pytest.mark.parametrize("preset", [one if one in SOME else rarely(one) for one in PRESETS])
def test_forgotten_extras_are_told_as_what_one_hand_lacks(name, preset):
    check_lacking(name, preset, 0.7, 10)


@pytest.mark.faults
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", LACKING)
@pytest.mark.parametrize("preset", PRESETS)
def test_forgotten_extras_in_two_hundred_sheets_are_told_as_what_one_hand_lacks(name, preset):
    check_lacking(name, preset, 0.85, 200)


def check_wrong_total(preset, count):
    """A wrong total is named in all; a right hand is called likely in fewer than one of twenty."""
    wronged = 0
    for hands, totals in paper_sheets.wrong_totals(99, PRESETS[preset], count):
        codes = found(*hands, rules=PRESETS[preset], totals=totals)
        assert {(None, "total_wrong"), (None, "(total_wrong)")} & {*codes}, (hands, totals)
        wronged += bool(accused(codes))
    assert wronged <= count / 20, f"{wronged} of {count}"


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("preset", PRESETS)
def test_two_hundred_wrong_totals_are_named_and_few_right_hands_accused(preset):
    check_wrong_total(preset, 200)


def check_clean(preset, count):
    chance = Random(5)
    for number in range(count):
        played = paper_sheets.sheet(chance, PRESETS[preset])
        hands = [one.paper for one in played]
        assert found(*hands, rules=PRESETS[preset], totals=totals_of(hands)) == [], hands
        if number % 10:
            continue
        bids = [
            SheetHand(one.paper.written._replace(bid=one.hand.bid), one.paper.score)
            for one in played
        ]
        assert found(*bids, rules=PRESETS[preset]) == [], bids


@pytest.mark.thorough
@pytest.mark.parametrize("preset", PRESETS)
def test_a_clean_sheet_is_not_flagged(preset):
    check_clean(preset, FEW)


@pytest.mark.parametrize("switch", switch_values())
def test_score_by_any_value_of_a_switch_is_possible(switch):
    chance = Random(switch)
    for preset, value in product(("cafe", "cardrules"), switch_values()[switch]):
        rules = turn_switches(PRESETS[preset], {switch: value})
        for _ in range(60):
            played = played_hand(chance, rules)
            written, score = played.paper
            assert is_possible(written, score, rules), (rules, played.hand)


@pytest.mark.faults
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("preset", PRESETS)
def test_none_of_ten_thousand_clean_sheets_is_flagged(preset):
    check_clean(preset, 10_000)


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("preset", [one if one in SOME else rarely(one) for one in PRESETS])
def test_slips_found_for_one_side_are_found_for_the_other(preset):
    """Everything turned round: the same hands, codes and likelihoods."""
    sheets = paper_sheets.slipped_sheets(23, PRESETS[preset], paper_sheets.score_digits_swapped, 2)
    for hands, _, totals in sheets:
        turned = [
            SheetHand(
                one.written._replace(
                    points=BySide(*reversed(one.written.points)),
                    kapo={"A": "B", "B": "A"}.get(one.written.kapo),
                ),
                BySide(*reversed(one.score)),
            )
            for one in hands
        ]
        ours = found(*hands, rules=PRESETS[preset], totals=totals)
        theirs = found(*turned, rules=PRESETS[preset], totals=tuple(reversed(totals)))
        assert sorted(map(str, ours)) == sorted(map(str, theirs))
