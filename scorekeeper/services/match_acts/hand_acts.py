"""Acts that write into the ledger, or take something out of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self

from scorekeeper.journal.fields import Form
from scorekeeper.rules.codec import write_hand
from scorekeeper.rules.match import Adjust, Entry
from scorekeeper.rules.model import Problem
from scorekeeper.services.match_acts.body import Body, Json, Position, number_in
from scorekeeper.services.match_acts.entries import SentAdjustment, SentHand
from scorekeeper.services.match_acts.fields import (
    ADJUST,
    BEFORE,
    CONTRACT,
    HAND,
    HAND_ID,
    KNOWN_REVISION,
    REASON,
    SCORED,
)
from scorekeeper.services.match_acts.refusals import Refused

if TYPE_CHECKING:
    from scorekeeper.services.ledger import MatchAct
    from scorekeeper.services.match_acts.draft import Draft


@dataclass(frozen=True, kw_only=True)
class _Writing(Body):
    """Writes an entry into the ledger."""

    entry: SentHand | SentAdjustment

    @property
    def written(self) -> Entry:
        return self.entry.value

    def without_engine(self) -> Self:
        return replace(self, entry=self.entry.without_engine())


@dataclass(frozen=True, kw_only=True)
class Contract(_Writing):
    """A hand without points, at the end of the auction."""

    kind: ClassVar[str] = "contract"
    is_quick: ClassVar[bool] = True
    operation: ClassVar[str] = "contract"
    forms: ClassVar[tuple[Form, ...]] = (Form("OpenContract", (CONTRACT,)),)

    entry: SentHand

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(entry=SentHand.read(data["contract"]))

    def fields(self) -> Json:
        return {"contract": write_hand(self.entry.value)}

    def check(self, position: Position) -> None:
        check_running(position)
        self.entry.check_contract(position.rules)

    def apply(self, draft: Draft, seq: int) -> None:
        draft.open = self.entry.value


@dataclass(frozen=True, kw_only=True)
class Recorded(_Writing):
    """A hand at the end of the ledger."""

    kind: ClassVar[str] = "recorded"
    is_quick: ClassVar[bool] = True
    operation: ClassVar[str] = "record"
    forms: ClassVar[tuple[Form, ...]] = (Form("Record", (HAND,), (SCORED,)),)

    entry: SentHand

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(entry=SentHand.read_in(data))

    def fields(self) -> Json:
        return self.entry.fields()

    def check(self, position: Position) -> None:
        check_running(position)
        self.entry.check(position.rules, position.dealer)

    def apply(self, draft: Draft, seq: int) -> None:
        draft.write(seq, self.entry.value)
        draft.open = None


@dataclass(frozen=True, kw_only=True)
class Inserted(_Writing):
    """A hand that was forgotten, before another entry."""

    kind: ClassVar[str] = "inserted"
    operation: ClassVar[str] = "insert"
    forms: ClassVar[tuple[Form, ...]] = (Form("Insert", (HAND, BEFORE), (SCORED,)),)

    before: int
    entry: SentHand

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(before=number_in(data, "before"), entry=SentHand.read_in(data))

    def fields(self) -> Json:
        return {"before": self.before, **self.entry.fields()}

    def check(self, position: Position) -> None:
        _check_place(position, self.before)
        self.entry.check(position.rules, position.dealer_at(self.before))

    def apply(self, draft: Draft, seq: int) -> None:
        draft.insert(seq, self.entry.value, self.before)

    def rests_on(self, act: MatchAct) -> bool:
        return self.before == act.seq


@dataclass(frozen=True, kw_only=True)
class Adjusted(_Writing):
    """Points for both sides and a reason, at the end or before another entry."""

    kind: ClassVar[str] = "adjusted"
    operation: ClassVar[str] = "adjust"
    forms: ClassVar[tuple[Form, ...]] = (
        Form("Adjust", (ADJUST, REASON), (BEFORE, KNOWN_REVISION)),
    )
    texts: ClassVar[tuple[str, ...]] = ("reason",)

    entry: SentAdjustment
    before: int | None = None

    @classmethod
    def read(cls, data: Json) -> Self:
        before = number_in(data, "before") if data.get("before") is not None else None
        return cls(entry=SentAdjustment.read(data), before=before)

    def fields(self) -> Json:
        before: Json = {} if self.before is None else {"before": self.before}
        return {**self.entry.fields(), **before}

    def check(self, position: Position) -> None:
        if self.before is None:
            check_running(position)
        else:
            _check_place(position, self.before)
            if position.is_behind_end(self.before):
                raise Refused(Problem("after_end", "hands"))
        self.entry.check()

    def apply(self, draft: Draft, seq: int) -> None:
        draft.write(seq, self.entry.value, self.before)

    def rests_on(self, act: MatchAct) -> bool:
        return self.before == act.seq


@dataclass(frozen=True, kw_only=True)
class Corrected(_Writing):
    """Another hand, or another adjustment, in the place of an entry."""

    kind: ClassVar[str] = "corrected"
    operation: ClassVar[str] = "correct"
    forms: ClassVar[tuple[Form, ...]] = (
        Form("Correct", (HAND, HAND_ID), (SCORED,)),
        Form("CorrectAdjustment", (ADJUST, HAND_ID, REASON), (KNOWN_REVISION,)),
    )
    texts: ClassVar[tuple[str, ...]] = ("reason",)

    corrects: int
    """The id of the entry."""
    entry: SentHand | SentAdjustment

    @classmethod
    def read(cls, data: Json) -> Self:
        entry = SentAdjustment.read(data) if "adjust" in data else SentHand.read_in(data)
        return cls(corrects=number_in(data, "hand_id"), entry=entry)

    def fields(self) -> Json:
        return {"hand_id": self.corrects, **self.entry.fields()}

    @property
    def hand_id(self) -> int:
        return self.corrects

    def check(self, position: Position) -> None:
        entry = position.entry(self.corrects)
        is_adjustment = isinstance(self.entry, SentAdjustment)
        if entry is None or isinstance(entry, Adjust) != is_adjustment:
            raise Refused(Problem("missing", "hand"))
        if isinstance(self.entry, SentAdjustment):
            self.entry.check()
        else:
            self.entry.check(position.rules, position.dealer_at(self.corrects))

    def apply(self, draft: Draft, seq: int) -> None:
        draft.correct(self.corrects, self.entry.value)

    def rests_on(self, act: MatchAct) -> bool:
        return self.corrects == act.entry_id


@dataclass(frozen=True, kw_only=True)
class Voided(Body):
    """An entry taken out."""

    kind: ClassVar[str] = "voided"
    operation: ClassVar[str] = "void"
    forms: ClassVar[tuple[Form, ...]] = (Form("Void", (HAND_ID,)),)

    voids: int
    """The id of the entry."""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(voids=number_in(data, "hand_id"))

    def fields(self) -> Json:
        return {"hand_id": self.voids}

    @property
    def hand_id(self) -> int:
        return self.voids

    def check(self, position: Position) -> None:
        if position.entry(self.voids) is None:
            raise Refused(Problem("missing", "hand"))

    def apply(self, draft: Draft, seq: int) -> None:
        draft.void(self.voids)

    def rests_on(self, act: MatchAct) -> bool:
        return self.voids == act.entry_id


def check_running(position: Position) -> None:
    """See whether the match goes on.

    :raises Refused: it is over.
    """
    if position.end is not None:
        raise Refused(Problem("after_end", "hands"))


def _check_place(position: Position, hand_id: int) -> None:
    if position.entry(hand_id) is None:
        raise Refused(Problem("missing", "before"))
