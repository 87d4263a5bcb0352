"""A list of pairs as people have it: a line a pair, from a chat, a spreadsheet or a CSV. Pure.

Names are parted by a tab, a semicolon, a comma, a slash, an ampersand or a dash between spaces;
then may follow the club, the place in seeding order, and x for paid. A number in front, or a first
cell that is one, is only a number. A first line of column names says in which order the columns
are.
"""

import csv
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, get_args

from scorekeeper.draws.model import MOST_PAIRS
from scorekeeper.rules.names import LONGEST_NAME, is_fit_name, shorten, tidy_name
from scorekeeper.services.tournament_acts.pair_acts import NewPair
from scorekeeper.services.tournaments.pair_names import plain, who
from scorekeeper.services.tournaments.state import Tournament

PasteCode = Literal[
    "column", "one_name", "unfit", "twice", "seeding", "paid", "too_much", "too_many"
]
CODES: Final[tuple[PasteCode, ...]] = get_args(PasteCode)


class BadRow(NamedTuple):
    """A line that is no pair."""

    line: int
    """Counted from 1, empty lines too."""
    code: PasteCode
    text: str
    """The line, or what of it is meant."""


@dataclass(frozen=True, slots=True)
class Pasted:
    """The pairs that were read of a list, and the lines that are none."""

    pairs: tuple[NewPair, ...]
    bad: tuple[BadRow, ...]


MOST_BAD: Final = 50
LARGEST_LIST: Final = 256 * 1024
"""Bytes of a list: a thousand pairs with the longest Greek names."""
_COLUMNS: Final[tuple[str, ...]] = ("player1", "player2", "club", "seeding", "paid")
_HEADINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "number": ("#", "No", "No.", "Number", "Α/Α", "Αρ.", "Αριθμός"),
    "player1": ("Player 1", "Name 1", "Player", "Name", "Παίκτης 1", "Όνομα 1", "Παίκτης", "Όνομα"),
    "player2": ("Player 2", "Name 2", "Partner", "Παίκτης 2", "Όνομα 2", "Συμπαίκτης"),
    "club": ("Club", "Σύλλογος"),
    "seeding": ("Seed", "Seeding", "Σειρά"),
    "paid": ("Paid", "Πλήρωσε"),
}
"""The names that a first line may give each column, in any case, with or without accents."""
_NUMBER: Final = re.compile(r"^\s*\d{1,4}\s*[.)](?!\s*[\t;,])\s*")
_NUMBER_CELL: Final = re.compile(r"\d{1,4}\s*[.)]?")
_BETWEEN: Final = re.compile(r"\s+[-–—/&+]\s+|\s*/\s*")
_YES: Final = frozenset({"x", "χ", "1", "yes", "ναι", "✓", "true"})
_NO: Final = frozenset({"", "0", "no", "οχι", "-", "false"})
_UNREADABLE: Final = "\ufffd"
_LONGEST_LINE: Final = 500
"""Parting two names takes time that grows with the square of the white space between them."""


def decode_list(content: bytes) -> str:
    """A file's text: UTF-8, or what a Greek Excel saves as CSV.

    What neither has stands as U+FFFD, which no pair may have.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1253", "replace")


def read_pairs(text: str, earlier_pairs: Iterable[tuple[str, str]] = ()) -> Pasted:
    """The pairs of a list, and the lines that are none; `earlier_pairs` are there already.

    After `MOST_BAD` lines that are none the rest is not read: somebody mends those first.
    """
    reader = _Reader(earlier_pairs)
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        if len(reader.bad) >= MOST_BAD:
            break
        if line.strip(" \t;,"):
            reader.take(number, line)
    return Pasted(tuple(reader.pairs), tuple(reader.bad))


def read_list(tournament: Tournament, op_id: str, text: str) -> Pasted:
    """The pairs that this operation adds to the tournament by a list.

    Sent again, those that it added are no pairs that were there already.
    """
    earlier_pairs = [] if tournament.has_done(op_id) else tournament.pairs.values()
    return read_pairs(text, [pair.players for pair in earlier_pairs])


class _Reader:
    def __init__(self, earlier_pairs: Iterable[tuple[str, str]]) -> None:
        self.pairs: list[NewPair] = []
        self.bad: list[BadRow] = []
        self._columns = _COLUMNS
        self._seen = {who(players) for players in earlier_pairs}
        self._is_first = True
        self._is_headed = False

    def take(self, number: int, line: str) -> None:
        if len(line) > _LONGEST_LINE:
            self.bad.append(BadRow(number, "too_much", shorten(line.strip(), LONGEST_NAME)))
            return
        cells = _cells(line)
        is_first, self._is_first = self._is_first, False
        headings = cells if _column(cells[0]) else _with_both(cells)
        if is_first and any(map(_column, headings)):
            self._take_headings(number, headings)
            return
        cells = _with_both(cells if self._is_headed else _without_number(cells))
        fault = self._fault_of(cells)
        if fault is not None:
            self.bad.append(BadRow(number, fault, line.strip()))
            return
        values = dict(zip(self._columns, cells, strict=False))
        self._seen.add(who((values["player1"], values["player2"])))
        self.pairs.append(_pair(values))

    def _take_headings(self, number: int, cells: list[str]) -> None:
        self._columns, self._is_headed = tuple(map(_column, cells)), True
        for cell, column in zip(cells, self._columns, strict=True):
            if not column or self._columns.count(column) > 1:
                self.bad.append(BadRow(number, "column", cell))

    def _fault_of(self, cells: list[str]) -> PasteCode | None:
        if len(cells) > len(self._columns):
            return "too_much"
        values = dict(zip(self._columns, cells, strict=False))
        players = (values.get("player1", ""), values.get("player2", ""))
        faults: dict[PasteCode, bool] = {
            "one_name": not all(players),
            "unfit": not all(map(_is_fit, (*players, values.get("club", "")))),
            "seeding": _seeding(values.get("seeding", "")) == 0,
            "paid": plain(values.get("paid", "")) not in _YES | _NO,
            "twice": who(players) in self._seen,
            "too_many": len(self.pairs) >= MOST_PAIRS,
        }
        return next((code for code, is_so in faults.items() if is_so), None)


def _pair(values: Mapping[str, str]) -> NewPair:
    return NewPair(
        players=(values["player1"], values["player2"]),
        club=values.get("club", ""),
        seeding=_seeding(values.get("seeding", "")),
        paid=plain(values.get("paid", "")) in _YES,
    )


def _cells(line: str) -> list[str]:
    line = _NUMBER.sub("", line)
    between = next((one for one in "\t;," if one in line), None)
    cells = next(csv.reader([line], delimiter=between)) if between else _BETWEEN.split(line)
    cells = [tidy_name(cell) for cell in cells]
    while len(cells) > 2 and not cells[-1]:
        cells.pop()
    return cells


def _with_both(cells: list[str]) -> list[str]:
    """The two names apart, where one cell has both: “Maria – Giorgos, Larnaka”."""
    both = _BETWEEN.split(cells[0])
    return [*map(tidy_name, both), *cells[1:]] if len(both) == 2 else cells


def _without_number(cells: list[str]) -> list[str]:
    is_numbered = len(cells) > 1 and _NUMBER_CELL.fullmatch(cells[0])
    return cells[1:] if is_numbered else cells


def _is_fit(name: str) -> bool:
    return is_fit_name(name) and _UNREADABLE not in name


def _column(heading: str) -> str:
    """The column of this name; nothing where there is none."""
    for column, names in _HEADINGS.items():
        if plain(heading) in map(plain, names):
            return column
    return ""


def _seeding(text: str) -> int | None:
    """The place; 0 where it is none."""
    if not text:
        return None
    is_number = text.isascii() and text.isdigit() and len(text) <= 4
    return int(text) if is_number else 0
