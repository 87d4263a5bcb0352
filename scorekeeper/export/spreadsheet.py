"""Writes rows for a spreadsheet: CSV, with semicolons where decimals have a comma.

A spreadsheet opens a file with the separator of its system's language. Whoever has another than
that of the page asks for it.
"""

import csv
import re
from collections.abc import Iterable
from io import StringIO
from typing import Final, Literal

from scorekeeper.i18n.language import decimal_mark

Cell = int | float | str
CsvRow = list[Cell]
Separator = Literal["comma", "semicolon", "tab"]
SEPARATORS: Final[dict[Separator, str]] = {"comma": ",", "semicolon": ";", "tab": "\t"}

_FORMULA_START: Final = re.compile(r"""(^|[,;|\t\r\n])(?=[\s"']*[=+@＝＋－＠\t\r\n-])""")
"""Beginnings of what a spreadsheet takes for a formula, also in its full-width form: at the
beginning, and behind whatever it may take for the end of a cell."""


def usual_separator() -> Separator:
    """The separator that the spreadsheet of the language in use opens."""
    return "semicolon" if decimal_mark() == "," else "comma"


def spreadsheet(rows: Iterable[CsvRow], separator: Separator | None = None) -> bytes:
    """Write the rows as the Excel of the language in use opens them.

    Excel takes the system's list separator, a semicolon where the comma is for decimals. The byte
    order mark tells it UTF-8; without one it reads Greek in another alphabet.
    """
    separator = separator or usual_separator()
    mark = "." if separator == "comma" else "," if separator == "semicolon" else decimal_mark()
    text = StringIO(newline="")
    writer = csv.writer(text, delimiter=SEPARATORS[separator], lineterminator="\r\n")
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

    >>> escape_formula("=1+1"), escape_formula("x;=1+1"), escape_formula("Μαρία")
    ("'=1+1", "x;'=1+1", 'Μαρία')
    """
    return _FORMULA_START.sub(r"\1'", text)
