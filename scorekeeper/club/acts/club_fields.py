"""The fields of acts of a club: their types, and why an act is not possible."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Final, Literal, NamedTuple, get_args

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
from scorekeeper.journal.owner import ActRefused
from scorekeeper.journal.record import Codec, Identifier
from scorekeeper.json_parts import JsonPart
from scorekeeper.rules.names import LONGEST_NAME, is_fit_name
from scorekeeper.tournament.acts.fields import PAIR, PLACE
from scorekeeper.tournament.pair_names import gives_one_of

LONGEST_CLUB_TEXT = 80
"""Characters of a club's name and place, of a note, of a season's name, of a reason."""


ClubCode = Literal[
    "nothing_new",
    "no_name",
    "unfit_name",
    "unfit_rules",
    "person_there",
    "too_many_persons",
    "no_person",
    "nobody_chosen",
    "same_person",
    "both_played",
    "not_joined",
    "no_tournament",
    "tournament_there",
    "no_season",
    "unfit_season",
    "no_reason",
    "match_at_table",
    "match_refused",
    "match_elsewhere",
    "sits_twice",
    "no_helper",
    "no_helper_name",
    "helper_there",
    "too_many_helpers",
]
CLUB_CODES: Final[tuple[ClubCode, ...]] = get_args(ClubCode)


class ClubFault(NamedTuple):
    """Why something cannot be done: a code, never prose."""

    code: ClubCode
    field: str
    person: str = ""
    """The person who is meant."""
    tournament: str = ""
    """The address of the tournament where it is so."""
    places: tuple[str, ...] = ()
    """The pairs of the tournament, or the chairs of the match, that it is about."""


class ClubRefused(ActRefused):
    """The act cannot be done as the club stands; nothing changed."""

    def __init__(self, *faults: ClubFault) -> None:
        super().__init__(faults)
        self.faults = faults
        self.codes = frozenset(fault.code for fault in faults)


def refuse_in_club_if(wrong: object, code: ClubCode, field: str) -> None:
    """Refuse what is wrong.

    :raises ClubRefused: it is.
    """
    if wrong:
        raise ClubRefused(ClubFault(code, field))


def without_names(names: Collection[str], *texts: str) -> tuple[str, ...]:
    """The texts, with nothing instead of one that gives one of the names."""
    return tuple("" if gives_one_of(names, text) else text for text in texts)


def check_texts(**texts: str) -> None:
    """See whether these may be shown, each by the name of its field.

    :raises ClubRefused: one of them may not.
    """
    unfit = [name for name, text in texts.items() if not is_fit_name(text, LONGEST_CLUB_TEXT)]
    if unfit:
        raise ClubRefused(*(ClubFault("unfit_name", name) for name in unfit))


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
"""The persons of each pair of a tournament, by the pair's number; empty for an unknown player."""
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
"""The fields of a club beside its persons and its tournaments."""
PERSON_FIELDS: Final = (
    OperationField("person", _PERSON),
    OperationField("name", _PERSON_NAME),
    OperationField("note", _TEXT),
    OperationField("by_number", TRUTH),
)
"""The fields of a person of the roster."""
_COUNTED: Final = record({"tournament": _ADDRESS, "weight": text(64)}, ("tournament",))
SEASON_FIELDS: Final = (
    (
        OperationField("season", PLACE),
        NAME,
        # The `season` command's reader checks its contents, with the act.
        OperationField("rules", Reader(_read_object, {"type": "object"}).named("SeasonRules")),
        OperationField("tournaments", several(_COUNTED.named("CountedTournament"))),
    ),
    (
        OperationField("ranking", choice(SEASON_RANKINGS)),
        OperationField("reason", _TEXT),
    ),
)
"""The fields of a season, required and optional."""
TOURNAMENT: Final = OperationField("tournament", _ADDRESS)
_SCHEMA_OF_PERSONS: Final[Json] = {
    "type": "object",
    "propertyNames": PAIR.reader.reference,
    "additionalProperties": _TWO.schema,
}
PERSONS: Final = OperationField(
    "persons", Reader(_read_persons, _SCHEMA_OF_PERSONS, parts=(_TWO,)).named("PersonsOfPairs")
)
"""Of each pair of a tournament the persons of the roster; empty for other players."""
