"""Explains who deals first by the suit that was cut."""

from collections.abc import Sequence
from typing import Final

from scorekeeper.explain.labels import seat_name, trump_glyph
from scorekeeper.explain.ruling import Decided, Reason, Ruling
from scorekeeper.explain.switch_words import SOURCE_NAMES, our_reading
from scorekeeper.i18n.language import Sentences, _l
from scorekeeper.rules.cutting import Chair, NamedSeat
from scorekeeper.rules.model import BySide, Suit

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
