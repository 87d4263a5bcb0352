"""What every kind of act says of itself, and how its JSON is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from scorekeeper.journal.body import (
    ERASED,
    Form,
    Json,
    JsonValue,
    StoredBody,
    number_in,
    numbers_in,
    object_in,
    one_of,
    text_in,
)
from scorekeeper.rules.model import SIDES, Side

if TYPE_CHECKING:
    from scorekeeper.services.ledger import Ledger, MatchAct
    from scorekeeper.services.match_acts.draft import Draft

__all__ = [
    "ERASED",
    "Body",
    "Form",
    "Json",
    "JsonValue",
    "Kind",
    "number_in",
    "numbers_in",
    "object_in",
    "one_of",
    "side_in",
    "text_in",
]

Kind = Literal[
    "started",
    "contract",
    "recorded",
    "inserted",
    "adjusted",
    "corrected",
    "voided",
    "changed",
    "claimed",
    "stopped",
    "reopened",
    "undone",
    "joined",
    "agreed",
    "flagged",
    "asked",
    "named",
    "declined",
    "names_erased",
    "reasons_erased",
]


@dataclass(frozen=True, kw_only=True)
class Body(StoredBody):
    """What was done in a match: the fields of one kind of act."""

    kind: ClassVar[Kind]
    is_play: ClassVar[bool] = True
    """Does it say what was played, or set that right? Others change nothing in the ledger, are
    never undone, and make no hand stale that was begun before them."""

    operation: ClassVar[str] = ""
    """What it is called while a program asks for it; nothing: none can."""
    forms: ClassVar[tuple[Form, ...]] = (Form(),)
    """The ways to ask for it."""

    @property
    def hand_id(self) -> int | None:
        """The entry that it is about, if another act wrote that."""
        return None

    @property
    def undoes(self) -> int | None:
        """The seq of the act that it undoes, if it undoes one."""
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
