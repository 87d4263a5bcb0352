"""Lines of a list as people write them, taken apart, and the columns that it names. Pure.

The number of white spaces and digits in a row is never scanned twice: a line comes from anybody.
"""

import csv
import re
import unicodedata
from typing import Final, NamedTuple

from scorekeeper.rules.names import tidy_name
from scorekeeper.tournament.list_words import (
    BadRow,
    column_of,
    has_letter,
    is_like_name,
    is_negation,
    is_number_word,
    is_paid_word,
    is_remark,
    is_yes,
)

_DATE: Final = (
    r"(?:\d{1,4}[./-]\d{1,2}[./-]\d{2,4}"
    r"|\d{1,2}\.?\s[^\W\d]{3,12}\.?,?\s\d{2,4}"
    r"|[^\W\d]{3,12}\.?\s\d{1,2},?\s\d{2,4})"
)
"""In numbers, or with the month by its name before or behind the day."""
_TIME: Final = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\.?|\s?[πμ]\.?\s?μ\.?)?"
_SENDER: Final = r"(?:[^:]{1,60}:\s+)?"
_CHAT: Final = re.compile(
    rf"\s*(?:\[[^\]]{{0,40}}\d[:.]\d\d[^\]]{{0,20}}\]\s*"
    rf"|{_DATE},?(?:\s(?:at|στις))?\s{_TIME}\s[-–—]\s){_SENDER}"
    rf"|\s*{_DATE},\s?{_TIME},[^,]{{0,60}},\+?[\d ]{{0,20}},",
    re.IGNORECASE,
)
"""The head of a message in an exported chat.

It stands in brackets (WhatsApp on an iPhone, Viber) or has a dash behind it (WhatsApp on Android).
Viber also writes a CSV.
"""
_DIRECTIONS: Final = re.compile("[\u200e\u200f\u202a-\u202d\u2066-\u2069]")
"""Invisible characters that chat apps put around names, and address books around telephones."""
_EDITED: Final = re.compile(r"\s*<[^<>]{1,60}>$")
_MARKS: Final = "*_~"
"""A chat shows what stands between two of these in bold, slanted or struck through."""

_WORD: Final = re.compile(r"\w+")
_KEYCAPS: Final = re.compile("(?:[0-9]\ufe0f?\u20e3|\U0001f51f)+")
_BEHIND_NUMBER: Final = r"[-–—.):,;|\s]*"
_WORD_NUMBER: Final = re.compile(
    rf"([^\W\d_]{{2,10}})\.?\s?[#№]?(\d{{1,4}})(?![\d%€])(?:[ηος]{{1,2}}\b)?{_BEHIND_NUMBER}"
)
_ORDINAL: Final = re.compile(
    rf"(\d{{1,4}})(?:st|nd|rd|th|η|ή|ης|ο|ος)(?!\w){_BEHIND_NUMBER}", re.IGNORECASE
)
_NUMBER: Final = re.compile(
    r"(?:[#№(]\s?(\d{1,4})\s?[-–—.):]?"
    r"|(\d{1,4})(?:\s?[.):](?!\d)|\s?[-–—](?!\d)|\s{1,9}(?=[^\W\d])))"
    r"(?!\s?[\t;,])\s*"
)
_NUMBER_CELL: Final = re.compile(r"#?(\d{1,4})\s?[-–—.):]?")
_TICK_BOX: Final = re.compile(r"\s*(?:[-*•]\s?)?\[[ xXχΧ✓✔]?\]\s*")
"""The box before each line of a shared checklist."""
_BULLETS: Final = frozenset(" \u00a0\t•●○◦▪▫■□►▶‣⁃·*-–—\ufe0f\u200d")
_TAB_BULLET: Final = re.compile("\\s*[oο§ü\uf0a7\uf0b7\uf0d8]\t")
"""Letters that a word processor's bullets become; only a tab after them shows it."""

_JOINT: Final = re.compile(r"\s(?:και|κι|(?-i:κ)['’΄]?|and)\s|\s?[&+]\s?", re.IGNORECASE)
"""The text between two names. A capital Κ may be an initial, and κ with a dot is a title."""
_WEAK_JOINT: Final = re.compile(
    r"\s(?:(?:μαζ[ίι]\s|mazi\s)?(?:με|me)|kai|ke|with)\s", re.IGNORECASE
)
"""Words that join two names but stand in sentences, too: they part only what looks like names."""
_APART: Final = re.compile(r"\s?[/‐‑‒–—―−]\s?|\s-\s?|-\s")
_BLANKS: Final = re.compile(r"\s\s+")

_PHONE_CHARS: Final = "0123456789 +()./-‐‑‒–−"
_FEWEST_DIGITS: Final = 7
_PHONE_WORD: Final = re.compile(r"[\s,;:(–—-]*(?:\b(?:τηλ|κιν|tel|mob)\b)?[\s.:(,;–—-]*$", re.I)
_FIGURE: Final = r"\d{1,6}(?:[.,:]\d{1,2})?"
_AMOUNT: Final = rf"[€$£]\s?{_FIGURE}|{_FIGURE}\s?(?:[%€$£]|ευρ[ώω]|euros?\b|eur\b)"
_VALUE: Final = re.compile(rf"{_AMOUNT}|{_FIGURE}", re.IGNORECASE)
_AMOUNT_BEHIND: Final = re.compile(rf"[\s,;|–—-]({_AMOUNT})$", re.IGNORECASE)
_ANSWER_BEHIND: Final = re.compile(
    rf"((?:{_AMOUNT}|[\s,;|]\d{{1,4}})[\s,;|:–—-]{{1,9}})(ναι|nai|yes|[όο]χι|oxi|no|[xχ✓✔])$",
    re.IGNORECASE,
)
"""Whether they paid, behind the amount."""
_BRACKETS: Final = re.compile(r"\s\(([^()\d]{2,60})\)$")
_TICKS: Final = "✅✔☑✓"
_NUMBER_BEHIND: Final = re.compile(r"\s(\d{1,4})$")
_PARTING: Final = " \t\u00a0,;|=-–—"
_COLUMNS_OF_TEXT: Final = 3
"""Two names and a club; a number may stand behind them as the seed."""
_ADDED: Final = "\ufe0f\u200d\u20e3"


class ListLine(NamedTuple):
    """A line of a list, taken apart."""

    number: str
    """The number in front of the line, or ""."""
    cells: list[str]
    """Two names where there are any, then what follows them."""
    note: str
    """The telephone numbers, amounts and emoji that stood behind."""
    is_chat: bool
    """Was it a message of an exported chat, with its date?"""
    more_names: str = ""
    """The names behind the first two."""
    is_paid: bool = False
    """Did it say at the end that they paid?"""


class _Names(NamedTuple):
    """The cells of a line once its two names stand apart."""

    cells: list[str]
    more: str = ""


def split_cells(line: str) -> list[str]:
    """The cells of a line of a spreadsheet; of any other line all of it."""
    cells = [tidy_name(cell) for cell in _raw_cells(line)]
    while len(cells) > 2 and not cells[-1]:
        cells.pop()
    return cells


def _raw_cells(line: str) -> list[str]:
    between = next((one for one in "\t;|," if one in line), None)
    if between == "|":
        line = line.strip().removeprefix("|").removesuffix("|")
    if between is None:
        return [line]
    return next(csv.reader([line], delimiter=between, skipinitialspace=True), []) or [""]


def take_apart(line: str) -> ListLine:
    """Take a line of a list apart.

    >>> take_apart("4) Μαρία κι Αντρέας 99 123456 🙂")[:3]
    ('4', ['Μαρία', 'Αντρέας'], '99 123456, 🙂')
    >>> take_apart("Κώστας κ' Λεωνίδας").cells
    ['Κώστας', 'Λεωνίδας']
    >>> take_apart("Ομάδα 3, Άννα με Ελένη, €20")[:3]
    ('3', ['Άννα', 'Ελένη'], '€20')
    >>> take_apart("Άννα και Ελένη (πλήρωσαν)").is_paid
    True
    """
    line, is_chat = without_chat(line)
    line, notes, is_paid = _without_ends(_without_marks(line))
    line, number = _without_number(line)
    cells = split_cells(line)
    if not number and len(cells) > 1 and (found := _NUMBER_CELL.fullmatch(cells[0])):
        number, cells = found[1], cells[1:]
    elif len(cells) == 1:
        cells = [line]
    cells, more_names = _with_both(cells)
    for at, cell in enumerate(cells[:2]):
        cells[at], more = _without_phone(cell)
        notes = [*more, *notes]
    phones = [cell for cell in cells[2:] if _is_phone(cell)]
    cells = [*cells[:2], *(cell for cell in cells[2:] if not _is_phone(cell))]
    cells, values = _without_values([tidy_name(cell).strip(_MARKS) for cell in cells])
    note = ", ".join([*values, *phones, *notes])
    return ListLine(number, cells, note, is_chat, more_names, is_paid)


def without_chat(line: str) -> tuple[str, bool]:
    """The line without what an exported chat has before a message, and whether it had that.

    The invisible marks of direction go in any case: nobody can see what would be refused.

    >>> without_chat("[26/11/24, 21:03:12] Μαρία: 90κ 97")
    ('90κ 97', True)
    >>> without_chat("12 Οκτ 2023, 21:15 - Μαρία: 90κ 97")
    ('90κ 97', True)
    """
    plain = _DIRECTIONS.sub("", line)
    found = _CHAT.match(plain)
    return (_EDITED.sub("", plain[found.end() :]), True) if found else (plain, False)


def is_value(text: str) -> bool:
    """Is the text a number, a percentage or an amount?"""
    return _VALUE.fullmatch(text) is not None


def _is_amount(text: str) -> bool:
    return is_value(text) and not text.replace(".", "").isdigit()


def _without_marks(line: str) -> str:
    line = line.strip(" \u00a0")
    while len(line) > 2 and line[0] == line[-1] and line[0] in _MARKS:
        line = line[1:-1]
    return line.removeprefix("|").removesuffix("|") if line.startswith("|") else line


def _without_ends(line: str) -> tuple[str, list[str], bool]:
    """The line without the notes at its end, these, and whether one of them says “paid”."""
    line, notes = _without_notes(line.rstrip("!"))
    line, is_paid = _without_paid(line)
    line, before = _without_notes(line)
    line, remark = _without_remark(line)
    notes = [*remark, *before, *notes]
    bare = [note.strip(f"{_TICKS}{_ADDED} ") if _is_ticked(note) else note for note in notes]
    return line, [note for note in bare if note], is_paid or any(map(_is_ticked, notes))


def _is_ticked(note: str) -> bool:
    return any(char in _TICKS for char in note)


def _without_paid(line: str) -> tuple[str, bool]:
    """The line without the word for paid at its end, and whether it says that they paid."""
    bare = line.rstrip(_PARTING + ".!)")
    if found := _ANSWER_BEHIND.search(bare):
        return bare[: found.end(1)].rstrip(_PARTING + ":"), is_yes(found[2])
    names = bare.rstrip("".join(filter(str.isalpha, {*bare})))
    is_paid = is_paid_word(bare[len(names) :]) and not any(map(is_negation, _WORD.findall(names)))
    rest = names.rstrip(_PARTING + "(:") if is_paid else ""
    return rest or line, bool(rest)


def _without_remark(line: str) -> tuple[str, list[str]]:
    found = _BRACKETS.search(line)
    if not found or not is_remark(found[1]):
        return line, []
    return line[: found.start()].rstrip(), [found[1]]


def _without_notes(line: str) -> tuple[str, list[str]]:
    """The line without the telephone numbers, amounts and emoji at its end, and these."""
    notes: list[str] = []
    while True:
        rest, more = _without_phone(line)
        rest = rest.rstrip()
        bare = rest
        while bare and _is_emoji(bare[-1]):
            bare = bare[:-1]
        if bare != rest and bare.strip():
            more, rest = [rest[len(bare) :], *more], bare
        rest, amount = _without_amount(rest)
        more = [*amount, *more]
        if not more:
            return line, notes
        line, notes = rest, [*more, *notes]


def _without_amount(line: str) -> tuple[str, list[str]]:
    found = _AMOUNT_BEHIND.search(line)
    if not found or not has_letter(line[: found.start()]):
        return line, []
    return line[: found.start()].rstrip(_PARTING), [found[1]]


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
    found = _KEYCAPS.match(line)
    if found:
        number = "".join("10" if char == "\U0001f51f" else char for char in found[0])
        number = "".join(filter(str.isdigit, number))[:4]
    elif (found := _WORD_NUMBER.match(line)) and is_number_word(found[1]):
        number = found[2]
    elif found := _ORDINAL.match(line):
        number = found[1]
    elif found := _NUMBER.match(line):
        number = found[1] or found[2]
    else:
        return line, ""
    return _without_bullets(line[found.end() :]), number


def _without_bullets(line: str) -> str:
    if found := _TAB_BULLET.match(line) or _TICK_BOX.match(line):
        line = line[found.end() :]
    at = 0
    while at < len(line) and (line[at] in _BULLETS or _is_symbol(line[at:])):
        at += 1
    return line[at:]


def _is_symbol(rest: str) -> bool:
    return unicodedata.category(rest[0]) == "So" and not _KEYCAPS.match(rest)


def _with_both(cells: list[str]) -> _Names:
    """The two names apart, where the first cell has both: “Maria – Giorgos, Larnaka”.

    Names that stand in a cell of one, or behind two of the same cell, are more names.
    """
    first, *rest = cells
    names = _names_in(first)
    if len(names) == 1 and not rest:
        names = _names_by_blanks(first)
    if len(names) == 1 or (len(names) > 2 and rest and _JOINT.search(first) is None):
        return _Names(cells, _more_in(cells))
    is_club_last = len(names) == 3 and not rest and len(_JOINT.split(first)) < 3
    if len(names) > 2 and not is_club_last:
        return _Names([*names[:2], *rest], ", ".join(names[2:]))
    if rest and len(_names_in(rest[0])) > 1:
        return _Names([*names, *rest[1:]], rest[0])
    if is_club_last and len(_names_in(names[2])) > 1:
        return _Names(names[:2], names[2])
    return _Names([*names, *rest])


def _more_in(cells: list[str]) -> str:
    """The first of two cells of names that has two names for itself."""
    return next((cell for cell in cells[:2] if len(_names_in(cell)) > 1), "")


def _names_in(text: str) -> list[str]:
    for joint in (_JOINT, _WEAK_JOINT):
        parts = [part.strip() for part in joint.split(text)]
        names = [*parts[:-1], *(part.strip() for part in _APART.split(parts[-1]))]
        if len(parts) > 1 and (joint is _JOINT or all(map(is_like_name, names))):
            return names
    return [part.strip() for part in _APART.split(text)]


def _names_by_blanks(text: str) -> list[str]:
    names = [part.strip() for part in _BLANKS.split(text.strip())]
    if len(names) == 1 and text.count("-") == 1:
        names = [part.strip() for part in text.split("-")]
    return names


def _without_values(cells: list[str]) -> tuple[list[str], list[str]]:
    """The cells without numbers where names and a club stand, and these."""
    values = []
    while len(cells) > 2 and is_value(cells[0]):
        values.append(cells.pop(0))
    for at, cell in enumerate(cells):
        if is_value(cell) if at < _COLUMNS_OF_TEXT else _is_amount(cell):
            values.append(cell)
            cells[at] = ""
    is_last_numbered = 1 < len(cells) < 4 and not cells[0][-1:].isdigit()
    if (
        is_last_numbered
        and not is_remark(cells[-1])
        and (found := _NUMBER_BEHIND.search(cells[-1]))
    ):
        values.append(found[1])
        cells[-1] = cells[-1][: found.start()]
    return cells, values


_OF_TEXT = ("player1", "player2", "club")
"""The columns in which no number stands."""


def columns_in(line: str, *, is_below_title: bool) -> tuple[str, ...]:
    """Return the columns that a line names; empty where it is no line of headings.

    Below a title such a line names players and at least one other column.
    """
    columns = _with_players(tuple(map(column_of, split_cells(line))))
    known = [column for column in columns if column]
    is_known = len(known) > 1 and "player1" in known if is_below_title else known
    return columns if is_known and len(columns) > 1 else ()


def bad_columns(number: int, line: str, columns: tuple[str, ...]) -> tuple[BadRow, ...]:
    """The cells of this line that name no column, or one that another cell names, too."""
    return tuple(
        BadRow(number, "column", cell)
        for cell, column in zip(split_cells(line), columns, strict=True)
        if not column or columns.count(column) > 1
    )


def with_second_player(columns: tuple[str, ...]) -> tuple[str, ...]:
    """The columns once a line is taken apart: one of players has both names."""
    if "player1" not in columns or "player2" in columns:
        return columns
    behind = columns.index("player1") + 1
    return (*columns[:behind], "player2", *columns[behind:])


def headed_line(line: str, columns: tuple[str, ...]) -> ListLine:
    """The cells of a line below the names of columns, with both names apart.

    >>> headed_line("7;Maria & Anna;20", ("number", "player1", "club")).cells
    ['7', 'Maria', 'Anna', '']
    """
    cells, notes = _without_cells(split_cells(_DIRECTIONS.sub("", line)), columns)
    more_names = ""
    if with_second_player(columns) != columns and columns.index("player1") < len(cells):
        at = columns.index("player1")
        both = take_apart(cells[at])
        cells[at : at + 1] = [*both.cells, ""][:2]
        more_names = both.more_names
        notes += filter(None, [both.note])
    return ListLine("", cells, ", ".join(notes), is_chat=False, more_names=more_names)


def _with_players(columns: tuple[str, ...]) -> tuple[str, ...]:
    """The columns; of two of numbers the second has the pairs' names: No, Pair."""
    numbers = [at for at, column in enumerate(columns) if column == "number"]
    if "player1" in columns or len(numbers) < 2:
        return columns
    return (*columns[: numbers[1]], "player1", *columns[numbers[1] + 1 :])


def _without_cells(cells: list[str], columns: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The cells without numbers where names and clubs stand, and these."""
    notes = []
    for at, (cell, column) in enumerate(zip(cells, columns, strict=False)):
        if column in _OF_TEXT and is_value(cell):
            notes.append(cell)
            cells[at] = ""
    return cells, notes
