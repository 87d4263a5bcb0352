"""A sheet typed in from paper: the table of slips, and what holds of every sheet."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.model import BySide, RuleSet
from scorekeeper.rules.presets import PRESETS
from scorekeeper.tournament.sheets.sheet_check import Foot, check_sheet, check_sums
from scorekeeper.tournament.sheets.sheet_slips import WrittenHand

ROWS = json.loads((Path(__file__).parent / "sheets.json").read_text(encoding="utf-8"))
CAFE = RuleSet()


def read_hand(row):
    if row == "pass":
        return None
    a, b, *marks = row
    return WrittenHand(BySide(a, b), *marks)


def told(slip):
    """A slip in the words of the table: hand, code, side, what was meant, the hand it repeats."""
    parts = (slip.hand, slip.code, slip.side, *(slip.meant or ()), slip.like)
    return " ".join(str(part) for part in parts if part is not None)


def all_slips(check):
    return [told(slip) for hand in check.wrong for slip in hand.slips] + list(
        map(told, check.slips)
    )


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_a_sheet_is_told(row):
    count, *sums = row.get("foot", [None])
    foot = Foot(count, BySide(*sums) if sums else None)
    hands = [read_hand(hand) for hand in row["hands"]]
    check = check_sheet(hands, PRESETS[row.get("rules", "cafe")], foot)

    assert check.off == row["off"], row["why"]
    assert all_slips(check) == row["slips"], row["why"]
    assert check.agrees == (not row["off"] and not row["slips"])


SUMS = [
    (13, 1, 1254, 940, [], "162 × 13 + 88"),
    (
        2,
        0,
        97,
        65,
        ["hand_left_out", "digits_swapped"],
        "one hand is in no sum; 162 is 9 × 18, too",
    ),
    (1, 0, 171, 153, ["hand_too_many", "digits_swapped"], "one hand too many"),
    (2, 0, 259, 153, ["kapo_unmarked"], "88 too many"),
    (2, 1, 171, 153, ["bonus_left_out"], "88 too few"),
    (2, 0, 161, 153, ["last_trick_left_out"], "10 too few"),
    (2, 0, 181, 153, ["last_trick_twice"], "10 too many"),
    (2, 0, 171, 173, ["extras_added"], "20 too many"),
    (2, 0, 144, 153, ["digits_swapped"], "27 too few: a multiple of nine"),
    (2, 0, 170, 153, [], "one too few: nothing explains it"),
]


@pytest.mark.parametrize(("hands", "kapos", "a", "b", "slips", "why"), SUMS)
def test_of_sums_alone_less_is_told(hands, kapos, a, b, slips, why):
    check = check_sums(hands, kapos, BySide(a, b), CAFE)

    assert all_slips(check) == slips, why
    assert check.agrees == (check.off == 0), why


# --- by brute force ---

TRUE_HANDS = [BySide(a, 162 - a) for a in range(163) if a not in (1, 161)]


def swaps(number):
    """The number with two neighbouring digits swapped, wherever that makes another number."""
    text = str(number)
    for at in range(len(text) - 1):
        swapped = text[:at] + text[at + 1] + text[at] + text[at + 2 :]
        if swapped != text and swapped[0] != "0":
            yield int(swapped)


def test_all_swapped_digits_of_all_hands_are_named():
    tried = 0
    for meant in TRUE_HANDS:
        for wrong in swaps(meant.A):
            for written, side, right in (
                (BySide(wrong, meant.B), "A", meant),
                (BySide(meant.B, wrong), "B", BySide(meant.B, meant.A)),
            ):
                tried += 1
                check = check_sheet([WrittenHand(written)], CAFE)
                assert f"1 digits_swapped {side} {right.A} {right.B}" in all_slips(check)
    assert tried > 300


def test_every_forgotten_last_trick_is_named():
    for meant in TRUE_HANDS:
        for side in "AB":
            if meant.of(side) >= 10:
                points = meant._replace(**{side: meant.of(side) - 10})
                slips = all_slips(check_sheet([WrittenHand(points)], CAFE))
                assert "1 last_trick_left_out" in slips


def test_card_points_proposed_for_a_hand_add_up_to_162():
    for a in range(0, 300, 7):
        for b in range(0, 300):
            for hand in check_sheet([WrittenHand(BySide(a, b))], CAFE).wrong:
                for slip in hand.slips:
                    if slip.meant and slip.code != "kapo_unmarked":
                        assert sum(slip.meant) == 162


@st.composite
def true_hands(draw, rules):
    """A hand as it should stand on the paper."""
    trumps = ["none", "all", None] if rules.trumps == "with_none_all" else [None, "hearts"]
    trump = draw(st.sampled_from(trumps))
    total = {"none": rules.none_total, "all": rules.all_total}.get(trump, 162)
    doubled = draw(st.sampled_from([1, 2, 4]))
    kapo = draw(st.sampled_from([None, None, None, "A", "B"]))
    if kapo is None:
        a = draw(st.integers(2, total - 2))
        return WrittenHand(BySide(a, total - a), None, trump, doubled)
    plain = doubled > 1 and rules.doubling == "stake" and rules.kapo_when_doubled == "plain"
    swept = total + (0 if plain else rules.kapo_bonus)
    return WrittenHand(BySide(swept, 0) if kapo == "A" else BySide(0, swept), kapo, trump, doubled)


@st.composite
def true_sheets(draw):
    rules = draw(st.sampled_from(list(PRESETS.values())))
    hands = draw(st.lists(st.one_of(st.none(), true_hands(rules)), min_size=1, max_size=24))
    return rules, hands


@st.composite
def sheets_and_a_hand(draw):
    """A true sheet, and the place of one of its hands that was played."""
    rules, hands = draw(true_sheets().filter(lambda sheet: any(sheet[1])))
    return rules, hands, draw(st.sampled_from([at for at, hand in enumerate(hands) if hand]))


def foot_of(hands):
    played = [hand.points for hand in hands if hand]
    return Foot(len(played), BySide(sum(p.A for p in played), sum(p.B for p in played)))


@given(true_sheets())
def test_a_true_sheet_agrees(sheet):
    rules, hands = sheet
    assert check_sheet(hands, rules).agrees
    assert check_sheet(hands, rules, foot_of(hands)).agrees


@pytest.mark.slow
@given(sheets_and_a_hand(), st.data())
def test_a_wrong_number_is_found_in_its_hand_and_nowhere_else(sheet, data):
    rules, hands, at = sheet
    more = data.draw(st.integers(-30, 30).filter(bool))
    wrong = list(hands)
    wrong[at] = hands[at]._replace(points=hands[at].points._replace(A=hands[at].points.A + more))
    check = check_sheet(wrong, rules, foot_of(hands))

    assert check.off == more
    assert [(hand.number, hand.off) for hand in check.wrong] == [(at + 1, more)]
    assert check.slips == ()


@pytest.mark.slow
@given(sheets_and_a_hand())
def test_a_hand_entered_twice_is_named_by_count_and_by_sums(sheet):
    rules, hands, at = sheet
    typed = [*hands[: at + 1], hands[at], *hands[at + 1 :]]
    foot = foot_of(hands)

    for known in (foot, Foot(hands=foot.hands), Foot(sums=foot.sums)):
        codes = {(slip.code, slip.hand) for slip in check_sheet(typed, rules, known).slips}
        assert ("entered_twice", at + 2) in codes


@pytest.mark.slow
@given(sheets_and_a_hand())
def test_a_hand_left_out_is_named_with_its_points(sheet):
    rules, hands, at = sheet
    check = check_sheet([*hands[:at], *hands[at + 1 :]], rules, foot_of(hands))

    assert [(slip.code, slip.meant) for slip in check.slips] == [
        ("hand_left_out", hands[at].points)
    ]
