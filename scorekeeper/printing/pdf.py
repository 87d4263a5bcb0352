"""HTML to PDF, and a page as a PNG. The only import of WeasyPrint, which costs 50 MB.

A server process never renders; it asks `printer`, which does it in another process.
"""

import ctypes
import gc
import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Final, Literal

from scorekeeper.config import resource
from scorekeeper.rules.match import Match
from scorekeeper.rules.match_file import LONGEST_MATCH

if TYPE_CHECKING:
    from weasyprint import HTML
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image


_STATIC_URL: Final = "https://sheet.invalid/static/"
STYLES_URL: Final = f"{_STATIC_URL}css/"
"""The address of style sheets while a PDF is made. Nothing is ever fetched from a network."""
STYLESHEET_URL: Final = f"{STYLES_URL}print.css"
"""The sheet's, which everything on A4 begins with."""
PICTURE_STYLESHEET_URL: Final = f"{STYLES_URL}drawn.css"
"""The address of the style sheet of a ledger's picture, a link's card and a ruling."""
POINTS_A_PIXEL: Final = 0.75
"""Points in a pixel of CSS."""

_STATIC: Final = resource("static")
_STYLES: Final = (
    "paper.css",
    "print.css",
    "lists.css",
    "drawn.css",
)
_KINDS: Final = {".css": "text/css", ".ttf": "font/ttf"}
_NEEDED: Final = {
    "libgobject-2.0": ("libgobject-2.0.so.0", "libgobject-2.0.0.dylib", "libglib2.0-0"),
    "libpango-1.0": ("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0"),
    "libharfbuzz": ("libharfbuzz.so.0", "libharfbuzz.0.dylib", "libharfbuzz0b"),
    "libfontconfig": ("libfontconfig.so.1", "libfontconfig.1.dylib", "libfontconfig1"),
    "libpangoft2-1.0": ("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib", "libpangoft2-1.0-0"),
}
"""Libraries that WeasyPrint loads: names on Linux and macOS, and Debian's package."""
_HALVES_THE_TIME: Final = (
    "libharfbuzz-subset.so.0",
    "libharfbuzz-subset.0.dylib",
    "libharfbuzz-subset0",
)

PdfFault = Literal["missing", "slow", "failed", "long", "large", "full"]


class PdfUnavailable(Exception):
    """No PDF can be made now. `detail` is for the log; it names the missing package, if any."""

    def __init__(self, reason: PdfFault, detail: str) -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail


def pdf_ready() -> tuple[bool, str]:
    """Can PDFs be made, and what is missing: for all of it or for full speed."""
    if importlib.util.find_spec("weasyprint") is None:
        return False, "weasyprint"
    missing = [package for *names, package in _NEEDED.values() if not _loads(names)]
    if missing:
        return False, ", ".join(missing)
    *names, package = _HALVES_THE_TIME
    return True, "" if _loads(names) else package


def refuse_long(match: Match) -> None:
    """See that the match is short enough to be printed.

    :raises PdfUnavailable: it is not.
    """
    if len(match.entries) > LONGEST_MATCH:
        raise PdfUnavailable("long", f"{len(match.entries)} rows")


def render_pdf(html: str) -> bytes:
    """The PDF of a sheet's HTML, in this process.

    :raises PdfUnavailable: WeasyPrint or a library that it needs is not there.
    """
    with collecting_no_garbage():
        pdf: bytes = open_html(html).write_pdf(pdf_tags=True)
        return pdf


def open_html(html: str) -> "HTML":
    """The HTML as a document of WeasyPrint's that reads the sheet's own files and nothing else.

    :raises PdfUnavailable: WeasyPrint or a library that it needs is not there.
    """
    weasyprint, fetcher = load_engine()
    return weasyprint.HTML(string=html, base_url=_STATIC_URL, url_fetcher=fetcher)


@contextmanager
def collecting_no_garbage() -> Iterator[None]:
    """Inside the block: a fifth of the time, and a sheet leaves little behind."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def read_static(url: str) -> tuple[bytes, str]:
    """The content and kind of one of the sheet's own files.

    :raises PermissionError: the address is anything else.
    """
    file = _served_files().get(url)
    if file is None:
        raise PermissionError(f"not the sheet's own: {url}")
    return (_STATIC / file).read_bytes(), _KINDS[file[file.rindex(".") :]]


@cache
def _served_files() -> dict[str, str]:
    fonts = [f"fonts/{font.name}" for font in sorted((_STATIC / "fonts").glob("*.ttf"))]
    styles = [f"css/{style}" for style in _STYLES]
    return {_STATIC_URL + file: file for file in [*styles, *fonts]}


@cache
def load_engine() -> "tuple[ModuleType, object]":
    """WeasyPrint and a fetcher that gives it the sheet's own files and nothing else.

    :raises PdfUnavailable: it, or a library that it needs, is not there.
    """
    ready, missing = pdf_ready()
    if not ready:
        raise PdfUnavailable("missing", missing)
    try:
        import weasyprint
        from weasyprint.urls import URLFetcher, URLFetcherResponse
    except (ImportError, OSError) as error:
        raise PdfUnavailable("missing", str(error).strip().splitlines()[0]) from error

    class OwnFiles(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: object = None) -> object:
            content, kind = read_static(url)
            return URLFetcherResponse(url, content, {"Content-Type": kind})

    return weasyprint, OwnFiles(allowed_protocols=(), allow_redirects=False)


def _loads(names: list[str]) -> bool:
    for name in names:
        try:
            ctypes.CDLL(name)
        except OSError:
            continue
        return True
    return False


PIXELS: Final = 2
"""Pixels of the picture for one of CSS: sharp on a phone."""
_PAPER: Final = (0xFB, 0xF7, 0xEE)
_INKS: Final = (
    (0x1E, 0x25, 0x28),  # ink
    (0x66, 0x65, 0x5E),  # muted
    (0x1D, 0x4F, 0x73),  # us
    (0x7A, 0x3B, 0x12),  # them
    (0xB3, 0x26, 0x1E),  # red
    (0x1F, 0x6B, 0x45),  # made
    (0xA4, 0x50, 0x1C),  # copper
    (0xDD, 0xD3, 0xC0),  # lines
)
"""The colours of `css/drawn.css`. Chosen by how often they come, red suits would turn brown."""
_SHADES: Final = ((1.0, 0.5), (1.0,))
"""Shades of each ink: two are enough for smooth letters; one, where the file is too large."""
LARGEST: Final = 100_000
"""Bytes of a picture, for a chat over a bad network."""
_MARGIN: Final = 24
"""Kept below the last line, in pixels."""


def render_png(html: str) -> bytes:
    """The one page of the HTML as a PNG, without what is empty at its bottom.

    :raises PdfUnavailable: a library is missing, or it is more than one page.
    """
    pdf = render_pdf(html)
    try:
        import pypdfium2
    except (ImportError, OSError) as error:
        raise PdfUnavailable("missing", "pypdfium2") from error
    with pypdfium2.PdfDocument(pdf) as document:
        if len(document) != 1:
            raise PdfUnavailable("failed", f"the picture has {len(document)} pages")
        bitmap = document[0].render(scale=PIXELS / POINTS_A_PIXEL)
        image = _without_empty_bottom(bitmap.to_pil().convert("RGB"))
    for shades in _SHADES:
        png = _png(image, shades)
        if len(png) < LARGEST:
            break
    return png


def _png(image: "Image.Image", shades: tuple[float, ...]) -> bytes:
    from PIL import Image

    out = BytesIO()
    palette_image = image.quantize(palette=_palette(shades), dither=Image.Dither.NONE)
    palette_image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _without_empty_bottom(image: "Image.Image") -> "Image.Image":
    from PIL import Image, ImageChops

    paper = Image.new("RGB", image.size, image.getpixel((0, 0)))
    ink = ImageChops.difference(image, paper).getbbox()
    bottom = min(ink[3] + _MARGIN, image.height) if ink else image.height
    return image.crop((0, 0, image.width, bottom))


def _palette(shades: tuple[float, ...]) -> "Image.Image":
    """An image that has the picture's colours: the paper, and each ink in its shades."""
    from PIL import Image

    parts = [*_PAPER]
    for ink in _INKS:
        for shade in shades:
            parts += (round(p + shade * (i - p)) for i, p in zip(ink, _PAPER, strict=True))
    palette = Image.new("P", (1, 1))
    palette.putpalette(parts)
    return palette
