"""Fits texts into places and rows onto a page: as large as possible, never too small to read.

A long text gets smaller letters first, then more lines, and is shortened at last. Lines come sooner
where the place has room for them and the letters become larger. Pure; a text has one letter for
each of its characters.
"""

from collections.abc import Callable, Iterator
from math import ceil
from typing import Final, NamedTuple

from scorekeeper.printing.sheet_parts import HANDS_A_PAGE, Page, PrintedPair, Sheet, SheetRow

LEAST: Final = 7.0
"""The smallest size, in points, that a player reads on paper without glasses."""
LINE: Final = 1.4
"""The height of a line in its font size, as in `css/lists.css`."""
TIGHT: Final = 1.15
"""The height of each of several lines in one place, in their font size."""
_WORTH_A_LINE: Final = 1.0
"""The gain, in points, for which letters get a second line where one would do."""
CUT: Final = "…"
_BREAKS: Final = " -/"
"""A line may end behind one of these."""

Width = Callable[[str], float]
"""How wide a text is at a font size of 1."""


class FittedText(NamedTuple):
    """A text broken into lines, and its font size."""

    lines: tuple[str, ...]
    size: float
    """The font's size in points."""


def fit_text(text: str, width: float, height: float, largest: float, wide: Width) -> FittedText:
    """Fit the text into a place of this size in points, in letters of at most `largest` points."""
    one_line = min(largest, width / wide(text))
    fits_one = one_line >= LEAST
    most = max(1, int(height / (LEAST * TIGHT)))
    for count in range(2, most + 1):
        for size in _sizes(min(largest, height / (count * TIGHT))):
            if fits_one and size < one_line + _WORTH_A_LINE:
                break
            lines = _lines(text, width / size, wide)
            if len(lines) <= count and max(map(wide, _strip_lines(lines))) <= width / size:
                return FittedText(_strip_lines(lines), size)
    if fits_one:
        return FittedText((text,), one_line)
    broken = _broken(text, width / LEAST, wide)
    if len(broken) <= most:
        return FittedText(_strip_lines(broken), LEAST)
    first = _lines(text, width / LEAST, wide)[: most - 1]
    if any(wide(line.rstrip()) > width / LEAST for line in first):
        first = broken[: most - 1]
    rest = text[len("".join(first)) :].strip()
    return FittedText((*_strip_lines(first), _cut(rest, width / LEAST, wide)), LEAST)


def _strip_lines(lines: list[str]) -> tuple[str, ...]:
    return tuple(line.strip() for line in lines)


def _sizes(largest: float) -> Iterator[float]:
    """From the largest down to the least."""
    while largest > LEAST:
        yield largest
        largest -= 0.5
    yield LEAST


def _lines(text: str, width: float, wide: Width) -> list[str]:
    """The text in lines of whole words; a word that is too wide stands alone."""
    lines = [""]
    for word in _words(text):
        if lines[-1] and wide((lines[-1] + word).rstrip()) > width:
            lines.append("")
        lines[-1] += word
    return lines


def _broken(text: str, width: float, wide: Width) -> list[str]:
    """The text in lines as full as they can be, whatever is broken."""
    lines = [text]
    while wide(lines[-1].rstrip()) > width:
        at = _fitting(lines[-1], width, wide)
        lines[-1:] = [lines[-1][:at], lines[-1][at:]]
    return lines


def _words(text: str) -> Iterator[str]:
    """The text in parts, each with the break behind it."""
    begin = 0
    for at, char in enumerate(text, 1):
        if char in _BREAKS:
            yield text[begin:at]
            begin = at
    yield text[begin:]


def _fitting(text: str, width: float, wide: Width) -> int:
    """How many characters fit; at least one."""
    return next((at for at in range(len(text), 1, -1) if wide(text[:at]) <= width), 1)


def _cut(text: str, width: float, wide: Width) -> str:
    at = _fitting(text, width - wide(CUT), wide)
    return text[:at].rstrip() + CUT


HEIGHTS: Final = (7.2, 6.7, 6.2, 5.7, 5.2, 4.7)
"""Row heights of `.rows-0`, `.rows-1` … in the style sheet; 7.2 fits with short names."""
LONG_HEADING: Final = 34
LONG_LABEL: Final = 20
"""Characters from which the style sheet has a smaller size."""
LONGEST_SIGNED: Final = 24
"""Characters of a pair's label on one line; a longer one takes more, above the players."""

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
    return 5.0 * (max(result, 0) + max(remarks, 0)) + max(map(_signature_excess, sheet.sides))


def _signature_excess(pair: PrintedPair) -> float:
    apart = signs_apart(pair)
    if len(pair.label) > LONGEST_SIGNED:
        return 3.5 * lines(pair.label, LONGEST_SIGNED) + 2.9 * apart
    return max(3.5 * (lines(pair.label, LONGEST_SIGNED) - 1), 2.2 * apart)


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


def signs_apart(pair: PrintedPair) -> bool:
    """Do the players need a line each below the place to sign?"""
    return signs_with_players(pair) and width(", ".join(pair.players)) > 36


def signs_with_players(pair: PrintedPair) -> bool:
    """Do the players stand below the place to sign? A name of three lines leaves them out."""
    return bool(pair.players) and lines(pair.label, LONGEST_SIGNED) <= 2


def _needed_width(row: SheetRow) -> float:
    return _REASON_LINE * lines(row.reason, 30) if row.reason else 0


def lines(text: str, most: int) -> int:
    """Return the number of lines that the text needs, with `most` small letters each."""
    return ceil(width(text) / most)


def width(text: str) -> float:
    """The text's width in small letters; capitals and other scripts' signs are wider."""
    return sum(1.4 if char.isupper() or char >= "\u2e80" else 1 for char in text)
