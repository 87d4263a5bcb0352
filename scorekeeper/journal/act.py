"""Acts: a change with its time and operation id; and acts without the names in them.

Every typed text counts as a name. The play is no text, and stays to the last point.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Generic, NamedTuple, Self, TypeVar

from scorekeeper.journal.body import ERASED, StoredBody
from scorekeeper.journal.json_values import Json

B_co = TypeVar("B_co", bound=StoredBody, covariant=True)


class Act(NamedTuple, Generic[B_co]):
    """An event as a fold sees it."""

    seq: int
    body: B_co
    op_id: str = ""
    at: datetime | None = None
    phone: int | None = None
    """The phone that did it."""
    request_digest: str = ""
    """The digest of the request, where it is kept; empty where names were erased."""

    @property
    def kind(self) -> str:
        """The name of the change."""
        return self.body.kind

    @property
    def data(self) -> Json:
        """The JSON that is stored of the act."""
        return self.body.data

    @property
    def mark(self) -> str:
        """The text that tells this act from any other; see `state_mark`."""
        return state_mark(self.op_id, self.at)


def state_mark(op_id: str, at: datetime | None) -> str:
    """Return the mark of a history that ends with this operation at this moment.

    A restored backup turns the history back, and a phone may then send an operation again. The
    moment tells the two states apart. The mark is a digest, because watchers see it and must not
    learn the operation's id.
    """
    text = f"{op_id}-{at:%Y%m%d%H%M%S%f}" if at else op_id
    return hashlib.sha256(text.encode()).hexdigest()[:32]


A = TypeVar("A", bound=Act[StoredBody])


def act_done_by(op_id: str, acts: Iterable[A]) -> A | None:
    """The act that this operation wrote, if it did."""
    return next((act for act in acts if act.op_id == op_id), None)


def undone_seqs(acts: Sequence[Act[StoredBody]]) -> frozenset[int]:
    """The seqs of the acts that do not stand. A later undoing decides over an earlier one."""
    undone: set[int] = set()
    for act in reversed(acts):
        if act.body.undoes is not None and act.seq not in undone:
            undone.add(act.body.undoes)
    return frozenset(undone)


class Revision(int):
    """The number of an act, with what identifies that act, where it is known.

    A number alone may mean another act: a server that was set back to a backup counts on from
    there. Sums and differences are plain numbers.
    """

    after: str | None
    """The act's operation id, or its mark, which is public."""

    def __new__(cls, number: int, after: str | None = None) -> Self:
        """Make the number, which the act's identity goes with."""
        revision = super().__new__(cls, number)
        revision.after = after
        return revision


def is_decided_on(revision: int, act: Act[StoredBody]) -> bool:
    """Can this be the act that the revision means? A plain number may mean any."""
    after = revision.after if isinstance(revision, Revision) else None
    return after in (None, act.op_id, act.mark)


def redact_data(body: type[StoredBody], data: Json) -> Json:
    """Return stored data of this kind without its names; the data itself where it has none."""
    redacted_data = body.redacted_data(data)
    return data if redacted_data == data else {**redacted_data, ERASED: True}


def has_names(body: type[StoredBody], data: Json) -> bool:
    """Is there a name in stored data of this kind?"""
    return redact_data(body, data) is not data


def redact(act: A) -> A:
    """Return the act without its names, and without its request's digest, which depends on them."""
    if not act.body.texts:
        return act
    return act._replace(body=act.body.redacted(), request_digest="")


def is_same_body(stored: StoredBody, requested: StoredBody) -> bool:
    """Is the stored body the requested one, apart from names that were erased since?

    The version of the engine that showed a score of it does not count.
    """
    if stored.erased:
        requested = replace(requested.redacted(), erased=True)
    return stored.without_engine() == requested.without_engine()


def is_same_act(copy: Act[StoredBody], stored: Act[StoredBody]) -> bool:
    """Is the act of a copy the stored one, apart from names that were erased since?"""
    if copy == stored:
        return True
    was_erased = stored.body.erased or copy.request_digest != stored.request_digest == ""
    return was_erased and redact(copy) == redact(stored)
