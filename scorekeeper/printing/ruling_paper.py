"""A ruling as a card for a chat, and on half a page with lines to sign on."""

from datetime import datetime
from typing import Final, NamedTuple

from scorekeeper.explain.ruling import Reason, Ruling
from scorekeeper.i18n.dates import short_moment
from scorekeeper.printing.html import render
from scorekeeper.printing.pdf import RULING_STYLESHEET_URL
from scorekeeper.printing.picture import WIDTH
from scorekeeper.rules.model import BySide
from scorekeeper.rules.names import shorten

_HEAD_AND_FOOT: Final = 400
_REASON: Final = 60
_LINE: Final = 24
_LETTERS: Final = 30
"""More, and fewer letters a line, than anything needs; what stays empty is cut off."""


_MOST_REASONS: Final = 12
_LONGEST_TEXT: Final = 600
"""What a chat or half a page can show; an address can ask for a hundred times as much."""


class PrintedRuling(NamedTuple):
    """What is drawn and printed of a ruling."""

    title: str
    ruling: Ruling
    rules: str
    """Their name."""
    names: BySide[str]
    moment: datetime
    """When it is drawn."""
    number: int | None = None
    """Of the hand, where it is one of a match."""

    @property
    def when(self) -> str:
        """Day and time, in digits."""
        return short_moment(self.moment)

    @property
    def left_out(self) -> int:
        """Reasons behind those that are drawn; the address has them all."""
        return max(0, len(self.ruling.reasons) - _MOST_REASONS)

    @property
    def drawn(self) -> Ruling:
        """As much of the ruling as is drawn."""
        asked, verdict = (shorten(text, _LONGEST_TEXT) for text in self.ruling[:2])
        return Ruling(asked, verdict, self.ruling.reasons[:_MOST_REASONS])

    @property
    def height(self) -> int:
        """Of the page that the picture is drawn on, in CSS pixels; at least what it needs."""
        asked, verdict, reasons = self.drawn
        return _HEAD_AND_FOOT + 2 * _lines(asked) + 3 * _lines(verdict) + sum(map(_height, reasons))


def ruling_picture(printed: PrintedRuling) -> str:
    """The picture's HTML, for `printer.png`."""
    told = {"printed": printed, "width": WIDTH, "stylesheet": RULING_STYLESHEET_URL}
    return render("pictures/ruling.html", **told)


def ruling_paper(printed: PrintedRuling) -> str:
    """The half page's HTML, for `printer.pdf`."""
    return render("sheets/ruling.html", printed=printed, stylesheet=RULING_STYLESHEET_URL)


def _height(reason: Reason) -> int:
    told = [reason.text, reason.heading, *(" ".join(one) for one in reason.decided)]
    return _REASON + sum(map(_lines, told))


def _lines(text: str) -> int:
    return _LINE * (len(text) // _LETTERS + 1)
