"""A pile of cards counted: the table of rulings, and what holds of every pile."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.cards import PACK, read_card
from scorekeeper.rules.codec import read_rules
from scorekeeper.rules.model import OTHER, SIDES, BySide, Hand
from scorekeeper.rules.play import Pile, count
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.scoring import score_hand

ROWS = json.loads((Path(__file__).parent / "settling/counting.json").read_text(encoding="utf-8"))

# Told once more, card by card and by another hand than the engine's.
PLAIN = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
TRUMPS = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3, "8": 0, "7": 0}


def cards_of(text):
    return frozenset(PACK if text == "all" else map(read_card, text.split()))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_a_pile_is_worth(row):
    rules, _ = read_rules(row.get("rules", "cafe"))
    pile = Pile(row["side"], cards_of(row["cards"]), row["last"], row["trump"])
    told = count(pile, rules, row.get("bidder"))
    tenths = row["tenths"] and BySide(*row["tenths"])
    assert (told.points, told.tenths) == (BySide(*row["points"]), tenths), row["why"]
    assert told.missing_point == row.get("missing_point"), row["why"]
    assert told.equal_digits == row.get("equal_digits", False), row["why"]
    assert (told.odd, told.spare) == (row.get("odd"), row.get("spare", 0)), row["why"]
    assert told.kapo == row.get("kapo"), row["why"]
    assert told.cards == len(pile.cards)


@st.composite
def piles(draw):
    """A pile of whole tricks with either side, in a suit hand."""
    cards = draw(st.permutations(PACK))[: 4 * draw(st.integers(1, 7))]
    trump = draw(st.sampled_from(["hearts", "diamonds", "clubs", "spades"]))
    return Pile(draw(st.sampled_from(SIDES)), frozenset(cards), draw(st.booleans()), trump)


ANY_RULES = st.sampled_from(list(PRESETS.values()))


def naive_points(pile):
    points = 10 if pile.last_trick else 0
    for rank, suit in pile.cards:
        points += TRUMPS[rank] if suit == pile.trump else PLAIN[rank]
    return points


@given(piles(), ANY_RULES)
def test_the_points_are_the_cards_one_by_one(pile, rules):
    assert count(pile, rules).points.of(pile.side) == naive_points(pile)


@given(piles(), ANY_RULES, st.sampled_from(SIDES))
def test_it_does_not_matter_whose_pile_is_counted(pile, rules, bidder):
    rest = Pile(OTHER[pile.side], frozenset(PACK) - pile.cards, not pile.last_trick, pile.trump)
    ours, theirs = count(pile, rules, bidder), count(rest, rules, bidder)
    assert ours._replace(cards=32 - ours.cards) == theirs


@given(piles(), st.sampled_from(SIDES))
def test_the_tenths_are_those_of_a_hand_that_was_made(pile, bidder):
    for rules in PRESETS.values():
        told = count(pile, rules, bidder)
        if told.tenths is None or (told.equal_digits and told.missing_point is None):
            continue
        hand = Hand(bidder=bidder, bid=0, trump=pile.trump, points=BySide(*told.points))
        cards = dict.fromkeys(SIDES, 0)
        for line in score_hand(hand, rules).lines:
            if line.rule in ("cards", "missing_point"):
                cards[line.side] += line.points
        assert told.tenths == BySide(**cards)


@given(piles(), ANY_RULES)
def test_the_missing_point_waits_for_the_bidder_only_where_it_turns_on_him(pile, rules):
    unknown = count(pile, rules).missing_point
    known = {count(pile, rules, bidder).missing_point for bidder in SIDES}
    assert unknown == (known.pop() if len(known) == 1 else None)


@given(piles())
def test_count_of_whole_tricks_finds_nothing_odd_and_no_kapo(pile):
    told = count(pile, PRESETS["cafe"])
    assert (told.odd, told.spare, told.kapo) == (None, 0, None)
