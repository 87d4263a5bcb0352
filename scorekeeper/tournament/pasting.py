"""A pasted or sent list of pairs: its text, its pairs, and why it has none.

A first line of column names says in which order the columns are; without one two names come first,
then the club, the place in seeding order, and x for paid. A list is read as rows, which somebody
may mend before they become pairs.
"""

import codecs
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scorekeeper.draws.model import MOST_PAIRS
from scorekeeper.rules.names import LONGEST_NAME, shorten
from scorekeeper.tournament.acts.pair_acts import NewPair
from scorekeeper.tournament.list_columns import (
    bad_columns,
    columns_in,
    headed_line,
    with_second_player,
)
from scorekeeper.tournament.list_lines import ListLine, take_apart
from scorekeeper.tournament.list_rows import BadRow, ListReading, ListRow, PasteCode
from scorekeeper.tournament.list_words import COLUMNS, has_letter, is_sentence, is_total
from scorekeeper.tournament.pair_list import Pair
from scorekeeper.tournament.row_checks import RowCheck, pair_of
from scorekeeper.tournament.state import Tournament

_BEGINNINGS: Final[tuple[tuple[bytes, PasteCode], ...]] = (
    (b"PK\x03\x04", "workbook"),
    (b"\xd0\xcf\x11\xe0", "workbook"),
    (b"{\\rtf", "workbook"),
    (b"%PDF", "pdf"),
)
"""The first bytes of files that programs save unless they are asked for text."""


class NotAList(ValueError):
    """The file has no lines to be read; `code` says what it is."""

    def __init__(self, code: PasteCode) -> None:
        super().__init__(code)
        self.code = code


def decode_list(content: bytes) -> str:
    """A file's text: UTF-8, UTF-16 by its mark, or what a Greek Excel saves as CSV.

    What none has stands as U+FFFD, which no pair may have.

    :raises NotAList: it is no text.
    """
    for beginning, code in _BEGINNINGS:
        if content.startswith(beginning):
            raise NotAList(code)
    return checked_text(_decode(content))


def checked_text(text: str) -> str:
    """The text of a list.

    :raises NotAList: it has what no text has.
    """
    if "\0" in text:
        raise NotAList("not_text")
    return text


def _decode(content: bytes) -> str:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1253", "replace")


@dataclass(frozen=True, slots=True)
class Pasted:
    """The pairs that were read of a list, and the lines that are none."""

    pairs: tuple[NewPair, ...]
    bad: tuple[BadRow, ...]


MOST_BAD: Final = 50

LARGEST_LIST: Final = 256 * 1024
"""Bytes of a list: a thousand pairs with the longest Greek names."""
_LONGEST_LINE: Final = 500
"""Parting two names takes time that grows with the square of the white space between them."""
_RULED: Final = " \t;,|-+=:_—–─━"
"""What a line of nothing else shows: empty cells, or the rule below the heads of columns."""
_SEPARATOR: Final = re.compile("sep=.", re.IGNORECASE)
"""A spreadsheet's own first line."""


def read_rows(text: str) -> ListReading:
    """The rows of a list; after `MOST_BAD` lines without two names the rest is not read.

    A message of a chat that names no pair is not counted there.
    """
    rows: list[ListRow] = []
    columns: tuple[str, ...] | None = None
    unknown: tuple[BadRow, ...] = ()
    bad_count = 0
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        if bad_count >= MOST_BAD or len(rows) > 2 * MOST_PAIRS:
            return ListReading(tuple(rows), unknown, is_cut=True)
        if not line.strip(_RULED) or _SEPARATOR.fullmatch(line.strip()):
            continue
        if columns is None and (headings := _headings(line, rows)):
            columns, unknown = headings, bad_columns(number, line, headings)
        else:
            rows.append(_read_row(number, line, columns))
            bad_count += not (rows[-1].is_whole or rows[-1].is_chat)
    return ListReading(tuple(rows), unknown, is_cut=bad_count >= MOST_BAD)


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

    :raises NotAList: it is no text.
    """
    return read_pairs(checked_text(text), RowCheck.for_operation(tournament, op_id))


def read_pairs(text: str, check: RowCheck | None = None) -> Pasted:
    """The pairs of a list, and the lines that are none."""
    check = check or RowCheck()
    rows, bad, _is_cut = read_rows(text)
    pairs: list[NewPair] = []
    found = [*bad]
    for row in (one.without_number() for one in rows):
        if len(found) >= MOST_BAD:
            break
        fault = check.problem_of(row)
        if fault is None:
            pairs.append(pair_of(row))
        else:
            found.append(BadRow(row.line, fault, row.text))
    return Pasted(tuple(pairs), tuple(found))


def _headings(line: str, above: Sequence[ListRow]) -> tuple[str, ...]:
    """The columns that a line names; nothing where it names none, or stands below a pair."""
    if len(line) > _LONGEST_LINE or any(row.is_whole for row in above):
        return ()
    return columns_in(line, is_below_title=bool(above))


def _read_row(number: int, line: str, columns: tuple[str, ...] | None) -> ListRow:
    text = line.strip()
    if len(line) > _LONGEST_LINE:
        text = shorten(text, LONGEST_NAME)
        return ListRow(line=number, text=text, more=text)
    taken = take_apart(line) if columns is None else headed_line(line, columns)
    return _doubted(_row_of(number, text, taken, with_second_player(columns or COLUMNS)))


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
        note=", ".join(filter(None, (values.get("note", ""), taken.note))),
        more=", ".join(filter(None, (taken.more_names, *taken.cells[len(columns) :]))),
        is_chat=taken.is_chat,
        doubt="more_names" if taken.more_names else None,
    )


def _doubted(row: ListRow) -> ListRow:
    """The row with the reason why it may be no pair."""
    names = [name for name in row.players if has_letter(name)]
    doubt = row.doubt
    if row.is_chat and not row.is_whole:
        doubt = "message"
    elif not names:
        doubt = "no_letter"
    elif any(map(is_total, names)):
        doubt = "total"
    elif any(map(is_sentence, names)):
        doubt = "sentence"
    return replace(row, doubt=doubt)
