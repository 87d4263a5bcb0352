"""An act: what was done, when, by which phone and under which operation id."""

import hashlib
from datetime import datetime
from typing import Generic, NamedTuple, TypeVar

from scorekeeper.journal.body import StoredBody
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
        """The name of what was done."""
        return self.body.kind

    @property
    def data(self) -> Json:
        """The JSON that is stored of the act."""
        return self.body.data

    @property
    def mark(self) -> str:
        """What tells the act from any other: see `state_mark`."""
        return state_mark(self.op_id, self.at)


def state_mark(op_id: str, at: datetime | None) -> str:
    """Return the mark of a history that ends with this operation at this moment.

    It tells two states apart also where a backup turned the time back: a phone may send an
    operation again after that, and the moment is another then. Watchers have the mark and not the
    operation's id, hence the digest.
    """
    text = f"{op_id}-{at:%Y%m%d%H%M%S%f}" if at else op_id
    return hashlib.sha256(text.encode()).hexdigest()[:32]
