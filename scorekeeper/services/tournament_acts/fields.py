"""The fields by which a program asks for acts of a tournament."""

from typing import Final

from scorekeeper.draws.codec import HIGHEST_SCORE
from scorekeeper.draws.criteria import EARNED
from scorekeeper.draws.model import FORFEITS
from scorekeeper.journal.fields import (
    TRUTH,
    OperationField,
    Reader,
    any_text,
    choice,
    or_null,
    pattern,
    record,
    several,
    text,
    whole,
)
from scorekeeper.rules.model import SIDES
from scorekeeper.rules.names import LONGEST_NAME
from scorekeeper.sheets.sheet_hands import MOST_HANDS

LONGEST_REASON: Final = 80
MOST: Final = 999
"""Hands or minutes of a match, and points for a match."""
_LAST_SEED: Final = 9999
HIGHEST_NUMBER: Final = 9999
"""The highest number of a pair."""
LONGEST_NOTE: Final = 80

PLACE: Final = whole(1).named("Place")
"""A revision, or the number of a round or of a table."""
_PAIR: Final = pattern("[1-9][0-9]{0,3}").named("PairNumber")
_PAIRS: Final = several(_PAIR).named("PairNumbersList")
_TWO: Final = several(_PAIR, 2).named("TwoPairs")
_SCORES: Final = several(whole(-HIGHEST_SCORE, HIGHEST_SCORE), 2)

TWO_APART: Final = OperationField("pairs", _TWO)
APART: Final = OperationField("apart", TRUTH)
KEPT_TABLE: Final = OperationField("kept_table", whole(0, MOST))
SEQ: Final = OperationField("seq", PLACE)
ROUND: Final = OperationField("round", PLACE)
TABLE: Final = OperationField("table", PLACE)
PAIR: Final = OperationField("pair", _PAIR)
PLAYERS: Final = OperationField("players", several(text(LONGEST_NAME), 2))
CLUB: Final = OperationField("club", text(LONGEST_NAME))
SEEDING: Final = OperationField("seeding", whole(0, _LAST_SEED))
PAID: Final = OperationField("paid", TRUTH)
IS_PRESENT: Final = OperationField("present", TRUTH)
WITHDRAWN: Final = OperationField("withdrawn", TRUTH)
FROM_NOW: Final = OperationField("from_now", TRUTH)
NOTE: Final = OperationField("note", text(LONGEST_NOTE))
_NUMBER: Final = OperationField("number", whole(1, HIGHEST_NUMBER))
_OF_NEW_PAIR: Final = dict((PLAYERS, CLUB, SEEDING, PAID, IS_PRESENT, NOTE, _NUMBER))
_NEW_PAIR: Final = record(_OF_NEW_PAIR, ("players",))
STORED_PAIRS: Final = several(record({**_OF_NEW_PAIR, "registration": whole(1)}))
"""New pairs as they are stored, maybe with the registration that each comes from."""
PAIRS: Final = OperationField("pairs", several(_NEW_PAIR.named("NewPair")).limited(minItems=1))
TEXT: Final = OperationField("text", any_text().limited(minLength=1))
CHECK_IN: Final = OperationField("check_in", TRUTH)
NOBODY_YET: Final = OperationField("nobody_yet", TRUTH)
COMING: Final = OperationField("coming", TRUTH)
MOST_COMING: Final = OperationField("most", whole(0, MOST))
_CENTS: Final = whole(0, 99_999_99).named("Cents")
FEE: Final = OperationField("fee", _CENTS)
PRIZES: Final = OperationField("prizes", several(_CENTS))
DUE: Final = OperationField("due", _CENTS)
PAYMENT: Final = OperationField("payment", _CENTS)
REGISTRATION: Final = OperationField("registration", PLACE)
DECLINED: Final = OperationField("declined", TRUTH)
DELETED: Final = OperationField("deleted", TRUTH)
PRESENT: Final = OperationField("present", _PAIRS)
ABSENT: Final = OperationField("absent", _PAIRS)
FIXED: Final = OperationField("fixed", several(_TWO))
FORBIDDEN: Final = OperationField("forbidden", several(_TWO))
LONGEST_EXTENSION: Final = 60
MINUTES: Final = OperationField("minutes", whole(-LONGEST_EXTENSION, LONGEST_EXTENSION))
SWAPPED: Final = OperationField("pairs", _TWO)
SCORE: Final = OperationField("score", _SCORES)
HANDS_WON: Final = OperationField("hands", several(whole(0, MOST), 2))
_ON_SHEET: Final = several(
    whole(-HIGHEST_SCORE, HIGHEST_SCORE).limited(minimum=-9999, maximum=9999), 2
)
_SHEET_HAND: Final = record(
    {
        "points": _ON_SHEET,
        "score": _ON_SHEET,
        "kapo": choice(SIDES),
        "trump": choice(("none", "all")),
        "doubled": Reader(whole(1, 4).read, {"enum": [1, 2, 4]}, "1 | 2 | 4"),
    },
    ("points", "score"),
)
SHEET: Final = OperationField(
    "sheet",
    several(or_null(_SHEET_HAND.named("WriteSheetHand"))).limited(minItems=1, maxItems=MOST_HANDS),
)
"""The hands of a whole sheet from paper; null is one that was passed out."""
FORFEITED_BY: Final = OperationField("by", choice(FORFEITS).named("Forfeit"))
SURE: Final = OperationField("sure", TRUTH)
"""The answer to a question about a result that is not plausible: write it all the same."""
REASON: Final = OperationField("reason", text(LONGEST_REASON))
RULING: Final = OperationField("reason", text(LONGEST_REASON).limited(minLength=1))
TO: Final = OperationField("to", choice(EARNED).named("Earned"))
POINTS: Final = OperationField("points", whole(-HIGHEST_SCORE, HIGHEST_SCORE))
