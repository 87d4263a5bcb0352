"""How much a database holds."""

from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import ScalarSelect, Select, func, inspect, select

from scorekeeper.store.db import Base, db, table_of
from scorekeeper.store.models import (
    ClubEvent,
    Event,
    StoredClub,
    StoredMatch,
    StoredTournament,
    TournamentEvent,
)


class Contents(NamedTuple):
    """How many rows a database holds."""

    matches: int
    tournaments: int
    events: int
    """Events of matches, tournaments and clubs together."""
    newest: datetime | None
    """When the newest event was written, UTC."""
    clubs: int = 0


NOTHING = Contents(0, 0, 0, None)


def _count_statement(whole: type[Base], events: type[Base]) -> Select[int, int, datetime | None]:
    count: ScalarSelect[int] = select(func.count()).select_from(whole).scalar_subquery()
    event = table_of(events)
    return select(count, func.count(), func.max(event.c.at)).select_from(event)


_OF_MATCHES = _count_statement(StoredMatch, Event)
_LATER: Final = (
    (StoredTournament, _count_statement(StoredTournament, TournamentEvent)),
    (StoredClub, _count_statement(StoredClub, ClubEvent)),
)
"""What a database of an earlier version may not have yet."""


def count_all() -> Contents:
    """Count what the database holds; one of an earlier version can be counted, too."""
    matches, events, newest = db.session.execute(_OF_MATCHES).one()
    tables = set(inspect(db.session.connection()).get_table_names())
    counts = []
    for whole, statement in _LATER:
        found = (
            db.session.execute(statement).one() if whole.__tablename__ in tables else (0, 0, None)
        )
        counts.append(found[0])
        events += found[1]
        newest = max(filter(None, (newest, found[2])), default=None)
    tournaments, clubs = counts
    return Contents(matches, tournaments, events, newest, clubs)
