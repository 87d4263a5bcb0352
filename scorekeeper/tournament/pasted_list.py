"""A pasted or sent list of pairs: its pairs, the faults of its rows, the reason for an empty list.

A first line may name the columns in their order. Without it the columns are two names, the club,
the place in seeding order, and x for paid. A list is read as rows, which the organiser may mend
before they become pairs.
"""

import codecs
import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self, TypeVar

from scorekeeper.draws.model import MOST_PAIRS
from scorekeeper.rules.names import LONGEST_NAME, is_fit_name, shorten
from scorekeeper.tournament.acts.fields import HIGHEST_NUMBER, LONGEST_NOTE
from scorekeeper.tournament.acts.pair_acts import NewPair
from scorekeeper.tournament.list_lines import (
    ListLine,
    bad_columns,
    columns_in,
    headed_line,
    take_apart,
    with_second_player,
)
from scorekeeper.tournament.list_words import (
    COLUMNS,
    NO,
    YES,
    BadRow,
    ListReading,
    ListRow,
    PasteCode,
    has_letter,
    is_remark,
    is_sentence,
    is_total,
)
from scorekeeper.tournament.pair_names import (
    PairSound,
    is_one_player,
    pair_sounds,
    plain,
    sounding_names,
    who,
    without_title,
)
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.tournament_set_up import Pair

Place = TypeVar("Place", bound=Hashable)


def named_twice(
    named: Iterable[tuple[Place, Iterable[str]]],
) -> Mapping[Place, tuple[tuple[str, Place], ...]]:
    """The players of each place that another place has, too, with the first such place.

    Names in another order, without a dot or a title, or in other letters are the same.

    >>> named_twice([(1, ("κ. Μαρία Παππά",)), (2, ("Maria Pappa",)), (3, ("Κ. Παππά",))])
    {1: (('κ. Μαρία Παππά', 2),), 2: (('Maria Pappa', 1),)}
    >>> named_twice([(1, ("Maria K.", "Anna")), (2, ("Petros", "Κ ΜΑΡΊΑ")), (3, ("Eleni", ""))])
    {1: (('Maria K.', 2),), 2: (('Κ ΜΑΡΊΑ', 1),)}
    """
    places = [(place, name, _keys(name)) for place, names in named for name in names if name]
    by_key: dict[Hashable, list[Place]] = {}
    for place, _name, keys in places:
        for key in keys:
            by_key.setdefault(key, []).append(place)
    found: dict[Place, tuple[tuple[str, Place], ...]] = {}
    for place, name, keys in places:
        others = [other for key in keys for other in by_key[key] if other != place]
        if others:
            found[place] = (*found.get(place, ()), (name, others[0]))
    return found


def _keys(name: str) -> Iterable[Hashable]:
    return sorted(sounding_names([without_title(name)])) or (plain(name),)


_UNREADABLE: Final = "\ufffd"


class RowCheck:
    """Find what is wrong with rows, one after the other, as they would be added to pairs."""

    def __init__(
        self,
        there: Iterable[tuple[str, str]] = (),
        numbers: Iterable[int] = (),
        *,
        plays_alone: bool = False,
    ) -> None:
        """`there` are the players of pairs, `numbers` those that no new pair may have."""
        self.plays_alone = plays_alone
        """Is each row one player?"""
        self._seen: set[frozenset[str]] = set()
        self._sounds: set[PairSound] = set()
        self._numbers = set(numbers)
        self._count = 0
        for players in there:
            self._add(players)

    @classmethod
    def for_operation(cls, tournament: Tournament, op_id: str) -> Self:
        """The check of the pairs that this operation adds to the tournament.

        For a repeat, the pairs that it added do not count as present already.
        """
        if tournament.has_done(op_id):
            return cls(plays_alone=tournament.set_up.is_individual)
        return cls(
            [pair.players for pair in tournament.pairs.values()],
            tournament.numbers,
            plays_alone=tournament.set_up.is_individual,
        )

    def fault_of(self, row: ListRow) -> PasteCode | None:
        """The first thing that is wrong with the row; the next ones are new beside it."""
        return self._taken_unless(self._first_fault(row), row)

    def problem_of(self, row: ListRow) -> PasteCode | None:
        """Return the reason why the row needs a question, or None.

        A row without a problem counts as a pair that is there when the next rows are checked.
        """
        if row.is_whole:
            problem = self._first_fault(row) or row.doubt
            if problem is None and not row.is_player:
                problem = self._doubt_about(row.players)
        else:
            problem = row.doubt or self._first_fault(row)
        return self._taken_unless(problem, row)

    def _taken_unless(self, problem: PasteCode | None, row: ListRow) -> PasteCode | None:
        if problem is None:
            self._add(row.players)
            self._count += 1
            self._numbers |= {int(row.number)} if row.number else set()
        return problem

    def _first_fault(self, row: ListRow) -> PasteCode | None:
        faults: dict[PasteCode, bool] = {
            "too_much": bool(row.more) and row.doubt != "more_names",
            "one_name": not all(row.players[: 1 if row.is_player else 2]),
            "no_letter": not row.is_whole,
            "unfit": bool(unfit_fields(row)),
            "number": not self._is_number(row.number),
            "seeding": _seeding(row.seeding) == 0,
            "paid": plain(row.paid) not in YES | NO,
            "twice": who(row.players) in self._seen,
            "too_many": self._count >= MOST_PAIRS,
        }
        return next((code for code, is_so in faults.items() if is_so), None)

    def _doubt_about(self, players: tuple[str, str]) -> PasteCode | None:
        if is_one_player(players):
            return "same_player"
        return None if self._sounds.isdisjoint(pair_sounds(players)) else "alike"

    def _add(self, players: tuple[str, str]) -> None:
        self._seen.add(who(players))
        self._sounds |= pair_sounds(players)

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


def with_unread_in_note(row: ListRow) -> tuple[ListRow, dict[PasteCode, str]]:
    """The row with its unreadable seed or payment in the note, and these texts."""
    unread: dict[PasteCode, str] = {}
    if _seeding(row.seeding) == 0:
        unread["seeding"] = row.seeding
        row = replace(row, seeding="")
    if plain(row.paid) not in YES | NO:
        unread["paid"] = row.paid
        row = replace(row, paid="")
    note = ", ".join(filter(None, (row.note, *unread.values())))
    return replace(row, note=note), unread


def unfit_fields(row: ListRow) -> tuple[str, ...]:
    """Return the fields of the row whose text is too long, or has unreadable characters."""
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


def _seeding(text: str) -> int | None:
    """Return the place in seeding order; 0 where the text is no place, None where it is empty."""
    if not text:
        return None
    is_number = text.isascii() and text.isdigit() and len(text) <= 4
    return int(text) if is_number else 0


_BEGINNINGS: Final[tuple[tuple[bytes, PasteCode], ...]] = (
    (b"PK\x03\x04", "workbook"),
    (b"\xd0\xcf\x11\xe0", "workbook"),
    (b"{\\rtf", "workbook"),
    (b"%PDF", "pdf"),
)
"""The first bytes of files that programs save by default, in place of text."""


class NotAList(ValueError):
    """The file has no lines to be read; `code` is its kind."""

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
    """The pairs that were read from a list, and the other lines."""

    pairs: tuple[NewPair, ...]
    bad: tuple[BadRow, ...]


MOST_BAD: Final = 50

LARGEST_LIST: Final = 256 * 1024
"""Bytes of a list: a thousand pairs with the longest Greek names."""
_LONGEST_LINE: Final = 500
"""Parting two names takes time that grows with the square of the white space between them."""
_RULED: Final = " \t;,|-+=:_—–─━"
"""The characters of a line without content: empty cells, or the rule below the column heads."""
_SEPARATOR: Final = re.compile("sep=.", re.IGNORECASE)
"""A spreadsheet's own first line."""


def read_rows(text: str, *, plays_alone: bool = False) -> ListReading:
    """The rows of a list, a pair or a player each.

    After `MOST_BAD` lines without names the rest is not read. A message of a chat that names no
    pair is not counted there.
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
            row = _read_row(number, line, columns)
            new = _players_of(row, len(rows) + 1) if plays_alone else [row]
            rows += map(_doubted, new)
            bad_count += not any(one.is_whole or one.is_chat for one in new)
    return ListReading(tuple(rows), unknown, is_cut=bad_count >= MOST_BAD)


def _players_of(row: ListRow, first: int) -> list[ListRow]:
    """The players whom a line names, each in a row with its own number: there may be several."""
    names = [name for name in (*row.players, *row.more.split(", ")) if name] or [""]
    return [
        replace(row, line=line, players=(name, ""), more="", doubt=None, is_player=True)
        for line, name in enumerate(names, first)
    ]


def rows_of_players(names: Iterable[str]) -> tuple[ListRow, ...]:
    """Return the rows of known players, each by one name."""
    return tuple(
        ListRow(line=line, text=name, players=(name, ""), is_player=True)
        for line, name in enumerate(dict.fromkeys(filter(None, names)), 1)
    )


def rows_of_pairs(pairs: Iterable[Pair]) -> tuple[ListRow, ...]:
    """Return the rows of existing pairs, to copy them to another tournament, without payments."""
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
    """Return the pairs that this operation adds from a list, and the lines that are no pairs.

    The numbers in the list do not become the pairs' numbers.

    :raises NotAList: it is no text.
    """
    return read_pairs(checked_text(text), RowCheck.for_operation(tournament, op_id))


def read_pairs(text: str, check: RowCheck | None = None) -> Pasted:
    """Return the pairs of a list, and the lines that are no pairs."""
    check = check or RowCheck()
    rows, bad, _is_cut = read_rows(text, plays_alone=check.plays_alone)
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
    """Return the columns that a line names; empty for any other line, and below a pair."""
    if len(line) > _LONGEST_LINE or any(row.is_whole for row in above):
        return ()
    return columns_in(line, is_below_title=bool(above))


def _read_row(number: int, line: str, columns: tuple[str, ...] | None) -> ListRow:
    text = line.strip()
    if len(line) > _LONGEST_LINE:
        text = shorten(text, LONGEST_NAME)
        return ListRow(line=number, text=text, more=text)
    taken = take_apart(line) if columns is None else headed_line(line, columns)
    is_headed = columns is not None and "club" in columns
    return _row_of(number, text, taken, with_second_player(columns or COLUMNS), is_headed)


def _row_of(
    number: int, text: str, taken: ListLine, columns: tuple[str, ...], is_headed: bool
) -> ListRow:
    values = dict(zip(columns, taken.cells, strict=False))
    # A club stands on the wall; a remark is for the organiser.
    is_note = is_remark(values.get("club", ""), is_headed=is_headed)
    remark = values.pop("club") if is_note else ""
    return ListRow(
        line=number,
        text=text,
        number=values.get("number", taken.number),
        players=(values.get("player1", ""), values.get("player2", "")),
        club=values.get("club", ""),
        seeding=values.get("seeding", ""),
        paid=values.get("paid", "") or "x" * taken.is_paid,
        note=", ".join(filter(None, (remark, values.get("note", ""), taken.note))),
        more=", ".join(filter(None, (taken.more_names, *taken.cells[len(columns) :]))),
        is_chat=taken.is_chat,
        doubt="more_names" if taken.more_names else None,
    )


def _doubted(row: ListRow) -> ListRow:
    """The row with the reason why it may be no pair."""
    if row.more == row.text:
        return row  # it is too long, and was not taken apart
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
