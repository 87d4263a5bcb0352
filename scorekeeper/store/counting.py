"""How much a database holds."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Select, func, inspect, select

from scorekeeper.store.db import db
from scorekeeper.store.models import Event, StoredMatch, StoredTournament, TournamentEvent


class Contents(NamedTuple):
    """What a database holds, counted."""

    matches: int
    tournaments: int
    events: int
    """Of matches and tournaments."""
    newest: datetime | None
    """When the newest event was written, UTC."""


NOTHING = Contents(0, 0, 0, None)


def _counted(whole: Any, event: Any) -> Select[Any]:
    count = select(func.count()).select_from(whole).scalar_subquery()
    return select(count, func.count(), func.max(event.at)).select_from(event)


_OF_MATCHES = _counted(StoredMatch, Event)
_OF_TOURNAMENTS = _counted(StoredTournament, TournamentEvent)


def count_all() -> Contents:
    """What the database holds, also one of a version before there were tournaments."""
    matches, events, newest = db.session.execute(_OF_MATCHES).one()
    if not inspect(db.session.connection()).has_table(StoredTournament.__tablename__):
        return Contents(matches, 0, events, newest)
    tournaments, acts, last = db.session.execute(_OF_TOURNAMENTS).one()
    newest = max(filter(None, (newest, last)), default=None)
    return Contents(matches, tournaments, events + acts, newest)
