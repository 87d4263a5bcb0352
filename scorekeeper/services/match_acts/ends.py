"""How a match ends other than by its target, and goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from scorekeeper.journal.fields import Form
from scorekeeper.rules.match import Claim
from scorekeeper.rules.match_file import LARGEST_ADJUSTMENT
from scorekeeper.rules.model import SIDES, Problem
from scorekeeper.services.match_acts.body import Body, Json, Position, Room
from scorekeeper.services.match_acts.fields import POINTS, SIDE
from scorekeeper.services.match_acts.hand_acts import check_running
from scorekeeper.services.match_acts.refusals import Refused

if TYPE_CHECKING:
    from scorekeeper.services.match_acts.draft import Draft


@dataclass(frozen=True, kw_only=True)
class Claimed(Body):
    """A side stops the match in a hand, and claims that it has the target."""

    kind: ClassVar[str] = "claimed"
    operation: ClassVar[str] = "claim"
    forms: ClassVar[tuple[Form, ...]] = (Form("Claim", (SIDE, POINTS)),)

    claim: Claim
    wrong: tuple[Problem, ...] = ()
    """The problems of what could not be read."""

    @classmethod
    def read(cls, data: Json) -> Self:
        claim_side, points = data["side"], data["points"]
        side = next((side for side in SIDES if side == claim_side), None)
        wrong = [Problem("unknown", "side")] if side is None else []
        if not isinstance(points, int) or not 0 <= points <= LARGEST_ADJUSTMENT:
            points = 0
            wrong.append(Problem("unknown", "points"))
        return cls(claim=Claim(side or "A", points), wrong=tuple(wrong))

    def fields(self) -> Json:
        return {"side": self.claim.side, "points": self.claim.points}

    def check(self, position: Position) -> None:
        if not position.rules.claim:
            raise Refused(Problem("claim_not_played", "ended"))
        check_running(position)
        if self.wrong:
            raise Refused(*self.wrong)

    def apply(self, draft: Draft, seq: int) -> None:
        draft.ended = self.claim


@dataclass(frozen=True, kw_only=True)
class _Bare(Body):
    """An act of which nothing is stored but its kind."""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls()

    def fields(self) -> Json:
        return {}


@dataclass(frozen=True, kw_only=True)
class Stopped(_Bare):
    """The players stop before the target."""

    kind: ClassVar[str] = "stopped"
    operation: ClassVar[str] = "stop"
    forms: ClassVar[tuple[Form, ...]] = (Form("StopOrReopen"),)
    room: ClassVar[Room] = "always"

    def check(self, position: Position) -> None:
        check_running(position)

    def apply(self, draft: Draft, seq: int) -> None:
        draft.ended = "hand"


@dataclass(frozen=True, kw_only=True)
class Reopened(_Bare):
    """The players go on with a match that was stopped or claimed."""

    kind: ClassVar[str] = "reopened"
    operation: ClassVar[str] = "reopen"
    forms: ClassVar[tuple[Form, ...]] = (Form("StopOrReopen"),)

    def check(self, position: Position) -> None:
        if position.end not in ("claim", "hand"):
            raise Refused(Problem("unknown", "ended"))

    def apply(self, draft: Draft, seq: int) -> None:
        draft.ended = None
