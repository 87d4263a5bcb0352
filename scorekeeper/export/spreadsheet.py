"""Rows for a spreadsheet: CSV, with semicolons in Greek, where the comma is for decimals."""

import csv
import re
from collections.abc import Iterable
from io import StringIO
from typing import Final

from scorekeeper.i18n import current_locale

Cell = int | float | str
Cells = list[Cell]

_FORMULA_START: Final = re.compile(r"""(^|[,;|\t\r\n])(?=[\s"']*[=+@＝＋－＠\t\r\n-])""")
"""Where a spreadsheet takes what follows for a formula, also in its full-width form: at the
beginning, and behind whatever it may take for the end of a cell."""


def spreadsheet(rows: Iterable[Cells]) -> bytes:
    """Write the rows as the Excel of the language in use opens them.

    Excel takes the system's list separator, a semicolon where Greek is set up. The byte order mark
    tells it UTF-8; without one it reads Greek in another alphabet.
    """
    is_greek = current_locale() == "el"
    text = StringIO(newline="")
    writer = csv.writer(text, delimiter=";" if is_greek else ",", lineterminator="\r\n")
    for cells in rows:
        writer.writerow([_written(cell, is_greek=is_greek) for cell in cells])
    return text.getvalue().encode("utf-8-sig")


def _written(cell: Cell, *, is_greek: bool) -> Cell:
    if isinstance(cell, str):
        return defused(cell)
    return str(cell).replace(".", ",") if is_greek else cell


def defused(text: str) -> str:
    """The text, with an apostrophe wherever a spreadsheet would begin a formula.

    Which sign ends a cell is the spreadsheet's to say: one that splits at semicolons opens a file
    with commas, too.

    >>> defused("=1+1"), defused("x;=1+1"), defused("Μαρία")
    ("'=1+1", "x;'=1+1", 'Μαρία')
    """
    return _FORMULA_START.sub(r"\1'", text)
