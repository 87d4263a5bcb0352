"""Legal play: every row of the table, and any hand before any trick against a naive restatement."""

import json
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.cards import PACK, read_card
from scorekeeper.rules.codec import read_rules
from scorekeeper.rules.model import TRUMPS
from scorekeeper.rules.play import Duty, faults_of_play, legal_play, refusal_of
from scorekeeper.rules.presets import PRESETS
from tests.examples import share_of
from tests.rules import naive_play
from tests.rules.table import SETTLING

ROWS = json.loads((SETTLING / "play.json").read_text(encoding="utf-8"))
CAFE = PRESETS["cafe"]
OVERTRUMPS = ("always", "ruffing", "no")


def cards(codes):
    read = [read_card(code) for code in codes.split()]
    assert None not in read, codes
    return read


def codes(cards):
    return " ".join(card.code for card in cards)


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in ROWS])
def test_ruling(row):
    rules, problems = read_rules(row.get("rules", "cafe"))
    assert problems == ()
    play = legal_play(cards(row["trick"]), cards(row["hand"]), row["trump"], rules)
    told = (codes(play.may), play.duty, play.to_beat.code if play.to_beat else None)
    assert told == (row["may"], row["duty"], row.get("beat")), row["why"]


def test_every_duty_has_a_row():
    assert {row["duty"] for row in ROWS} == set(get_args(Duty))


def test_every_row_has_a_name_of_its_own_and_a_reason():
    assert len({row["id"] for row in ROWS}) == len(ROWS) == 26
    assert [row["id"] for row in ROWS if not row["why"]] == []


@st.composite
def plays(draw):
    """A trick, a hand of other cards, a trump and a value of `overtrump`."""
    pack = draw(st.permutations(PACK))
    lying, held = draw(st.integers(0, 3)), draw(st.integers(1, 8))
    trump = draw(st.sampled_from(TRUMPS))
    return pack[:lying], pack[lying : lying + held], trump, draw(st.sampled_from(OVERTRUMPS))


@settings(max_examples=share_of(600), deadline=None)
@given(plays())
def test_the_naive_reading_lets_the_same_cards_be_played(case):
    trick, hand, trump, overtrump = case
    play = legal_play(trick, hand, trump, replace(CAFE, overtrump=overtrump))
    naive = [card for card in hand if naive_play.may_play(card, trick, hand, trump, overtrump)]
    assert list(play.may) == naive


@settings(max_examples=share_of(200), deadline=None)
@given(plays())
def test_there_is_always_a_card_to_play_and_a_reason_against_every_other(case):
    trick, hand, trump, overtrump = case
    play = legal_play(trick, hand, trump, replace(CAFE, overtrump=overtrump))
    assert play.may
    refused = [card for card in hand if refusal_of(card, play)]
    assert sorted([*play.may, *refused]) == sorted(hand)


@settings(max_examples=share_of(200), deadline=None)
@given(plays())
def test_a_milder_rule_forbids_no_card_that_a_stricter_one_allows(case):
    trick, hand, trump, _ = case
    always, ruffing, never = (
        set(legal_play(trick, hand, trump, replace(CAFE, overtrump=value)).may)
        for value in OVERTRUMPS
    )
    assert always <= ruffing <= never


@pytest.mark.parametrize(
    ("trick", "hand", "trump", "card", "refusal", "why"),
    [
        ("As", "7s Jh", "hearts", "Jh", "other_suit", "spades must be followed"),
        ("As", "7d Jh", "hearts", "7d", "no_trump", "void: a trump must be played"),
        ("As Qh", "7h Jh", "hearts", "7h", "too_low", "the jack beats the queen"),
        ("As Qh", "7d Jh", "hearts", "7d", "no_trump", "void: no diamond"),
        ("Kh", "7h Jh 7s", "hearts", "7h", "too_low", "the jack beats the king"),
        ("Kh", "7h Jh 7s", "hearts", "7s", "other_suit", "trumps must be followed"),
        ("As", "7s Jh", "hearts", "7s", None, "it may be played"),
    ],
)
def test_a_card_is_refused_for_its_own_reason(trick, hand, trump, card, refusal, why):
    play = legal_play(cards(trick), cards(hand), trump, CAFE)
    assert refusal_of(read_card(card), play) == refusal, why


@pytest.mark.parametrize(
    ("trick", "hand", "faults", "why"),
    [
        ("As", "7s", (), "a trick and a hand"),
        ("", "7s", (), "a lead"),
        ("As", "", ("no_hand",), "no cards to choose from"),
        ("As Ks Qs Js", "7s", ("trick_full",), "all four have played"),
        ("As", "7s As", ("card_twice",), "the ace lies there already"),
        ("As As", "7s", ("card_twice",), "there is one ace of spades"),
        ("", "7h 8h 9h 10h Jh Qh Kh Ah", (), "eight cards are a hand"),
        ("", "7h 8h 9h 10h Jh Qh Kh Ah 7c", ("hand_too_big",), "nine are no hand"),
        ("As Ks Qs Js", "", ("no_hand", "trick_full"), "both are named"),
    ],
)
def test_nobody_can_stand_before(trick, hand, faults, why):
    assert faults_of_play(cards(trick), cards(hand)) == faults, why
