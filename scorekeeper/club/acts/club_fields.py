"""The fields of acts of a club: their types, and how a program's are read."""

from collections.abc import Mapping
from typing import Annotated, Final

from scorekeeper.club.acts.refusals import LONGEST_CLUB_TEXT
from scorekeeper.club.club_state import SEASON_RANKINGS, SeasonTournament
from scorekeeper.journal.fields import (
    TRUTH,
    OperationField,
    Reader,
    as_sent,
    choice,
    pattern,
    record,
    several,
    text,
)
from scorekeeper.journal.json_values import (
    Json,
    JsonValue,
    object_of,
    objects_in,
    text_in,
    two_texts_in,
)
from scorekeeper.journal.record import Codec, Identifier
from scorekeeper.json_parts import JsonPart
from scorekeeper.rules.names import LONGEST_NAME
from scorekeeper.tournament.acts.fields import PAIR, PLACE

_TEXT: Final = text(LONGEST_CLUB_TEXT)
_NAME: Final = _TEXT.limited(minLength=1)
_PERSON_NAME: Final = text(LONGEST_NAME).limited(minLength=1)
_PERSON: Final = pattern("[1-9][0-9]{0,3}").named("PersonNumber")
_TWO: Final = several(pattern("([1-9][0-9]{0,3})?").named("PersonOrNobody"), 2)
_ADDRESS: Final = pattern("[A-Za-z0-9_-]{1,64}")
_USUAL_WEIGHT: Final = "1"


def _read_persons(part: JsonPart) -> object:
    if not isinstance(part.value, dict):
        return part.refuse("unknown_value")
    for pair in part.value:
        PAIR.reader.read(part.part(pair, pair))
    return {pair: _TWO.read(part.part(pair, two)) for pair, two in part.value.items()}


def _read_object(part: JsonPart) -> object:
    return part.value if isinstance(part.value, dict) else part.refuse("unknown_value")


def _players_in(value: JsonValue) -> Mapping[str, tuple[str, str]]:
    return {pair: two_texts_in(two) for pair, two in object_of(value).items()}


def _counted_in(value: JsonValue) -> tuple[SeasonTournament, ...]:
    return tuple(
        SeasonTournament(text_in(one, "tournament"), text_in(one, "weight") or _USUAL_WEIGHT)
        for one in objects_in(value)
    )


ClubText = Annotated[str, _TEXT]
PersonName = Annotated[str, _PERSON_NAME]
PersonKey = Annotated[Identifier, _PERSON]
ByNumber = Annotated[bool, TRUTH]
TournamentAddress = Annotated[Identifier, _ADDRESS]
KnownPlayers = Mapping[Identifier, tuple[Identifier, Identifier]]
"""The persons of each pair of a tournament, by the pair's number; empty for who is not known."""
PlayersOfPairs = Annotated[
    KnownPlayers,
    Codec(_players_in, lambda players: {pair: [*two] for pair, two in players.items()}),
]
Counted = Annotated[
    tuple[SeasonTournament, ...],
    Codec(_counted_in, lambda counted: [one._asdict() for one in counted]),
]
"""The tournaments that a season counts."""

NAME: Final = OperationField("name", _NAME)
CLUB_HEAD: Final = (
    NAME,
    OperationField("place", _TEXT),
    OperationField("rules", as_sent("Rules")),
)
"""What is known of a club beside its persons and its tournaments."""
PERSON_FIELDS: Final = (
    OperationField("person", _PERSON),
    OperationField("name", _PERSON_NAME),
    OperationField("note", _TEXT),
    OperationField("by_number", TRUTH),
)
"""What is known of a person of the roster."""
_COUNTED: Final = record({"tournament": _ADDRESS, "weight": text(64)}, ("tournament",))
SEASON_FIELDS: Final = (
    (
        OperationField("season", PLACE),
        NAME,
        # What is in it the `season` command's reader says, with the act.
        OperationField("rules", Reader(_read_object, {"type": "object"}).named("SeasonRules")),
        OperationField("tournaments", several(_COUNTED.named("CountedTournament"))),
    ),
    (
        OperationField("ranking", choice(SEASON_RANKINGS)),
        OperationField("reason", _TEXT),
    ),
)
"""What must be said of a season, and what may be."""
TOURNAMENT: Final = OperationField("tournament", _ADDRESS)
_SCHEMA_OF_PERSONS: Final[Json] = {
    "type": "object",
    "propertyNames": PAIR.reader.reference,
    "additionalProperties": _TWO.schema,
}
PERSONS: Final = OperationField(
    "persons", Reader(_read_persons, _SCHEMA_OF_PERSONS, parts=(_TWO,)).named("PersonsOfPairs")
)
"""Of each pair of a tournament the persons of the roster; empty for who is not in it."""
