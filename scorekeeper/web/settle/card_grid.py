"""Cards in an address, and the pack as a grid to choose them from."""

from typing import Final

from scorekeeper.i18n import gettext as _
from scorekeeper.rules.cards import RANKS, Card, read_card
from scorekeeper.rules.model import SUITS
from scorekeeper.web.settle.topic import AddressParameters

GRID: Final = tuple(tuple(Card(rank, suit) for rank in reversed(RANKS)) for suit in SUITS)
"""A row a suit, the ace first."""
_LONGEST_TEXT: Final = 40
"""More of what cannot be read is not told again."""


def read_cards(query: AddressParameters, name: str, wrong: dict[str, str]) -> tuple[Card, ...]:
    """Read the cards of a repeated parameter; `wrong` gets a sentence about what is no card."""
    cards: list[Card] = []
    unread: list[str] = []
    for code in dict.fromkeys(query.getlist(name)):
        card = read_card(code)
        if card is None:
            unread.append(code)
        else:
            cards.append(card)
    if unread:
        wrong[name] = _("There is no such card: %(codes)s", codes=", ".join(unread)[:_LONGEST_TEXT])
    return tuple(cards)
