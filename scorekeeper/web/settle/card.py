"""Which card may be played? The cards on the table, the hand and the trump."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from flask import url_for
from werkzeug.datastructures import MultiDict

from scorekeeper.explain.counting_rulings import LACKS
from scorekeeper.explain.play_rulings import play_ruling
from scorekeeper.explain.ruling import Ruling
from scorekeeper.i18n import gettext as _
from scorekeeper.i18n import lazy_gettext as _l
from scorekeeper.i18n.language import Sentences
from scorekeeper.rules.cards import Card, read_card
from scorekeeper.rules.model import SUITS, BySide, RuleSet, Suit, Trump
from scorekeeper.rules.play import PlayFault, faults_of_play
from scorekeeper.web.settle.topic import (
    AddressParameters,
    SettleTable,
    Topic,
    read_cards,
    read_table,
    table_query,
)
from scorekeeper.web.settle.tricks import read_trump

_FAULTS: Final[Sentences[PlayFault]] = Sentences(
    {
        "hand_too_big": _l("More than eight cards are no hand."),
        "trick_full": _l("At most three cards lie there before one plays."),
        "card_twice": _l("A card is on the table and in the hand: take it off one of them."),
    }
)
_BESIDE: Final[dict[PlayFault, str]] = {
    "hand_too_big": "hand",
    "trick_full": "trick",
    "card_twice": "hand",
}
"""The field beside which each problem is shown; a missing hand is only lacking."""


@dataclass(frozen=True)
class CardQuestion:
    """A player before a trick."""

    table: SettleTable
    trump: Trump | None
    trick: tuple[Card, ...]
    """The card that was led first, where that is known."""
    hand: tuple[Card, ...]
    led: Suit | None
    """The suit that was led; None while it is not known, or before any lead."""
    wrong: Mapping[str, str]
    lacks: str

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The suits on the table."""
        return tuple(suit for suit in SUITS if any(card.suit == suit for card in self.trick))


def card_url(trump: Trump | None, rules: RuleSet, typed_names: BySide[str]) -> str:
    """Return the address that settles a card of a hand by these rules."""
    query = {**table_query(rules, typed_names), **({"trump": trump} if trump else {})}
    return f"{url_for('settle.show', topic='card')}?{urlencode(query)}"


def _read(query: AddressParameters) -> CardQuestion:
    table = read_table(query)
    wrong: dict[str, str] = {}
    trump = read_trump(query, table.rules, wrong)
    trick, hand = read_cards(query, "trick", wrong), read_cards(query, "hand", wrong)
    for fault in faults_of_play(trick, hand):
        if fault in _BESIDE:
            wrong.setdefault(_BESIDE[fault], _FAULTS.say(fault))
    suits = {card.suit for card in trick}
    led_suit = next((suit for suit in suits if suit == query.get("led")), None)
    led = next(iter(suits)) if len(suits) == 1 else led_suit
    in_order = tuple(sorted(trick, key=lambda card: card.suit != led))
    is_led_known = led is not None or not trick
    has_trick = bool(trick)
    lacks = "" if wrong else _lacks(trump, hand, has_trick=has_trick, is_led_known=is_led_known)
    return CardQuestion(table, trump, in_order, hand, led, wrong, lacks)


def _lacks(
    trump: Trump | None, hand: tuple[Card, ...], *, has_trick: bool, is_led_known: bool
) -> str:
    if trump is None:
        return LACKS.say("trump")
    if not is_led_known:
        return _("Which suit was led?")
    if hand:
        return ""
    if has_trick:
        return _("Press In the hand, then the cards in it.")
    return _("Tap the cards on the table, then those in the hand.")


def _tidy(query: AddressParameters) -> AddressParameters:
    """Without which cards were shown; the suit of the card that was tapped first was led."""
    kept: AddressParameters = MultiDict(
        (name, value) for name, value in query.items(multi=True) if name not in ("shown", "first")
    )
    first = read_card(query.get("first", ""))
    if first and first.code in kept.getlist("trick"):
        kept.setdefault("led", first.suit)
    return kept


def _rule(question: CardQuestion) -> Ruling | None:
    if question.wrong or question.lacks or question.trump is None:
        return None
    return play_ruling(question.trick, question.hand, question.trump, question.table.rules)


TOPIC = Topic(
    "card",
    read=_read,
    rule=_rule,
    fields=("trump", "trick", "hand"),
    has_more=True,
    tidy=_tidy,
)
