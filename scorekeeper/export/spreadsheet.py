"""Writes rows for a spreadsheet: CSV, with semicolons where decimals have a comma."""

import csv
import re
from collections.abc import Iterable
from io import StringIO
from typing import Final

from scorekeeper.i18n.language import decimal_mark

Cell = int | float | str
CsvRow = list[Cell]

_FORMULA_START: Final = re.compile(r"""(^|[,;|\t\r\n])(?=[\s"']*[=+@＝＋－＠\t\r\n-])""")
"""Beginnings of what a spreadsheet takes for a formula, also in its full-width form: at the
beginning, and behind whatever it may take for the end of a cell."""


def spreadsheet(rows: Iterable[CsvRow]) -> bytes:
    """Write the rows as the Excel of the language in use opens them.

    Excel takes the system's list separator, a semicolon where the comma is for decimals. The byte
    order mark tells it UTF-8; without one it reads Greek in another alphabet.
    """
    mark = decimal_mark()
    text = StringIO(newline="")
    writer = csv.writer(text, delimiter=";" if mark == "," else ",", lineterminator="\r\n")
    for cells in rows:
        writer.writerow([_cell_text(cell, mark) for cell in cells])
    return text.getvalue().encode("utf-8-sig")


def _cell_text(cell: Cell, mark: str) -> Cell:
    if isinstance(cell, str):
        return escape_formula(cell)
    return str(cell).replace(".", mark)


def escape_formula(text: str) -> str:
    """The text, with an apostrophe wherever a spreadsheet would begin a formula.

    Which sign ends a cell is the spreadsheet's to say: one that splits at semicolons opens a file
    with commas, too.

    >>> escape_formula("=1+1"), defused("x;=1+1"), defused("Μαρία")
    ("'=1+1", "x;'=1+1", 'Μαρία')
    """
    return _FORMULA_START.sub(r"\1'", text)
