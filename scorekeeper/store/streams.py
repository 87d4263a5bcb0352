"""Event streams: the events of matches or of tournaments, with the rows of what they are events of.

An event's owner is that match or tournament. The statements are built once, at the import: building
one costs more than running it.
"""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, Union, cast

from sqlalchemy import BindParameter, Table, bindparam, insert, literal, select, update

from scorekeeper.store.db import Base, count_kept, db, look
from scorekeeper.store.digests import digest_of, is_whole
from scorekeeper.store.models import (
    NO_MOMENT,
    Event,
    StoredMatch,
    StoredTournament,
    TournamentEvent,
)

if TYPE_CHECKING:
    from sqlalchemy import Select

JsonValue: TypeAlias = Union[str, int, float, bool, "list[JsonValue]", "dict[str, JsonValue]", None]
Json: TypeAlias = dict[str, JsonValue]
"""What is stored of an event beside its kind."""


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
    asked: str = ""
    """A mark of what it was asked by, where the stream keeps one."""
    is_whole: bool = True
    """Is it what was written? Where it is not, its data may be nothing."""
    last: int = 0
    """The seq of the owner's last event, as its own row has it; 0 where that is unknown."""


class EventStream:
    """Reads, appends and redacts the events of one kind of owner."""

    def __init__(self, owner: type[Base], events: type[Base]) -> None:
        # Tables and not entities: a session loads rows of a table in half the time.
        head, event = cast(Table, owner.__table__), cast(Table, events.__table__)
        self.name: Final = head.name
        self._event: Final = event
        self._has_asked: Final = "asked" in event.c
        of_owner = event.c[f"{head.name}_id"]
        self._owner_column: Final = of_owner.name
        columns = ("seq", "op_id", "kind", "data", "at", "phone_id", "digest")
        asked = event.c.asked if self._has_asked else literal("")
        found = select(
            of_owner,
            head.c.public_id,
            head.c.revision,
            *(event.c[name] for name in columns),
            asked,
        ).join(head, head.c.id == of_owner)
        self._events_at: Final = found.where(
            head.c.public_id == bindparam("public_id"), event.c.seq >= bindparam("since")
        ).order_by(event.c.seq)
        owner_ids: BindParameter[int] = bindparam("owner_ids", expanding=True)
        self._events_of: Final = found.where(of_owner.in_(owner_ids)).order_by(
            of_owner, event.c.seq
        )
        self._last_events_of: Final = found.where(
            head.c.id.in_(owner_ids), event.c.seq == head.c.revision
        )
        self._event_with: Final = found.where(event.c.op_id == bindparam("op_id"))
        self._last_operation_at: Final = (
            f"SELECT {event.name}.op_id, {event.name}.at FROM {head.name}"
            f" JOIN {event.name} ON {event.name}.{of_owner.name} = {head.name}.id"
            f" AND {event.name}.seq = {head.name}.revision"
            f" WHERE {head.name}.public_id = ?"
        )
        self._owner_at: Final = select(head.c.id).where(head.c.public_id == bindparam("public_id"))
        self._public_id_of: Final = select(head.c.public_id).where(
            head.c.id == bindparam("owner_id")
        )
        self._owners: Final = select(head.c.id, head.c.public_id).order_by(head.c.id)
        self._insert: Final = insert(event)
        self._move: Final = (
            update(head)
            .where(head.c.id == bindparam("owner_id"), head.c.revision == bindparam("before"))
            .values(revision=bindparam("after"))
        )
        self._rewrite: Final = (
            update(event)
            .where(of_owner == bindparam("owner_id"), event.c.seq == bindparam("at_seq"))
            .values(
                data=bindparam("new_data"),
                digest=bindparam("new_digest"),
                **({"asked": ""} if self._has_asked else {}),
            )
        )

    def events_at(self, public_id: str, since: int) -> list[StoredEvent]:
        """The events of the owner with this address, from the seq `since` on.

        None of them where there is no such owner.
        """
        return self._found(self._events_at, public_id=public_id, since=since)

    def events_of(self, owner_ids: Iterable[int]) -> list[StoredEvent]:
        """The events of these owners, by owner and seq."""
        ids = list(owner_ids)
        return self._found(self._events_of, owner_ids=ids) if ids else []

    def last_events_of(self, owner_ids: Iterable[int]) -> list[StoredEvent]:
        """The last event of each of these owners."""
        ids = list(owner_ids)
        return self._found(self._last_events_of, owner_ids=ids) if ids else []

    def event_with(self, op_id: str) -> StoredEvent | None:
        """The event that this operation wrote, if it did."""
        return next(iter(self._found(self._event_with, op_id=op_id)), None)

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
        return op_id, at if isinstance(at, datetime) else datetime.fromisoformat(at)

    def owner_at(self, public_id: str) -> int | None:
        """The row id of the owner with this address."""
        keys = {"public_id": public_id}
        return db.session.execute(self._owner_at, keys).scalar_one_or_none()

    def public_id_of(self, owner_id: int) -> str:
        """The address of an owner that exists."""
        keys = {"owner_id": owner_id}
        public_id: str = db.session.execute(self._public_id_of, keys).scalar_one()
        return public_id

    def owners(self) -> list[tuple[int, str]]:
        """(row id, address) of every owner, in the order of their first events."""
        return [(row[0], row[1]) for row in db.session.execute(self._owners)]

    def append(self, *events: StoredEvent) -> None:
        """Append the events of one owner, one after the other, and move it to the last one.

        :raises RuntimeError: the owner is not at the revision before them.
        """
        owner_id, before, after = events[0].owner_id, events[0].seq - 1, events[-1].seq
        self.insert(*events)
        keys = {"owner_id": owner_id, "before": before, "after": after}
        done = db.session.execute(self._move, keys)
        moved: int = done.rowcount  # type: ignore[attr-defined]
        if moved != 1:
            raise RuntimeError(f"{self.name} {owner_id} is not at the revision before {before + 1}")

    def insert(self, *events: StoredEvent) -> None:
        """Add events to owners whose rows are at their revisions already."""
        rows = [self._row(event) for event in events]
        db.session.execute(self._insert, rows if len(rows) > 1 else rows[0])
        count_kept(self.name, len(rows))

    def rewrite(self, events: Iterable[StoredEvent]) -> None:
        """Replace the data of these events, which are known by owner and seq: so names are erased.

        Nor is it known any more what they were asked by.
        """
        rows = [self._row(event) for event in events]
        keys = {
            "owner_id": self._owner_column, "at_seq": "seq", "new_data": "data",
            "new_digest": "digest",
        }  # fmt: skip
        told = [{key: row[column] for key, column in keys.items()} for row in rows]
        if told:
            db.session.execute(self._rewrite, told)

    def _row(self, event: StoredEvent) -> dict[str, object]:
        """The columns of an event that is to be written."""
        text = canonical(event.data)
        public_id = event.public_id or self.public_id_of(event.owner_id)
        written = (event.seq, event.op_id, event.kind, text, event.at, event.phone_id)
        # What was damaged before stays so, whatever is written over it.
        digest = digest_of(public_id, *written) if event.is_whole else ""
        names = ("seq", "op_id", "kind", "data", "at", "phone_id")
        row = dict(zip(names, written, strict=True))
        asked = {"asked": event.asked} if self._has_asked else {}
        return {self._owner_column: event.owner_id, **row, "digest": digest, **asked}

    def _found(self, statement: "Select[tuple[object, ...]]", **keys: object) -> list[StoredEvent]:
        rows = cast("Iterable[_Row]", db.session.execute(statement, keys))
        return [_read_row(*row) for row in rows]


def _read_row(
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
    asked: str,
) -> StoredEvent:
    is_written = at is not NO_MOMENT and is_whole(
        digest, public_id, seq, op_id, kind, data, at, phone_id
    )
    told = (kind, read_data(data), at, phone_id)
    return StoredEvent(owner_id, seq, op_id, *told, public_id, asked, is_written, last)


def canonical(data: Json) -> str:
    """JSON that is equal where the data is equal."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def read_data(text: str) -> Json:
    """An event's data; nothing where the text is none any more."""
    try:
        data = json.loads(text)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


MATCH_EVENTS: Final = EventStream(StoredMatch, Event)
TOURNAMENT_EVENTS: Final = EventStream(StoredTournament, TournamentEvent)
