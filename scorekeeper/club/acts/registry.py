"""All kinds of acts of a club, by the names under which they are stored."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.club.acts import club_set_ups, roster
from scorekeeper.club.club_state import ClubBody
from scorekeeper.journal.body import kinds_in
from scorekeeper.journal.json_values import Json

BODIES: Final[Mapping[str, type[ClubBody]]] = kinds_in(
    ClubBody, (club_set_ups, roster, roster, club_set_ups)
)


def read_body(kind: str, data: Json) -> ClubBody:
    """Read a stored or sent act of this kind.

    :raises KeyError: there is no such kind, or a field is missing.
    :raises TypeError: a field that only this program writes is something else.
    """
    return BODIES[kind].read(data)
