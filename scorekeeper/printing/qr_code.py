"""A QR code as a path of squares, for the stamped pages."""

import re
from typing import Final, NamedTuple

import segno

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
