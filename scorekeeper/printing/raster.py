"""A page as a PNG. Like `pdf` only for the printing process: a server process asks `printer`."""

from io import BytesIO
from typing import TYPE_CHECKING, Final

from scorekeeper.printing.pdf import POINTS_A_PIXEL, PdfUnavailable, render_pdf

if TYPE_CHECKING:
    from PIL import Image

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
"""The colours of `css/picture.css`. Chosen by how often they come, red suits would turn brown."""
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
