"""The base of every kind of act of a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, Protocol

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
    from scorekeeper.rules.match import ByOlderRules, Ended, Entry, Match
    from scorekeeper.rules.model import RuleSet, Seat
    from scorekeeper.services.ledger import MatchAct
    from scorekeeper.services.match_acts.draft import Draft

__all__ = [
    "ERASED",
    "Body",
    "End",
    "Json",
    "JsonValue",
    "Position",
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


End = Literal["target", "claim", "hand"] | None
"""How a match ended; None where it goes on."""


class Position(Protocol):
    """A match as it stands, or stood while it was folded: what an act is checked against."""

    @property
    def head(self) -> Match:
        """The match, of which only the head is read."""

    @property
    def rules(self) -> RuleSet:
        """Its rules."""

    @property
    def end(self) -> End:
        """How it ended; None where it goes on."""

    @property
    def ended(self) -> Ended:
        """How the players ended it."""

    @property
    def dealer(self) -> Seat:
        """The dealer of the hand to come."""

    @property
    def older_rules(self) -> Mapping[int, ByOlderRules]:
        """The hands that the rules cannot score any more, by their ids."""

    def entries(self) -> Mapping[int, Entry]:
        """The entries by their ids, in order."""

    def entry(self, hand_id: int) -> Entry | None:
        """The entry with this id; None where it is not there."""

    def dealer_at(self, hand_id: int) -> Seat:
        """The dealer of the hand that is, or would be inserted, in the place of this entry."""

    def is_behind_end(self, hand_id: int) -> bool:
        """Does the entry count for nothing?"""


@dataclass(frozen=True, kw_only=True)
class Body(StoredBody):
    """The body of an act of a match."""

    is_play: ClassVar[bool] = True
    """Does it say what was played, or set that right? Others change nothing in the ledger, are
    never undone, and make no hand stale that was begun before them."""

    is_answer: ClassVar[bool] = False
    """Does it only answer to what is written? Nothing is built on it, and no act is in its way."""

    operation: ClassVar[str] = ""
    """The name of the operation by which a program asks for it; empty where none can."""
    forms: ClassVar[tuple[Form, ...]] = ()
    """The ways to ask for it."""
    is_quick: ClassVar[bool] = False
    """Is it decided and done without looking at earlier acts?"""
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

    def check(self, position: Position) -> None:
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
