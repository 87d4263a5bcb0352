"""Many pages of one layout: WeasyPrint lays it out once, and each page's own texts are stamped on.

The layout is a page of HTML in which an empty element stands for each of these texts. Its id is
`stamp:KIND:NAME`: `text` and `bold` are one line, in letters as large as the line or smaller where
it is long; `code` is a QR code that fills the element. Only for the printing process, as `pdf`.
"""

import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorekeeper.printing.codes import code_of
from scorekeeper.printing.letters import WEIGHTS, Weight, embed, letters
from scorekeeper.printing.pdf import POINTS_A_PIXEL, collecting_no_garbage, open_html
from scorekeeper.printing.strange import SIZE, Strange, strange_texts

_LINE: Final = 1.4
"""The height of a line in its font size, as in `css/print.css`."""
_BASE: Final = 0.31
"""How far above its lower edge the letters stand, as WeasyPrint sets them."""

Texts = Mapping[str, str]
"""What is stamped on a page, by the names in the layout."""
Told = Callable[[int, int], None]
"""Is told after each page how many there are, and of how many; it may raise to end it."""


class Place(NamedTuple):
    """Where something is stamped, in points from the page's lower left corner."""

    kind: str
    left: float
    bottom: float
    width: float
    height: float


def stamp(html: str, pages: Sequence[Texts], told: Told) -> bytes:
    """The PDF of the layout with a page for each of `pages`.

    :raises PdfUnavailable: WeasyPrint or a library that it needs is not there.
    """
    with collecting_no_garbage():
        layout = open_html(html).render()
        places = _places(layout.pages[0])
        strange = strange_texts(_in_letters(places, pages))

        def finish(_document: object, pdf: Any) -> None:
            press = _Press(pdf, places, strange)
            for number, texts in enumerate(pages, 1):
                press.add_page(texts)
                told(number, len(pages))

        laid_out = [layout.pages[0], *strange.pages]
        made: bytes = layout.copy(laid_out).write_pdf(finisher=finish)
        return made


def _places(page: Any) -> dict[str, Place]:
    found = {}
    for name, box in page.anchors.items():
        if name.startswith("stamp:"):
            left, top, right, bottom = (POINTS_A_PIXEL * length for length in box)
            _, kind, what = name.split(":")
            height = POINTS_A_PIXEL * page.height
            found[what] = Place(kind, left, height - bottom, right - left, bottom - top)
    return found


def _in_letters(
    places: Mapping[str, Place], pages: Sequence[Texts]
) -> dict[tuple[Weight, str], None]:
    """Every text that is set in letters, once, in the order of the pages."""
    return {
        (weight, texts[name]): None
        for texts in pages
        for name, place in places.items()
        for weight in WEIGHTS
        if place.kind == weight and texts.get(name)
    }


class _Press:
    """A document of pydyf's whose first page is the layout, behind it one for each strange text."""

    def __init__(self, pdf: Any, places: Mapping[str, Place], strange: Strange) -> None:
        import pydyf

        self._pydyf = pydyf
        self._pdf = pdf
        self._places = places
        self._strange = strange
        layout, *others = _take_pages(pdf)
        self._box = layout["MediaBox"]
        forms = {"layout": _form(pdf, layout)}
        forms |= {f"s{number}": _form(pdf, page) for number, page in enumerate(others)}
        fonts = {weight: embed(letters(weight), pdf) for weight in WEIGHTS}
        self._resources = pydyf.Dictionary(
            {"XObject": pydyf.Dictionary(forms), "Font": pydyf.Dictionary(fonts)}
        )
        pdf.add_object(self._resources)

    def add_page(self, texts: Texts) -> None:
        """Draw the layout and what is this page's own."""
        drawn = [b"q /layout Do Q"]
        drawn += [
            self._draw(self._places[name], text)
            for name, text in texts.items()
            if text and name in self._places
        ]
        packed = zlib.compress(b"\n".join(drawn))
        content = self._pydyf.Stream([packed], {"Filter": "/FlateDecode"})
        self._pdf.add_object(content)
        page = {
            "Type": "/Page",
            "Parent": self._pdf.pages.reference,
            "MediaBox": self._box,
            "Contents": content.reference,
            "Resources": self._resources.reference,
        }
        self._pdf.add_page(self._pydyf.Dictionary(page))

    def _draw(self, place: Place, text: str) -> bytes:
        if place.kind == "code":
            return _code(place, text)
        weight: Weight = "bold" if place.kind == "bold" else "text"
        if (weight, text) in self._strange.numbers:
            number = self._strange.numbers[weight, text]
            return _form_line(place, f"s{number}", self._strange.widths[number])
        return _line(place, weight, text)


def _line(place: Place, weight: Weight, text: str) -> bytes:
    size = _size(place, letters(weight).width(text))
    up = place.bottom + _BASE * size
    code = text.encode("utf-16-be").hex()
    return f"BT /{weight} {size:.2f} Tf {place.left:.2f} {up:.2f} Td <{code}> Tj ET".encode()


def _form_line(place: Place, form: str, width: float) -> bytes:
    scale = _size(place, width / SIZE) / SIZE
    moved = f"{scale:.4f} 0 0 {scale:.4f} {place.left:.2f} {place.bottom:.2f} cm"
    return f"q {moved} /{form} Do Q".encode()


def _size(place: Place, width: float) -> float:
    """The font size of a text so wide at size 1: what the place is made for, or what fits it."""
    return min(place.height / _LINE, place.width / width)


def _code(place: Place, text: str) -> bytes:
    code = code_of(text)
    scale = min(place.width, place.height) / code.modules
    moved = f"{scale:.4f} 0 0 {scale:.4f} {place.left:.2f} {place.bottom:.2f} cm"
    return b"q %s\n%s\nQ" % (moved.encode(), code.path)


def _take_pages(pdf: Any) -> list[Any]:
    """The pages of the document, which has none then."""
    taken = [pdf.objects[number] for number in pdf.pages["Kids"][::3]]
    pdf.pages["Kids"].clear()
    pdf.pages["Count"] = 0
    return taken


def _form(pdf: Any, page: Any) -> bytes:
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
