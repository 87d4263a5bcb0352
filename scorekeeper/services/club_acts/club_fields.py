"""The fields by which a program asks for acts of a club."""

from typing import Final

from scorekeeper.journal.body import Json, JsonValue
from scorekeeper.journal.fields import (
    TRUTH,
    OperationField,
    Reader,
    UnreadableValue,
    as_sent,
    choice,
    pattern,
    record,
    several,
    text,
)
from scorekeeper.rules.names import LONGEST_NAME
from scorekeeper.services.club_acts.body import LONGEST_CLUB_TEXT
from scorekeeper.services.tournament_acts.fields import PAIR, PLACE

_TEXT: Final = text(LONGEST_CLUB_TEXT)
_PERSON: Final = pattern("[1-9][0-9]{0,3}").named("PersonNumber")
_TWO: Final = several(pattern("([1-9][0-9]{0,3})?").named("PersonOrNobody"), 2)
_ADDRESS: Final = pattern("[A-Za-z0-9_-]{1,64}")

NAME: Final = OperationField("name", _TEXT.limited(minLength=1))
CLUB_PLACE: Final = OperationField("place", _TEXT)
RULES: Final = OperationField("rules", as_sent("Rules"))
CLUB_HEAD: Final = (NAME, CLUB_PLACE, RULES)
"""What is known of a club beside its persons and its tournaments."""

PERSON_NAME: Final = OperationField("name", text(LONGEST_NAME).limited(minLength=1))
NOTE: Final = OperationField("note", _TEXT)
BY_NUMBER: Final = OperationField("by_number", TRUTH)
PERSON: Final = OperationField("person", _PERSON)
OTHER: Final = OperationField("other", _PERSON)

TOURNAMENT: Final = OperationField("tournament", _ADDRESS)


def _read_persons(value: JsonValue) -> JsonValue:
    if not isinstance(value, dict):
        raise UnreadableValue
    return {str(PAIR.reader.read(pair)): _TWO.read(two) for pair, two in value.items()}


_SCHEMA_OF_PERSONS: Final[Json] = {
    "type": "object",
    "propertyNames": PAIR.reader.reference,
    "additionalProperties": _TWO.schema,
}
PERSONS: Final = OperationField(
    "persons", Reader(_read_persons, _SCHEMA_OF_PERSONS, parts=(_TWO,)).named("PersonsOfPairs")
)
"""Of each pair of a tournament the persons of the roster; empty for who is not in it."""

SEASON: Final = OperationField("season", PLACE)


def _read_object(value: JsonValue) -> JsonValue:
    if not isinstance(value, dict):
        raise UnreadableValue
    return value


SEASON_RULES: Final = OperationField(
    "rules", Reader(_read_object, {"type": "object"}).named("SeasonRules")
)
"""What is in it the `season` command's reader says, with the act."""
_COUNTED: Final = record({"tournament": _ADDRESS, "weight": text(64)}, ("tournament",))
TOURNAMENTS: Final = OperationField("tournaments", several(_COUNTED.named("CountedTournament")))
RANKING: Final = OperationField("ranking", choice(("end", "rounds")))
REASON: Final = OperationField("reason", _TEXT)
