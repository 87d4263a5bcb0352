"""A ruling as a card for a chat, and on half a page with lines to sign on."""

from typing import Final, NamedTuple

from scorekeeper.i18n.rulings import Reason, Ruling
from scorekeeper.printing.html import render
from scorekeeper.printing.pdf import RULING_STYLESHEET_URL
from scorekeeper.printing.picture import WIDTH
from scorekeeper.rules.model import BySide

_HEAD_AND_FOOT: Final = 400
_REASON: Final = 60
_LINE: Final = 24
_LETTERS: Final = 30
"""More, and fewer letters a line, than anything needs; what stays empty is cut off."""


class PrintedRuling(NamedTuple):
    """What is drawn and printed of a ruling."""

    title: str
    ruling: Ruling
    rules: str
    """Their name."""
    names: BySide[str]

    @property
    def height(self) -> int:
        """Of the page that the picture is drawn on, in CSS pixels; at least what it needs."""
        asked, verdict, reasons = self.ruling
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
