"""The hands of a typed sheet: their scores, and the differences from a phone."""

from dataclasses import replace

import pytest

from scorekeeper.rules.match import Match, Party
from scorekeeper.rules.model import BySide, Hand, RuleSet
from scorekeeper.rules.presets import PRESETS
from scorekeeper.tournament.sheets.sheet_codec import (
    SheetHand,
    check_hands,
    first_difference,
    hand_of,
    hands_won,
    running_totals,
    totals_of,
)
from scorekeeper.tournament.sheets.sheet_slips import WrittenHand

CAFE = RuleSet()


def hand(a: int, b: int, score_a: int, score_b: int, **marks) -> SheetHand:
    return SheetHand(WrittenHand(BySide(a, b), **marks), BySide(score_a, score_b))


MADE = hand(97, 65, 19, 6)
EVEN = hand(81, 81, 16, 16)
LOST = hand(40, 122, 0, 25)
SHEET = (MADE, None, EVEN, LOST)


def test_the_hands_come_to_the_totals_and_who_won_them_is_counted() -> None:
    assert totals_of(SHEET) == (35, 47)
    assert running_totals(SHEET) == ((19, 6), (19, 6), (35, 22), (35, 47))
    assert hands_won(SHEET) == (1, 1), "the even one is nobody's"


def test_a_doubled_hand_does_not_change_what_the_card_points_come_to() -> None:
    assert check_hands([hand(97, 65, 34, 0, doubled=2)], CAFE).agrees
    assert check_hands([hand(250, 0, 61, 0, doubled=4, kapo="A")], CAFE).agrees
    plain = replace(CAFE, kapo_when_doubled="plain")
    assert check_hands([hand(162, 0, 52, 0, doubled=4, kapo="A")], plain).agrees


def test_both_sides_have_something_of_a_doubled_hand_only_where_both_are_multiplied() -> None:
    shared = hand(97, 65, 34, 6, doubled=2)
    (wrong,) = check_hands([MADE, shared], CAFE).wrong
    assert (wrong.number, wrong.off, wrong.slips[0].code) == (2, 0, "doubled_shared")
    both = hand(97, 65, 194, 130, doubled=2)
    assert check_hands([both], PRESETS["cardrules"]).agrees


def test_a_hand_that_is_wrong_twice_is_told_once_with_both() -> None:
    (wrong,) = check_hands([hand(79, 65, 34, 6, doubled=2)], CAFE).wrong
    assert wrong.off == -18
    assert {"digits_swapped", "doubled_shared"} <= {slip.code for slip in wrong.slips}


def test_a_total_that_was_added_up_wrongly_is_named_with_what_the_hands_give() -> None:
    check = check_hands(SHEET, CAFE, totals=BySide(135, 47))
    assert [(slip.code, slip.side, slip.meant, slip.is_likely) for slip in check.slips] == [
        ("total_wrong", "A", (35, 47), True)
    ]
    assert not check.agrees
    assert check_hands(SHEET, CAFE, totals=BySide(35, 47)).agrees


def test_a_phone_s_hand_is_read_as_a_sheet_has_it() -> None:
    swept = Hand(bidder="A", bid=90, trump="hearts", kapo="A", doubled=2)
    made = Hand(bidder="A", bid=90, trump="spades", points=BySide(97, 65))
    passed = Hand(passed_out=True)
    rows = (
        Match(sides=BySide(Party(""), Party("")), rules=CAFE, entries=(made, passed, swept))
        .standing()
        .rows
    )
    assert [hand_of(row) for row in rows] == [MADE, None, hand(250, 0, 43, 0, kapo="A", doubled=2)]


DIFFERENCES = [
    (SHEET, SHEET, None, "the same"),
    (SHEET, (MADE, EVEN, LOST), None, "nobody writes a hand that was passed out"),
    (SHEET, (MADE, EVEN), (4, LOST, None), "the phone has a hand less"),
    ((MADE,), (MADE, None, EVEN), (3, None, EVEN), "the phone has a hand more"),
    (SHEET, (MADE, LOST, EVEN), (3, EVEN, LOST), "the first of two that differ"),
    ((MADE,), (hand(95, 67, 19, 6),), (1, MADE, hand(95, 67, 19, 6)), "the points alone"),
    ((MADE,), (hand(97, 65, 18, 7),), (1, MADE, hand(97, 65, 18, 7)), "the score alone"),
    ((MADE,), (hand(97, 65, 19, 6, doubled=2),), None, "a mark that scores nothing else"),
]


@pytest.mark.parametrize(
    ("sheet", "phone", "told", "why"), DIFFERENCES, ids=[row[-1] for row in DIFFERENCES]
)
def test_the_first_difference(sheet, phone, told, why) -> None:
    assert first_difference(sheet, phone, is_over=True) == told, why


def test_hand_missing_from_an_unfinished_phone_is_no_difference() -> None:
    assert first_difference(SHEET, (MADE,), is_over=False) is None
    assert first_difference(SHEET, (LOST,), is_over=False) == (1, MADE, LOST)
