"""Texts to stamp that the sheet's font cannot set letter by letter: emoji, other scripts, accents.

WeasyPrint sets each on a small page of its own, with the machine's fonts where they have it.
"""

from collections.abc import Iterable
from html import escape
from typing import Any, Final, NamedTuple

from scorekeeper.printing.letters import Weight, letters
from scorekeeper.printing.pdf import POINTS_A_PIXEL, STYLES_URL, open_html

SIZE: Final = 20
"""Points: the font size of such a page, as in `css/tables.css`."""
_STYLES: Final = ("print", "tables")


class Strange(NamedTuple):
    """The texts and their pages."""

    numbers: dict[tuple[Weight, str], int]
    pages: tuple[Any, ...]
    """WeasyPrint's; the text with number 0 is on the first."""
    widths: tuple[float, ...]
    """In points, at `SIZE`."""


def strange_texts(texts: Iterable[tuple[Weight, str]]) -> Strange:
    """Those of the texts that cannot be set letter by letter, set."""
    strange = [(weight, text) for weight, text in texts if not letters(weight).has(text)]
    if not strange:
        return Strange({}, (), ())
    lines = "".join(
        f'<p class="strange {weight}"><bdi id="{number}">{escape(text)}</bdi></p>'
        for number, (weight, text) in enumerate(strange)
    )
    styles = (f'<link rel="stylesheet" href="{STYLES_URL}{name}.css">' for name in _STYLES)
    html = f'{"".join(styles)}<body class="sheet no-paper">{lines}'
    pages = tuple(open_html(html).render().pages)
    numbers = {one: number for number, one in enumerate(strange)}
    return Strange(numbers, pages, tuple(_width(page) for page in pages))


def _width(page: Any) -> float:
    [(left, _top, right, _bottom)] = page.anchors.values()
    width: float = POINTS_A_PIXEL * (right - left)
    return width
