"""The cards: counted together, compared, played by the rules, and counted in a pile."""

import json
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.cards import (
    LAST_TRICK,
    PACK,
    Card,
    is_trump,
    points_of,
    read_card,
    strength_of,
)
from scorekeeper.rules.codec import read_rules
from scorekeeper.rules.model import OTHER, SIDES, SUITS, TRUMPS, BySide, Hand
from scorekeeper.rules.play import Duty, Pile, count, faults_of_play, legal_play, refusal_of
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.scoring import score_hand
from tests.rules import naive_cards
from tests.rules.table import SETTLING
from tests.support.examples import share_of

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


ROWS = json.loads((SETTLING / "play.json").read_text(encoding="utf-8"))
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
    naive = [card for card in hand if naive_cards.may_play(card, trick, hand, trump, overtrump)]
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
def test_faults_of_a_play_name_impossible_cards(trick, hand, faults, why):
    assert faults_of_play(cards(trick), cards(hand)) == faults, why


COUNTS = json.loads((Path(__file__).parent / "settling/counting.json").read_text(encoding="utf-8"))

# Told once more, card by card and by another hand than the engine's.
PLAIN = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
COUNTED_TRUMPS = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3, "8": 0, "7": 0}


def cards_of(text):
    return frozenset(PACK if text == "all" else map(read_card, text.split()))


@pytest.mark.parametrize("row", COUNTS, ids=lambda row: row["id"])
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
        points += COUNTED_TRUMPS[rank] if suit == pile.trump else PLAIN[rank]
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
