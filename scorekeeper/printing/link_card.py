"""The card that a chat shows beside a link: 1200 × 630 pixels, in the picture's colours."""

from typing import Final, NamedTuple

from scorekeeper.printing.html import render
from scorekeeper.printing.pdf import CARD_STYLESHEET_URL
from scorekeeper.printing.raster import PIXELS
from scorekeeper.rules.model import BySide
from scorekeeper.rules.names import shorten

CARD_SIZE: Final = (1200, 630)
"""The card's width and height in pixels: what chats cut no edge off."""
MOST_CARD_ROWS: Final = 4
"""The rows of standings that a card holds; a chat shows it a quarter as large."""
_LONGEST_HEADING: Final = 90
_LONGEST_TEXT: Final = 150
_LONGEST_NAME: Final = 44
_LONG_HEADING: Final = 34
"""Letters above which a heading is set smaller."""


class CardRow(NamedTuple):
    """A line of standings."""

    place: str
    name: str
    points: str


class Duel(NamedTuple):
    """Two sides and what each has: points, or matches won."""

    names: BySide[str]
    totals: BySide[str]
    reached: BySide[int]
    """How much of the target each side has, in percent, from 0 to 100."""


class LinkCard(NamedTuple):
    """What a chat shows of an address: its title, one sentence, and the picture of both."""

    kind: str
    """What it is: a match, the standings."""
    title: str
    text: str
    heading: str = ""
    """The heading of the picture; nothing where the duel says it."""
    duel: Duel | None = None
    rows: tuple[CardRow, ...] = ()
    """Not more than there is room for."""

    @property
    def head(self) -> str:
        """The heading, as much as there is room for."""
        return shorten(self.heading, _LONGEST_HEADING)

    @property
    def is_long(self) -> bool:
        """Is the heading set smaller?"""
        return len(self.heading) > _LONG_HEADING

    @property
    def foot(self) -> str:
        """The sentence, as much as there is room for."""
        return shorten(self.text, _LONGEST_TEXT)

    @property
    def lines(self) -> tuple[CardRow, ...]:
        """The rows as they are drawn."""
        return tuple(row._replace(name=shorten(row.name, _LONGEST_NAME)) for row in self.rows)


def card_html(card: LinkCard) -> str:
    """The card's HTML, for `printer.png`."""
    width, height = (pixels // PIXELS for pixels in CARD_SIZE)
    context = {"width": width, "height": height, "stylesheet": CARD_STYLESHEET_URL}
    return render("pictures/card.html", card=card, **context)
