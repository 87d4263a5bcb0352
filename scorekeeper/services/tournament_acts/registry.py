"""All kinds of acts of a tournament, by the names under which they are stored."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.journal.body import Json
from scorekeeper.services.tournament_acts.beside import (
    AllNamesErased,
    ErasingBegun,
    FinalSetUp,
    LotsDrawn,
    PairErased,
    RoleTaken,
)
from scorekeeper.services.tournament_acts.body import TournamentBody
from scorekeeper.services.tournament_acts.pairs import Attended, PairChanged, PairsAdded
from scorekeeper.services.tournament_acts.results import PointsAdjusted, ResultWritten
from scorekeeper.services.tournament_acts.rounds import (
    ClockStarted,
    RoundDrawn,
    TablesSwapped,
    Undrawn,
)
from scorekeeper.services.tournament_acts.set_ups import SetUpChanged, TournamentSetUp

BODIES: Final[Mapping[str, type[TournamentBody]]] = {
    body.kind: body
    for body in (
        TournamentSetUp,
        SetUpChanged,
        PairsAdded,
        PairChanged,
        Attended,
        RoundDrawn,
        TablesSwapped,
        Undrawn,
        ResultWritten,
        PointsAdjusted,
        LotsDrawn,
        ClockStarted,
        FinalSetUp,
        RoleTaken,
        ErasingBegun,
        AllNamesErased,
        PairErased,
    )
}
ERASING: Final = frozenset(kind for kind, body in BODIES.items() if body.is_erasing)
"""The kinds that take something out of the acts before them."""


def read_body(kind: str, data: Json) -> TournamentBody:
    """Read what is stored of an act of this kind, or was sent.

    :raises KeyError: there is no such kind, or a field is missing.
    :raises TypeError: a field that only this program writes is something else.
    """
    return BODIES[kind].read_marked(data)
