"""How much a database holds."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ScalarSelect, Select, func, inspect, select

from scorekeeper.store.db import Base, db, table_of
from scorekeeper.store.models import Event, StoredMatch, StoredTournament, TournamentEvent


class Contents(NamedTuple):
    """How many rows a database holds."""

    matches: int
    tournaments: int
    events: int
    """Events of matches and of tournaments together."""
    newest: datetime | None
    """When the newest event was written, UTC."""


NOTHING = Contents(0, 0, 0, None)


def _count_statement(whole: type[Base], events: type[Base]) -> Select[int, int, datetime | None]:
    count: ScalarSelect[int] = select(func.count()).select_from(whole).scalar_subquery()
    event = table_of(events)
    return select(count, func.count(), func.max(event.c.at)).select_from(event)


_OF_MATCHES = _count_statement(StoredMatch, Event)
_OF_TOURNAMENTS = _count_statement(StoredTournament, TournamentEvent)


def count_all() -> Contents:
    """Count what the database holds; one from before there were tournaments can be counted, too."""
    matches, events, newest = db.session.execute(_OF_MATCHES).one()
    if not inspect(db.session.connection()).has_table(StoredTournament.__tablename__):
        return Contents(matches, 0, events, newest)
    tournaments, acts, last = db.session.execute(_OF_TOURNAMENTS).one()
    newest = max(filter(None, (newest, last)), default=None)
    return Contents(matches, tournaments, events + acts, newest)
