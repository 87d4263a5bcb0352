"""The fields by which a program asks for acts of a match."""

from typing import Final

from scorekeeper.journal.fields import OperationField, Reader, as_sent, choice, record, whole
from scorekeeper.rules.match_file import LARGEST_ADJUSTMENT
from scorekeeper.rules.model import SIDES

PLACE: Final = whole(1).named("Place", "Ref")
"""A revision, or the number of an act or of the entry that it wrote."""
_NUMBER: Final = whole()

HAND: Final = OperationField("hand", as_sent("Hand", "Hand"))
CONTRACT: Final = OperationField("contract", as_sent("Contract", "PartialHand"))
SCORED: Final = OperationField(
    "scored",
    record(
        {"engine": whole(1), "A": _NUMBER, "B": _NUMBER}, ("engine", "A", "B"), nulls=False
    ).named("Shown", "ShownScore"),
)
"""The hand's score as a phone has shown it, by its own engine."""
ADJUST: Final = OperationField("adjust", as_sent("Adjustment", "Partial<BySide<number>>"))
REASON: Final = OperationField("reason", as_sent("", "string", {"type": "string", "minLength": 1}))
KNOWN_REVISION: Final = OperationField(
    "known_revision", Reader(PLACE.read, PLACE.reference, "number", "KnownRevision", (PLACE,))
)
"""The revision that a phone which was cut off had heard of when the reason was typed."""
BEFORE: Final = OperationField("before", PLACE)
HAND_ID: Final = OperationField("hand_id", PLACE)
SEQ: Final = OperationField("seq", PLACE)
SIDE: Final = OperationField("side", choice(SIDES).named("Side", "Side"))
SEEN: Final = OperationField(
    "score",
    record({"A": _NUMBER, "B": _NUMBER}, ("A", "B"), nulls=False).named(
        "SeenScore", "BySide<number>"
    ),
)
"""The score that a side was shown when it answered."""
POINTS: Final = OperationField("points", _NUMBER.limited(minimum=0, maximum=LARGEST_ADJUSTMENT))
