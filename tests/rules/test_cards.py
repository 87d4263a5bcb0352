"""The pack: its cards, what they count together, which is stronger."""

from dataclasses import replace
from itertools import product

import pytest

from scorekeeper.rules.cards import (
    LAST_TRICK,
    PACK,
    Card,
    is_trump,
    points_of,
    read_card,
    strength_of,
)
from scorekeeper.rules.model import SUITS, TRUMPS
from scorekeeper.rules.presets import PRESETS

CAFE = PRESETS["cafe"]
RULE_SETS = [
    *PRESETS.values(),
    *(
        replace(CAFE, trumps="with_none_all", none_total=none_total, all_total=all_total)
        for none_total, all_total in product((162, 130), (258, 162))
    ),
]


def card(code):
    read = read_card(code)
    assert read is not None, code
    return read


def strongest_first(suit, trump):
    cards = [card for card in PACK if card.suit == suit]
    ranked = sorted(cards, key=lambda card: strength_of(card, trump), reverse=True)
    return " ".join(card.rank for card in ranked)


def test_the_pack_has_32_cards_and_none_twice():
    assert len(set(PACK)) == len(PACK) == 32


def test_every_card_is_read_by_its_own_code():
    assert [read_card(card.code) for card in PACK] == list(PACK)
    assert len({card.code for card in PACK}) == 32


@pytest.mark.parametrize(
    ("code", "suit", "rank"),
    [
        ("Jh", "hearts", "J"),
        ("10d", "diamonds", "10"),
        ("As", "spades", "A"),
        ("7c", "clubs", "7"),
    ],
)
def test_a_code_is_the_rank_and_the_suits_letter(code, suit, rank):
    assert read_card(code) == Card(rank, suit)


@pytest.mark.parametrize("code", ["", "J", "h", "6h", "1h", "Jx", "hJ", "jh", "JH", " Jh", "10"])
def test_no_other_code_is_a_card(code):
    assert read_card(code) is None


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.preset)
@pytest.mark.parametrize("trump", TRUMPS)
def test_the_pack_and_the_last_trick_are_the_rule_sets_total(rules, trump):
    assert sum(points_of(card, trump, rules) for card in PACK) + LAST_TRICK == rules.total(trump)


@pytest.mark.parametrize(
    ("code", "trump", "points", "why"),
    [
        ("Jh", "hearts", 20, "the jack of trumps"),
        ("Jh", "spades", 2, "a plain jack"),
        ("9c", "clubs", 14, "the nine of trumps"),
        ("9c", "diamonds", 0, "a plain nine"),
        ("Ad", "diamonds", 11, "an ace is an ace"),
        ("10d", "hearts", 10, "and a ten a ten"),
        ("Kd", "diamonds", 4, "4 and 3, whatever seed 003 says"),
        ("Qd", "diamonds", 3, "4 and 3, whatever seed 003 says"),
        ("8s", "spades", 0, "nothing, also in trumps"),
        ("Jh", "none", 2, "without trumps every jack is plain"),
        ("Jh", "all", 20, "with all trumps none is"),
    ],
)
def test_card_counts_its_points(code, trump, points, why):
    rules = replace(CAFE, trumps="with_none_all")
    assert points_of(card(code), trump, rules) == points, why


@pytest.mark.parametrize(
    ("code", "trump", "points", "why"),
    [
        ("Ad", "none", 19, "seed 000: 162 without trumps"),
        ("Jd", "none", 2, "where only the ace is another"),
        ("Ad", "all", 6, "our reading: belote's values"),
        ("Jd", "all", 14, "our reading: belote's values"),
        ("9d", "all", 9, "our reading: belote's values"),
        ("Qd", "all", 1, "our reading: belote's values"),
    ],
)
def test_card_counts_its_points_when_every_hand_is_worth_162(code, trump, points, why):
    rules = replace(CAFE, trumps="with_none_all", none_total=162, all_total=162)
    assert points_of(card(code), trump, rules) == points, why


@pytest.mark.parametrize(
    ("suit", "trump", "order"),
    [
        ("hearts", "hearts", "J 9 A 10 K Q 8 7"),
        ("hearts", "spades", "A 10 K Q J 9 8 7"),
        ("clubs", "none", "A 10 K Q J 9 8 7"),
        ("clubs", "all", "J 9 A 10 K Q 8 7"),
    ],
)
def test_which_card_is_stronger(suit, trump, order):
    assert strongest_first(suit, trump) == order


@pytest.mark.parametrize("trump", TRUMPS)
def test_trumps_are_one_suit_or_none_or_all(trump):
    suits = {card.suit for card in PACK if is_trump(card, trump)}
    assert suits == {"none": set(), "all": set(SUITS)}.get(trump, {trump})
