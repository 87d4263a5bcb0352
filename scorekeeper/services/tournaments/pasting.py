"""A list of pairs as people have it: a line a pair, from a chat, a spreadsheet or a CSV. Pure.

A first line of column names says in which order the columns are; without one two names come first,
then the club, the place in seeding order, and x for paid. A list is read as rows, which somebody
may mend before they become pairs.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from scorekeeper.draws.model import MOST_PAIRS
from scorekeeper.rules.names import LONGEST_NAME, shorten
from scorekeeper.services.tournament_acts.added_pairs import NewPair
from scorekeeper.services.tournaments.list_lines import ListLine, split_cells, take_apart
from scorekeeper.services.tournaments.list_rows import BadRow, ListReading, ListRow
from scorekeeper.services.tournaments.pair_list import Pair
from scorekeeper.services.tournaments.pair_names import plain
from scorekeeper.services.tournaments.row_checks import RowCheck, pair_of
from scorekeeper.services.tournaments.state import Tournament


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


def _column(heading: str) -> str:
    """The column of this name; nothing where there is none."""
    for column, names in _HEADINGS.items():
        if plain(heading) in map(plain, names):
            return column
    return ""
