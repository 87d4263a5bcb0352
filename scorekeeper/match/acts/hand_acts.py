"""Acts of hands: one is written, corrected, answered to on the scorer's phone; a match ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, ClassVar, Final, Self

from scorekeeper.journal.fields import Form
from scorekeeper.journal.record import StoredAs
from scorekeeper.match.acts.body import Body, MatchAct, Position, Refused, refuse_if
from scorekeeper.match.acts.draft import Draft
from scorekeeper.match.acts.fields import (
    ADJUST,
    HAND,
    HAND_ID,
    KNOWN_REVISION,
    REASON,
    SCORED,
    AdjustmentEntry,
    AnyEntry,
    ClaimPoints,
    ClaimSide,
    Contracted,
    HandEntry,
    OwnSide,
    Ref,
    Seen,
    SentAdjustment,
    TidyReason,
)
from scorekeeper.match.ledger import Ledger
from scorekeeper.rules.match import Adjust, Claim, Entry
from scorekeeper.rules.model import BySide, Problem, Side
from scorekeeper.rules.names import is_fit_name, tidy_name

LONGEST_REASON: Final = 80
"""Characters of a side's reason."""


class _Writing(Body):
    """Writes an entry into the ledger."""

    entry: AnyEntry

    @property
    def written(self) -> Entry:
        return self.entry.value

    def without_engine(self) -> Self:
        return replace(self, entry=self.entry.without_engine())


class Contract(_Writing, kind="contract", op="contract", form="OpenContract", is_quick=True):
    """A hand without points, at the end of the auction."""

    entry: Annotated[Contracted, StoredAs("contract")]

    def check(self, position: Position) -> None:
        check_running(position)
        self.entry.check_contract(position.rules)

    def apply(self, draft: Draft, act: MatchAct) -> Draft:
        draft.open = self.entry.value
        return draft


class Recorded(_Writing, kind="recorded", op="record", form="Record", is_quick=True):
    """A hand at the end of the ledger."""

    entry: HandEntry

    def check(self, position: Position) -> None:
        check_running(position)
        self.entry.check(position.rules, position.dealer)

    def apply(self, draft: Draft, act: MatchAct) -> Draft:
        draft.write(act.seq, self.entry.value)
        draft.open = None
        return draft


class Inserted(_Writing, kind="inserted", op="insert", form="Insert", rests=("act {self.before}",)):
    """A hand that was forgotten, before another entry."""

    entry: HandEntry
    before: Ref

    def check(self, position: Position) -> None:
        _check_place(position, self.before)
        self.entry.check(position.rules, position.dealer_at(self.before))

    def apply(self, draft: Draft, act: MatchAct) -> Draft:
        draft.insert(act.seq, self.entry.value, self.before)
        return draft


class Adjusted(
    _Writing,
    kind="adjusted",
    op="adjust",
    form="Adjust",
    beside=(KNOWN_REVISION,),
    rests=("act {self.before}",),
):
    """Points for both sides and a reason, at the end or before another entry."""

    entry: AdjustmentEntry
    before: Ref | None = None

    def check(self, position: Position) -> None:
        if self.before is None:
            check_running(position)
        else:
            _check_place(position, self.before)
            refuse_if(position.is_behind_end(self.before), Problem("after_end", "hands"))
        self.entry.check()

    def apply(self, draft: Draft, act: MatchAct) -> Draft:
        draft.write(act.seq, self.entry.value, self.before)
        return draft


class Corrected(_Writing, kind="corrected", changes=("entry {self.corrects}",)):
    """Another hand, or another adjustment, in the place of an entry."""

    operations: ClassVar[Mapping[str, tuple[Form, ...]]] = {
        "correct": (
            Form("Correct", (HAND, HAND_ID), (SCORED,)),
            Form("CorrectAdjustment", (ADJUST, HAND_ID, REASON), (KNOWN_REVISION,)),
        )
    }

    corrects: Annotated[int, StoredAs("hand_id")]
    """The id of the entry."""

    @property
    def hand_id(self) -> int:
        return self.corrects

    def check(self, position: Position) -> None:
        entry = position.entry(self.corrects)
        is_adjustment = isinstance(self.entry, SentAdjustment)
        is_other = entry is None or isinstance(entry, Adjust) != is_adjustment
        refuse_if(is_other, Problem("missing", "hand"))
        if isinstance(self.entry, SentAdjustment):
            self.entry.check()
        else:
            self.entry.check(position.rules, position.dealer_at(self.corrects))

    def apply(self, draft: Draft, act: MatchAct) -> Draft:
        draft.correct(self.corrects, self.entry.value)
        return draft


class Voided(Body, kind="voided", op="void", form="Void", changes=("entry {self.voids}",)):
    """An entry taken out."""

    voids: Annotated[Ref, StoredAs("hand_id")]
    """The id of the entry."""

    @property
    def hand_id(self) -> int:
        return self.voids

    def check(self, position: Position) -> None:
        refuse_if(position.entry(self.voids) is None, Problem("missing", "hand"))

    def apply(self, draft: Draft, act: MatchAct) -> Draft:
        draft.void(self.voids)
        return draft


class AnsweredHere(Body, is_answer=True):
    """A side's answer to a hand on the scorer's phone, which the table turns to it."""

    answers: Annotated[Ref, StoredAs("hand_id")]
    """The id of the hand."""
    side: OwnSide
    score: Seen

    @property
    def hand_id(self) -> int:
        return self.answers

    def check(self, position: Position) -> None:
        assert isinstance(position, Ledger)  # an answer never needs later acts to be checked again
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


class AgreedHere(AnsweredHere, kind="agreed_here", op="agree_here", form="AgreeHere"):
    """A side agrees to a hand."""


class FlaggedHere(
    AnsweredHere,
    kind="flagged_here",
    op="flag_here",
    form="FlagHere",
    beside=(KNOWN_REVISION,),
):
    """A side has something against a hand."""

    reason: TidyReason

    @classmethod
    def of(cls, side: Side, hand_id: int, score: BySide[int], reason: str) -> Self:
        """The flag of this hand, with its reason as it was typed."""
        return cls(side=side, answers=hand_id, score=score, reason=tidy_name(reason))

    def problems(self, ledger: Ledger) -> list[Problem]:
        found = super().problems(ledger)
        if not self.reason:
            found.append(Problem("missing", "reason"))
        elif not is_fit_name(self.reason, LONGEST_REASON):
            found.append(Problem("unknown", "reason"))
        return found


class Claimed(Body, kind="claimed", op="claim", form="Claim"):
    """A side stops the match in a hand, and claims that it has the target."""

    side: ClaimSide
    points: ClaimPoints

    @property
    def claim(self) -> Claim:
        """The claim, as far as the stored act can be read."""
        return Claim(self.side or "A", self.points or 0)

    @property
    def wrong(self) -> tuple[Problem, ...]:
        """The problems of the unread fields."""
        values = {"side": self.side, "points": self.points}
        return tuple(Problem("unknown", name) for name, value in values.items() if value is None)

    def check(self, position: Position) -> None:
        refuse_if(not position.rules.claim, Problem("claim_not_played", "ended"))
        check_running(position)
        if self.wrong:
            raise Refused(*self.wrong)

    def apply(self, draft: Draft, act: MatchAct) -> Draft:
        draft.ended = self.claim
        return draft


class Stopped(Body, kind="stopped", op="stop", form="StopOrReopen", room="always"):
    """The players stop before the target."""

    def check(self, position: Position) -> None:
        check_running(position)

    def apply(self, draft: Draft, act: MatchAct) -> Draft:
        draft.ended = "hand"
        return draft


class Reopened(Body, kind="reopened", op="reopen", form="StopOrReopen"):
    """The players go on with a match that was stopped or claimed."""

    def check(self, position: Position) -> None:
        refuse_if(position.end not in ("claim", "hand"), Problem("unknown", "ended"))

    def apply(self, draft: Draft, act: MatchAct) -> Draft:
        draft.ended = None
        return draft


def check_running(position: Position) -> None:
    """See whether the match goes on.

    :raises Refused: it is over.
    """
    refuse_if(position.end is not None, Problem("after_end", "hands"))


def _check_place(position: Position, hand_id: int) -> None:
    refuse_if(position.entry(hand_id) is None, Problem("missing", "before"))
