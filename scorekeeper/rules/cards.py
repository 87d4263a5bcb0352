"""The pack: 32 cards, what each counts and which is stronger.

Points are raw card points. A card is written as its rank and the first letter of its suit: `Jh`,
`10d`, `As`, `7c`.
"""

from typing import Final, NamedTuple, get_args

from scorekeeper.rules.declarations import ORDERS
from scorekeeper.rules.model import SUITS, Rank, RuleSet, Suit, Trump

RANKS: Final[tuple[Rank, ...]] = get_args(Rank)
"""In their natural order, the seven first."""

LAST_TRICK: Final = 10
"""The points of the last trick, with any trump."""
CARDS_IN_TRICK: Final = 4
CARDS_IN_HAND: Final = 8

PLAIN_ORDER: Final[tuple[Rank, ...]] = ORDERS["cards"]
"""A plain suit from its weakest card to its strongest."""
TRUMP_ORDER: Final[tuple[Rank, ...]] = ("7", "8", "Q", "K", "10", "A", "9", "J")
"""The trump suit from its weakest card to its strongest."""

_PLAIN: Final[dict[Rank, int]] = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
_TRUMPS: Final[dict[Rank, int]] = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3}
# For tables at which a hand without or with all trumps is worth 162, like any other.
_NONE_162: Final[dict[Rank, int]] = {**_PLAIN, "A": 19}
_ALL_162: Final[dict[Rank, int]] = {"J": 14, "9": 9, "A": 6, "10": 5, "K": 3, "Q": 1}


class Card(NamedTuple):
    """One card of the pack.

    >>> Card("J", "hearts").code
    'Jh'
    """

    rank: Rank
    suit: Suit

    @property
    def code(self) -> str:
        """The card as an address has it."""
        return self.rank + self.suit[0]


PACK: Final[tuple[Card, ...]] = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
"""All 32 cards, suit by suit."""
_BY_CODE: Final[dict[str, Card]] = {card.code: card for card in PACK}


def read_card(code: str) -> Card | None:
    """The card of that code, or None where the pack has none.

    >>> read_card("10d")
    Card(rank='10', suit='diamonds')
    """
    return _BY_CODE.get(code)


def is_trump(card: Card, trump: Trump) -> bool:
    """Does the card play and count as a trump?"""
    return trump in (card.suit, "all")


def points_of(card: Card, trump: Trump, rules: RuleSet) -> int:
    """Return the card's points in a hand with this trump."""
    return values_of(card.suit, trump, rules).get(card.rank, 0)


def strength_of(card: Card, trump: Trump) -> int:
    """The card's place in its own suit, 0 for the weakest to 7; it says nothing across suits."""
    return (TRUMP_ORDER if is_trump(card, trump) else PLAIN_ORDER).index(card.rank)


def values_of(suit: Suit, trump: Trump, rules: RuleSet) -> dict[Rank, int]:
    """Return the points of a suit's ranks with this trump; a missing rank counts nothing."""
    if trump == "none":
        return _NONE_162 if rules.none_total == 162 else _PLAIN
    if trump == "all":
        return _ALL_162 if rules.all_total == 162 else _TRUMPS
    return _TRUMPS if suit == trump else _PLAIN
