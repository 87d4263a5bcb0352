"""Names of cards, and cards as text in a sentence."""

from collections.abc import Iterable
from typing import Final

from scorekeeper.explain.labels import rank_name, trump_glyph, trump_name
from scorekeeper.i18n.language import _l
from scorekeeper.i18n.sentences import Sentences
from scorekeeper.rules.cards import RANKS, Card
from scorekeeper.rules.model import SUITS, Suit

CARDS: Final = Sentences({"card": _l("%(rank)s, %(suit)s")})
_HIGHEST_FIRST: Final = tuple(reversed(RANKS))


def card_name(card: Card) -> str:
    """A card in words: `jack, Hearts`."""
    return CARDS.say("card", rank=rank_name(card.rank), suit=trump_name(card.suit))


def suit_text(suit: Suit, cards: Iterable[Card]) -> str:
    """The cards of one suit, the highest first: `♥ A K 7`; nothing where there are none."""
    ranks = {card.rank for card in cards if card.suit == suit}
    return " ".join(
        [trump_glyph(suit), *(r for r in _HIGHEST_FIRST if r in ranks)] if ranks else []
    )


def cards_text(cards: Iterable[Card]) -> str:
    """The cards suit by suit: `♥ A K 7 ♠ 10`."""
    hand_cards = tuple(cards)
    return " ".join(filter(None, (suit_text(suit, hand_cards) for suit in SUITS)))
