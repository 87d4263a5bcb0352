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


class Wanted(NamedTuple):
    """A text to be set for a place."""

    weight: Weight
    text: str
    most: int
    """Points: how wide it may be at `SIZE`; what is more is left out behind three dots."""


class Strange(NamedTuple):
    """The texts and their pages."""

    numbers: dict[Wanted, int]
    pages: tuple[Any, ...]
    """WeasyPrint's; the text with number 0 is on the first."""
    widths: tuple[float, ...]
    """In points, at `SIZE`."""


def strange_texts(texts: Iterable[Wanted]) -> Strange:
    """Those of the texts that cannot be set letter by letter, set."""
    strange = [one for one in texts if not letters(one.weight).has(one.text)]
    if not strange:
        return Strange({}, (), ())
    lines = "".join(
        f'<p class="strange {weight}" style="max-width: {most}pt">'
        f'<bdi id="{number}">{escape(text)}</bdi></p>'
        for number, (weight, text, most) in enumerate(strange)
    )
    styles = (f'<link rel="stylesheet" href="{STYLES_URL}{name}.css">' for name in _STYLES)
    html = f'{"".join(styles)}<body class="sheet no-paper">{lines}'
    pages = tuple(open_html(html).render().pages)
    numbers = {one: number for number, one in enumerate(strange)}
    return Strange(numbers, pages, tuple(map(_width, pages, strange)))


def _width(page: Any, wanted: Wanted) -> float:
    [(left, _top, right, _bottom)] = page.anchors.values()
    width: float = POINTS_A_PIXEL * (right - left)
    return min(width, wanted.most)
