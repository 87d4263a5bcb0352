"""The base of every kind of act of a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from scorekeeper.journal.body import (
    ERASED,
    Json,
    JsonValue,
    StoredBody,
    number_in,
    numbers_in,
    object_in,
    one_of,
    text_in,
)
from scorekeeper.journal.fields import Form
from scorekeeper.rules.model import SIDES, Side

if TYPE_CHECKING:
    from scorekeeper.rules.match import Entry
    from scorekeeper.services.ledger import Ledger, MatchAct
    from scorekeeper.services.match_acts.draft import Draft

__all__ = [
    "ERASED",
    "Body",
    "Json",
    "JsonValue",
    "Room",
    "number_in",
    "numbers_in",
    "object_in",
    "one_of",
    "side_in",
    "text_in",
]


Room = Literal["usual", "reserved", "always"]
"""When a match has room for an act: until it is full, also in the reserve, or always."""


@dataclass(frozen=True, kw_only=True)
class Body(StoredBody):
    """The body of an act of a match."""

    is_play: ClassVar[bool] = True
    """Does it say what was played, or set that right? Others change nothing in the ledger, are
    never undone, and make no hand stale that was begun before them."""

    operation: ClassVar[str] = ""
    """The name of the operation by which a program asks for it; empty where none can."""
    forms: ClassVar[tuple[Form, ...]] = ()
    """The ways to ask for it."""
    room: ClassVar[Room] = "usual"
    """Is there room for it in a full match?"""

    @property
    def hand_id(self) -> int | None:
        """The entry that it is about, if another act wrote that."""
        return None

    @property
    def undoes(self) -> int | None:
        """The seq of the act that it undoes, if it undoes one."""
        return None

    @property
    def written(self) -> Entry | None:
        """The entry that it writes into the ledger, if it writes one."""
        return None

    def check(self, ledger: Ledger) -> None:
        """See whether it is possible as the match stands.

        :raises Refused: it is not, with every problem of it.
        """

    def apply(self, draft: Draft, seq: int) -> None:
        """Do it to a match that is being folded. What was written is not checked again.

        :raises KeyError: it speaks of an entry that is not there.
        """

    def rests_on(self, act: MatchAct) -> bool:
        """Is it about what the earlier act wrote or changed?"""
        return False


def side_in(data: Json) -> Side:
    """The side in the field of that name."""
    return one_of(SIDES, data["side"])
