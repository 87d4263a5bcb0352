"""The declarations in a hand of eight cards.

A run is taken at its full length and never split, a card serves in one declaration only, and of
the possible sets the one worth most counts (our reading). The pilotta is no declaration.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from typing import Final, NamedTuple, get_args

from scorekeeper.rules.cards import Card
from scorekeeper.rules.declarations import ORDERS, Strength, strength
from scorekeeper.rules.model import SUITS, Declaration, Kind, Rank, RuleSet, Suit, Trump

SHORTEST_RUN: Final = 3

_RUNS: Final[dict[int, Kind]] = {
    int(kind[3]): kind for kind in get_args(Kind) if kind.startswith("run")
}
_FOURS: Final[dict[Rank, Declaration]] = {
    "A": Declaration("four", "A"),
    "K": Declaration("four", "K"),
    "Q": Declaration("four", "Q"),
    "10": Declaration("four", "10"),
    "9": Declaration("nines"),
    "J": Declaration("jacks"),
}


class Held(NamedTuple):
    """A declaration and the cards that make it, the lowest first."""

    declaration: Declaration
    cards: tuple[Card, ...]


class Found(NamedTuple):
    """What a hand may declare."""

    declarations: tuple[Held, ...]
    """The set worth most, its best first."""
    given_up: tuple[Held, ...]
    """What also lies in the hand, but shares a card with that set."""
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
    held = frozenset(cards)
    order = ORDERS[rules.declaration_order]
    possible = [*_fours(held), *(run for suit in SUITS for run in _runs(held, suit, trump, order))]
    possible.sort(key=lambda one: _rank(one.declaration, order), reverse=True)
    best = max(
        _sets_without_shared_cards(possible),
        key=lambda some: (
            sum(one.declaration.value for one in some),
            [_rank(one.declaration, order) for one in some],
        ),
    )
    given_up = tuple(one for one in possible if one not in best)
    return Found(best, given_up, has_pilotta(held, trump))


def hangs_on_order(cards: Iterable[Card], trump: Trump | None, rules: RuleSet) -> bool:
    """Would the hand declare otherwise by another `declaration_order`?"""
    held = tuple(cards)
    found = {
        find(held, trump, replace(rules, declaration_order=order)).declarations
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


def _fours(held: frozenset[Card]) -> list[Held]:
    found = []
    for rank, declaration in _FOURS.items():
        four = tuple(Card(rank, suit) for suit in SUITS)
        if held.issuperset(four):
            found.append(Held(declaration, four))
    return found


def _runs(
    held: frozenset[Card], suit: Suit, trump: Trump | None, order: tuple[Rank, ...]
) -> list[Held]:
    found = []
    cards: list[Card] = []
    for rank in (*order, None):
        if rank is not None and Card(rank, suit) in held:
            cards.append(Card(rank, suit))
            continue
        if len(cards) >= SHORTEST_RUN:
            run = Declaration(_RUNS[len(cards)], cards[-1].rank, suit == trump)
            found.append(Held(run, tuple(cards)))
        cards = []
    return found


def _rank(declaration: Declaration, order: tuple[Rank, ...]) -> tuple[Strength, int, bool]:
    """Better declarations are greater; of two equal runs the one in trumps comes first."""
    top = order.index(declaration.top) if declaration.top else 0
    return strength(declaration), top, declaration.in_trumps


def _sets_without_shared_cards(possible: list[Held]) -> list[tuple[Held, ...]]:
    """Every choice of the declarations in which no card serves twice, in the order given."""
    return [
        some
        for size in range(len(possible) + 1)
        for some in combinations(possible, size)
        if len({card for one in some for card in one.cards}) == sum(len(o.cards) for o in some)
    ]
