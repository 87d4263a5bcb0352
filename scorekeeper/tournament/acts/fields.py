"""The fields of acts of a tournament: their types, and how a program's are read."""

from typing import Annotated, Final, cast

from scorekeeper.draws.draw_json import HIGHEST_SCORE
from scorekeeper.draws.model import ALL_RULES, FORFEITS, Broken, Forfeit, Table
from scorekeeper.draws.standings import EARNED
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
from scorekeeper.journal.json_values import (
    Json,
    JsonValue,
    number_in,
    numbers_in,
    object_of,
    objects_in,
    one_of,
    texts_in,
    two_texts_in,
)
from scorekeeper.journal.record import Codec, Identifier
from scorekeeper.rules.model import SIDES
from scorekeeper.rules.names import LONGEST_NAME
from scorekeeper.tournament.drawn_rounds import DrawRequest, RoundPart
from scorekeeper.tournament.sheets.sheet_codec import MOST_HANDS
from scorekeeper.tournament.tournament_set_up import MOST

LONGEST_REASON: Final = 80
LONGEST_NOTE: Final = 80
LONGEST_EXTENSION: Final = 60
HIGHEST_NUMBER: Final = 9999
"""The highest number of a pair, and of a seed."""

PLACE: Final = whole(1).named("Place")
"""A revision, or the number of a round or of a table."""
_PAIR: Final = pattern("[1-9][0-9]{0,3}").named("PairNumber")
_TWO: Final = several(_PAIR, 2).named("TwoPairs")
_NAMES: Final = several(text(LONGEST_NAME), 2)
_CENTS: Final = whole(0, 99_999_99).named("Cents")
_REASON: Final = text(LONGEST_REASON)
_RULING: Final = _REASON.limited(minLength=1)
_SCORES: Final = several(whole(-HIGHEST_SCORE, HIGHEST_SCORE), 2)


def _seed_in(value: JsonValue) -> int | None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        raise TypeError("this is no place in seeding order")
    return value or None


def _score_in(value: JsonValue) -> tuple[int, ...]:
    try:
        return numbers_in(value)
    except TypeError:
        return ()


def _tables_in(value: JsonValue) -> tuple[Table, ...]:
    if not isinstance(value, list):
        raise TypeError("tables are no list")
    return tuple(Table(*two_texts_in(one)) for one in value)


def _parts_in(value: JsonValue) -> tuple[RoundPart, ...]:
    return tuple(
        RoundPart(
            phase=number_in(one, "phase"),
            group=number_in(one, "group"),
            request=cast(DrawRequest, object_of(one["request"])),
            tables=numbers_in(one["tables"]),
            byes=texts_in(one["byes"]),
        )
        for one in objects_in(value)
    )


def _write_parts(parts: tuple[RoundPart, ...]) -> JsonValue:
    return [
        {
            "phase": part.phase,
            "group": part.group,
            "request": cast(Json, part.request),
            "tables": [*part.tables],
            "byes": [*part.byes],
        }
        for part in parts
    ]


def _broken_in(value: JsonValue) -> tuple[Broken, ...]:
    return tuple(
        Broken(one_of(ALL_RULES, one["rule"]), texts_in(one["pairs"])) for one in objects_in(value)
    )


Ordinal = Annotated[int, PLACE]
PairKey = Annotated[Identifier, _PAIR]
PairKeys = Annotated[tuple[Identifier, ...], several(_PAIR).named("PairNumbersList")]
TwoKeys = Annotated[tuple[Identifier, Identifier], _TWO]
TwoNames = Annotated[tuple[str, str], _NAMES]
Name = Annotated[str, text(LONGEST_NAME)]
Note = Annotated[str, text(LONGEST_NOTE)]
ReasonText = Annotated[str, _REASON]
RulingText = Annotated[str, _RULING]
Truth = Annotated[bool, TRUTH]
Cents = Annotated[int, _CENTS]
Number = Annotated[int, whole(0, MOST)]
To = Annotated[Identifier, choice(EARNED).named("Earned")]
Points = Annotated[int, whole(-HIGHEST_SCORE, HIGHEST_SCORE)]
Minutes = Annotated[int, whole(-LONGEST_EXTENSION, LONGEST_EXTENSION)]
ForfeitedBy = Annotated[Forfeit, choice(FORFEITS).named("Forfeit")]
Seed = Annotated[int | None, Codec(_seed_in, lambda seed: seed)]
"""The place of a new pair in seeding order; none where it is 0."""
Seeding = Annotated[
    int | None,
    whole(0, HIGHEST_NUMBER),
    Codec(lambda value: _seed_in(value) or 0, lambda seed: seed or None),
]
"""0 takes its place in seeding order from a pair; it is stored as null."""
StoredScore = Annotated[tuple[int, ...], _SCORES, Codec(_score_in, lambda score: [*score])]
"""Two numbers; empty where they cannot be read."""
Tables = Annotated[tuple[Table, ...], Codec(_tables_in, lambda tables: [[*one] for one in tables])]
"""The two pairs at each table of a round."""
BrokenRules = Annotated[
    tuple[Broken, ...],
    Codec(_broken_in, lambda broken: [{"rule": one.rule, "pairs": [*one.pairs]} for one in broken]),
]
"""The rules that a round breaks."""
Request = Annotated[
    DrawRequest,
    Codec(lambda value: cast(DrawRequest, object_of(value)), lambda request: cast(Json, request)),
]
"""The request from which a round was drawn; it was checked then."""
Parts = Annotated[tuple[RoundPart, ...], Codec(_parts_in, _write_parts)]
"""The groups and phases of a round, each with the request from which it was drawn."""

_OF_NEW_PAIR: Final = {
    "players": _NAMES,
    "club": text(LONGEST_NAME),
    "seeding": whole(0, HIGHEST_NUMBER),
    "paid": TRUTH,
    "present": TRUTH,
    "note": text(LONGEST_NOTE),
    "number": whole(1, HIGHEST_NUMBER),
}
STORED_PAIRS: Final = several(
    record({**_OF_NEW_PAIR, "registration": whole(1), "partner_registration": whole(1)})
)
"""New pairs as they are stored, maybe with the registration that each comes from."""
PAIRS: Final = OperationField(
    "pairs", several(record(_OF_NEW_PAIR, ("players",)).named("NewPair")).limited(minItems=1)
)
TEXT: Final = OperationField("text", any_text().limited(minLength=1))
REGISTRATION: Final = OperationField("registration", PLACE)
SINGLES: Final = OperationField("singles", several(PLACE, 2).named("TwoSingles"))
PAIR: Final = OperationField("pair", _PAIR)
PLAYERS: Final = OperationField("players", _NAMES)
CLUB: Final = OperationField("club", text(LONGEST_NAME))
FIXED: Final = OperationField("fixed", several(_TWO))
FORBIDDEN: Final = OperationField("forbidden", several(_TWO))
ROUND: Final = OperationField("round", PLACE)
TABLE: Final = OperationField("table", PLACE)
SCORE: Final = OperationField("score", _SCORES)
REASON: Final = OperationField("reason", _REASON)
RULING: Final = OperationField("reason", _RULING)
HANDS_WON: Final = OperationField("hands", several(whole(0, MOST), 2))
SURE: Final = OperationField("sure", TRUTH)
"""The answer to a question about a result that is not plausible: write it all the same."""
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
