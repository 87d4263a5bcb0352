"""Rows for a spreadsheet: CSV (RFC 4180)."""

import csv
from collections.abc import Iterable
from io import StringIO
from typing import Final

Cell = int | float | str
Cells = list[Cell]

_FORMULA_STARTS: Final = frozenset("=+-@\t\r\n＝＋－＠")
"""What spreadsheets take for the start of a formula, also in its full-width form."""


def spreadsheet(rows: Iterable[Cells]) -> bytes:
    """The rows, in UTF-8 with a byte order mark, without which Excel reads Greek in another
    alphabet.
    """
    text = StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    for cells in rows:
        writer.writerow([defused(cell) if isinstance(cell, str) else cell for cell in cells])
    return text.getvalue().encode("utf-8-sig")


def defused(text: str) -> str:
    """The text, behind an apostrophe where a spreadsheet would take it for a formula.

    >>> defused("=1+1"), defused("Μαρία")
    ("'=1+1", 'Μαρία')
    """
    return f"'{text}" if text[:1] in _FORMULA_STARTS else text
