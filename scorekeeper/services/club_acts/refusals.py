"""Why an act of a club is not possible."""

from typing import Final, Literal, NamedTuple, get_args

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
    """Whom it is about."""
    tournament: str = ""
    """The address of the tournament where it is so."""
    places: tuple[str, ...] = ()
    """The pairs of the tournament, or the chairs of the match, that it is about."""


class ClubRefused(Exception):
    """The act cannot be done as the club stands; nothing changed."""

    def __init__(self, *faults: ClubFault) -> None:
        super().__init__(faults)
        self.faults = faults
