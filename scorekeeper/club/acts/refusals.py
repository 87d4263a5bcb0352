"""Why an act of a club is not possible."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal, NamedTuple, get_args

from scorekeeper.journal.owner import ActRefused
from scorekeeper.rules.names import is_fit_name
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
    """Whom it is about."""
    tournament: str = ""
    """The address of the tournament where it is so."""
    places: tuple[str, ...] = ()
    """The pairs of the tournament, or the chairs of the match, that it is about."""


class ClubRefused(ActRefused):
    """The act cannot be done as the club stands; nothing changed."""

    def __init__(self, *faults: ClubFault) -> None:
        super().__init__(faults)
        self.faults = faults


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
