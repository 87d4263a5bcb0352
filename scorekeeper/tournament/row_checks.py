"""What is wrong with the rows of a list; pairs of those in which nothing is. Pure."""

from collections.abc import Hashable, Iterable, Mapping
from typing import Final, Self, TypeVar

from scorekeeper.draws.model import MOST_PAIRS
from scorekeeper.rules.names import LONGEST_NAME, is_fit_name
from scorekeeper.tournament.acts.fields import HIGHEST_NUMBER, LONGEST_NOTE
from scorekeeper.tournament.acts.pair_acts import NewPair
from scorekeeper.tournament.list_rows import NO, YES, ListRow, PasteCode
from scorekeeper.tournament.pair_names import (
    PairSound,
    is_one_player,
    pair_sounds,
    plain,
    sounding_names,
    who,
)
from scorekeeper.tournament.state import Tournament

Place = TypeVar("Place", bound=Hashable)


def named_twice(
    named: Iterable[tuple[Place, Iterable[str]]],
) -> Mapping[Place, tuple[tuple[str, Place], ...]]:
    """The players of each place that another place has, too, with the first such place.

    Names in another order, without a dot, or in other letters are the same.

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
    return sorted(sounding_names([name])) or (plain(name),)


_UNREADABLE: Final = "\ufffd"


class RowCheck:
    """Find what is wrong with rows, one after the other, as they would be added to pairs."""

    def __init__(self, there: Iterable[tuple[str, str]] = (), numbers: Iterable[int] = ()) -> None:
        """`there` are the players of pairs, `numbers` those that no new pair may have."""
        self._seen: set[frozenset[str]] = set()
        self._sounds: set[PairSound] = set()
        self._numbers = set(numbers)
        self._count = 0
        for players in there:
            self._add(players)

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
        return self._taken_unless(self._first_fault(row), row)

    def problem_of(self, row: ListRow) -> PasteCode | None:
        """What keeps the row from being taken unasked; the next ones are new beside one that is."""
        if row.is_whole:
            problem = self._first_fault(row) or row.doubt or self._doubt_about(row.players)
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
            "one_name": not all(row.players),
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


def _seeding(text: str) -> int | None:
    """The place; 0 where it is none."""
    if not text:
        return None
    is_number = text.isascii() and text.isdigit() and len(text) <= 4
    return int(text) if is_number else 0
