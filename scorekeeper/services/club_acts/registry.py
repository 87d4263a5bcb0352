"""All kinds of acts of a club, by the names under which they are stored."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.journal.body import Json, kinds_in
from scorekeeper.services.club_acts import (
    belonging_acts,
    club_helper_acts,
    club_set_ups,
    meta,
    new_players,
    roster_acts,
    season_acts,
)
from scorekeeper.services.club_acts.body import ClubBody

BODIES: Final[Mapping[str, type[ClubBody]]] = kinds_in(
    ClubBody,  # type: ignore[type-abstract]  # no kind is made of it
    (
        club_set_ups,
        roster_acts,
        belonging_acts,
        new_players,
        season_acts,
        club_helper_acts,
        meta,
    ),
)


def read_body(kind: str, data: Json) -> ClubBody:
    """Read what is stored of an act of this kind, or was sent.

    :raises KeyError: there is no such kind, or a field is missing.
    :raises TypeError: a field that only this program writes is something else.
    """
    return BODIES[kind].read_marked(data)
