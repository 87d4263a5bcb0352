"""The interface between a topic and its pages, and the hand that a question came from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

from flask import url_for
from werkzeug.datastructures import MultiDict

from scorekeeper.explain.ruling import Ruling, topic_note, topic_title
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.identifiers import is_public_id
from scorekeeper.rules.cards import RANKS, Card, read_card
from scorekeeper.rules.model import SEATS, SUITS, Seat
from scorekeeper.web.forms import whole_number
from scorekeeper.web.settle.settle_table import SettleTable

AddressParameters = MultiDict[str, str]
"""The parameters of an address."""


class TopicQuestion(Protocol):
    """The question in an address, as far as it could be read."""

    @property
    def table(self) -> SettleTable:
        """The rules that are played and the sides' names."""

    @property
    def wrong(self) -> Mapping[str, str]:
        """What is wrong, by field: a sentence each."""

    @property
    def lacks(self) -> str:
        """What is still to be said, as a question to the table; nothing where all is said."""


def _as_is(query: AddressParameters) -> AddressParameters:
    return query


@dataclass(frozen=True)
class Topic:
    """A kind of dispute. The package's docstring says how to add one."""

    key: str
    """Its part of the address."""
    read: Callable[[AddressParameters], TopicQuestion]
    """The question of an address. Never raises."""
    rule: Callable[[Any], Ruling | None]
    """The ruling, or None while something of the question is wrong or lacking. Where its table is
    wrong nobody asks for one."""
    fields: tuple[str, ...]
    """The fields beside which a problem may be shown."""
    has_more: bool = False
    """Has it controls that come and go with the answers?"""
    styles: tuple[str, ...] = ()
    """Its own style sheets."""
    scripts: tuple[str, ...] = ()
    """Its own modules."""
    stays_open: bool = False
    """Is the question seen beside its ruling, for what it draws?"""
    tidy: Callable[[AddressParameters], AddressParameters] = _as_is
    """The parameters as the address has them after a button was pressed."""
    controls: str = ""
    """Whose templates it has, where it asks for the same as another topic."""

    @property
    def template(self) -> str:
        """The name of its controls' templates, without what they end in."""
        return f"settle/{self.controls or self.key}"

    @property
    def title(self) -> str:
        """What it is called, as a question."""
        return topic_title(self.key)

    @property
    def note(self) -> str:
        """What it is for, in a line."""
        return topic_note(self.key)


class Origin(NamedTuple):
    """Where a dispute comes from, as its address says; all of it may be absent."""

    back_url: str
    """The address of the hand's own page; nothing where the dispute is no hand's."""
    number: int | None
    """The number of the hand in its match."""
    told: tuple[tuple[str, str], ...]
    """The parameters that say so, for the next address."""


def origin_query(public_id: str, hand_id: int, number: int) -> dict[str, str | int]:
    """The parameters from which `read_origin` reads the hand again; `number` alone is shared."""
    return {"of": f"{public_id}:{hand_id}", "number": number}


def read_origin(query: AddressParameters) -> Origin:
    """The origin of an address; what cannot be read is no origin."""
    match, _, hand = query.get("of", "").partition(":")
    hand_id, number = whole_number(hand, digits=9), whole_number(query.get("number"), digits=4)
    is_read = is_public_id(match) and hand_id is not None
    back = url_for("matches.hand", public_id=match, hand_id=hand_id) if is_read else ""
    parameters = [("of", query["of"])] if is_read else []
    if number is not None:
        parameters.append(("number", str(number)))
    return Origin(back, number, tuple(parameters))


def read_seat(query: AddressParameters, name: str, wrong: dict[str, str]) -> Seat:
    """Read the seat of a parameter, A1 where it is absent; an unknown one goes to `wrong`."""
    seat = next((seat for seat in SEATS if seat == query.get(name, "A1")), None)
    if seat is None:
        wrong[name] = _("No such seat: choose one of the four.")
    return seat or "A1"


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
