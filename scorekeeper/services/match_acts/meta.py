"""Meta acts: who writes, who answers for a side, what a side says, what was erased."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, Self, get_args

from scorekeeper.journal.body import ErasedBy
from scorekeeper.rules.model import Side
from scorekeeper.services.match_acts.body import (
    Body,
    Json,
    Room,
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
class MetaBody(Body):
    """A meta act: it says something of the match, and nothing of what was played."""

    is_play: ClassVar[bool] = False


@dataclass(frozen=True, kw_only=True)
class Joined(MetaBody):
    """A phone may write, or answers for a side."""

    kind: ClassVar[str] = "joined"
    room: ClassVar[Room] = "reserved"

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
class Agreed(MetaBody):
    """A side agrees to hands."""

    kind: ClassVar[str] = "agreed"

    side: Side
    scores: Mapping[int, tuple[int, ...]]
    """The score of each hand, by its id, that is agreed to."""

    @classmethod
    def read(cls, data: Json) -> Self:
        scores = {int(one): numbers_in(score) for one, score in object_in(data, "scores").items()}
        return cls(side=side_in(data), scores=scores)

    def fields(self) -> Json:
        scores: Json = {str(one): list(score) for one, score in self.scores.items()}
        return {"side": self.side, "scores": scores}


@dataclass(frozen=True, kw_only=True)
class Flagged(MetaBody):
    """A side has something against a hand."""

    kind: ClassVar[str] = "flagged"
    texts: ClassVar[tuple[str, ...]] = ("reason",)

    side: Side
    flags: int
    """The id of the flagged hand."""
    score: tuple[int, ...]
    """The score that the hand had."""
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
class Asked(MetaBody):
    """A side's phone asks for the pencil."""

    kind: ClassVar[str] = "asked"

    side: Side

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(side=side_in(data))

    def fields(self) -> Json:
        return {"side": self.side}


@dataclass(frozen=True, kw_only=True)
class _Answer(MetaBody):
    """An answer of a side that was asked for the pencil."""

    side: Side
    seq: int
    """The seq of the act that asked."""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(side=side_in(data), seq=number_in(data, "seq"))

    def fields(self) -> Json:
        return {"side": self.side, "seq": self.seq}


@dataclass(frozen=True, kw_only=True)
class Named(_Answer):
    """The other side agrees that the phone that asks gets the pencil."""

    kind: ClassVar[str] = "named"


@dataclass(frozen=True, kw_only=True)
class Declined(_Answer):
    """The asking for the pencil is withdrawn or refused."""

    kind: ClassVar[str] = "declined"


@dataclass(frozen=True, kw_only=True)
class NamesErased(ErasedBy, MetaBody):
    """All names before it were erased."""

    kind: ClassVar[str] = "names_erased"
    is_erasing: ClassVar[bool] = True


@dataclass(frozen=True, kw_only=True)
class ReasonsErased(ErasedBy, MetaBody):
    """The reasons before it that name a pair of a tournament were erased."""

    kind: ClassVar[str] = "reasons_erased"
    is_erasing: ClassVar[bool] = True
