"""A list of pairs as people have it: a line a pair, from a chat, a spreadsheet or a CSV. Pure.

A first line of column names says in which order the columns are; without one two names come first,
then the club, the place in seeding order, and x for paid. A list is read as rows, which somebody
may mend before they become pairs.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, Self, get_args

from scorekeeper.draws.model import MOST_PAIRS
from scorekeeper.rules.names import LONGEST_NAME, is_fit_name, shorten
from scorekeeper.services.tournament_acts.added_pairs import NewPair
from scorekeeper.services.tournament_acts.fields import HIGHEST_NUMBER, LONGEST_NOTE
from scorekeeper.services.tournaments.list_lines import ListLine, split_cells, take_apart
from scorekeeper.services.tournaments.pair_list import Pair
from scorekeeper.services.tournaments.pair_names import plain, who
from scorekeeper.services.tournaments.state import Tournament

PasteCode = Literal[
    "column", "one_name", "unfit", "twice", "seeding", "paid", "too_much", "too_many", "number"
]
CODES: Final[tuple[PasteCode, ...]] = get_args(PasteCode)


class BadRow(NamedTuple):
    """A line that is no pair."""

    line: int
    """Counted from 1, empty lines too."""
    code: PasteCode
    text: str
    """The line, or what of it is meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRow:
    """A line of a list as it was understood, or as somebody mended it."""

    line: int
    text: str
    """The line as it is in the list."""
    number: str = ""
    players: tuple[str, str] = ("", "")
    club: str = ""
    seeding: str = ""
    paid: str = ""
    note: str = ""
    more: str = ""
    """What stands behind the last column."""
    is_chat: bool = False

    @property
    def is_whole(self) -> bool:
        """Has it two names?"""
        return all(self.players)

    def without_number(self) -> Self:
        """The row without the list's own number."""
        return replace(self, number="")

    @property
    def is_paid(self) -> bool:
        """Does it say that they paid?"""
        return plain(self.paid) in _YES


class ListReading(NamedTuple):
    """A list as it was read."""

    rows: tuple[ListRow, ...]
    columns: tuple[BadRow, ...]
    """The columns that have no meaning, or two."""
    is_cut: bool
    """Was it read only so far?"""


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
    "number": ("#", "No", "No.", "Number", "Pair", "Α/Α", "Αρ.", "Αριθμός", "Ζευγάρι"),
    "player1": ("Player 1", "Name 1", "Player", "Name", "Παίκτης 1", "Όνομα 1", "Παίκτης", "Όνομα"),
    "player2": ("Player 2", "Name 2", "Partner", "Παίκτης 2", "Όνομα 2", "Συμπαίκτης"),
    "club": ("Club", "Σύλλογος"),
    "seeding": ("Seed", "Seeding", "Σειρά"),
    "paid": ("Paid", "Πλήρωσε"),
    "note": ("Note", "Phone", "Tel", "Σημείωση", "Τηλέφωνο", "Τηλ."),
}
"""The names that a first line may give each column, in any case, with or without accents."""
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


def read_rows(text: str) -> ListReading:
    """The rows of a list; after `MOST_BAD` lines without two names the rest is not read.

    A message of a chat that names no pair is not counted there.
    """
    rows: list[ListRow] = []
    columns: tuple[str, ...] | None = None
    bad_columns: tuple[BadRow, ...] = ()
    is_first, bad_count = True, 0
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        if bad_count >= MOST_BAD or len(rows) > 2 * MOST_PAIRS:
            return ListReading(tuple(rows), bad_columns, is_cut=True)
        if not line.strip(" \t;,"):
            continue
        if is_first and (headings := _headings(line)):
            columns, bad_columns = headings, _bad_columns(number, line, headings)
        else:
            rows.append(_read_row(number, line, columns))
            bad_count += not (rows[-1].is_whole or rows[-1].is_chat)
        is_first = False
    return ListReading(tuple(rows), bad_columns, is_cut=bad_count >= MOST_BAD)


def rows_of_pairs(pairs: Iterable[Pair]) -> tuple[ListRow, ...]:
    """The rows of pairs that are there already, to be taken over elsewhere; nobody paid there."""
    return tuple(
        ListRow(
            line=pair.number,
            text=pair.name,
            number=str(pair.number),
            players=pair.players,
            club=pair.club,
            note=pair.note,
        )
        for pair in pairs
        if all(pair.players)
    )


class RowCheck:
    """Find what is wrong with rows, one after the other, as they would be added to pairs."""

    def __init__(self, there: Iterable[tuple[str, str]] = (), numbers: Iterable[int] = ()) -> None:
        """`there` are the players of pairs, `numbers` those that no new pair may have."""
        self._seen = {who(players) for players in there}
        self._numbers = set(numbers)
        self._count = 0

    @classmethod
    def for_operation(cls, tournament: Tournament, op_id: str) -> Self:
        """The check of what this operation adds to the tournament.

        Sent again, those that it added are no pairs that were there already.
        """
        if tournament.has_done(op_id):
            return cls()
        return cls([pair.players for pair in tournament.pairs.values()], tournament.numbers)

    def fault_of(self, row: ListRow) -> PasteCode | None:
        """The first thing that is wrong with the row; the next ones are new beside it."""
        faults: dict[PasteCode, bool] = {
            "too_much": bool(row.more),
            "one_name": not row.is_whole,
            "unfit": bool(unfit_fields(row)),
            "number": not self._is_number(row.number),
            "seeding": _seeding(row.seeding) == 0,
            "paid": plain(row.paid) not in _YES | _NO,
            "twice": who(row.players) in self._seen,
            "too_many": self._count >= MOST_PAIRS,
        }
        fault = next((code for code, is_so in faults.items() if is_so), None)
        if fault is None:
            self._seen.add(who(row.players))
            self._count += 1
            self._numbers |= {int(row.number)} if row.number else set()
        return fault

    def knows(self, row: ListRow) -> bool:
        """Is there such a pair already, or in a row before?"""
        return row.is_whole and who(row.players) in self._seen

    def _is_number(self, text: str) -> bool:
        is_number = text.isascii() and text.isdigit() and 0 < int(text[:9]) <= HIGHEST_NUMBER
        return not text or (is_number and int(text) not in self._numbers)


def pair_of(row: ListRow) -> NewPair:
    """The pair of a row in which nothing is wrong."""
    return NewPair(
        players=row.players,
        club=row.club,
        seeding=_seeding(row.seeding),
        paid=row.is_paid,
        note=row.note,
        number=int(row.number) if row.number else None,
    )


def read_list(tournament: Tournament, op_id: str, text: str) -> Pasted:
    """The pairs that this operation adds to the tournament by a list, and the lines that are none.

    The list's own numbers are only numbers.
    """
    return read_pairs(text, RowCheck.for_operation(tournament, op_id))


def read_pairs(text: str, check: RowCheck | None = None) -> Pasted:
    """The pairs of a list, and the lines that are none."""
    check = check or RowCheck()
    rows, bad, _is_cut = read_rows(text)
    pairs: list[NewPair] = []
    found = [*bad]
    for row in (one.without_number() for one in rows):
        if len(found) >= MOST_BAD:
            break
        fault = check.fault_of(row)
        if fault is None:
            pairs.append(pair_of(row))
        else:
            found.append(BadRow(row.line, fault, row.text))
    return Pasted(tuple(pairs), tuple(found))


def _headings(line: str) -> tuple[str, ...]:
    """The columns that a line names; nothing where it names none."""
    if len(line) > _LONGEST_LINE:
        return ()
    columns = tuple(map(_column, split_cells(line)))
    return columns if any(columns) else ()


def _bad_columns(number: int, line: str, columns: tuple[str, ...]) -> tuple[BadRow, ...]:
    return tuple(
        BadRow(number, "column", cell)
        for cell, column in zip(split_cells(line), columns, strict=True)
        if not column or columns.count(column) > 1
    )


def _read_row(number: int, line: str, columns: tuple[str, ...] | None) -> ListRow:
    text = line.strip()
    if len(line) > _LONGEST_LINE:
        text = shorten(text, LONGEST_NAME)
        return ListRow(line=number, text=text, more=text)
    if columns is not None:
        return _row_of(number, text, ListLine("", split_cells(line), "", is_chat=False), columns)
    return _row_of(number, text, take_apart(line), _COLUMNS)


def _row_of(number: int, text: str, taken: ListLine, columns: tuple[str, ...]) -> ListRow:
    values = dict(zip(columns, taken.cells, strict=False))
    return ListRow(
        line=number,
        text=text,
        number=values.get("number", taken.number),
        players=(values.get("player1", ""), values.get("player2", "")),
        club=values.get("club", ""),
        seeding=values.get("seeding", ""),
        paid=values.get("paid", ""),
        note=values.get("note", taken.note),
        more=" ".join(taken.cells[len(columns) :]),
        is_chat=taken.is_chat,
    )


def unfit_fields(row: ListRow) -> tuple[str, ...]:
    """The fields of the row whose text is too long, or has what nobody can read."""
    texts = {
        "player1": (row.players[0], LONGEST_NAME),
        "player2": (row.players[1], LONGEST_NAME),
        "club": (row.club, LONGEST_NAME),
        "note": (row.note, LONGEST_NOTE),
    }
    return tuple(
        field
        for field, (text, longest) in texts.items()
        if not is_fit_name(text, longest) or _UNREADABLE in text
    )


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
