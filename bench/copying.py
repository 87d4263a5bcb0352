"""Copies of a match that was played through the services, made by a few statements for all."""

from collections.abc import Iterable
from typing import Any, Final, cast

from sqlalchemy import (
    Column,
    Integer,
    MetaData,
    String,
    Table,
    bindparam,
    func,
    insert,
    select,
    true,
    update,
)
from sqlalchemy.sql.elements import ColumnElement

from bench.flows import Played
from scorekeeper.journal.identifiers import hash_of, new_public_id, new_secret
from scorekeeper.store.db import backend, db, writing
from scorekeeper.store.models import ClubMatch, Event, MatchRole, Phone, StoredMatch
from scorekeeper.store.streams import digest_of

_AT_ONCE: Final = 5_000
"""Matches in one transaction."""
_phone, _match, _role, _event, _of_club = (
    cast(Table, model.__table__) for model in (Phone, StoredMatch, MatchRole, Event, ClubMatch)
)
_twin: Final = Table(
    "twin",
    MetaData(),
    Column("match_id", Integer),
    Column("public_id", String),
    Column("phone_id", Integer),
    Column("secret_hash", String),
    prefixes=["TEMPORARY"],
)


def add_copies(played: Played, count: int) -> list[Played]:
    """So many copies of the match, which the same phone writes."""
    first = _last_id(_match) + 1
    twins = [played._replace(public_id=new_public_id()) for _ in range(count)]
    _write(played, twins, first)
    return twins


def add_strangers(played: Played, count: int) -> list[Played]:
    """So many copies of the match, with a phone each that writes it."""
    first, phone = _last_id(_match) + 1, _last_id(_phone) + 1
    twins = [
        played._replace(public_id=new_public_id(), phone_id=phone + place, secret=new_secret())
        for place in range(count)
    ]
    _write(played, twins, first)
    return twins


def _write(played: Played, twins: list[Played], first: int) -> None:
    rows = [
        {
            "match_id": first + place,
            "public_id": twin.public_id,
            "phone_id": twin.phone_id,
            "secret_hash": hash_of(twin.secret),
        }
        for place, twin in enumerate(twins)
    ]
    for begin in range(0, len(rows), _AT_ONCE):
        with writing():
            _write_some(played, rows[begin : begin + _AT_ONCE])


def _write_some(played: Played, rows: list[dict[str, Any]]) -> None:
    connection = db.session.connection()
    original = select(_match.c.id).where(_match.c.public_id == played.public_id).scalar_subquery()
    _twin.create(connection)
    connection.execute(insert(_twin), rows)
    if rows[0]["phone_id"] != played.phone_id:
        own = {"id": _twin.c.phone_id, "secret_hash": _twin.c.secret_hash}
        _copy(_phone, own, lambda old: old.c.id == played.phone_id)
    own = dict.fromkeys(("id", "series_id"), _twin.c.match_id)
    _copy(_match, own | {"public_id": _twin.c.public_id}, lambda old: old.c.id == original)
    own = {"match_id": _twin.c.match_id, "phone_id": _twin.c.phone_id}
    _copy(_role, own, lambda old: old.c.match_id == original)
    _copy(_of_club, {"match_id": _twin.c.match_id}, lambda old: old.c.match_id == original)
    own |= {"op_id": _operation_id()}
    _copy(_event, own, lambda old: old.c.match_id == original, without="id")
    _twin.drop(connection)
    _seal(rows[0]["match_id"])
    for table in (_phone, _match):
        backend().count_on(db.session(), table.name)


def _copy(table: Table, own: dict[str, Any], which: Any, without: str | None = None) -> None:
    """Each row of the table that is meant, once for each twin, with these columns replaced."""
    old = table.alias("old")
    columns = [column.name for column in table.columns if column.name != without]
    values: Iterable[ColumnElement[Any]] = (own.get(name, old.c[name]) for name in columns)
    rows = (
        select(*values)
        .select_from(old.join(_twin, true()))
        .where(which(old))
        .order_by(_twin.c.match_id, *old.primary_key)
    )
    db.session.execute(insert(table).from_select(columns, rows, include_defaults=False))


def _operation_id() -> ColumnElement[str]:
    """128 random bits in hex, by the database."""
    if db.engine.name == "sqlite":
        return func.lower(func.hex(func.randomblob(16)))
    return func.replace(func.gen_random_uuid().cast(String), "-", "")


def _last_id(table: Table) -> int:
    last: int = db.session.execute(select(func.max(table.c.id))).scalar_one()
    return last


def _seal(first: int) -> None:
    """Give the copied events the digests of what they are."""
    where = select(
        _event.c.id,
        _match.c.public_id,
        _event.c.seq,
        _event.c.op_id,
        _event.c.kind,
        _event.c.data,
        _event.c.at,
        _event.c.phone_id,
    ).join(_match, _match.c.id == _event.c.match_id)
    rows = db.session.execute(where.where(_event.c.match_id >= first)).all()
    filling = (
        update(_event).where(_event.c.id == bindparam("id_")).values(digest=bindparam("digest_"))
    )
    db.session.execute(filling, [{"id_": row[0], "digest_": digest_of(*row[1:])} for row in rows])
