"""Explains the table's procedure by rule set: cutting, dealing, bidding, showing, playing.

A source of the preset comes first; else most sources decide.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from flask_babel.speaklater import LazyString

from scorekeeper.explain.labels import direction_name, seat_name, trump_glyph
from scorekeeper.explain.ruling import Decided, Reason, Ruling
from scorekeeper.explain.switch_words import (
    SOURCE_NAMES,
    named_sources,
    our_reading,
    switch_title,
    switch_value,
)
from scorekeeper.i18n.language import Sentences, _l
from scorekeeper.rules.cutting import Chair, NamedSeat
from scorekeeper.rules.model import BySide, RuleSet, Suit


class Procedure(NamedTuple):
    """Something that the table does, and who says so."""

    what: str
    text: str
    source: str


class _Saying(NamedTuple):
    text: LazyString
    sources: tuple[str, ...]


_DEAL: Final = _Saying(
    _l("3, 2 and 3 cards %(direction)s; nothing is turned up."), ("cardrules", "wikipedia")
)
_AUCTION: Final = _Saying(
    _l(
        "It begins with the player after the dealer and ends after three passes in a row; "
        "after four there is no hand."
    ),
    ("cardrules", "kypros"),
)
_DOUBLING: Final = _Saying(
    _l("The defence doubles before the first card; the bidder's side may redouble in answer."),
    ("cardrules",),
)
_NAMING: Final = _Saying(
    _l("Each player names the value of the highest one in the first trick, before playing."),
    ("wikipedia", "gamerules", "kypros"),
)
_NAMED_BY: Final = {
    "cardrules": _Saying(
        _l("They may be named until the second trick is led."),
        ("cardrules",),
    ),
    "simple": _Saying(_l("Before the first trick each player names them."), ("simple",)),
}
_SHOWING: Final = _Saying(
    _l("They are shown in the second trick, before playing, or are lost."),
    ("wikipedia", "gamerules", "kypros"),
)
_SHOWN_BY: Final = {
    "cardrules": _Saying(
        _l("The side that scores shows them, once all four could name theirs, or loses them."),
        ("cardrules",),
    )
}
_IN_A_HAND: Final = _Saying(
    _l(
        "A card serves in one of them only. A run may be declared shorter to leave a card to a "
        "four; it is never cut into two."
    ),
    (),
)
_PILOTTA: Final = _Saying(
    _l("It is announced whenever one of its two cards is played."), ("wikipedia",)
)
_PILOTTA_BY: Final = {
    "cardrules": _Saying(_l("It is announced with the first of its two cards."), ("cardrules",)),
    "simple": _Saying(_l("It is announced with the second of its two cards."), ("simple",)),
}
_EVERY_TRICK: Final = _l("Every trick")
_PLAY: Final = _Saying(
    _l("Follow suit; without the suit, trump; without a trump, anything."),
    ("cardrules", "simple", "wikipedia", "gamerules", "kypros"),
)


def every_trick() -> Procedure:
    """Which cards may be played, as all sources have it."""
    return Procedure(str(_EVERY_TRICK), str(_PLAY.text), named_sources(_PLAY.sources))


def table_procedure(rules: RuleSet) -> tuple[Procedure, ...]:
    """List the table's procedure by these rules, in the order of a hand."""
    sentences = [
        (_l("Deal"), _DEAL),
        (_l("Auction"), _AUCTION),
        (_l("Doubling"), _DOUBLING),
        (_l("Declarations are named"), _NAMED_BY.get(rules.preset, _NAMING)),
        (_l("Declarations are shown"), _SHOWN_BY.get(rules.preset, _SHOWING)),
        (_l("Declarations in a hand"), _IN_A_HAND),
        (_l("Pilotta"), _PILOTTA_BY.get(rules.preset, _PILOTTA)),
        (_EVERY_TRICK, _PLAY),
    ]
    direction = direction_name(rules.plays)
    return tuple(
        Procedure(
            str(what), str(saying.text) % {"direction": direction}, named_sources(saying.sources)
        )
        for what, saying in sentences
        if saying is not _DOUBLING or rules.doubling != "off"
    )


_SWITCHES: Final = (
    "unit",
    "six_six",
    "extras_count",
    "failed_declarations",
    "failed_pilotta",
    "kapo_bonus",
    "doubling",
    "pass_out",
)
_IN_TENTHS: Final = ("six_six",)


def short_rules(rules: RuleSet) -> tuple[str, ...]:
    """A few switches with their values, each as `title: value`."""
    names = [name for name in _SWITCHES if rules.unit == "tenths" or name not in _IN_TENTHS]
    values = [switch_value(name, getattr(rules, name)) for name in names]
    return tuple(
        f"{switch_title(name)}: {value}" for name, value in zip(names, values, strict=True)
    )


VERDICTS: Final[Sentences[Chair]] = Sentences(
    {
        "shuffler": _l("%(suit)s names the shuffler: %(dealer)s deals."),
        "right": _l("%(suit)s names the player on the shuffler's right: %(dealer)s deals."),
        "opposite": _l("%(suit)s names the player opposite the shuffler: %(dealer)s deals."),
        "left": _l("%(suit)s names the player on the shuffler's left: %(dealer)s deals."),
    }
)
CUTTING: Final = Sentences(
    {
        "asked": _l("%(shuffler)s shuffled; %(suit)s was cut."),
        "rule": _l("♥ names the shuffler, then anticlockwise ♦, ♣ and ♠."),
        "round": _l("Round the table"),
        "suits": _l("Each suit names a player"),
        "examples": _l("♥ the shuffler, ♠ the player on the shuffler's left"),
        "hearts": _l("Who has ♥"),
        "shuffler": _l(
            "the shuffler: the source calls the cutter ♥, and both its examples the shuffler"
        ),
    }
)


def cutting_ruling(named_seats: Sequence[NamedSeat], cut: Suit, names: BySide[str]) -> Ruling:
    """Rule who deals: `named_seats` has the seat that each suit names, the shuffler's first."""
    [found] = [one for one in named_seats if one.suit == cut]
    dealer, suit = seat_name(found.seat, names), trump_glyph(cut)
    seats = " · ".join(
        f"{trump_glyph(one.suit)} {seat_name(one.seat, names)}" for one in named_seats
    )
    return Ruling(
        CUTTING.say("asked", shuffler=seat_name(named_seats[0].seat, names), suit=suit),
        VERDICTS.say(found.chair, suit=suit, dealer=dealer),
        (
            Reason(CUTTING.say("rule"), CUTTING.say("suits"), _sources()),
            Reason(seats, CUTTING.say("round")),
        ),
    )


def _sources() -> tuple[Decided, ...]:
    return (
        Decided(CUTTING.say("suits"), CUTTING.say("examples"), str(SOURCE_NAMES["wikipedia"])),
        Decided(CUTTING.say("hearts"), CUTTING.say("shuffler"), our_reading()),
    )
