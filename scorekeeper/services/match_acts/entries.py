"""Entries as they were sent: a hand, or an adjustment, and what could not be read of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from scorekeeper.rules.codec import hand_problems, read_fields, write_hand
from scorekeeper.rules.match import Adjust
from scorekeeper.rules.match_file import match_hand_problems, read_adjust
from scorekeeper.rules.model import Hand, Problem
from scorekeeper.services.match_acts.body import Json, JsonValue, number_in
from scorekeeper.services.match_acts.refusals import Refused

if TYPE_CHECKING:
    from scorekeeper.rules.model import RuleSet, Seat


@dataclass(frozen=True)
class SentHand:
    """A hand, and what could not be read of it."""

    value: Hand
    unread: frozenset[str] | None = frozenset()
    """None: it is no object at all."""
    engine: int | None = None
    """The version of the phone's own engine, where that showed the score before the server did."""

    @classmethod
    def read(cls, data: JsonValue, engine: int | None = None) -> Self:
        """Read the hand of an act."""
        return cls(*read_fields(data), engine)

    @classmethod
    def read_in(cls, data: Json) -> Self:
        """Read the hand of an act's data, and the engine beside it."""
        return cls.read(data["hand"], number_in(data, "engine") if "engine" in data else None)

    def fields(self) -> Json:
        """The JSON that is stored of the entry."""
        engine: Json = {} if self.engine is None else {"engine": self.engine}
        return {"hand": write_hand(self.value), **engine}

    def check(self, rules: RuleSet, dealer: Seat) -> None:
        """See whether these rules can score it where this seat deals."""
        found = match_hand_problems(self.value, self.unread, rules, dealer)
        if found:
            raise Refused(*found, hand=self.value)

    def check_contract(self, rules: RuleSet) -> None:
        """See whether it is a contract whose points are still to come."""
        found = hand_problems(self.value, self.unread, rules, contract_only=True)
        if found:
            raise Refused(*found, hand=self.value)

    def without_engine(self) -> Self:
        """The hand without the version of the engine that showed its score."""
        return replace(self, engine=None)


@dataclass(frozen=True)
class SentAdjustment:
    """Points for both sides, and why."""

    value: Adjust
    reason: str = ""
    """The reason as it was sent; in the ledger its spaces are tidied."""
    wrong: tuple[Problem, ...] = ()

    @classmethod
    def read(cls, data: Json) -> Self:
        """Read the adjustment of an act."""
        value, wrong = read_adjust({"adjust": data["adjust"], "reason": data.get("reason")})
        reason = data.get("reason")
        return cls(value, reason if isinstance(reason, str) else "", wrong)

    def fields(self) -> Json:
        """The JSON that is stored of the entry."""
        return {"adjust": {"A": self.value.A, "B": self.value.B}, "reason": self.reason}

    def check(self) -> None:
        """See whether it adjusts something, and has a reason."""
        unread = {problem.field for problem in self.wrong}
        found = list(self.wrong)
        if "adjust" not in unread and not (self.value.A or self.value.B):
            found.append(Problem("missing", "adjust"))
        if "reason" not in unread and not self.reason.strip():
            found.append(Problem("missing", "reason"))
        if found:
            raise Refused(*sorted(found, key=lambda problem: problem.field or ""))

    def without_engine(self) -> Self:
        """The adjustment: no engine shows one's score."""
        return self
