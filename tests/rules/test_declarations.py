"""The side whose declarations score, and declarations in eight cards: rulings, duels, a search."""

import json
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.cards import PACK, RANKS, Card, read_card
from scorekeeper.rules.codec import (
    answer,
    declaration_code,
    read_declaration,
    read_hand,
    read_rules,
)
from scorekeeper.rules.declaration_search import find
from scorekeeper.rules.declarations import compare, rivals, run_cards
from scorekeeper.rules.model import SUITS, TRUMPS, BySide, Hand
from scorekeeper.rules.presets import PRESETS
from tests.rules import naive_cards, naive_problems
from tests.rules.table import problems, ruling
from tests.support.examples import share_of


def winner(ours, theirs, rules="cafe", **told):
    """The side whose declarations score, None for nobody, or the problem."""
    declared = {"A": ours.split(), "B": theirs.split()}
    hand = {"bidder": "A", "bid": 80, "points": {"A": 100}, "declarations": declared, **told}
    given = ruling(rules, hand)
    if "problems" in given:
        return given["problems"][0].split()[0].removeprefix("declarations_")
    sides = [line[0] for line in given["lines"] if line.endswith(" declarations")]
    return sides[0] if sides else None


@pytest.mark.parametrize(
    ("ours", "theirs", "scores", "why"),
    [
        ("run3", "", "A", "alone, whatever its cards"),
        ("", "run3", "B", "alone, whatever its cards"),
        ("", "", None, "nothing declared"),
        ("run4", "run3 run3", "A", "one run of four before two of three"),
        ("four", "run4", "A", "100 before 50"),
        ("nines", "four:A", "A", "150 before 100"),
        ("nines", "jacks", "B", "200 before 150"),
        ("run8", "nines", "B", "150 before a run of eight"),
        ("four:10", "run8:A:t", "impossible", "a run of eight holds a ten"),
        ("four:Q", "run5:J", "A", "at 100 a four before a run"),
        ("run5", "run6", "B", "the longer run, no card needed"),
        ("run7:A", "run8", "B", "also at seven and eight"),
        ("run3:K", "run3:Q:t", "A", "the top card before the trumps"),
        ("run3:K:t", "run3:K", "A", "trumps break the tie"),
        ("run3:K", "run3:K", None, "equal: nobody"),
        ("run3:K:t", "run3:K:t", "impossible", "the same cards twice"),
        ("run3:K run3:A", "run3:K", "A", "a side's best is its highest"),
        ("run3:9 run3:K:t", "run3:K", "A", "of a side's equal runs the one in trumps is best"),
        ("four:K", "four:Q", "A", "kings before queens"),
        ("four:10", "four:Q", "B", "naturally a ten is below a queen"),
        ("four:A", "four", "undecided", "aces, but against which four?"),
        ("run3", "run3:7", "impossible", "a run of three cannot end at a seven"),
    ],
)
def test_at_the_cafe(ours, theirs, scores, why):
    assert winner(ours, theirs) == scores, why


@pytest.mark.parametrize(
    ("ours", "theirs", "scores", "why"),
    [
        ("run3:10", "run3:K", "A", "Q K 10 is above J Q K"),
        ("four:10", "four:K", "A", "tens are above kings"),
        ("four:10", "four:A", "B", "and below aces"),
        ("run3:K:t", "run3:K", "leader_needed", "trumps are no better: who led?"),
        ("run4:J", "run4:9", "impossible", "7 8 9 J is a run, 9 cannot end one of four"),
    ],
)
def test_declarations_rank_as_the_cards_do_by_cardrules(ours, theirs, scores, why):
    assert winner(ours, theirs, "cardrules") == scores, why


@pytest.mark.parametrize("leader", ["A", "B"])
def test_the_leader_takes_a_tie(leader):
    assert winner("run3:K", "run3:K", "cardrules", leader=leader) == leader


def test_the_leader_takes_nothing_else():
    assert winner("run3:K", "run3:A", "cardrules", leader="A") == "B"


def test_a_four_and_a_run_are_equal_online():
    assert winner("four:A", "run5", "online") is None
    assert winner("run8", "four", "online") is None
    assert winner("four:A", "four:K", "online") == "A"
    assert winner("run6", "run5", "online") == "A"


def test_without_trumps_no_run_is_in_trumps():
    rules = {"preset": "cafe", "trumps": "with_none_all"}
    assert winner("run3:K:t", "run3:K", rules) == "A"
    assert winner("run3:K:t", "run3:K", rules, trump="hearts") == "A"
    assert winner("run3:K:t", "run3:K:t", rules, trump="none") is None
    assert winner("run3:K:t", "run3:K", rules, trump="all") is None


def test_top_cards_are_asked_for_only_where_it_comes_down_to_them():
    assert winner("run3", "run3") == "undecided"
    assert winner("run3:A", "run3") == "undecided"
    assert winner("run4 run3", "run3") == "A"
    assert winner("run3 run3:A", "run3:9") == "undecided"
    assert winner("run3", "run3", declarations_to="B") == "B"
    assert winner("run3", "run3", declarations_to="nobody") is None


def test_the_side_that_scores_scores_all_of_its_own():
    hand = {"bidder": "B", "bid": 80, "points": {"B": 90}}
    declared = {"A": ["run3", "run4:J", "four:A"], "B": ["run4:K"]}
    assert "A 17 declarations" in ruling("cafe", {**hand, "declarations": declared})["lines"]


@pytest.mark.parametrize(
    ("ours", "theirs", "why"),
    [
        ("four:K four:K", "", "the same four twice on one side"),
        ("four:K", "four:K", "the same four on both sides"),
        ("jacks", "jacks", "there are four jacks"),
        ("run5:9", "", "a run longer than its top card allows"),
        ("run8:K", "", "eight cards end at the ace"),
        ("nines", "run3:J", "9 10 J holds a nine"),
        ("run4:A", "four:Q", "J Q K A holds a queen"),
        ("run3:A:t", "run3:Q:t", "both hold the queen of trumps"),
    ],
)
def test_impossible(ours, theirs, why):
    assert winner(ours, theirs) == "impossible", why


@pytest.mark.parametrize(
    ("ours", "theirs", "why"),
    [
        ("four four", "four", "fours without a rank may be three different ones"),
        ("nines run3:9", "", "one side's own cards are not held against each other"),
        ("run3:9:t run3:10:t", "", "nor its runs in trumps"),
        ("run3:A:t", "run3:A", "trumps and a plain suit share no card"),
        ("run8", "four:K", "only where the cards are named, though a run of eight has but one top"),
        ("run3:10:t", "run3:K:t", "8 9 10 and J Q K of trumps"),
    ],
)
def test_not_called_impossible(ours, theirs, why):
    hand = {"bidder": "A", "bid": 80, "points": {"A": 100}}
    declared = {"A": ours.split(), "B": theirs.split()}
    assert problems({**hand, "declarations": declared, "declarations_to": "A"}) == [], why


@pytest.mark.parametrize(
    ("order", "code", "cards"),
    [
        ("natural", "run3:J", "9 10 J"),
        ("cards", "run3:J", "8 9 J"),
        ("natural", "run4:A", "J Q K A"),
        ("cards", "run4:A", "Q K 10 A"),
        ("natural", "run5:9", "7 8 9"),
        ("natural", "run4", ""),
        ("natural", "four:K", ""),
    ],
)
def test_the_cards_of_a_run(order, code, cards):
    rules, _ = read_rules({"preset": "cafe", "declaration_order": order})
    assert " ".join(run_cards(read_declaration(code), rules)) == cards


@pytest.mark.parametrize(
    ("ours", "theirs", "bests"),
    [
        ("run3 run3:A four", "four run4", (["four"], ["four"])),
        ("run3 run3:A", "run3:K run3:9", (["run3", "run3:A"], ["run3:K", "run3:9"])),
        ("run4", "run3", ([], [])),
        ("run3", "", ([], [])),
        ("", "run3", ([], [])),
    ],
)
def test_rivals_are_the_bests_where_both_sides_declare_and_none_is_better(ours, theirs, bests):
    declared = [tuple(map(read_declaration, side.split())) for side in (ours, theirs)]
    found = rivals(Hand(declarations=BySide(*declared)))
    assert tuple([declaration_code(one) for one in side] for side in found) == bests


@pytest.mark.parametrize(
    ("ours", "theirs", "reason"),
    [
        ("", "", "none"),
        ("run3", "", "alone"),
        ("run4", "run3", "value"),
        ("four:Q", "run5:J", "four"),
        ("run6", "run5", "length"),
        ("run3:A", "run3:K", "top"),
        ("run3:A:t", "run3:A", "trumps"),
        ("run3:A", "run3:A", "equal"),
        ("run3", "run3", "undecided"),
    ],
)
def test_a_ruling_carries_its_reason(ours, theirs, reason):
    rules, _ = read_rules("cafe")
    declared = {"A": ours.split(), "B": theirs.split()}
    hand, _ = read_hand({"bidder": "A", "bid": 80, "declarations": declared}, rules)
    assert compare(hand, rules).reason == reason


DUELLISTS = [
    *(
        f"run{n}{top}"
        for n in (3, 4, 5, 6)
        for top in ("", ":9", ":10", ":K", ":A", ":K:t", ":A:t")
    ),
    *("run8", "run8:A", "four", "four:A", "four:K", "four:10", "nines", "jacks"),
]
DUEL_RULES = [
    {
        "preset": "cafe",
        "declaration_order": order,
        "four_beats_run": four,
        "declaration_tie": tie,
        "trump_breaks_tie": trumps,
    }
    for order, four, tie, trumps in product(
        ("natural", "cards"), (True, False), ("nobody", "leader"), (True, False)
    )
]


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("rules", DUEL_RULES, ids=lambda rules: "-".join(map(str, rules.values())))
def test_every_duel_against_the_naive_reading(rules):
    for ours, theirs in product(DUELLISTS, DUELLISTS):
        declared = {"A": [ours], "B": [theirs]}
        hand = {"bidder": "A", "bid": 120, "points": {"A": 100}, "declarations": declared}
        for told in (hand, {**hand, "leader": "B"}):
            request = {"rules": rules, "hand": told}
            assert answer(request) == naive_problems.answer(request), f"{rules}: {told}"


ROWS = json.loads((Path(__file__).parent / "settling/finding.json").read_text(encoding="utf-8"))


def codes(held):
    return " ".join(declaration_code(one.declaration) for one in held)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_a_hand_declares(row):
    rules, _ = read_rules(row.get("rules", "cafe"))
    found = find(map(read_card, row["hand"].split()), row.get("trump"), rules)
    assert codes(found.declarations) == row["found"], row["why"]
    assert codes(found.given_up) == row.get("given_up", ""), row["why"]
    assert found.pilotta == row.get("pilotta", False), row["why"]


@st.composite
def hands(draw):
    """Eight cards, often of few ranks or one suit, so that there is something to declare."""
    lowest = draw(st.integers(0, 6))
    ranks = RANKS[lowest : lowest + draw(st.sampled_from([2, 3, 5, 8]))]
    suits = draw(st.sampled_from([SUITS, SUITS[:1]]))
    likely = [card for card in PACK if card.rank in ranks and card.suit in suits]
    rest = [card for card in PACK if card not in likely]
    return frozenset([*draw(st.permutations(likely)), *draw(st.permutations(rest))][:8])


@settings(max_examples=share_of(300), deadline=None)
@given(hands(), st.sampled_from([None, *TRUMPS]), st.sampled_from(["cafe", "cardrules"]))
def test_no_set_of_the_cards_is_worth_more(hand, trump, preset):
    rules = PRESETS[preset]
    found = [tuple(one.declaration) for one in find(hand, trump, rules).declarations]
    best = naive_cards.found(hand, trump, rules.declaration_order)
    assert sorted(found, key=str) in best


@given(hands(), st.sampled_from(TRUMPS), st.sampled_from(["cafe", "cardrules"]))
def test_each_declaration_is_made_of_its_own_cards(hand, trump, preset):
    found = find(hand, trump, PRESETS[preset])
    served = [card for one in found.declarations for card in one.cards]
    assert len(served) == len(set(served))
    assert set(served) <= hand
    for declaration, cards in (*found.declarations, *found.given_up):
        if declaration.kind.startswith("run"):
            ranks = tuple(card.rank for card in cards)
            assert ranks == run_cards(declaration, PRESETS[preset])
            assert {card.suit == trump for card in cards} == {declaration.in_trumps}
        else:
            assert len({card.rank for card in cards}) == 1


@given(hands(), st.sampled_from(TRUMPS))
def test_the_best_comes_first(hand, trump):
    values = [one.declaration.value for one in find(hand, trump, PRESETS["cafe"]).declarations]
    assert values == sorted(values, reverse=True)


@given(hands(), st.sampled_from(TRUMPS))
def test_each_declaration_given_up_shares_a_card_with_those_kept(hand, trump):
    found = find(hand, trump, PRESETS["cafe"])
    served = {card for one in found.declarations for card in one.cards}
    assert all(served & set(one.cards) for one in found.given_up)


@given(hands(), st.sampled_from([None, *TRUMPS]))
def test_the_pilotta_is_the_king_and_queen_of_trumps_and_nothing_else(hand, trump):
    suit_hand = trump not in (None, "none", "all")
    both = suit_hand and {Card("K", trump), Card("Q", trump)} <= hand
    assert find(hand, trump, PRESETS["cafe"]).pilotta == both
