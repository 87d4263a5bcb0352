"""Pages of a few layouts: WeasyPrint lays each out once, and the pages' texts are stamped on it.

A layout is a page of HTML in which an empty element stands for each of these texts. Its id is
`stamp:KIND:NAME`: `text` and `bold` are a line, `right` is a line that ends at the right. `block`
is a few lines, as large as they fit (`line_fit`). `code` is a QR code that fills its element and
`rule` a line below it. Only for the printing process, as `pdf`.
"""

import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from scorekeeper.printing.font import (
    SIZE,
    WEIGHTS,
    FallbackPages,
    FallbackText,
    Weight,
    embed,
    fallback_pages,
    load_font,
)
from scorekeeper.printing.line_fit import LEAST, LINE, TIGHT, fit_text
from scorekeeper.printing.pdf import POINTS_A_PIXEL, collecting_no_garbage, open_html

if TYPE_CHECKING:
    from pydyf import PDF, Dictionary
    from weasyprint.document import Page
import segno

_BODY: Final = re.compile("(<body[^>]*>)(.*)(</body>)", re.DOTALL)


class Layouts(NamedTuple):
    """The input of `stamps.stamp`; it can be sent to another process as JSON."""

    html: str
    """A page for each layout."""
    pages: tuple[tuple[int, dict[str, str]], ...]
    """Which layout each page has, and its texts by their names there."""


def join(papers: Sequence[Layouts]) -> Layouts:
    """The papers one after the other, in one file; the last one's styles are those of all."""
    bodies = []
    pages: list[tuple[int, dict[str, str]]] = []
    before = 0
    for paper in papers:
        found = _BODY.search(paper.html)
        assert found is not None
        bodies.append(found[2])
        pages += [(before + layout, texts) for layout, texts in paper.pages]
        before += 1 + max(layout for layout, _texts in paper.pages)
    together = "".join(bodies)
    html = _BODY.sub(lambda body: body[1] + together + body[3], papers[-1].html)
    return Layouts(html, tuple(pages))


_PATTERN: Final = 3
"""One of the eight ways to mix light and dark. Any of them is read; trying all for the evenest one
takes five times as long, and the secret in an address is even enough."""
_RUN: Final = re.compile(rb"\x01+")


class QrCode(NamedTuple):
    """A code in a square whose sides are as long as it has modules."""

    modules: int
    path: bytes
    """Operators of a PDF that fill what is dark."""


def qr_code_of(text: str) -> QrCode:
    """The QR code of an address, without the white around it."""
    matrix = segno.make(text, error="m", micro=False, mask=_PATTERN).matrix
    rows = enumerate(reversed(matrix))
    dark = [
        b"%d %d %d 1 re" % (run.start(), up, run.end() - run.start())
        for up, row in rows
        for run in _RUN.finditer(row)
    ]
    return QrCode(len(matrix), b"\n".join([*dark, b"f"]))


_BLOCK: Final = 10.0
"""Points: the largest letters of a block."""
_BASE: Final = 0.31
"""How far above its lower edge the letters stand, as WeasyPrint sets them."""

_RULE: Final = 0.4
"""The strength of a line, in points."""
_GREY: Final = 0.6
"""Its colour: 0 is black, 1 white."""

Texts = Mapping[str, str]
"""The texts of a page, by their names in the layout."""
StampedPage = tuple[int, Texts]
"""The number of a page's layout, from 0, and its texts."""
ReportPage = Callable[[int, int], None]
"""Called after each page with its number and the number of all; it may raise to end the work."""


class StampPlace(NamedTuple):
    """A place for a text, in points from the page's lower left corner."""

    kind: str
    left: float
    bottom: float
    width: float
    height: float


StampPlaces = Mapping[str, StampPlace]
_IN_LETTERS: Final = ("text", "bold", "right", "block")


def stamp(html: str, pages: Sequence[StampedPage], report_page: ReportPage) -> bytes:
    """The PDF with these pages of the layouts in the HTML, each of them a page there.

    :raises PdfUnavailable: WeasyPrint or a library that it needs is not there.
    """
    with collecting_no_garbage():
        layouts = open_html(html).render()
        places = [_places(layout) for layout in layouts.pages]
        strange = fallback_pages(_in_letters(places, pages))

        def finish(_document: object, pdf: object) -> None:
            press = _Press(pdf, places, strange)
            for number, (layout, texts) in enumerate(pages, 1):
                press.add_page(layout, texts)
                report_page(number, len(pages))

        laid_out = [*layouts.pages, *strange.pages]
        pdf_bytes: bytes = layouts.copy(laid_out).write_pdf(finisher=finish)
        return pdf_bytes


def _places(page: "Page") -> StampPlaces:
    found = {}
    for name, box in page.anchors.items():
        if name.startswith("stamp:"):
            left, top, right, bottom = (POINTS_A_PIXEL * length for length in box)
            _, kind, what = name.split(":")
            height = POINTS_A_PIXEL * page.height
            found[what] = StampPlace(kind, left, height - bottom, right - left, bottom - top)
    return found


def _in_letters(
    places: Sequence[StampPlaces], pages: Sequence[StampedPage]
) -> dict[FallbackText, None]:
    """Every text that is set in letters, once for each width, in the order of the pages."""
    return {
        _fallback_text(place, texts[name]): None
        for layout, texts in pages
        for name, place in places[layout].items()
        if place.kind in _IN_LETTERS and texts.get(name)
    }


def _fallback_text(place: StampPlace, text: str) -> FallbackText:
    return FallbackText(_weight(place), text, int(place.width * SIZE / LEAST))


def _weight(place: StampPlace) -> Weight:
    return "bold" if place.kind == "bold" else "text"


class _Press:
    """A document of pydyf's that begins with the layouts, and then has a page a strange text."""

    def __init__(self, pdf: "PDF", places: Sequence[StampPlaces], strange: FallbackPages) -> None:
        import pydyf

        self._pydyf = pydyf
        self._pdf = pdf
        self._places = places
        self._strange = strange
        page_objects = _take_pages(pdf)
        self._boxes = [page["MediaBox"] for page in page_objects]
        forms = {f"f{number}": _form(pdf, page) for number, page in enumerate(page_objects)}
        fonts = {weight: embed(load_font(weight), pdf) for weight in WEIGHTS}
        self._resources = pydyf.Dictionary(
            {"XObject": pydyf.Dictionary(forms), "Font": pydyf.Dictionary(fonts)}
        )
        pdf.add_object(self._resources)

    def add_page(self, layout: int, texts: Texts) -> None:
        """Draw the layout and what is this page's own."""
        operators = [f"q /f{layout} Do Q".encode()]
        places = self._places[layout]
        operators += [
            self._draw(places[name], text)
            for name, text in texts.items()
            if text and name in places
        ]
        stream = zlib.compress(b"\n".join(operators))
        content = self._pydyf.Stream([stream], {"Filter": "/FlateDecode"})
        self._pdf.add_object(content)
        page = {
            "Type": "/Page",
            "Parent": self._pdf.pages.reference,
            "MediaBox": self._boxes[layout],
            "Contents": content.reference,
            "Resources": self._resources.reference,
        }
        self._pdf.add_page(self._pydyf.Dictionary(page))

    def _draw(self, place: StampPlace, text: str) -> bytes:
        if place.kind == "code":
            return _code(place, text)
        if place.kind == "rule":
            return _rule(place)
        number = self._strange.numbers.get(_fallback_text(place, text))
        if number is None:
            return _lines(place, _weight(place), text)
        form = f"f{len(self._places) + number}"
        return _form_line(place, form, self._strange.widths[number])


def _lines(place: StampPlace, weight: Weight, text: str) -> bytes:
    wide = load_font(weight).width
    lines, size = fit_text(text, place.width, place.height, _largest(place), wide)
    operators = []
    for base, line in zip(_bases(place, len(lines), size), lines, strict=True):
        at = f"{_left_edge(place, size * wide(line)):.2f} {base:.2f}"
        code = line.encode("utf-16-be").hex()
        operators.append(f"BT /{weight} {size:.2f} Tf {at} Td <{code}> Tj ET")
    return "\n".join(operators).encode()


def _bases(place: StampPlace, count: int, size: float) -> list[float]:
    """The heights at which the lines stand, the first one first."""
    if count == 1 and place.kind != "block":
        return [place.bottom + _BASE * size]
    apart = TIGHT * size
    lowest = place.bottom + (place.height - count * apart) / 2 + (_BASE - (LINE - TIGHT) / 2) * size
    return [lowest + number * apart for number in reversed(range(count))]


def _form_line(place: StampPlace, form: str, width: float) -> bytes:
    size = min(_largest(place), place.width * SIZE / width)
    scale = size / SIZE
    bottom = _bases(place, 1, size)[0] - _BASE * size
    at = f"{_left_edge(place, scale * width):.2f} {bottom:.2f}"
    return f"q {scale:.4f} 0 0 {scale:.4f} {at} cm /{form} Do Q".encode()


def _left_edge(place: StampPlace, width: float) -> float:
    return place.left + (place.width - width if place.kind == "right" else 0)


def _rule(place: StampPlace) -> bytes:
    box = f"{place.left:.2f} {place.bottom:.2f} {place.width:.2f} {_RULE} re"
    return f"q {_GREY} g {box} f Q".encode()


def _largest(place: StampPlace) -> float:
    """The font size that the place is made for."""
    return min(place.height / LINE, _BLOCK if place.kind == "block" else place.height)


def _code(place: StampPlace, text: str) -> bytes:
    code = qr_code_of(text)
    scale = min(place.width, place.height) / code.modules
    matrix = f"{scale:.4f} 0 0 {scale:.4f} {place.left:.2f} {place.bottom:.2f} cm"
    return b"q %s\n%s\nQ" % (matrix.encode(), code.path)


def _take_pages(pdf: "PDF") -> list["Dictionary"]:
    """The pages of the document, which has none then."""
    page_objects = [pdf.objects[number] for number in pdf.pages["Kids"][::3]]
    pdf.pages["Kids"].clear()
    pdf.pages["Count"] = 0
    return page_objects


def _form(pdf: "PDF", page: "Dictionary") -> bytes:
    """The page's content as a form that other pages can draw, by its reference."""
    reference: bytes = page["Contents"]
    content = pdf.objects[int(reference.split()[0])]
    content.extra |= {
        "Type": "/XObject",
        "Subtype": "/Form",
        "BBox": page["MediaBox"],
        "Resources": page["Resources"],
    }
    return reference
