"""The journal of matches: their acts, and the ledgers that these fold to."""

from typing import Final

from cachetools import LRUCache

from scorekeeper.journal.journal import Journal
from scorekeeper.services.ledger import Ledger
from scorekeeper.services.match_acts.body import MatchAct
from scorekeeper.services.match_acts.registry import read_body
from scorekeeper.services.replaying import replay, replay_onto
from scorekeeper.store.streams import MATCH_EVENTS, StoredEvent

MOST_CACHED_ACTS: Final = 20_000
"""In memory, of all ledgers together: about 40 MB."""
_HEAD: Final = 4
"""A ledger without a hand takes about the room of so many acts."""


def _read(event: StoredEvent) -> MatchAct:
    body = read_body(event.kind, event.data)
    return MatchAct(event.seq, body, event.op_id, event.at, event.phone_id)


MATCH_JOURNAL: Final = Journal[MatchAct, Ledger](
    MATCH_EVENTS,
    "/m/",
    read=_read,
    replay=replay,
    replay_onto=replay_onto,
    outcome_of=lambda ledger: (ledger.standing, ledger.match.ended),
    memory=LRUCache(MOST_CACHED_ACTS, getsizeof=lambda ledger: _HEAD + len(ledger.acts)),
)
