"""The declarations in eight cards: the table of rulings, and a search through every set."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.cards import PACK, RANKS, Card, read_card
from scorekeeper.rules.codec import declaration_code, read_rules
from scorekeeper.rules.declaration_search import find
from scorekeeper.rules.declarations import run_cards
from scorekeeper.rules.model import SUITS, TRUMPS
from scorekeeper.rules.presets import PRESETS
from tests.examples import share_of
from tests.rules import naive_finding

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
    best = naive_finding.found(hand, trump, rules.declaration_order)
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
