"""The reader of a match: the side that a phone is on, by which it reads Us and Them.

The answer to "Which side are you on?" belongs to the phone. It stands in one cookie, newest first:
the beginning of each match's address and the answer. It is no act and no right.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple, cast

from flask import g, request
from werkzeug.wrappers import Response

from scorekeeper.journal.owner import NotFound
from scorekeeper.match.matches import DamagedEvent, LoadedMatch, find_match
from scorekeeper.match.phones import PhoneRole
from scorekeeper.operating.cookies import cookie_name, delete_cookie, name_over, set_cookie
from scorekeeper.rules.match import side_of
from scorekeeper.rules.model import SEATS, SIDES, Seat, Side
from scorekeeper.web.phone_identity import role_in

SIDES_COOKIE: Final = "sides"
ONLY_WATCHES: Final = "-"
"""The answer of a phone whose owner does not play."""
ANSWERS: Final = (*SIDES, *SEATS, ONLY_WATCHES)
"""A side, a chair where the owner says that, too, or neither."""
_MOST: Final = 20
"""Matches with an answer in the cookie."""
_MOST_BEFORE: Final = 10
"""Matches that are read for one answer: a stranger may ask for the last of a hundred rematches."""
_LETTERS: Final = 8
"""The letters of an address by which a match is known there."""
_ENTRY: Final = re.compile(rf"([\w-]{{{_LETTERS}}})([AB][12]?|-)")


class ReaderPlace(NamedTuple):
    """A phone as the reader of a match."""

    answer: str = ""
    """One of `ANSWERS`, as the phone gave it or as follows from what it did; else nothing."""

    @property
    def side(self) -> Side | None:
        """The side that it is on; None where that is not known."""
        return cast("Side", self.answer[0]) if self.answer[:1] in SIDES else None

    @property
    def chair(self) -> Seat | None:
        """The chair of its owner, where that is known."""
        return self.answer if self.answer in SEATS else None


ANYBODY: Final = ReaderPlace()
"""An unknown reader."""


def answer_in(cookies: Mapping[str, str], public_id: str, *, is_secure: bool) -> str:
    """The answer that a phone with these cookies gave in this match, or ""."""
    entries = _entries(cookies.get(name_over(SIDES_COOKIE, is_secure=is_secure), ""))
    return entries.get(public_id[:_LETTERS], "")


def reader_of(loaded_match: LoadedMatch, role: PhoneRole | None = None) -> ReaderPlace:
    """The asking phone as the reader of this match; `role` is its role there, where it is known.

    A phone that answers for a side is on that side. Else the phone's own answer counts. Without
    one, the phone that began the match is on side A. In a rematch each phone keeps its side.
    """
    readers: dict[str, ReaderPlace] = g.setdefault("readers", {})
    if loaded_match.public_id not in readers:
        role = role or role_in(loaded_match.public_id)
        readers[loaded_match.public_id] = _find_reader(loaded_match, role)
    return readers[loaded_match.public_id]


def is_read_alike(public_id: str, reader: ReaderPlace) -> bool:
    """Does every watcher with this phone's answer in its cookie read the match as this one does?"""
    return reader.answer == _own_answer(public_id)


def keep_answer(response: Response, public_id: str, answer: str) -> None:
    """Put the answer into the phone's cookie."""
    match = public_id[:_LETTERS]
    others = [one for one in _own_entries().items() if one[0] != match]
    newest = [(match, answer), *others][:_MOST]
    set_cookie(response, SIDES_COOKIE, ".".join(map("".join, newest)))


def forget_answers(response: Response) -> None:
    """Let the phone have given no answer in any match."""
    delete_cookie(response, SIDES_COOKIE)


def _find_reader(loaded_match: LoadedMatch, role: PhoneRole) -> ReaderPlace:
    for _match in range(_MOST_BEFORE):
        reader = _reader_here(loaded_match, role)
        before = loaded_match.ledger.rematch_of
        if reader.answer or not before or not (role.phone or _own_entries()):
            return reader
        try:
            loaded_match, role = find_match(before), role_in(before)
        except (NotFound, DamagedEvent):
            break
    return ANYBODY


def _reader_here(loaded_match: LoadedMatch, role: PhoneRole) -> ReaderPlace:
    answer = _own_answer(loaded_match.public_id)
    if role.side:
        is_chair_there = answer in SEATS and side_of(answer) == role.side
        return ReaderPlace(answer if is_chair_there else role.side)
    return ReaderPlace(answer or ("A" if loaded_match.ledger.was_begun_by(role.phone) else ""))


def _own_answer(public_id: str) -> str:
    return _own_entries().get(public_id[:_LETTERS], "")


def _own_entries() -> dict[str, str]:
    """The answers of the asking phone by the beginnings of addresses, newest first."""
    if "side_answers" not in g:
        g.side_answers = _entries(request.cookies.get(cookie_name(SIDES_COOKIE), ""))
    return cast("dict[str, str]", g.side_answers)


def _entries(text: str) -> dict[str, str]:
    found = map(_ENTRY.fullmatch, text.split(".")[:_MOST])
    return {entry[1]: entry[2] for entry in found if entry}
