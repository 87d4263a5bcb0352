"""The declarations in a hand of eight cards.

A card serves in one declaration only, and a run gives at most one. A run may be shortened to leave
a card to a four, and is never cut into two. Of the possible sets the one worth most counts (our
reading). The pilotta is no declaration.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Final, NamedTuple, get_args

from scorekeeper.rules.cards import Card
from scorekeeper.rules.declarations import ORDERS, Strength, strength
from scorekeeper.rules.model import SUITS, Declaration, DeclarationKind, Rank, RuleSet, Suit, Trump

SHORTEST_RUN: Final = 3

_RUNS: Final[dict[int, DeclarationKind]] = {
    int(kind[3]): kind for kind in get_args(DeclarationKind) if kind.startswith("run")
}
_FOURS: Final[dict[Rank, Declaration]] = {
    "A": Declaration("four", "A"),
    "K": Declaration("four", "K"),
    "Q": Declaration("four", "Q"),
    "10": Declaration("four", "10"),
    "9": Declaration("nines"),
    "J": Declaration("jacks"),
}


class HeldDeclaration(NamedTuple):
    """A declaration and the cards that make it, the lowest first."""

    declaration: Declaration
    cards: tuple[Card, ...]


class Found(NamedTuple):
    """The declarations found in a hand."""

    declarations: tuple[HeldDeclaration, ...]
    """The set worth most, its best first."""
    given_up: tuple[HeldDeclaration, ...]
    """Declarations that are also in the hand, but share a card with that set."""
    pilotta: bool
    """Has the hand the king and queen of trumps?"""


def find(cards: Iterable[Card], trump: Trump | None, rules: RuleSet) -> Found:
    """Every declaration in the hand, which may also be of fewer than eight cards.

    Of two sets worth the same the one with the better best is taken, a four before a run. Without
    a trump told no run is in trumps and nothing is a pilotta.

    >>> from scorekeeper.rules.cards import read_card
    >>> hand = [read_card(code) for code in "Jh Qh Kh 7c".split()]
    >>> find(hand, "hearts", RuleSet()).declarations[0].declaration
    Declaration(kind='run3', top='K', in_trumps=True)
    """
    card_set = frozenset(cards)
    order = ORDERS[rules.declaration_order]

    def rank(one: HeldDeclaration) -> tuple[Strength, int, bool]:
        return _rank(one.declaration, order)

    fours, runs = _fours(card_set), _runs_in_all_suits(card_set, trump, order)
    sets = [
        sorted((*some, *_left_of(runs, some, trump, order)), key=rank, reverse=True)
        for size in range(len(fours) + 1)
        for some in combinations(fours, size)
    ]
    best = max(
        sets, key=lambda some: (sum(one.declaration.value for one in some), list(map(rank, some)))
    )
    possible = sorted((*fours, *runs), key=rank, reverse=True)
    given_up = tuple(one for one in possible if one not in best)
    return Found(tuple(best), given_up, has_pilotta(card_set, trump))


def hangs_on_order(cards: Iterable[Card], trump: Trump | None, rules: RuleSet) -> bool:
    """Would the hand declare otherwise by another `declaration_order`?"""
    hand_cards = tuple(cards)
    found = {
        find(hand_cards, trump, replace(rules, declaration_order=order)).declarations
        for order in ("natural", "cards")
    }
    return len(found) > 1


def best_first(declarations: Iterable[Declaration], rules: RuleSet) -> tuple[Declaration, ...]:
    """The declarations of a side, its best first."""
    order = ORDERS[rules.declaration_order]
    return tuple(sorted(declarations, key=lambda one: _rank(one, order), reverse=True))


def has_pilotta(cards: Iterable[Card], trump: Trump | None) -> bool:
    """Are the king and queen of the trump suit both among the cards?"""
    return {"K", "Q"} <= {card.rank for card in cards if card.suit == trump}


def _fours(card_set: frozenset[Card]) -> list[HeldDeclaration]:
    found = []
    for rank, declaration in _FOURS.items():
        four = tuple(Card(rank, suit) for suit in SUITS)
        if card_set.issuperset(four):
            found.append(HeldDeclaration(declaration, four))
    return found


def _runs_in_all_suits(
    card_set: frozenset[Card], trump: Trump | None, order: tuple[Rank, ...]
) -> list[HeldDeclaration]:
    return [run for suit in SUITS for run in _runs_in_suit(card_set, suit, trump, order)]


def _left_of(
    runs: Iterable[HeldDeclaration],
    fours: Iterable[HeldDeclaration],
    trump: Trump | None,
    order: tuple[Rank, ...],
) -> Iterator[HeldDeclaration]:
    """The runs without the cards that serve in these fours, of each the better part."""
    serving = {card for four in fours for card in four.cards}
    for run in runs:
        parts = _runs_in_all_suits(frozenset(run.cards) - serving, trump, order)
        if parts:
            yield max(parts, key=lambda part: _rank(part.declaration, order))


def _runs_in_suit(
    card_set: frozenset[Card], suit: Suit, trump: Trump | None, order: tuple[Rank, ...]
) -> list[HeldDeclaration]:
    found = []
    cards: list[Card] = []
    for rank in (*order, None):
        if rank is not None and Card(rank, suit) in card_set:
            cards.append(Card(rank, suit))
            continue
        if len(cards) >= SHORTEST_RUN:
            run = Declaration(_RUNS[len(cards)], cards[-1].rank, suit == trump)
            found.append(HeldDeclaration(run, tuple(cards)))
        cards = []
    return found


def _rank(declaration: Declaration, order: tuple[Rank, ...]) -> tuple[Strength, int, bool]:
    """Better declarations are greater; of two equal runs the one in trumps comes first."""
    top = order.index(declaration.top) if declaration.top else 0
    return strength(declaration), top, declaration.in_trumps
