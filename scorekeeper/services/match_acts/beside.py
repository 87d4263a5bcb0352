"""Acts beside the game: who writes, who answers for a side, what a side says, what was erased."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, Self, get_args

from scorekeeper.journal.body import ErasedBy
from scorekeeper.rules.model import Side
from scorekeeper.services.match_acts.body import (
    Body,
    Json,
    Kind,
    number_in,
    numbers_in,
    object_in,
    one_of,
    side_in,
    text_in,
)

JoinedAs = Literal["scorer", "A", "B"]
_JOINED_AS: Final[tuple[JoinedAs, ...]] = get_args(JoinedAs)


@dataclass(frozen=True, kw_only=True)
class Joined(Body):
    """A phone may write, or answers for a side."""

    kind: ClassVar[Kind] = "joined"
    is_play: ClassVar[bool] = False

    role: JoinedAs
    """`scorer`, or the side that the phone answers for."""
    alone: bool = False
    """Does no other phone write any more?"""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(role=one_of(_JOINED_AS, data["as"]), alone=bool(data.get("alone")))

    def fields(self) -> Json:
        return {"as": self.role, "alone": True} if self.alone else {"as": self.role}


@dataclass(frozen=True, kw_only=True)
class Agreed(Body):
    """A side agrees to hands."""

    kind: ClassVar[Kind] = "agreed"
    is_play: ClassVar[bool] = False

    side: Side
    scores: Mapping[int, tuple[int, ...]]
    """Of each hand, by its id, the score that is agreed to."""

    @classmethod
    def read(cls, data: Json) -> Self:
        scores = {int(one): numbers_in(score) for one, score in object_in(data, "scores").items()}
        return cls(side=side_in(data), scores=scores)

    def fields(self) -> Json:
        scores: Json = {str(one): list(score) for one, score in self.scores.items()}
        return {"side": self.side, "scores": scores}


@dataclass(frozen=True, kw_only=True)
class Flagged(Body):
    """A side has something against a hand."""

    kind: ClassVar[Kind] = "flagged"
    is_play: ClassVar[bool] = False
    texts: ClassVar[tuple[str, ...]] = ("reason",)

    side: Side
    flags: int
    """The id of the hand."""
    score: tuple[int, ...]
    """That the hand had."""
    reason: str

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(
            side=side_in(data),
            flags=number_in(data, "hand_id"),
            score=numbers_in(data["score"]),
            reason=text_in(data, "reason"),
        )

    def fields(self) -> Json:
        return {
            "side": self.side,
            "hand_id": self.flags,
            "score": list(self.score),
            "reason": self.reason,
        }

    @property
    def hand_id(self) -> int:
        return self.flags


@dataclass(frozen=True, kw_only=True)
class Asked(Body):
    """A side's phone asks for the pencil."""

    kind: ClassVar[Kind] = "asked"
    is_play: ClassVar[bool] = False

    side: Side

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(side=side_in(data))

    def fields(self) -> Json:
        return {"side": self.side}


@dataclass(frozen=True, kw_only=True)
class _Answer(Body):
    """What a side says to an asking for the pencil."""

    is_play: ClassVar[bool] = False

    side: Side
    seq: int
    """Of the asking."""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(side=side_in(data), seq=number_in(data, "seq"))

    def fields(self) -> Json:
        return {"side": self.side, "seq": self.seq}


@dataclass(frozen=True, kw_only=True)
class Named(_Answer):
    """The other side agrees that the phone that asks gets the pencil."""

    kind: ClassVar[Kind] = "named"


@dataclass(frozen=True, kw_only=True)
class Declined(_Answer):
    """The asking for the pencil is withdrawn or refused."""

    kind: ClassVar[Kind] = "declined"


@dataclass(frozen=True, kw_only=True)
class NamesErased(ErasedBy, Body):
    """All names before it were erased."""

    kind: ClassVar[Kind] = "names_erased"
    is_play: ClassVar[bool] = False
    is_erasing: ClassVar[bool] = True


@dataclass(frozen=True, kw_only=True)
class ReasonsErased(ErasedBy, Body):
    """The reasons before it that name a pair of a tournament were erased."""

    kind: ClassVar[Kind] = "reasons_erased"
    is_play: ClassVar[bool] = False
    is_erasing: ClassVar[bool] = True
