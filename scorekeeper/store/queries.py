"""Reads, and the rows that a use case adds."""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import insert, select, update

from scorekeeper.store.db import db
from scorekeeper.store.models import Event, Match, Phone, Scorer


class EventRow(NamedTuple):
    """An event as it is stored, its data read."""

    match_id: int
    seq: int
    op_id: str
    kind: str
    data: dict[str, Any]
    at: datetime


_EVENT = select(Event.match_id, Event.seq, Event.op_id, Event.kind, Event.data, Event.at)
_SCORERS_MATCHES = (
    select(Match.id, Match.public_id)
    .join(Scorer, Scorer.match_id == Match.id)
    .order_by(Match.id.desc())
)


def match_id_of(public_id: str) -> int | None:
    """The row id of the match with this address."""
    return db.session.execute(
        select(Match.id).where(Match.public_id == public_id)
    ).scalar_one_or_none()


def public_id_of(match_id: int) -> str:
    """The address of a match that exists."""
    return db.session.execute(select(Match.public_id).where(Match.id == match_id)).scalar_one()


def events_of(match_ids: Iterable[int]) -> list[EventRow]:
    """The events of these matches, by match and seq."""
    rows = db.session.execute(
        _EVENT.where(Event.match_id.in_(list(match_ids))).order_by(Event.match_id, Event.seq)
    )
    return [EventRow(*row[:4], json.loads(row[4]), row[5]) for row in rows]


def event_with(op_id: str) -> EventRow | None:
    """The event that this operation wrote, if it did."""
    row = db.session.execute(_EVENT.where(Event.op_id == op_id)).one_or_none()
    return EventRow(*row[:4], json.loads(row[4]), row[5]) if row else None


def matches_of(phone_id: int) -> list[tuple[int, str]]:
    """(row id, address) of the matches that the phone may write in, the newest first."""
    rows = db.session.execute(_SCORERS_MATCHES.where(Scorer.phone_id == phone_id))
    return [(row[0], row[1]) for row in rows]


def phone_with(secret_hash: str) -> int | None:
    """The row id of the phone whose secret has this hash."""
    return db.session.execute(
        select(Phone.id).where(Phone.secret_hash == secret_hash)
    ).scalar_one_or_none()


def is_scorer(match_id: int, phone_id: int) -> bool:
    """May this phone write in this match?"""
    found = select(Scorer.match_id).where(Scorer.match_id == match_id, Scorer.phone_id == phone_id)
    return db.session.execute(found).first() is not None


def add_phone(secret_hash: str, at: datetime) -> int:
    """A new phone's row id."""
    added = insert(Phone).values(secret_hash=secret_hash, since=at).returning(Phone.id)
    return db.session.execute(added).scalar_one()


def add_match(public_id: str, phone_id: int, at: datetime) -> int:
    """A new match's row id; the phone is its scorer, and it has no event yet."""
    added = insert(Match).values(public_id=public_id, revision=0, since=at).returning(Match.id)
    match_id = db.session.execute(added).scalar_one()
    db.session.execute(insert(Scorer).values(match_id=match_id, phone_id=phone_id, since=at))
    return match_id


def add_event(event: EventRow, phone_id: int) -> None:
    """Append the event and move the match to its revision."""
    values = event._asdict() | {"data": canonical(event.data), "phone_id": phone_id}
    db.session.execute(insert(Event).values(**values))
    moved = update(Match).where(Match.id == event.match_id, Match.revision == event.seq - 1)
    done = db.session.execute(moved.values(revision=event.seq))
    assert done.rowcount == 1  # type: ignore[attr-defined]


def canonical(data: dict[str, Any]) -> str:
    """JSON that is equal where the data is equal."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
