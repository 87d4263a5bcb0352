"""What a side answers to a hand on the scorer's phone, which the table turns to it.

It changes nothing of what was played. It can be undone, like all that the scorer writes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Self

from scorekeeper.journal.fields import Form
from scorekeeper.rules.model import BySide, Problem, Side
from scorekeeper.rules.names import is_fit_name, tidy_name
from scorekeeper.services.ledger import Ledger
from scorekeeper.services.match_acts.body import (
    Body,
    Json,
    Position,
    number_in,
    object_in,
    side_in,
)
from scorekeeper.services.match_acts.fields import HAND_ID, KNOWN_REVISION, REASON, SEEN, SIDE
from scorekeeper.services.match_acts.refusals import Refused

LONGEST_REASON: Final = 80


@dataclass(frozen=True, kw_only=True)
class AnsweredHere(Body):
    """A side's answer to a hand."""

    is_answer: ClassVar[bool] = True

    side: Side
    answers: int
    """The id of the hand."""
    score: BySide[int]
    """The score that the side was shown."""

    def fields(self) -> Json:
        return {"side": self.side, "hand_id": self.answers, "score": self.score._asdict()}

    @property
    def hand_id(self) -> int:
        return self.answers

    def check(self, position: Position) -> None:
        assert isinstance(position, Ledger)  # no act is asked again because of an answer
        found = self.problems(position)
        if found:
            raise Refused(*found)

    def problems(self, ledger: Ledger) -> list[Problem]:
        """All that is against it as the match stands."""
        row = ledger.row(self.answers)
        if row is None or row.score is None:
            return [Problem("missing", "hand")]
        is_so = self.score == BySide(row.score.A, row.score.B)
        return [] if is_so else [Problem("unknown", "score")]


@dataclass(frozen=True, kw_only=True)
class AgreedHere(AnsweredHere):
    """A side agrees to a hand."""

    kind: ClassVar[str] = "agreed_here"
    operation: ClassVar[str] = "agree_here"
    forms: ClassVar[tuple[Form, ...]] = (Form("AgreeHere", (HAND_ID, SIDE, SEEN)),)

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(side=side_in(data), answers=number_in(data, "hand_id"), score=_score_in(data))


@dataclass(frozen=True, kw_only=True)
class FlaggedHere(AnsweredHere):
    """A side has something against a hand."""

    kind: ClassVar[str] = "flagged_here"
    operation: ClassVar[str] = "flag_here"
    forms: ClassVar[tuple[Form, ...]] = (
        Form("FlagHere", (HAND_ID, SIDE, SEEN, REASON), (KNOWN_REVISION,)),
    )
    texts: ClassVar[tuple[str, ...]] = ("reason",)

    reason: str

    @classmethod
    def read(cls, data: Json) -> Self:
        reason = data.get("reason")
        reason = reason if isinstance(reason, str) else ""
        return cls.of(side_in(data), number_in(data, "hand_id"), _score_in(data), reason)

    @classmethod
    def of(cls, side: Side, hand_id: int, score: BySide[int], reason: str) -> Self:
        """The flag of this hand, with its reason as it was typed."""
        return cls(side=side, answers=hand_id, score=score, reason=tidy_name(reason))

    def fields(self) -> Json:
        return {**super().fields(), "reason": self.reason}

    def problems(self, ledger: Ledger) -> list[Problem]:
        found = super().problems(ledger)
        if not self.reason:
            found.append(Problem("missing", "reason"))
        elif not is_fit_name(self.reason, LONGEST_REASON):
            found.append(Problem("unknown", "reason"))
        return found


def _score_in(data: Json) -> BySide[int]:
    score = object_in(data, "score")
    return BySide(number_in(score, "A"), number_in(score, "B"))
