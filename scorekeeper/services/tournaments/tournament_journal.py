"""The journal of tournaments: their acts, and what these fold to."""

from typing import Final

from cachetools import LRUCache

from scorekeeper.journal.journal import Journal
from scorekeeper.services.tournament_acts.registry import read_body
from scorekeeper.services.tournaments.replaying import replay, replay_onto
from scorekeeper.services.tournaments.state import Tournament, TournamentAct
from scorekeeper.store.streams import TOURNAMENT_EVENTS, StoredEvent

_MOST_CACHED: Final = 64


def _read(event: StoredEvent) -> TournamentAct:
    body = read_body(event.kind, event.data)
    return TournamentAct(
        event.seq, body, event.op_id, event.at, event.phone_id, event.request_digest
    )


def _outcome_of(tournament: Tournament) -> object:
    return [
        (table.a, table.b, table.result and table.result.score)
        for drawn in tournament.rounds
        for table in drawn.tables
    ]


TOURNAMENT_JOURNAL: Final = Journal[TournamentAct, Tournament](
    TOURNAMENT_EVENTS,
    "/t/",
    read=_read,
    replay=replay,
    replay_onto=replay_onto,
    outcome_of=_outcome_of,
    memory=LRUCache(_MOST_CACHED),
)
