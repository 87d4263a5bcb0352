"""Reads the sheets' font, for texts that are stamped: its letters and their widths.

Only for the printing process, as `pdf`: a server process never loads a font.
"""

import unicodedata
from functools import cache
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from scorekeeper.config import resource

if TYPE_CHECKING:
    from pydyf import PDF, Object
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from scorekeeper.printing.pdf import POINTS_A_PIXEL, STYLES_URL, open_html

if TYPE_CHECKING:
    from weasyprint.document import Page


Weight = Literal["text", "bold"]
WEIGHTS: Final[tuple[Weight, ...]] = ("text", "bold")
_STAND_INS: Final = {0x2212: 0x2013}
"""Codes that the font has no glyph for, and whose it is drawn as: a minus sign is a dash."""
_FILES: Final[dict[Weight, str]] = {"text": "NotoSans-Regular.ttf", "bold": "NotoSans-Bold.ttf"}


class Font(NamedTuple):
    """One weight of the font. A letter's code is its code point; lengths are in thousandths."""

    name: str
    file: bytes
    glyphs: dict[int, int]
    """The number of the glyph of each code."""
    widths: dict[int, int]
    box: tuple[int, ...]
    """The box around all letters: left, bottom, right, top."""
    rise: int
    fall: int
    """How far a line of it reaches above and, as less than nothing, below its base."""
    cap_height: int

    def has(self, text: str) -> bool:
        """Can the text be set letter by letter?"""
        return all(ord(char) in self.glyphs and not unicodedata.combining(char) for char in text)

    def width(self, text: str) -> float:
        """How wide the text is at a font size of 1; it has these letters only."""
        return sum(self.widths[ord(char)] for char in text) / 1000


@cache
def load_font(weight: Weight) -> Font:
    """The font in this weight, read once."""
    from fontTools.ttLib import TTFont

    file = (resource("static/fonts") / _FILES[weight]).read_bytes()
    font = TTFont(BytesIO(file))
    head, advances = font["head"], font["hmtx"]
    glyph_names = dict(font.getBestCmap())
    glyph_names |= {code: glyph_names[other] for code, other in _STAND_INS.items()}
    return Font(
        name=font["name"].getDebugName(6),
        file=file,
        glyphs={code: font.getGlyphID(glyph_names[code]) for code in glyph_names},
        widths={
            code: advances[glyph_names[code]][0] * 1000 // head.unitsPerEm for code in glyph_names
        },
        box=(head.xMin, head.yMin, head.xMax, head.yMax),
        rise=font["hhea"].ascent,
        fall=font["hhea"].descent,
        cap_height=font["OS/2"].sCapHeight,
    )


def embed(font: Font, pdf: object) -> bytes:
    """Put the font into a PDF of pydyf's and give back its reference there.

    Texts in it are UTF-16, so that what is copied from the page is what was written.
    """
    import pydyf

    name = f"/{font.name}"
    descriptor = {
        "Type": "/FontDescriptor",
        "FontName": name,
        "Flags": 32,
        "FontBBox": pydyf.Array(font.box),
        "ItalicAngle": 0,
        "Ascent": font.rise,
        "Descent": font.fall,
        "CapHeight": font.cap_height,
        "StemV": 80,
        "FontFile2": _add(pdf, pydyf.Stream([font.file], compress=True)),
    }
    shapes = {
        "Type": "/Font",
        "Subtype": "/CIDFontType2",
        "BaseFont": name,
        "CIDSystemInfo": "<</Registry (Adobe) /Ordering (Identity) /Supplement 0>>",
        "FontDescriptor": _add(pdf, pydyf.Dictionary(descriptor)),
        "W": _widths(font),
        "CIDToGIDMap": _add(pdf, pydyf.Stream([_glyph_map(font)], compress=True)),
    }
    codes = {
        "Type": "/Font",
        "Subtype": "/Type0",
        "BaseFont": name,
        "Encoding": "/Identity-H",
        "DescendantFonts": pydyf.Array([_add(pdf, pydyf.Dictionary(shapes))]),
        "ToUnicode": _add(pdf, pydyf.Stream([_code_map(font)], compress=True)),
    }
    return _add(pdf, pydyf.Dictionary(codes))


def _add(pdf: "PDF", new: "Object") -> bytes:
    pdf.add_object(new)
    reference: bytes = new.reference
    return reference


def _widths(font: Font) -> str:
    """Runs of neighbouring codes: `[65 [639 650] 913 [639]]`."""
    neighbours = groupby(enumerate(sorted(font.widths)), key=lambda entry: entry[1] - entry[0])
    runs_of_codes = ([code for _, code in run] for _, run in neighbours)
    texts = (
        f"{run[0]} [{' '.join(str(font.widths[code]) for code in run)}]" for run in runs_of_codes
    )
    return f"[{' '.join(texts)}]"


def _glyph_map(font: Font) -> bytes:
    codes = range(max(font.glyphs) + 1)
    return b"".join(font.glyphs.get(code, 0).to_bytes(2, "big") for code in codes)


def _code_map(font: Font) -> bytes:
    """A map of codes to equal code points, row by row: a range may not go beyond its last byte."""
    rows = sorted({code >> 8 for code in font.glyphs})
    ranges = "".join(f"<{row:02X}00> <{row:02X}FF> <{row:02X}00>\n" for row in rows)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
        f"{len(rows)} beginbfrange\n{ranges}endbfrange\n"
        "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
    ).encode()


SIZE: Final = 20
"""Points: the font size of such a page, as in `css/lists.css`."""
_STYLES: Final = ("print", "lists")


class FallbackText(NamedTuple):
    """A text that the font cannot set, and the width of its place."""

    weight: Weight
    text: str
    most: int
    """The largest width at `SIZE`, in points; three dots replace the rest."""


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
