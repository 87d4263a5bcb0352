"""Saved files of tournaments and clubs: their acts there, and how one is kept that is opened.

A file may hold thousands of matches. Some are kept in each transaction, and what leads to them when
all are there. Others write in between: no save waits for all.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from datetime import datetime
from typing import ClassVar, Final, Generic, NamedTuple

from scorekeeper.journal.act import Act, B_co
from scorekeeper.journal.body import StoredBody
from scorekeeper.journal.clock import now
from scorekeeper.journal.json_values import (
    Json,
    JsonValue,
    number_in,
    object_in,
    objects_in,
    text_in,
)
from scorekeeper.journal.organised import OA, OB, Organised, new_silent_phone
from scorekeeper.journal.owner import ActRefused, B, L, S, part_op_id, request_digest
from scorekeeper.match import matches
from scorekeeper.match.acts.body import MatchAct
from scorekeeper.match.import_export import readable_again
from scorekeeper.match.matches import NewMatch
from scorekeeper.rules.match import Match
from scorekeeper.rules.match_file import LONGEST_MATCH, read_match
from scorekeeper.rules.names import is_fit_name
from scorekeeper.store.database_checks import UNFOLDABLE
from scorekeeper.store.db import writing
from scorekeeper.store.streams import MATCH_EVENTS

_EARLIEST: Final = datetime(1970, 1, 1)
"""The time of a machine that does not know it."""
_LATEST: Final = datetime(2200, 1, 1)
_LONGEST_TEXT: Final = 200
_MOST_VALUES: Final = 4_000_000
"""Of all acts: as many as fit into the largest file of a tournament."""
_HIGHEST: Final = 2**63
"""No number in an act is higher, seeds included."""
_ACTS_AT_ONCE: Final = 200
"""In one transaction, which takes about a tenth of a second."""


class NoSavedFile(Exception):
    """It is no file of its kind, or not as it was saved."""


@contextmanager
def refused_misfits() -> Iterator[None]:
    """Refuse a file for whatever is raised where it is not fit to be read or folded.

    :raises NoSavedFile: something was raised.
    """
    try:
        yield
    except (*UNFOLDABLE, OverflowError, RecursionError, ActRefused) as misfit:
        raise NoSavedFile from misfit


@contextmanager
def excused(codes: Set[str]) -> Iterator[None]:
    """Let an act of a file be refused for these reasons: something of it was erased or left out.

    :raises NoSavedFile: it is refused for another one, and could not have been written there.
    """
    try:
        yield
    except ActRefused as refused:
        if not refused.codes <= codes:
            raise NoSavedFile from refused


class FiledAct(NamedTuple, Generic[B_co]):
    """An act as a file has it."""

    body: B_co
    at: datetime
    by: int
    """The number of the phone that did the act; 0 is the first organiser's."""


def told_acts(acts: Sequence[Act[StoredBody]]) -> list[JsonValue]:
    """Return the acts as a file has them."""
    numbers = {phone: at for at, phone in enumerate(dict.fromkeys(act.phone for act in acts))}
    return [
        {
            "kind": act.kind,
            "at": act.at.isoformat() if act.at else "",
            "by": numbers[act.phone],
            "data": readable_again(act.data),
        }
        for act in acts
    ]


def read_acts(
    value: JsonValue, most: int, read_body: Callable[[str, Json], B]
) -> tuple[FiledAct[B], ...]:
    """The acts in this part of a file.

    :raises NoSavedFile: the file has no acts, more than `most`, or an unfit one.
    """
    told = objects_in(value)
    if not 0 < len(told) <= most:
        raise NoSavedFile
    _check_values(value)
    acts = tuple(_read_act(one, read_body) for one in told)
    if not all(0 <= act.by < len(acts) for act in acts):
        raise NoSavedFile
    return acts


def _read_act(told: Json, read_body: Callable[[str, Json], B]) -> FiledAct[B]:
    at = datetime.fromisoformat(text_in(told, "at")).replace(tzinfo=None)
    check_time(at)
    body = read_body(text_in(told, "kind"), object_in(told, "data"))
    return FiledAct(body, at, number_in(told, "by"))


def check_time(at: datetime) -> None:
    """See that it is a time at which an act can be.

    :raises NoSavedFile: it is not.
    """
    if not _EARLIEST <= at <= _LATEST:
        raise NoSavedFile


def _check_values(value: JsonValue) -> None:
    """See that no text hides letters or has no end, and no number is beyond all bounds.

    :raises NoSavedFile: one is, or there are more values than the acts of any file have.
    """
    for count, one in enumerate(_values_in(value)):
        if count >= _MOST_VALUES:
            raise NoSavedFile
        is_fit = is_fit_name(one, _LONGEST_TEXT) if isinstance(one, str) else abs(one) <= _HIGHEST
        if not is_fit:
            raise NoSavedFile


def _values_in(value: object) -> Iterator[str | float]:
    """Yield the texts and numbers in JSON, and 0 for each object and list."""
    if isinstance(value, str | int | float):
        yield value
        return
    yield 0
    if isinstance(value, dict):
        for name, one in value.items():
            yield name
            yield from _values_in(one)
    elif isinstance(value, list):
        for one in value:
            yield from _values_in(one)


def read_filed_match(told: Json) -> Match:
    """The match of this row of a file.

    :raises NoSavedFile: the row holds no match, or one that is too long.
    """
    file = object_in(told, "match")
    if len(objects_in(file["hands"])) > LONGEST_MATCH:
        raise NoSavedFile
    match, _problems = read_match(file)
    if match is None:
        raise NoSavedFile
    return match


class Filed(ABC, Generic[L, S, OB, OA]):
    """A tournament or a club of a file, which was checked and is not kept yet."""

    has_digests: ClassVar[bool] = False
    """Is a digest of its content stored beside each act, as if a request had sent that?"""

    def __init__(
        self,
        owners: Organised[L, S, OB, OA],
        acts: Sequence[FiledAct[OB]],
        public_id: str,
        op_id: str,
    ) -> None:
        self.public_id: Final = public_id
        self.op_id: Final = op_id
        self.phone = 0
        """The phone of all acts in its matches; it has no user."""
        self.kept: list[NewMatch] = []
        """Its matches that are kept already, in their order."""
        self._owners: Final = owners
        self._filed: Final = acts

    @abstractmethod
    def moved(self, body: OB) -> Sequence[OB]:
        """Return the bodies that replace one act of the file, with the addresses that tournaments
        have here.
        """

    @abstractmethod
    def matches(self) -> Iterable[Sequence[MatchAct]]:
        """The acts of each of its matches."""

    @abstractmethod
    def keep(self, phone_id: int) -> None:
        """Keep all else, once its matches are; the phone organises it.

        Belongs in a `writing` block.
        """

    def acts_by(self, phones: Mapping[int, int]) -> list[OA]:
        """Its acts, by these phones for those that are numbered in the file."""
        moved = [(filed, body) for filed in self._filed for body in self.moved(filed.body)]
        return [
            self._owners.act_type(
                seq,
                body,
                part_op_id(self.op_id, seq),
                filed.at,
                phones[filed.by],
                request_digest(body.data) if self.has_digests else "",
            )
            for seq, (filed, body) in enumerate(moved, 1)
        ]

    def keep_matches(self) -> None:
        """Keep its matches without a scorer, some at a time. Not for a `writing` block.

        All is done now. A match whose first act is written is kept already. So the same operation
        can go on after a fault.
        """
        with writing(self.op_id):
            self.phone = new_silent_phone()
        for several in _steps(self.matches()):
            with writing(self.op_id):
                self.kept += [_keep(acts, self.phone) for acts in several]

    def keep_acts(self, phone_id: int, own_phone: int | None = None) -> L:
        """Keep the owner that the file's acts make, and return it. Belongs in a `writing` block.

        The phone becomes its organiser. `own_phone` is the phone that stands for the owner itself;
        a new one is made where it is None.
        """
        others = {filed.by for filed in self._filed} - {0}
        phones = {0: phone_id} | {by: new_silent_phone() for by in others}
        kept = self._owners.add_with(self.acts_by(phones), self.public_id, own_phone)
        self._owners.set_role(kept, phone_id, "organiser")
        return kept


def keep_once(
    owners: Organised[L, S, OB, OA],
    make: Callable[[], Filed[L, S, OB, OA]],
    phone_id: int,
    op_id: str,
) -> L:
    """Keep the file that `make` checks, once for this operation, and return its owner.

    Its first act is the operation's first part.

    :raises NoSavedFile: the file is not fit to be kept.
    """
    events, first = owners.journal.events, part_op_id(op_id, 1)
    if events.event_with(first) is None:
        with refused_misfits():
            filed = make()
        filed.keep_matches()
        with writing(op_id):
            if events.event_with(first) is None:  # else by the same request, sent twice
                filed.keep(phone_id)
    event = events.event_with(first)
    assert event is not None
    return owners.find(events.public_id_of(event.owner_id))


def _steps(matches_of_file: Iterable[Sequence[MatchAct]]) -> Iterator[list[Sequence[MatchAct]]]:
    step: list[Sequence[MatchAct]] = []
    count = 0
    for acts in matches_of_file:
        step.append(acts)
        count += len(acts)
        if count >= _ACTS_AT_ONCE:
            yield step
            step, count = [], 0
    if step:
        yield step


def _keep(acts: Sequence[MatchAct], phone: int) -> NewMatch:
    event = MATCH_EVENTS.event_with(acts[0].op_id)
    if event is not None:
        return NewMatch(MATCH_EVENTS.public_id_of(event.owner_id), event.owner_id)
    at = now()
    return matches.keep_new([act._replace(at=at, phone=phone) for act in acts], has_scorer=False)
