"""The state on which an act is decided: the last act's number and, where known, its mark."""

from typing import Self

from scorekeeper.journal.act import Act
from scorekeeper.journal.body import StoredBody


class Revision(int):
    """The number of an act, with what identifies that act, where it is known.

    A number alone may mean another act: a server that was set back to a backup counts on from
    there. Whatever reckons with it goes on with a plain number.
    """

    after: str | None
    """The act's operation id, or its mark, which everybody may see."""

    def __new__(cls, number: int, after: str | None = None) -> Self:
        """Make the number, which the act's identity goes with."""
        revision = super().__new__(cls, number)
        revision.after = after
        return revision


def is_decided_on(revision: int, act: Act[StoredBody]) -> bool:
    """Can this be the act that the revision means? A plain number may mean any."""
    after = revision.after if isinstance(revision, Revision) else None
    return after in (None, act.op_id, act.mark)
