"""Reads the rows of clubs, and adds those of new ones."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import bindparam, delete, func, insert, select

from scorekeeper.store.db import db, table_of
from scorekeeper.store.models import ClubEvent, ClubMatch, ClubRole, StoredClub, StoredMatch
from scorekeeper.store.streams import canonical

_club, _role, _event, _belonging, _match = map(
    table_of, (StoredClub, ClubRole, ClubEvent, ClubMatch, StoredMatch)
)
_TOLD_OF = (
    select(_club.c.public_id)
    .join(_event, _event.c.club_id == _club.c.id)
    .where(_event.c.kind == "tournament_belongs", _event.c.data == bindparam("data"))
    .group_by(_club.c.id, _club.c.public_id)
    .order_by(_club.c.id)
)
_LAST = select(_event.c.op_id).order_by(_event.c.id.desc()).limit(1)
_OLD = (
    select(_club.c.id, _club.c.public_id)
    .join(_event, (_event.c.club_id == _club.c.id) & (_event.c.seq == _club.c.revision))
    .where(
        _club.c.id > bindparam("after"),
        _event.c.at < bindparam("before"),
        _event.c.kind != "names_erased",
    )
    .order_by(_club.c.id)
    .limit(1)
)


def last_operation() -> str:
    """The operation of the last act of any club; another one after each."""
    return db.session.execute(_LAST).scalar() or ""


def clubs_told_of(tournament: str) -> list[str]:
    """The addresses of the clubs that were ever given the tournament with this address."""
    data = canonical({"tournament": tournament})
    return list(db.session.execute(_TOLD_OF, {"data": data}).scalars())


def old_club(before: datetime, after: int) -> tuple[int, str] | None:
    """(row id, address) of a club in which nothing was done since, and that may still have names.

    The first behind this row id.
    """
    row = db.session.execute(_OLD, {"before": before, "after": after}).first()
    return (row[0], row[1]) if row else None


_LEAVE = delete(_belonging).where(_belonging.c.match_id == bindparam("match_id"))
_BELONG = insert(_belonging)
_MATCHES_OF = (
    select(_match.c.id, _match.c.public_id)
    .join(_belonging, _belonging.c.match_id == _match.c.id)
    .where(_belonging.c.club_id == bindparam("club_id"))
    .order_by(_match.c.id)
)

_COUNT_OF = select(func.count()).where(_belonging.c.club_id == bindparam("club_id"))


def set_club_of(match_id: int, club_id: int | None) -> None:
    """Let the match be played at this club and no other, or at none."""
    db.session.execute(_LEAVE, {"match_id": match_id})
    if club_id is not None:
        db.session.execute(_BELONG, {"match_id": match_id, "club_id": club_id})


def add_matches_at(club_id: int, match_ids: Iterable[int]) -> None:
    """Let new matches be played at the club."""
    rows = [{"match_id": match_id, "club_id": club_id} for match_id in match_ids]
    if rows:
        db.session.execute(_BELONG, rows)


def count_matches_at(club_id: int) -> int:
    """How many matches are played at the club."""
    count: int = db.session.execute(_COUNT_OF, {"club_id": club_id}).scalar_one()
    return count


def matches_at(club_id: int) -> list[tuple[int, str]]:
    """(row id, address) of the matches played at the club, in the order they were started."""
    rows = db.session.execute(_MATCHES_OF, {"club_id": club_id}).all()
    return [(row[0], row[1]) for row in rows]
