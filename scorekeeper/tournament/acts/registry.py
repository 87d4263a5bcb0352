"""All kinds of acts of a tournament, by the names under which they are stored."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.journal.body import kinds_in
from scorekeeper.journal.json_values import Json
from scorekeeper.tournament.acts import desk, pair_acts, registrations, result_acts, rounds, set_ups
from scorekeeper.tournament.state import TournamentBody

BODIES: Final[Mapping[str, type[TournamentBody]]] = kinds_in(
    TournamentBody, (set_ups, pair_acts, registrations, rounds, result_acts, desk)
)
ERASING: Final = frozenset(kind for kind, body in BODIES.items() if body.is_erasing)
"""The kinds that take something out of the acts before them."""


def read_body(kind: str, data: Json) -> TournamentBody:
    """Read a stored or sent act of this kind.

    :raises KeyError: there is no such kind, or a field is missing.
    :raises TypeError: a field that only this program writes is something else.
    """
    return BODIES[kind].read(data)
