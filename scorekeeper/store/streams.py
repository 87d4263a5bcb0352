"""Event streams of matches, tournaments or clubs, each event with a digest; their owners' rows.

A digest is no signature: a process that can write into the database can write the digest, too.

An event's owner is that match, tournament or club. A statement is built once: building one
costs more than running it.
"""

import json
from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from hashlib import blake2b
from typing import Any, Final, NamedTuple, TypeAlias, cast

from sqlalchemy import (
    BindParameter,
    Executable,
    Select,
    bindparam,
    insert,
    literal_column,
    select,
    update,
)

from scorekeeper.rules.codec import JsonValue
from scorekeeper.store.db import Base, change_rows, count_saved, db, look, table_of
from scorekeeper.store.models import (
    NO_MOMENT,
    ClubEvent,
    ClubRole,
    Event,
    StoredClub,
    StoredMatch,
    StoredTournament,
    TournamentEvent,
    TournamentRole,
)


class HeadRow(NamedTuple):
    """An owner's row."""

    id: int
    phone_id: int
    """The phone that it is itself."""


class HeadTable:
    """The rows of one kind of owner that is a phone itself."""

    def __init__(self, owner: type[Base], roles: type[Base]) -> None:
        head, role = table_of(owner), table_of(roles)
        self._head: Final = head
        self._at: Final = select(head.c.id, head.c.phone_id).where(
            head.c.public_id == bindparam("public_id")
        )
        self._of_phone: Final = (
            select(head.c.public_id)
            .join(role, role.c[f"{head.name}_id"] == head.c.id)
            .where(role.c.phone_id == bindparam("phone_id"))
            .order_by(head.c.id.desc())
        )
        self._add: Final = insert(head).returning(head.c.id)

    def row_at(self, public_id: str) -> HeadRow | None:
        """The owner with this address."""
        row = db.session.execute(self._at, {"public_id": public_id}).first()
        return HeadRow(*row) if row else None

    def rows_at(self, addresses: Iterable[str]) -> dict[str, HeadRow]:
        """The owners with these addresses, by their addresses."""
        head = self._head
        asked = select(head.c.public_id, *self._at.selected_columns).where(
            head.c.public_id.in_([*addresses])
        )
        return {address: HeadRow(*row) for address, *row in db.session.execute(asked).all()}

    def of_phone(self, phone_id: int) -> list[str]:
        """The addresses of the owners in which the phone has a role, the newest first."""
        return list(db.session.execute(self._of_phone, {"phone_id": phone_id}).scalars())

    def add(self, public_id: str, phone_id: int, at: datetime) -> int:
        """Add an owner, which is this phone itself, and return its row id."""
        values = {"public_id": public_id, "revision": 0, "since": at, "phone_id": phone_id}
        owner_id: int = db.session.execute(self._add, values).scalar_one()
        return owner_id


TOURNAMENT_HEADS: Final = HeadTable(StoredTournament, TournamentRole)
CLUB_HEADS: Final = HeadTable(StoredClub, ClubRole)


_BYTES: Final = 16
_WITH_MOMENT: Final = "2:"
"""How a digest begins that covers moment and phone, too. It is as long as the first."""


def digest_of(
    public_id: str, seq: int, op_id: str, kind: str, data: str, at: datetime, phone_id: int
) -> str:
    """BLAKE2b of an event of the match or tournament with this public id, as it is stored.

    `data` is the text of the column and `at` the moment without a zone, alike in SQLite and
    PostgreSQL.
    """
    text = f"{public_id}\n{seq}\n{op_id}\n{kind}\n{data}\n{at.isoformat()}\n{phone_id}"
    return _WITH_MOMENT + _hash(text, _BYTES - 1)


def first_digest_of(public_id: str, seq: int, op_id: str, kind: str, data: str) -> str:
    """The digest that events were given at first, and keep."""
    return _hash(f"{public_id}\n{seq}\n{op_id}\n{kind}\n{data}", _BYTES)


def is_whole(
    digest: str,
    public_id: str,
    seq: int,
    op_id: str,
    kind: str,
    data: str,
    at: datetime,
    phone_id: int,
) -> bool:
    """Is the event what was written when it was given this digest?"""
    if digest.startswith(_WITH_MOMENT):
        return digest == digest_of(public_id, seq, op_id, kind, data, at, phone_id)
    return digest == first_digest_of(public_id, seq, op_id, kind, data)


def _hash(text: str, size: int) -> str:
    return blake2b(text.encode(errors="replace"), digest_size=size).hexdigest()


Json: TypeAlias = dict[str, JsonValue]
"""The data of an event: all that is stored of it beside its kind."""


_COLUMNS: Final = ("seq", "op_id", "kind", "data", "at", "phone_id", "digest")
_Row = tuple[int, str, int, int, str, str, str, datetime, int, str, str]


class StoredEvent(NamedTuple):
    """An event as it is stored, its data read."""

    owner_id: int
    """The row id of its match or tournament."""
    seq: int
    op_id: str
    kind: str
    data: Json
    at: datetime
    phone_id: int
    """The phone that did it."""
    public_id: str = ""
    """The owner's address; an event that is to be written may leave it to the database."""
    request_digest: str = ""
    """The digest of the request, where the stream keeps one."""
    is_whole: bool = True
    """Is it what was written? Where it is not, its data may be nothing."""
    last: int | None = None
    """The seq of the owner's last event, as its own row has it; None where that is unknown."""


class EventStream:
    """Reads, appends and redacts the events of one kind of owner."""

    def __init__(self, owner: type[Base], events: type[Base]) -> None:
        self._head: Final = table_of(owner)
        self._event: Final = table_of(events)
        self.name: Final = self._head.name
        self._owner_id: Final = self._event.c[f"{self.name}_id"]
        self._has_asked: Final = "asked" in self._event.c
        self._events: Final = self.select_events()

    def select_events(self) -> Select[Any]:
        """The statement that reads events, as `read_row` takes them, of every owner yet."""
        return select(
            self._owner_id,
            self._head.c.public_id,
            self._head.c.revision,
            *(self._event.c[name] for name in _COLUMNS),
            # In the text: a parameter of PostgreSQL's is sent each time.
            self._event.c.asked if self._has_asked else literal_column("''"),
        ).join(self._head, self._head.c.id == self._owner_id)

    @cached_property
    def _events_at(self) -> Executable:
        of_owner = self._head.c.public_id == bindparam("public_id")
        since = self._event.c.seq >= bindparam("since")
        return self._events.where(of_owner, since).order_by(self._event.c.seq)

    def events_at(self, public_id: str, since: int) -> list[StoredEvent]:
        """The events of the owner with this address, from the seq `since` on.

        None of them where there is no such owner.
        """
        return _found(self._events_at, public_id=public_id, since=since)

    @cached_property
    def _events_of(self) -> Executable:
        owner_ids: BindParameter[int] = bindparam("owner_ids", expanding=True)
        in_order = self._owner_id, self._event.c.seq
        return self._events.where(self._owner_id.in_(owner_ids)).order_by(*in_order)

    def events_of(self, owner_ids: Iterable[int]) -> list[StoredEvent]:
        """The events of these owners, by owner and seq."""
        ids = list(owner_ids)
        return _found(self._events_of, owner_ids=ids) if ids else []

    @cached_property
    def _last_events_of(self) -> Executable:
        owner_ids: BindParameter[int] = bindparam("owner_ids", expanding=True)
        is_last = self._event.c.seq == self._head.c.revision
        return self._events.where(self._head.c.id.in_(owner_ids), is_last)

    def last_events_of(self, owner_ids: Iterable[int]) -> list[StoredEvent]:
        """The last event of each of these owners."""
        ids = list(owner_ids)
        return _found(self._last_events_of, owner_ids=ids) if ids else []

    @cached_property
    def _event_with(self) -> Executable:
        return self._events.where(self._event.c.op_id == bindparam("op_id"))

    def event_with(self, op_id: str) -> StoredEvent | None:
        """The event that this operation wrote, if it did."""
        return next(iter(_found(self._event_with, op_id=op_id)), None)

    @cached_property
    def _last_operation_at(self) -> str:
        head, event = self.name, self._event.name
        return (
            f"SELECT {event}.op_id, {event}.at FROM {head}"
            f" JOIN {event} ON {event}.{self._owner_id.name} = {head}.id"
            f" AND {event}.seq = {head}.revision WHERE {head}.public_id = ?"
        )

    def last_operation_at(self, public_id: str) -> tuple[str, datetime] | None:
        """The operation id and the moment of the last event of the owner with this address.

        Every watcher asks for it every few seconds: past the session, which costs four times as
        much.

        :raises DatabaseUnavailable: the database was locked too long.
        """
        row = look(self._last_operation_at, public_id)
        if row is None:
            return None
        op_id, at = row
        # SQLite gives a text.
        return str(op_id), at if isinstance(at, datetime) else datetime.fromisoformat(str(at))

    @cached_property
    def _owner_at(self) -> Executable:
        return select(self._head.c.id).where(self._head.c.public_id == bindparam("public_id"))

    def owner_at(self, public_id: str) -> int | None:
        """The row id of the owner with this address."""
        keys = {"public_id": public_id}
        found: int | None = db.session.execute(self._owner_at, keys).scalar_one_or_none()
        return found

    @cached_property
    def _public_id_of(self) -> Executable:
        return select(self._head.c.public_id).where(self._head.c.id == bindparam("owner_id"))

    def public_id_of(self, owner_id: int) -> str:
        """The address of an owner that exists."""
        keys = {"owner_id": owner_id}
        public_id: str = db.session.execute(self._public_id_of, keys).scalar_one()
        return public_id

    @cached_property
    def _owners(self) -> Executable:
        return select(self._head.c.id, self._head.c.public_id).order_by(self._head.c.id)

    def owners(self) -> list[tuple[int, str]]:
        """(row id, address) of every owner, in the order of their first events."""
        return [(row[0], row[1]) for row in db.session.execute(self._owners).all()]

    @cached_property
    def _move(self) -> Executable:
        is_before = self._head.c.revision == bindparam("before")
        moving = update(self._head).where(self._head.c.id == bindparam("owner_id"), is_before)
        return moving.values(revision=bindparam("after"))

    def append(self, *events: StoredEvent) -> None:
        """Append the events of one owner, one after the other, and move it to the last one.

        :raises RuntimeError: the owner is not at the revision before them.
        """
        owner_id, before, after = events[0].owner_id, events[0].seq - 1, events[-1].seq
        self.insert(*events)
        if change_rows(self._move, owner_id=owner_id, before=before, after=after) != 1:
            raise RuntimeError(f"{self.name} {owner_id} is not at the revision before {before + 1}")

    @cached_property
    def _insert(self) -> Executable:
        return insert(self._event)

    def insert(self, *events: StoredEvent) -> None:
        """Add events to owners whose rows are at their revisions already."""
        rows = [self._row(event) for event in events]
        db.session.execute(self._insert, rows if len(rows) > 1 else rows[0])
        count_saved(self.name, len(rows))

    @cached_property
    def _rewrite(self) -> Executable:
        of_event = self._owner_id == bindparam("owner_id"), self._event.c.seq == bindparam("at_seq")
        new: dict[str, object] = {"data": bindparam("new_data"), "digest": bindparam("new_digest")}
        if self._has_asked:
            new["asked"] = ""
        return update(self._event).where(*of_event).values(new)

    def rewrite(self, events: Iterable[StoredEvent]) -> None:
        """Replace the data of these events, which are known by owner and seq: so names are erased.

        The digests of their requests are blanked, too.
        """
        changes = [
            {
                "owner_id": event.owner_id,
                "at_seq": event.seq,
                "new_data": row["data"],
                "new_digest": row["digest"],
            }
            for event, row in ((event, self._row(event)) for event in events)
        ]
        if changes:
            db.session.execute(self._rewrite, changes)

    def _row(self, event: StoredEvent) -> dict[str, object]:
        """The columns of an event that is to be written."""
        text = canonical(event.data)
        public_id = event.public_id or self.public_id_of(event.owner_id)
        values = (event.seq, event.op_id, event.kind, text, event.at, event.phone_id)
        # A damaged event stays damaged, whatever is written over it.
        digest = digest_of(public_id, *values) if event.is_whole else ""
        row = dict(zip(_COLUMNS, (*values, digest), strict=True))
        request = {"asked": event.request_digest} if self._has_asked else {}
        return {self._owner_id.name: event.owner_id, **row, **request}


def _found(statement: Executable, **keys: object) -> list[StoredEvent]:
    # All at once: while a statement is open, a rollback journal lets no other process write.
    rows = cast("Iterable[_Row]", db.session.execute(statement, keys).all())
    return [read_row(*row) for row in rows]


def read_row(
    owner_id: int,
    public_id: str,
    last: int,
    seq: int,
    op_id: str,
    kind: str,
    data: str,
    at: datetime,
    phone_id: int,
    digest: str,
    request_digest: str,
) -> StoredEvent:
    """Read a row of `select_events`, and see whether it is what was written."""
    is_written = at is not NO_MOMENT and is_whole(
        digest, public_id, seq, op_id, kind, data, at, phone_id
    )
    content = (kind, read_data(data), at, phone_id)
    return StoredEvent(owner_id, seq, op_id, *content, public_id, request_digest, is_written, last)


def canonical(data: Json) -> str:
    """Write the data as canonical JSON: equal texts for equal data."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def read_data(text: str) -> Json:
    """Read an event's data; empty where the text is damaged."""
    try:
        data = json.loads(text)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


MATCH_EVENTS: Final = EventStream(StoredMatch, Event)
TOURNAMENT_EVENTS: Final = EventStream(StoredTournament, TournamentEvent)
CLUB_EVENTS: Final = EventStream(StoredClub, ClubEvent)
