"""Reads the rows of matches, phones and their roles, and adds and changes them.

The statements are built once, at the import: building one costs more than running it.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, func, insert, or_, select, update

from scorekeeper.store.db import change_rows, db, table_of
from scorekeeper.store.models import Event, MatchRole, Phone, StoredMatch, TournamentTable
from scorekeeper.store.roles import RoleRow
from scorekeeper.store.streams import MATCH_EVENTS, Json, StoredEvent


class StartRow(NamedTuple):
    """The event that starts a match which has no row yet."""

    op_id: str
    data: Json
    at: datetime
    phone_id: int


_event, _match, _phone, _role, _table = map(
    table_of, (Event, StoredMatch, Phone, MatchRole, TournamentTable)
)
_OLD_MATCHES = (
    select(_match.c.id, _match.c.public_id)
    .join(_event, (_event.c.match_id == _match.c.id) & (_event.c.seq == _match.c.revision))
    .where(
        _match.c.id > bindparam("after"),
        _event.c.at < bindparam("before"),
        _event.c.kind != "names_erased",
        func.coalesce(_match.c.series_id, _match.c.id).not_in(select(_table.c.match_id)),
    )
    .order_by(_match.c.id)
    .limit(bindparam("most"))
)


def old_matches(before: datetime, after: int, most: int) -> list[tuple[int, str]]:
    """(row id, address) of matches in which nothing was done since, that still may have names.

    In the order of their starts, at most `most` after this row id. Matches at the tables of a
    tournament, and their rematches, go with it.
    """
    keys = {"before": before, "after": after, "most": most}
    return [(row[0], row[1]) for row in db.session.execute(_OLD_MATCHES, keys).all()]


_MATCHES_OF = (
    select(_match.c.id, _match.c.public_id)
    .join(_role, _role.c.match_id == _match.c.id)
    .where(_role.c.phone_id == bindparam("phone_id"))
    .order_by(_match.c.id.desc())
)
_LISTED = _MATCHES_OF.where(_role.c.removed_at.is_(None))
_REMOVED = _MATCHES_OF.where(_role.c.removed_at.is_not(None))


def matches_of(phone_id: int, *, removed: bool = False) -> list[tuple[int, str]]:
    """(row id, address) of the matches that the phone has a role in, the newest first.

    Those in its list, or those that were removed from it.
    """
    rows = db.session.execute(_REMOVED if removed else _LISTED, {"phone_id": phone_id}).all()
    return [(row[0], row[1]) for row in rows]


_WITH_RIGHTS = _MATCHES_OF.where(or_(_role.c.writes, _role.c.side.is_not(None)))


_RIGHTS = _WITH_RIGHTS.add_columns(_role.c.writes, _role.c.side)


def rights_of(phone_id: int) -> list[tuple[int, str, RoleRow]]:
    """(row id, address, role) of the matches in which the phone writes or answers for a side."""
    rows = db.session.execute(_RIGHTS, {"phone_id": phone_id}).all()
    return [(row[0], row[1], RoleRow(row[2], row[3])) for row in rows]


_END_ROLES = (
    update(_role).where(_role.c.phone_id == bindparam("phone_id_")).values(writes=False, side=None)
)


def end_roles_of(phone_id: int) -> None:
    """End all of the phone's rights: it writes in no match, and answers for no side."""
    db.session.execute(_END_ROLES, {"phone_id_": phone_id})


def newest_match_of(phone_id: int) -> str | None:
    """The address of the match in the phone's list that was started last."""
    row = db.session.execute(_LISTED.limit(1), {"phone_id": phone_id}).first()
    return row[1] if row else None


_SERIES = _match.alias()
_MATCHES_IN_SERIES = (
    select(_match.c.id, _match.c.public_id)
    # A match that a server of an older version started meanwhile has no series yet.
    .join(_SERIES, or_(_SERIES.c.series_id == _match.c.series_id, _SERIES.c.id == _match.c.id))
    .where(_SERIES.c.public_id == bindparam("public_id"))
    .order_by(_match.c.id)
)


def matches_in_series(public_id: str) -> list[tuple[int, str]]:
    """(row id, address) of this match and all of its series, in the order they were started."""
    rows = db.session.execute(_MATCHES_IN_SERIES, {"public_id": public_id}).all()
    return [(row[0], row[1]) for row in rows]


_PHONE_WITH = select(_phone.c.id).where(_phone.c.secret_hash == bindparam("secret_hash"))


def phone_with(secret_hash: str) -> int | None:
    """The row id of the phone whose secret has this hash."""
    return db.session.execute(_PHONE_WITH, {"secret_hash": secret_hash}).scalar_one_or_none()


_SCORERS = select(_role.c.phone_id).where(_role.c.match_id == bindparam("match_id"), _role.c.writes)


def scorers_of(match_id: int) -> list[int]:
    """The row ids of the phones that may write in the match."""
    return list(db.session.execute(_SCORERS, {"match_id": match_id}).scalars())


_ADD_PHONE = insert(_phone).returning(_phone.c.id)


def add_phone(secret_hash: str, at: datetime) -> int:
    """Add a phone, and return its row id."""
    values = {"secret_hash": secret_hash, "since": at}
    phone_id: int = db.session.execute(_ADD_PHONE, values).scalar_one()
    return phone_id


_ACTS_BY = (
    select(func.count())
    .select_from(_role.join(_event, _event.c.match_id == _role.c.match_id))
    .where(_role.c.phone_id == bindparam("phone_id"), _event.c.phone_id == bindparam("phone_id"))
)


def acts_by(phone_id: int) -> int:
    """The number of acts that the phone wrote in its matches."""
    count: int = db.session.execute(_ACTS_BY, {"phone_id": phone_id}).scalar_one()
    return count


_SET_SECRET = (
    update(_phone)
    .where(_phone.c.id == bindparam("phone_id_"))
    .values(secret_hash=bindparam("secret_hash_"))
)


def set_secret(phone_id: int, secret_hash: str) -> None:
    """Let the phone be known by the secret that has this hash, and by no other."""
    db.session.execute(_SET_SECRET, {"phone_id_": phone_id, "secret_hash_": secret_hash})


_ADD_MATCH = insert(_match).returning(_match.c.id)
_SET_SERIES = (
    update(_match).where(_match.c.id == bindparam("match_id")).values(series_id=bindparam("series"))
)
_SERIES_OF = select(_match.c.series_id).where(_match.c.public_id == bindparam("public_id"))


def add_match(public_id: str, at: datetime, rematch_of: str | None = None) -> int:
    """Add a match, in the series of the one that it is a rematch of, and return its row id."""
    values = {"public_id": public_id, "revision": 0, "since": at}
    match_id: int = db.session.execute(_ADD_MATCH, values).scalar_one()
    series = None
    if rematch_of is not None:
        series = db.session.execute(_SERIES_OF, {"public_id": rematch_of}).scalar_one_or_none()
    db.session.execute(_SET_SERIES, {"match_id": match_id, "series": series or match_id})
    return match_id


_ADD_MATCHES = insert(_match).returning(_match.c.public_id, _match.c.id)
_OWN_SERIES = (
    update(_match)
    .where(_match.c.id.in_(bindparam("match_ids", expanding=True)))
    .values(series_id=_match.c.id)
)


def add_matches(starts: Mapping[str, StartRow]) -> dict[str, int]:
    """Add matches with the events that start them, and return their row ids by address.

    In a few statements for all of them.
    """
    heads = [
        {"public_id": public_id, "revision": 1, "since": start.at}
        for public_id, start in starts.items()
    ]
    ids = {row[0]: row[1] for row in db.session.execute(_ADD_MATCHES, heads).all()}
    db.session.execute(_OWN_SERIES, {"match_ids": list(ids.values())})
    MATCH_EVENTS.insert(
        *(
            StoredEvent(ids[public_id], 1, op_id, "started", data, at, phone_id, public_id)
            for public_id, (op_id, data, at, phone_id) in starts.items()
        )
    )
    return ids


_END_SCORERS = (
    update(_role)
    .where(_role.c.match_id == bindparam("match_id_"), _role.c.phone_id != bindparam("but"))
    .values(writes=False)
)


def end_scorers(match_id: int, but: int) -> None:
    """Let no phone write in the match but this one, if it may."""
    db.session.execute(_END_SCORERS, {"match_id_": match_id, "but": but})


_END_ANSWERING = (
    update(_role)
    .where(
        _role.c.match_id == bindparam("match_id_"),
        _role.c.side == bindparam("side_"),
        _role.c.phone_id != bindparam("but"),
    )
    .values(side=None)
)


def end_answering(match_id: int, side: str, but: int) -> None:
    """Let no phone answer for the side but this one."""
    keys = {"match_id_": match_id, "side_": side, "but": but}
    db.session.execute(_END_ANSWERING, keys)


_ANSWER_FOR = (
    select(_role.c.phone_id, _role.c.side)
    .where(_role.c.match_id == bindparam("match_id"), _role.c.side.is_not(None))
    .order_by(_role.c.side, _role.c.phone_id)
)


def answering_in(match_id: int) -> list[tuple[int, str]]:
    """(phone, side) of each phone that answers for a side of the match."""
    return [
        (row[0], row[1]) for row in db.session.execute(_ANSWER_FOR, {"match_id": match_id}).all()
    ]


_REMOVE = (
    update(_role)
    .where(_role.c.match_id == bindparam("match_id_"), _role.c.phone_id == bindparam("phone_id_"))
    .values(removed_at=bindparam("at"))
)


def remove_from_list(match_id: int, phone_id: int, at: datetime | None) -> bool:
    """Take the match out of the phone's list, or back in (None); has the phone a role in it?"""
    return change_rows(_REMOVE, match_id_=match_id, phone_id_=phone_id, at=at) == 1
