"""A line of a list as people write it, taken apart: chat, number, names, club, note. Pure.

The number of white spaces and digits in a row is never scanned twice: a line comes from anybody.
"""

import csv
import re
import unicodedata
from typing import Final, NamedTuple

from scorekeeper.rules.names import tidy_name

_DATE: Final = r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}"
_TIME: Final = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\.?|\s?[πμ]\.?\s?μ\.?)?"
_SENDER: Final = r"(?:[^:]{1,60}:\s+)?"
_CHAT: Final = re.compile(
    rf"\s*(?:\[[^\]]{{0,40}}\d[:.]\d\d[^\]]{{0,20}}\]\s*|{_DATE},?\s{_TIME}\s[-–—]\s){_SENDER}"
    rf"|\s*{_DATE},\s?{_TIME},[^,]{{0,60}},\+?[\d ]{{0,20}},",
    re.IGNORECASE,
)
"""What an exported chat has before a message: in brackets (WhatsApp on an iPhone, Viber), with a
dash behind it (WhatsApp on Android), or as a CSV (Viber)."""
_DIRECTIONS: Final = re.compile("[\u200e\u200f\u2066-\u2069]")
"""Chat apps put these around names, where nobody typed them."""
_EDITED: Final = re.compile(r"\s*<[^<>]{1,60}>$")
_NUMBER: Final = re.compile(
    r"(?:[#№(]\s?(\d{1,4})\s?[-–—.):]?"
    r"|(\d{1,4})(?:\s?[.):](?!\d)|\s?[-–—](?!\d)|\ufe0f?\u20e3|\s(?=[^\W\d])))"
    r"(?!\s?[\t;,])\s*"
)
_NUMBER_CELL: Final = re.compile(r"#?(\d{1,4})\s?[-–—.):]?")
_BULLETS: Final = frozenset(" \u00a0•●○◦▪▫■□►▶‣·*-–—\ufe0f\u200d")
_JOINT: Final = re.compile(r"\s(?:και|κι|(?-i:κ)['’΄]?|and)\s|\s?[&+]\s?", re.IGNORECASE)
"""What stands between two names. A capital Κ may be an initial, and κ with a dot is a title."""
_APART: Final = re.compile(r"\s?[/–—]\s?|\s-\s?|-\s")
_PHONE_CHARS: Final = "0123456789 +()./-"
_FEWEST_DIGITS: Final = 7
_PHONE_WORD: Final = re.compile(r"[\s,;:(–—-]*(?:\b(?:τηλ|κιν|tel|mob)\b)?[\s.:(,;–—-]*$", re.I)
_ADDED: Final = "\ufe0f\u200d\u20e3"


class ListLine(NamedTuple):
    """A line of a list, taken apart."""

    number: str
    """The number in front; nothing where there is none."""
    cells: list[str]
    """Two names where there are any, then what follows them."""
    note: str
    """The telephone numbers and emoji that stood behind."""
    is_chat: bool
    """Was it a message of an exported chat, with its date?"""


def split_cells(line: str) -> list[str]:
    """The cells of a line of a spreadsheet; of any other line all of it."""
    between = next((one for one in "\t;," if one in line), None)
    cells = next(csv.reader([line], delimiter=between)) if between else [line]
    cells = [tidy_name(cell) for cell in cells]
    while len(cells) > 2 and not cells[-1]:
        cells.pop()
    return cells


def take_apart(line: str) -> ListLine:
    """Take a line of a list apart.

    >>> take_apart("4) Μαρία κι Αντρέας 99 123456 🙂")
    ListLine(number='4', cells=['Μαρία', 'Αντρέας'], note='99 123456, 🙂', is_chat=False)
    >>> take_apart("Κώστας κ' Λεωνίδας").cells
    ['Κώστας', 'Λεωνίδας']
    """
    line, is_chat = without_chat(line)
    line, notes = _without_notes(line)
    line, number = _without_number(line)
    cells = split_cells(line)
    if not number and len(cells) > 1 and (found := _NUMBER_CELL.fullmatch(cells[0])):
        number, cells = found[1], cells[1:]
    cells = _with_both(cells)
    for at, cell in enumerate(cells[:2]):
        cells[at], more = _without_phone(cell)
        notes = [*more, *notes]
    phones = [cell for cell in cells[2:] if _is_phone(cell)]
    cells = [*cells[:2], *(cell for cell in cells[2:] if not _is_phone(cell))]
    return ListLine(number, cells, ", ".join([*phones, *notes]), is_chat)


def without_chat(line: str) -> tuple[str, bool]:
    """The line without what an exported chat has before a message, and whether it had that.

    >>> without_chat("[26/11/24, 21:03:12] Μαρία: 90κ 97")
    ('90κ 97', True)
    """
    plain = _DIRECTIONS.sub("", line)
    found = _CHAT.match(plain)
    return (_EDITED.sub("", plain[found.end() :]), True) if found else (line, False)


def _without_notes(line: str) -> tuple[str, list[str]]:
    """The line without the telephone numbers and emoji at its end, and these."""
    notes: list[str] = []
    while True:
        rest, more = _without_phone(line)
        rest = rest.rstrip()
        bare = rest
        while bare and _is_emoji(bare[-1]):
            bare = bare[:-1]
        if bare != rest and bare.strip():
            more, rest = [rest[len(bare) :], *more], bare
        if not more:
            return line, notes
        line, notes = rest, [*more, *notes]


def _without_phone(text: str) -> tuple[str, list[str]]:
    bare = text.rstrip(_PHONE_CHARS)
    phone = text[len(bare) :]
    if not bare.strip() or not _is_phone(phone):
        return text, []
    return _PHONE_WORD.sub("", bare), [phone.strip(" -/.)")]


def _is_phone(text: str) -> bool:
    is_so_written = bool(text) and not text.strip(_PHONE_CHARS)
    return is_so_written and sum(map(str.isdigit, text)) >= _FEWEST_DIGITS


def _is_emoji(char: str) -> bool:
    return char in _ADDED or unicodedata.category(char) in ("So", "Sk")


def _without_number(line: str) -> tuple[str, str]:
    line = _without_bullets(line)
    found = _NUMBER.match(line)
    if not found:
        return line, ""
    return _without_bullets(line[found.end() :]), found[1] or found[2]


def _without_bullets(line: str) -> str:
    at = 0
    while at < len(line) and (line[at] in _BULLETS or unicodedata.category(line[at]) == "So"):
        at += 1
    return line[at:]


def _with_both(cells: list[str]) -> list[str]:
    """The two names apart, where the first cell has both: “Maria – Giorgos, Larnaka”."""
    first, *rest = cells
    both = [part.strip() for part in _JOINT.split(first, maxsplit=1)]
    names = [*both[:-1], *(part.strip() for part in _APART.split(both[-1]))]
    if len(names) == 1 and not rest and first.count("-") == 1:
        names = [part.strip() for part in first.split("-")]
    return [*names, *rest] if len(names) == 2 or not rest else cells
