"""Fallback for texts that the sheet's font has no letters for: emoji, other scripts, accents.

WeasyPrint sets each on a small page of its own, with the machine's fonts if they have them.
"""

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

from scorekeeper.printing.font import Weight, load_font
from scorekeeper.printing.pdf import POINTS_A_PIXEL, STYLES_URL, open_html

if TYPE_CHECKING:
    from weasyprint.document import Page

SIZE: Final = 20
"""Points: the font size of such a page, as in `css/tables.css`."""
_STYLES: Final = ("print", "tables")


class FallbackText(NamedTuple):
    """A text that the font cannot set, and the width of its place."""

    weight: Weight
    text: str
    most: int
    """Points: how wide it may be at `SIZE`; what is more is left out behind three dots."""


class FallbackPages(NamedTuple):
    """The texts that the font cannot set, and a page for each."""

    numbers: dict[FallbackText, int]
    pages: "tuple[Page, ...]"
    """WeasyPrint's; the text with number 0 is on the first."""
    widths: tuple[float, ...]
    """In points, at `SIZE`."""


def fallback_pages(texts: Iterable[FallbackText]) -> FallbackPages:
    """Set those of the texts that the font cannot set letter by letter."""
    strange = [one for one in texts if not load_font(one.weight).has(one.text)]
    if not strange:
        return FallbackPages({}, (), ())
    lines = "".join(
        f'<p class="strange {weight}" style="max-width: {most}pt">'
        f'<bdi id="{number}">{escape(text)}</bdi></p>'
        for number, (weight, text, most) in enumerate(strange)
    )
    styles = (f'<link rel="stylesheet" href="{STYLES_URL}{name}.css">' for name in _STYLES)
    html = f'{"".join(styles)}<body class="sheet no-paper">{lines}'
    pages = tuple(open_html(html).render().pages)
    numbers = {one: number for number, one in enumerate(strange)}
    return FallbackPages(numbers, pages, tuple(map(_width, pages, strange)))


def _width(page: "Page", text: FallbackText) -> float:
    [(left, _top, right, _bottom)] = page.anchors.values()
    width: float = POINTS_A_PIXEL * (right - left)
    return min(width, text.most)
