"""Chooses the height of a page's rows, so that long names never push signatures off the paper.

An estimate in millimetres from the lengths of texts, for the type sizes of `css/print.css`; it errs
on the side of lower rows.
"""

from math import ceil
from typing import Final

from scorekeeper.printing.sheet_view import HANDS_A_PAGE, Page, PrintedPair, Sheet, SheetRow

HEIGHTS: Final = (7.2, 6.7, 6.2, 5.7, 5.2, 4.7)
"""Row heights of `.rows-0`, `.rows-1` … in the style sheet; 7.2 fits with short names."""
LONG_HEADING: Final = 34
LONG_LABEL: Final = 20
"""Characters from which the style sheet has a smaller size."""

_LEDGER: Final = HEIGHTS[0] * HANDS_A_PAGE + 4.5
_REASON_LINE: Final = 2.9


def row_size(sheet: Sheet, page: Page) -> int:
    """Which of `HEIGHTS` the page's rows get: the first that fits, or the lowest."""
    room = _LEDGER - head_excess(sheet) - foot_excess(sheet)
    for size, height in enumerate(HEIGHTS):
        if sum(max(height, _needed_width(row)) for row in page.rows) <= room:
            return size
    return len(HEIGHTS) - 1


def head_excess(sheet: Sheet) -> float:
    """Millimetres that the head needs beyond one line for everything."""
    heading = 11 * lines(sheet.heading, 46) - 7.6 if len(sheet.heading) > LONG_HEADING else 0
    facts = lines(" · ".join((*sheet.facts, sheet.table)), 104) - 1
    terms = lines(" · ".join(sheet.terms), 104) - 1
    if sheet.is_blank:
        terms = lines(" · ".join(sheet.terms), 55) - 1
    return max(0, heading / 2) + 4.4 * (facts + terms) + max(map(_pair_excess, sheet.sides))


def foot_excess(sheet: Sheet) -> float:
    """Millimetres that result, remarks and signatures need beyond their usual lines."""
    result = lines(sheet.result, 75) - 1
    remarks = lines(" ".join(sheet.remarks), 80) - 1
    signature = max(0, max(lines(side.label, 24) for side in sheet.sides) - 1)
    return 5.0 * (max(result, 0) + max(remarks, 0)) + 3.5 * signature


def _pair_excess(pair: PrintedPair) -> float:
    name = players = 0.0
    if len(pair.label) > LONG_LABEL:
        name = 4.7 * lines(pair.label, 23) - 6.4
    if has_long_players(pair):
        players = 3.7 * sum(lines(player, 40) for player in pair.players) - 3.9
    return max(0, name) + players


def has_long_players(pair: PrintedPair) -> bool:
    """Do the players need a line each?"""
    return width(" – ".join(pair.players)) > 47


def _needed_width(row: SheetRow) -> float:
    return _REASON_LINE * lines(row.reason, 30) if row.reason else 0


def lines(text: str, most: int) -> int:
    """How many lines the text needs, of so many small letters each."""
    return ceil(width(text) / most)


def width(text: str) -> float:
    """The text's width in small letters; capitals and other scripts' signs are wider."""
    return sum(1.4 if char.isupper() or char >= "\u2e80" else 1 for char in text)
