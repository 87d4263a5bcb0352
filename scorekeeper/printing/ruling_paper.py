"""A ruling as a card for a chat, and on half a page with lines to sign on."""

from datetime import datetime
from typing import Final, NamedTuple

from scorekeeper.explain.ruling import Reason, Ruling
from scorekeeper.i18n import gettext
from scorekeeper.i18n.number_words import short_moment
from scorekeeper.printing.html import render
from scorekeeper.printing.link_card import LinkCard
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
"""Reasons that a chat or half a page can show; an address can ask for a hundred times as many."""


class PrintedRuling(NamedTuple):
    """A ruling, ready to be drawn and printed."""

    title: str
    ruling: Ruling
    rules: str
    """Their name."""
    names: BySide[str]
    moment: datetime
    """When it is drawn."""
    number: int | None = None
    """The number of the hand, where the ruling is on a match's."""

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
        """The part of the ruling that is drawn."""
        question, verdict = (shorten(text, _LONGEST_TEXT) for text in self.ruling[:2])
        return Ruling(question, verdict, self.ruling.reasons[:_MOST_REASONS])

    @property
    def height(self) -> int:
        """The page's height in CSS pixels, at least as high as the picture."""
        question, verdict, reasons = self.drawn
        return (
            _HEAD_AND_FOOT + 2 * _lines(question) + 3 * _lines(verdict) + sum(map(_height, reasons))
        )


def ruling_card(title: str, ruling: Ruling) -> LinkCard:
    """What a chat shows beside the ruling's link: the question's title, and the verdict."""
    return LinkCard(gettext("A ruling of Pilotta"), title, ruling.verdict, heading=title)


def ruling_picture(ruling: PrintedRuling) -> str:
    """The picture's HTML, for `printer.png`."""
    context = {"printed": ruling, "width": WIDTH, "stylesheet": RULING_STYLESHEET_URL}
    return render("pictures/ruling.html", **context)


def ruling_paper(ruling: PrintedRuling) -> str:
    """The half page's HTML, for `printer.pdf`."""
    return render("sheets/ruling.html", printed=ruling, stylesheet=RULING_STYLESHEET_URL)


def _height(reason: Reason) -> int:
    texts = [reason.text, reason.heading, *(" ".join(one) for one in reason.decided)]
    return _REASON + sum(map(_lines, texts))


def _lines(text: str) -> int:
    return _LINE * (len(text) // _LETTERS + 1)
