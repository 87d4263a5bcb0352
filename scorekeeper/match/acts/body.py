"""The base of every kind of act of a match, and why one is not possible."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal, NamedTuple, Protocol

from scorekeeper.journal.act import Act
from scorekeeper.journal.body import DeclaredBody
from scorekeeper.match.acts.draft import Draft, End
from scorekeeper.rules.match import ByOlderRules, Ended, Entry, Match
from scorekeeper.rules.model import Hand, Problem, RuleSet, Seat

Room = Literal["usual", "reserved", "always"]
"""When a match has room for an act: until it is full, also in the reserve, or always."""


class Position(Protocol):
    """A match as it stands, or as it stood while it was folded; acts are checked against it."""

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


class Told(NamedTuple):
    """The facts that acts add to a match beside the play."""

    rematch_of: str = ""
    """The address of the match before, where the same players went on."""
    last_name_erasure: int = 0
    """The seq of the act that erased all names before it; 0 where none did."""
    writers: frozenset[int | None] = frozenset()
    """The phones that took the pencil."""
    handed_over: frozenset[int] = frozenset()
    """The seqs of the acts whose phones were handed the pencil."""


class Body(DeclaredBody[Draft, "MatchAct"]):
    """The body of an act of a match."""

    is_play: ClassVar[bool] = True
    """Does it say what was played, or set that right? Others change nothing in the ledger, are
    never undone, and make no hand stale that was begun before them."""
    is_answer: ClassVar[bool] = False
    """Does it only answer to what is written? Nothing is built on it, and no act is in its way."""
    is_quick: ClassVar[bool] = False
    """Is it decided and done without looking at earlier acts?"""
    room: ClassVar[Room] = "usual"
    """Is there room for it in a full match?"""

    @property
    def hand_id(self) -> int | None:
        """The entry that it is about, if another act wrote that."""
        return None

    @property
    def written(self) -> Entry | None:
        """The entry that it writes into the ledger, if it writes one."""
        return None

    def is_about(self, hand_id: int) -> bool:
        """Is it about the entry with this id, which another act wrote?"""
        return self.hand_id == hand_id

    def check(self, position: Position, /) -> None:
        """See whether it is possible as the match stands.

        :raises Refused: it is not, with every problem of it.
        """

    def tell(self, told: Told, act: MatchAct, /) -> Told:
        """Return these facts, with what this act adds to them."""
        return told


class MatchAct(Act[Body]):
    """An event as the ledger sees it: the change, its time and its phone."""

    __slots__ = ()

    @property
    def is_play(self) -> bool:
        """Does it say what was played, or set that right?"""
        return self.body.is_play

    @property
    def is_undoable(self) -> bool:
        """Is it play that may be undone, and brought back? A start and an undoing are not."""
        return self.is_play and self.seq > 1 and self.body.undoes is None

    @property
    def entry_id(self) -> int:
        """The entry that it is about, or wrote."""
        return self.seq if self.body.hand_id is None else self.body.hand_id

    def writes(self) -> frozenset[str]:
        """The names of the things that it wrote or changed; a later act may rest on one of them."""
        return self.body.writes() | {f"act {self.seq}", f"entry {self.entry_id}"}


class Refused(Exception):
    """The act cannot be done as the match stands; nothing changed."""

    def __init__(self, *problems: Problem, hand: Hand | None = None) -> None:
        super().__init__(problems)
        self.problems = problems
        self.hand = hand


class Full(Exception):
    """The match or tournament has as many acts as one may have; nothing changed."""

    page: ClassVar[str] = "FULL"


class BuiltOn(Refused):
    """An act cannot be undone: others, written since, are built on it."""

    def __init__(self, acts: tuple[MatchAct, ...], hand_ids: tuple[int, ...] = ()) -> None:
        super().__init__(Problem("unknown", "seq"))
        self.acts = acts
        """The acts that refer to its entry."""
        self.hand_ids = hand_ids
        """The hands that could not be scored without it."""


class MixedUnits(Refused):
    """A change of the rules would add tenths to points."""

    def __init__(self, hand_ids: tuple[int, ...]) -> None:
        super().__init__(Problem("unknown", "unit"))
        self.hand_ids = hand_ids
        """The entries that stay in the old unit; none where it is a claim that does."""


def refuse_if(wrong: object, problem: Problem) -> None:
    """Refuse what is wrong.

    :raises Refused: it is.
    """
    if wrong:
        raise Refused(problem)
