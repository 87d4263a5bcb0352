"""The fields of acts of a match: their types, and how a program's are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Final, Self, TypeVar

from scorekeeper.journal.fields import OperationField, Reader, as_sent, choice, record, whole
from scorekeeper.journal.json_values import (
    Json,
    JsonValue,
    number_in,
    numbers_in,
    object_of,
    one_of,
    text_in,
)
from scorekeeper.journal.record import Codec, Identifier, Inlined, as_it_is
from scorekeeper.match.acts.body import Refused
from scorekeeper.rules.codec import hand_problems, read_fields, write_hand
from scorekeeper.rules.match import Adjust
from scorekeeper.rules.match_file import LARGEST_ADJUSTMENT, match_hand_problems, read_adjust
from scorekeeper.rules.model import SEATS, SIDES, BySide, Hand, Problem, RuleSet, Seat, Side
from scorekeeper.rules.names import tidy_name

_Word = TypeVar("_Word", bound=str)

PLACE: Final = whole(1).named("Place", "Ref")
"""A revision, or the number of an act or of the entry that it wrote."""
_NUMBER: Final = whole()
_REASON: Final = as_sent("", "string", {"type": "string", "minLength": 1})
_SIDE: Final = choice(SIDES).named("Side", "Side")
_SEEN: Final = record({"A": _NUMBER, "B": _NUMBER}, ("A", "B"), nulls=False).named(
    "SeenScore", "BySide<number>"
)

HAND: Final = OperationField("hand", as_sent("Hand", "Hand"))
SCORED: Final = OperationField(
    "scored",
    record(
        {"engine": whole(1), "A": _NUMBER, "B": _NUMBER}, ("engine", "A", "B"), nulls=False
    ).named("Shown", "ShownScore"),
)
"""The hand's score as a phone has shown it, by its own engine."""
ADJUST: Final = OperationField("adjust", as_sent("Adjustment", "Partial<BySide<number>>"))
REASON: Final = OperationField("reason", _REASON)
KNOWN_REVISION: Final = OperationField(
    "known_revision", Reader(PLACE.read, PLACE.reference, "number", "KnownRevision", (PLACE,))
)
"""The revision that a phone which was cut off had heard of when the reason was typed."""
HAND_ID: Final = OperationField("hand_id", PLACE)


@dataclass(frozen=True)
class SentHand:
    """A hand, and the names of its fields that could not be read."""

    value: Hand
    unread: frozenset[str] | None = frozenset()
    """The unread fields; None where the value is no JSON object."""
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


def _entry_in(data: Json) -> SentHand | SentAdjustment:
    return SentAdjustment.read(data) if "adjust" in data else SentHand.read_in(data)


def _score_in(value: JsonValue) -> BySide[int]:
    score = object_of(value)
    return BySide(number_in(score, "A"), number_in(score, "B"))


def _tidy_text(value: JsonValue) -> str:
    return tidy_name(value) if isinstance(value, str) else ""


def _text_of(value: JsonValue) -> str:
    return text_in({"": value}, "")


def _object_or_none(value: JsonValue) -> Json:
    return {} if value is None else object_of(value)


def _named(words: tuple[_Word, ...], value: JsonValue) -> Mapping[_Word, str]:
    """Texts by these words."""
    texts = _object_or_none(value)
    return {one_of(words, word): text_in(texts, word) for word in texts}


def _claim_side(value: JsonValue) -> Side | None:
    return next((side for side in SIDES if side == value), None)


def _claim_points(value: JsonValue) -> int | None:
    return value if isinstance(value, int) and 0 <= value <= LARGEST_ADJUSTMENT else None


Ref = Annotated[int, PLACE]
OwnSide = Annotated[Side, _SIDE]
YesOrNo = Annotated[bool, Codec(bool, as_it_is)]
"""A yes where something is said at all: stored acts are read as they always were."""
Contracted = Annotated[
    SentHand,
    as_sent("Contract", "PartialHand"),
    Codec(SentHand.read, lambda sent: write_hand(sent.value)),
]
"""A hand without points."""
HandEntry = Annotated[
    SentHand, Inlined(SentHand.read_in, SentHand.fields, needed=(HAND,), optional=(SCORED,))
]
AdjustmentEntry = Annotated[
    SentAdjustment,
    Inlined(SentAdjustment.read, SentAdjustment.fields, needed=(ADJUST, REASON), texts=("reason",)),
]
AnyEntry = Annotated[
    SentHand | SentAdjustment,
    Inlined(_entry_in, lambda entry: entry.fields(), texts=("reason",)),
]
Seen = Annotated[BySide[int], _SEEN, Codec(_score_in, lambda score: as_it_is(score._asdict()))]
"""The score that a side was shown when it answered."""
TidyReason = Annotated[str, _REASON, Codec(_tidy_text, as_it_is)]
"""A typed reason, tidied; empty where it is no text."""
Text = Annotated[str, Codec(_text_of, as_it_is)]
OwnerAddress = Annotated[Identifier, Codec(_text_of, as_it_is)]
"""The address of a match or a club; empty where it is not said."""
ClaimSide = Annotated[Side | None, _SIDE, Codec(_claim_side, as_it_is)]
"""The side of a claim; None where it cannot be read. `ClaimPoints` may be None, too."""
ClaimPoints = Annotated[
    int | None,
    _NUMBER.limited(minimum=0, maximum=LARGEST_ADJUSTMENT),
    Codec(_claim_points, as_it_is),
]
NamesBySide = Annotated[
    Mapping[Side, str], Codec(lambda value: _named(SIDES, value), lambda names: {**names})
]
NamesBySeat = Annotated[
    Mapping[Seat, str], Codec(lambda value: _named(SEATS, value), lambda names: {**names})
]
Switches = Annotated[Json, Codec(_object_or_none, as_it_is)]
"""The values of rules, by their names."""
NewDealer = Annotated[
    Seat | None, Codec(lambda value: one_of(SEATS, value) if value else None, as_it_is)
]
SeatedBy = Mapping[Seat, Identifier]
"""The persons on the chairs, by their numbers in the roster, as far as they are known."""
SeatedSince = Annotated[
    Mapping[int, SeatedBy],
    Codec(
        lambda value: {int(seq): _named(SEATS, one) for seq, one in _object_or_none(value).items()},
        lambda seats: {str(seq): as_it_is({**seated}) for seq, seated in seats.items()},
    ),
]
"""By the seq of the change since which they sit there: 0 for those who began the match."""
ScoresById = Annotated[
    Mapping[int, tuple[int, ...]],
    Codec(
        lambda value: {int(one): numbers_in(it) for one, it in _object_or_none(value).items()},
        lambda scores: {str(one): [*score] for one, score in scores.items()},
    ),
]
"""The score of each hand, by its id."""
