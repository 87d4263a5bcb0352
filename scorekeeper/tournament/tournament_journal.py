"""The journal of tournaments: checking and folding their acts, and reading them."""

from typing import Final

from cachetools import LRUCache

from scorekeeper.journal.journal import Journal
from scorekeeper.match.acts.body import Full
from scorekeeper.store.streams import TOURNAMENT_EVENTS, StoredEvent
from scorekeeper.tournament.acts.registry import read_body
from scorekeeper.tournament.replaying import replay, replay_further, replay_onto
from scorekeeper.tournament.state import Tournament, TournamentAct

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

MOST_ACTS: Final = 10_000
"""Two hundred tables of fifteen rounds, each sheet typed and twice corrected, are fewer."""
RESERVED_ACTS: Final = 1_000
"""So many more, by which its organiser goes on. Its names can always be erased."""


class TournamentFull(Full):
    """The tournament has as many acts as one may have; nothing changed."""

    page = "TOURNAMENT_FULL"


def with_act(tournament: Tournament, act: TournamentAct) -> Tournament:
    """The tournament as it would stand after one more act.

    :raises TournamentFull: there is no room for it.
    :raises TournamentRefused: the act is not possible, with what is wrong with it.
    """
    if tournament.revision >= MOST_ACTS + (0 if act.body.is_for_helpers else RESERVED_ACTS):
        raise TournamentFull
    act.body.check(tournament)
    return replay_further(tournament, act)
