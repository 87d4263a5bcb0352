"""The check of a sheet: each hand, its sums, and the command."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.match import Match, Party
from scorekeeper.rules.model import BySide, Hand, RuleSet
from scorekeeper.rules.presets import PRESETS
from scorekeeper.tournament.sheets.sheet_check import Foot, check_sheet, check_sums
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
from tests.support.processes import Conversation

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


PROGRAM = (sys.executable, "-m", "scorekeeper", "sheet-check")
FORGOTTEN = {"points": {"A": 97, "B": 65}, "score": {"A": 10, "B": 6}}
RIGHT_HAND = {**FORGOTTEN, "score": {"A": 19, "B": 6}}


@pytest.fixture(scope="module")
def ask():
    with Conversation(PROGRAM) as talk:
        yield lambda **request: talk.ask(json.dumps(request).encode())


def test_a_forgotten_stake_is_found(ask):
    marks = {"kapo": None, "doubled": 1, "trump": None, "bid": None}
    hands = [{**FORGOTTEN, **marks}, {"passed_out": True}]
    assert ask(rules="cafe", hands=hands, totals=None) == {
        "ok": True,
        "clean": False,
        "findings": [{"hand": 1, "code": "stake_left_out", "likely": True}],
    }


def test_a_clean_sheet_is_clean(ask):
    clean = {"ok": True, "clean": True, "findings": []}
    kapo = {"points": {"A": 250, "B": 0}, "score": {"A": 50, "B": 0}, "kapo": "A", "bid": "kapo"}
    assert (
        ask(
            rules="cafe",
            hands=[RIGHT_HAND, {**RIGHT_HAND, "bid": 90}, kapo],
        )
        == clean
    )
    totals = {"A": 19.0, "B": 6}
    assert ask(rules={"preset": "cafe", "target": 201}, hands=[RIGHT_HAND], totals=totals) == clean
    assert ask(rules="cafe", hands=[RIGHT_HAND], id=7) == {"id": 7, **clean}


def test_a_wrong_total_is_of_no_hand_and_comes_after_hands(ask):
    assert ask(rules="cafe", hands=[RIGHT_HAND], totals={"A": 191, "B": 6})["findings"] == [
        {"hand": None, "code": "total_wrong", "likely": True}
    ]
    stakeless = {**RIGHT_HAND, "score": {"A": 10, "B": 6}}
    found = ask(rules="cafe", hands=[RIGHT_HAND, stakeless], totals={"A": 650, "B": 12})["findings"]
    assert found[0]["hand"] == 2
    assert found[-1] == {"hand": None, "code": "total_wrong", "likely": False}


def test_points_that_do_not_add_up_are_found_whatever_the_score(ask):
    off = {**RIGHT_HAND, "points": {"A": 79, "B": 65}}
    assert ask(rules="cafe", hands=[off])["findings"][0] == {
        "hand": 1,
        "code": "digits_swapped",
        "likely": True,
    }


PROBLEMS = [
    ({}, [("missing", "hands", None), ("missing", "rules", None)]),
    ({"rules": "nope", "hands": [RIGHT_HAND]}, [("unknown", "preset", None)]),
    ({"rules": "cafe", "hands": []}, [("unknown", "hands", None)]),
    ({"rules": "cafe", "hands": [RIGHT_HAND] * 100}, [("unknown", "hands", None)]),
    (
        {"rules": "cafe", "hands": [RIGHT_HAND], "totals": {"A": 9}},
        [("unknown", "totals", None)],
    ),
    (
        {"rules": "cafe", "hands": [RIGHT_HAND], "Totals": 1},
        [("unknown", "Totals", None)],
    ),
    ({"rules": "cafe", "hands": [RIGHT_HAND, 5]}, [("unknown", "hands", 2)]),
    ({"rules": "cafe", "hands": [{}]}, [("missing", "points", 1), ("missing", "score", 1)]),
    (
        {"rules": "cafe", "hands": [{**RIGHT_HAND, "bidder": "A"}]},
        [("unknown", "bidder", 1)],
    ),
    (
        {"rules": "cafe", "hands": [{**RIGHT_HAND, "score": {"A": "19", "B": 6}}]},
        [("unknown", "score", 1)],
    ),
    (
        {"rules": "cafe", "hands": [{**RIGHT_HAND, "score": {"A": 1e9, "B": 6}}]},
        [("unknown", "score", 1)],
    ),
    (
        {"rules": "cafe", "hands": [{**RIGHT_HAND, "kapo": "C"}]},
        [("unknown", "kapo", 1)],
    ),
    (
        {"rules": "cafe", "hands": [{**RIGHT_HAND, "bid": 75}]},
        [("bid_range", "bid", 1), ("bid_step", "bid", 1)],
    ),
    (
        {"rules": "cafe", "hands": [{**RIGHT_HAND, "trump": "none"}]},
        [("trump_not_played", "trump", 1)],
    ),
    (
        {"rules": "kypros", "hands": [{**RIGHT_HAND, "doubled": 2, "bid": "kapo"}]},
        [("kapo_bid_not_played", "bid", 1), ("doubling_not_played", "doubled", 1)],
    ),
    (
        {"rules": "cafe", "hands": [{**RIGHT_HAND, "passed_out": True}]},
        [("unknown", "points", 1), ("unknown", "score", 1)],
    ),
    (
        {"rules": "cafe", "hands": [{**RIGHT_HAND, "passed_out": 1}]},
        [("unknown", "passed_out", 1)],
    ),
]


@pytest.mark.parametrize(("request_", "problems"), PROBLEMS)
def test_unreadable_request_is_answered_with_its_problems(ask, request_, problems):
    reply = ask(**request_)
    assert reply["ok"] is False
    assert [(one["code"], one["field"], one.get("hand")) for one in reply["problems"]] == problems
