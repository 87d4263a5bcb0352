"""The journal of clubs: their acts, and what these fold to."""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Final

from cachetools import LRUCache

from scorekeeper.club.acts.club_set_ups import ClubCreated, rules_of
from scorekeeper.club.acts.registry import read_body
from scorekeeper.club.club_state import Club, ClubAct
from scorekeeper.journal.journal import Journal
from scorekeeper.store.streams import CLUB_EVENTS, StoredEvent

_MOST_CACHED: Final = 64


def replay_club(acts: Sequence[ClubAct]) -> Club:
    """The club that the acts make.

    :raises TypeError: the first did not begin it.
    """
    first, *others = acts
    head = first.body
    if not isinstance(head, ClubCreated):
        raise TypeError("the first act begins no club")
    club = Club(name=head.name, place=head.place, rules=rules_of(head), acts=(first,))
    return replay_onto_club(club, others)


def replay_onto_club(club: Club, acts: Sequence[ClubAct]) -> Club:
    """The club after these acts."""
    return reduce(club_after, acts, club)


def club_after(club: Club, act: ClubAct) -> Club:
    """The club after one more act, which was checked when it was written."""
    return replace(act.body.apply(club, act), acts=(*club.acts, act))


def _read(event: StoredEvent) -> ClubAct:
    body = read_body(event.kind, event.data)
    return ClubAct(event.seq, body, event.op_id, event.at, event.phone_id, event.request_digest)


def _outcome_of(club: Club) -> object:
    identities = [(key, club.who_is(key)) for key in club.persons]
    players = [(key, dict(one.players)) for key, one in club.tournaments.items()]
    seasons = [(one.rules, one.tournaments, one.ranking) for one in club.seasons]
    return identities, players, seasons


CLUB_JOURNAL: Final = Journal[ClubAct, Club](
    CLUB_EVENTS,
    "/c/",
    read=_read,
    replay=replay_club,
    replay_onto=replay_onto_club,
    outcome_of=_outcome_of,
    memory=LRUCache(_MOST_CACHED),
)
