"""The interface between a topic and its pages, and the table that a question's address names.

`rules=cafe&six_six=bidder&us=…&them=…`: a preset, the switches that differ from it, the names.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol

from flask import url_for
from werkzeug.datastructures import MultiDict

from scorekeeper.explain.problems import problem_text, unfit_name_text
from scorekeeper.explain.ruling import Ruling, topic_note, topic_title
from scorekeeper.explain.shown_names import names_to_show
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.identifiers import is_public_id
from scorekeeper.journal.owner import NotFound
from scorekeeper.match.matches import DamagedEvent, find_match
from scorekeeper.rules.cards import RANKS, Card, read_card
from scorekeeper.rules.match import side_of
from scorekeeper.rules.model import SEATS, SUITS, BySide, Problem, RuleSet, Seat, Side
from scorekeeper.rules.names import is_fit_name, shorten, tidy_name
from scorekeeper.rules.presets import CAFE, PRESETS, find_preset
from scorekeeper.rules.switches import SwitchValue, differing_switches, switch_values, turn_switches
from scorekeeper.web.forms import whole_number
from scorekeeper.web.match.readers import reader_of

_NAMES: Final = ("us", "them")
_SHORT: Final = 15
"""The letters of a name that a large sentence has room for, or a chip of four in a row."""


@dataclass(frozen=True)
class SettleTable:
    """The rules and the names at the table that disputes something."""

    rules: RuleSet
    names: BySide[str]
    """The names that are shown. A side without one is Us or Them on a phone that is on a side.
    Other phones read Side A or Side B."""
    given: BySide[str] = field(default=BySide("", ""))
    """The names that stand in the address."""
    wrong: tuple[str, ...] = ()
    """Sentences about the parts of the address that could not be read."""
    reader: Side | None = None
    """The side of the phone that asks."""

    @property
    def unnamed(self) -> BySide[str]:
        """The titles of the sides that have no name."""
        return names_to_show(BySide("", ""), self.reader)


def read_table(query: MultiDict[str, str]) -> SettleTable:
    """Read the table of an address, and what is wrong with it; the café's rules are the default."""
    wrong: list[str] = []
    rules = _read_rules(query, wrong)
    typed_names = BySide(*(tidy_name(query.get(name, "")) for name in _NAMES))
    if not all(map(is_fit_name, typed_names)):
        wrong.append(unfit_name_text())
        typed_names = BySide(*(name if is_fit_name(name) else "" for name in typed_names))
    reader = _side_of_reader(query)
    names = names_to_show(typed_names, reader)
    return SettleTable(rules, names, typed_names, tuple(wrong), reader)


def _side_of_reader(query: MultiDict[str, str]) -> Side | None:
    """The side of the asking phone in the match that the address names, if it names any.

    What is sent on (`share`) names none, so that pictures and links are true for everybody.
    """
    public_id = query.get("of", "").partition(":")[0] or query.get("match", "")
    if not is_public_id(public_id):
        return None
    with suppress(NotFound, DamagedEvent):
        return reader_of(find_match(public_id)).side
    return None


def table_query(rules: RuleSet, typed_names: BySide[str]) -> dict[str, str]:
    """The parameters from which `read_table` reads the rules and the names again."""
    query = {"rules": rules.preset, **switch_parameters(rules)}
    return query | {key: name for key, name in zip(_NAMES, typed_names, strict=True) if name}


def switch_parameters(rules: RuleSet) -> dict[str, str]:
    """The switches in which a rule set differs from its preset, as an address has them."""
    names = differing_switches(rules, PRESETS[rules.preset])
    return {name: switch_code(getattr(rules, name)) for name in names}


def has_long_name(names: BySide[str], players: Mapping[Seat, str] | None = None) -> bool:
    """Is a seat's name too long to stand beside three others? A player's goes before its side's."""
    shown = ((players or {}).get(seat) or names.of(side_of(seat)) for seat in SEATS)
    return any(len(name) > _SHORT for name in shown)


def with_short_names(text: str, names: BySide[str]) -> str:
    """A sentence in which long names are cut, as far as they stay different.

    >>> with_short_names("The Coffee Crowd 19, Them 6", BySide("The Coffee Crowd", "Them"))
    'The Coffee Cro… 19, Them 6'
    >>> with_short_names("The missing point: The Coffee Crowd.", BySide("The Coffee Crowd", ""))
    'The missing point: The Coffee Cro…'
    """
    short = [shorten(name, _SHORT) for name in names]
    if len(set(short)) == 1:
        return text
    for name, short_name in zip(names, short, strict=True):
        text = text.replace(name, short_name)
    return text.replace("….", "…")


def _read_rules(query: MultiDict[str, str], wrong: list[str]) -> RuleSet:
    preset = query.get("rules", "")
    rules = find_preset(preset) if preset else CAFE
    if rules is None:
        wrong.append(problem_text(Problem("unknown", "preset")))
        rules = CAFE
    switches: dict[str, SwitchValue] = {}
    for name in switch_values():
        text = query.get(name, "")
        value = read_switch(name, text)
        if value is not None:
            switches[name] = value
        elif text:
            wrong.append(problem_text(Problem("unknown", name)))
    return turn_switches(rules, switches)


def read_switch(name: str, text: str) -> SwitchValue | None:
    """The value of the switch that an address has as `text`; None for any other text."""
    return next((value for value in switch_values()[name] if switch_code(value) == text), None)


def switch_code(value: SwitchValue) -> str:
    """A switch's value as an address has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


AddressParameters = MultiDict[str, str]
"""The parameters of an address."""


class TopicQuestion(Protocol):
    """The question in an address, as far as it could be read."""

    @property
    def table(self) -> SettleTable:
        """The rules that are played and the sides' names."""

    @property
    def wrong(self) -> Mapping[str, str]:
        """The sentence on each fault, by field."""

    @property
    def lacks(self) -> str:
        """The question to the table about the next missing answer; empty where none is missing."""


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
    """The ruling, or None while a part of the question is wrong or missing. With a wrong table it
    is never called."""
    fields: tuple[str, ...]
    """The fields beside which a problem may be shown."""
    has_more: bool = False
    """Has it controls that come and go with the answers?"""
    scripts: tuple[str, ...] = ()
    """Its own modules."""
    stays_open: bool = False
    """Is the question seen beside its ruling, for what it draws?"""
    tidy: Callable[[AddressParameters], AddressParameters] = _as_is
    """The parameters as the address has them after a button was pressed."""
    controls: str = ""
    """The topic whose templates it uses, where both ask for the same."""

    @property
    def template(self) -> str:
        """The name of its controls' templates, without what they end in."""
        return f"settle/{self.controls or self.key}"

    @property
    def title(self) -> str:
        """The topic's title, a question."""
        return topic_title(self.key)

    @property
    def note(self) -> str:
        """The topic's purpose, in a line."""
        return topic_note(self.key)


class Origin(NamedTuple):
    """The origin of a dispute, as its address gives it; all of it may be absent."""

    back_url: str
    """The address of the hand's own page; empty where the dispute is not about a hand."""
    number: int | None
    """The number of the hand in its match."""
    told: tuple[tuple[str, str], ...]
    """The parameters that say so, for the next address."""


def origin_query(public_id: str, hand_id: int, number: int) -> dict[str, str | int]:
    """The parameters from which `read_origin` reads the hand again; `number` alone is shared."""
    return {"of": f"{public_id}:{hand_id}", "number": number}


def read_origin(query: AddressParameters) -> Origin:
    """The origin in an address; unreadable parts are left out."""
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
"""The most characters of an unreadable value that are shown again."""


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
