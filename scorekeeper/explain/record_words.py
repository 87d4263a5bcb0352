"""Words and numbers of a record: each with how many it is of, and with its interval."""

from fractions import Fraction
from typing import NamedTuple, Protocol

from scorekeeper.club.seasons.intervals import decimal_text, mean_interval, wilson
from scorekeeper.club.seasons.played_figures import (
    BID_LEVELS,
    BidLevel,
    Differences,
    PlayFigures,
    Share,
)
from scorekeeper.explain.club_words import points_text
from scorekeeper.i18n import gettext as _

LEAST_FOR_PERCENT = 10
"""Of fewer than these no percentage is told; and no interval, unless two are compared."""


class RecordLine(NamedTuple):
    """A figure: its name, what it is, how sure it is, and what it opens to."""

    label: str
    text: str
    note: str = ""
    opens: str = ""
    """A figure of `HAND_FIGURES`, `matches` or `won`; empty where it opens to nothing."""


def share_text(share: Share) -> str:
    """Some of all: `7 of 12 (58 %)`; without the percentage of fewer than ten."""
    told = _("%(part)s of %(all)s", part=share.part, all=share.all)
    if share.all < LEAST_FOR_PERCENT:
        return told
    return f"{told} ({percent_text(share.part / share.all)})"


def share_note(share: Share) -> str:
    """Where the share probably is: `probably from 32 % to 81 %`."""
    interval = wilson(share)
    if interval is None or share.all < LEAST_FOR_PERCENT:
        return ""
    low, high = (percent_text(end) for end in interval)
    return _("probably from %(low)s to %(high)s", low=low, high=high)


def percent_text(share: float) -> str:
    """A share as a whole percentage."""
    return f"{int(100 * share + 0.5)}\N{NO-BREAK SPACE}%"


def mean_text(differences: Differences) -> str:
    """The difference per hand: `+1,25`; a dash without a hand."""
    mean = differences.mean
    return _signed(mean) if mean is not None else "–"


def mean_note(differences: Differences) -> str:
    """Where the mean probably is."""
    interval = mean_interval(differences)
    if interval is None:
        return ""
    low, high = (_signed(Fraction(end)) for end in interval)
    return _("probably from %(low)s to %(high)s", low=low, high=high)


def _signed(number: Fraction) -> str:
    told = points_text(decimal_text(number))
    return f"+{told}" if number > 0 and told != "0" else told


def level_name(level: BidLevel, unit: str) -> str:
    """A level of bids as it is said at the table."""
    if level == "kapo":
        return _("Kapo")
    said = level if unit == "points" else str(int(level) // 10)
    return f"{said}+" if level == "110" else said


def record_lines(figures: PlayFigures) -> list[RecordLine]:
    """All figures but the bids, in their order."""
    differences = figures.differences
    ended = Share(figures.won, figures.won + figures.lost)
    score = f"{figures.points_for} – {figures.points_against}"
    is_sure = differences.hands >= LEAST_FOR_PERCENT
    per_hand = mean_text(differences), mean_note(differences) if is_sure else ""
    return [
        RecordLine(
            _("Matches"), str(figures.matches + figures.typed), kept_note(figures), "matches"
        ),
        RecordLine(_("Won, of those that ended"), share_text(ended), share_note(ended), "won"),
        RecordLine(_("Hands"), str(differences.hands), _of_hands(figures), "hands"),
        RecordLine(_("Points for and against"), score),
        RecordLine(_("Difference per hand"), *per_hand),
        RecordLine(_("Doubled hands won"), *_share(figures.doubled), "doubled"),
        RecordLine(_("Kapos made"), str(figures.kapos[0]), "", "kapos-for"),
        RecordLine(_("Kapos suffered"), str(figures.kapos[1]), "", "kapos-against"),
        RecordLine(_("Hands with the pilotta"), str(figures.pilottas), "", "pilottas"),
        RecordLine(
            _("Hands with declarations that counted"), str(figures.declared), "", "declared"
        ),
    ]


def _share(share: Share) -> tuple[str, str]:
    return share_text(share), share_note(share)


def _of_hands(figures: PlayFigures) -> str:
    """How many were passed out."""
    return _("and %(count)s passed out", count=figures.passed_out) if figures.passed_out else ""


class _Kept(Protocol):
    """What says how many matches a phone kept, and how many results were typed."""

    @property
    def matches(self) -> int: ...
    @property
    def typed(self) -> int: ...


def kept_note(figures: _Kept) -> str:
    """How many matches a phone kept: all that is told of hands; nothing where it was all."""
    if not figures.typed:
        return ""
    values = {"part": figures.matches, "all": figures.matches + figures.typed}
    return _("%(part)s of %(all)s kept by phone", **values)


class BidLine(NamedTuple):
    """A level of bids: one's own and those of the others."""

    level: BidLevel
    name: str
    own: Share
    others: Share


def bid_lines(figures: PlayFigures, unit: str) -> list[BidLine]:
    """The bids by level, made of all."""
    return [
        BidLine(level, level_name(level, unit), figures.bids[level], figures.against_bids[level])
        for level in BID_LEVELS
    ]
