"""Read a match for the phone that asks, in one statement.

A save needs the match's events, the phone's role in it, and whether its operation is written
already. A page needs the match's table. All of it is one statement, as each answer of the database
costs a wait.
"""

from typing import Any, Final

from sqlalchemy import ColumnElement, Select, bindparam

from scorekeeper.store.db import db, table_of
from scorekeeper.store.models import (
    Event,
    MatchRole,
    Phone,
    StoredMatch,
    StoredTournament,
    TournamentTable,
)
from scorekeeper.store.roles import RoleRow
from scorekeeper.store.streams import MATCH_EVENTS, StoredEvent, read_row
from scorekeeper.store.tournament_queries import TournamentTableRow

_match, _event, _role, _phone, _table, _tournament = map(
    table_of, (StoredMatch, Event, MatchRole, Phone, TournamentTable, StoredTournament)
)
_same_operation = _event.alias("same")
_EVENT_COLUMNS: Final = len(MATCH_EVENTS.select_events().selected_columns)
"""Of each row, in front of the phone's."""


def _select_for(phone: ColumnElement[bool]) -> Select[Any]:
    of_phone = (_role.c.match_id == _match.c.id) & (_role.c.phone_id == _phone.c.id)
    return (
        MATCH_EVENTS.select_events()
        .add_columns(_phone.c.id, _role.c.writes, _role.c.side)
        .outerjoin(_phone, phone)
        .outerjoin(_role, of_phone)
        .where(_match.c.public_id == bindparam("public_id"), _event.c.seq >= bindparam("since"))
        .order_by(_event.c.seq)
    )


_FOR_SAVE: Final = (
    _select_for(_phone.c.id == bindparam("phone_id"))
    .add_columns(_same_operation.c.id)
    .outerjoin(_same_operation, _same_operation.c.op_id == bindparam("op_id"))
)
_FOR_PAGE: Final = (
    _select_for(_phone.c.secret_hash == bindparam("secret_hash"))
    .add_columns(_tournament.c.public_id, _table.c.drawn, _table.c.number)
    .outerjoin(_table, _table.c.match_id == _match.c.id)
    .outerjoin(_tournament, _tournament.c.id == _table.c.tournament_id)
)


class MatchReader:
    """Reads a match's events for one phone, and with them the phone's role.

    Its attributes are known once the events were read.
    """

    phone_id: int | None = None
    """The phone, where it is known here at all."""
    role: RoleRow | None = None
    """Its role in the match."""

    def read_events(self, public_id: str, since: int) -> list[StoredEvent]:
        """The events of the match with this address, from the seq `since` on."""
        raise NotImplementedError

    def _read(
        self, statement: Select[Any], **keys: object
    ) -> tuple[list[StoredEvent], tuple[Any, ...]]:
        """The events, and what the statement has besides them and the role; that may be empty."""
        rows = db.session.execute(statement, keys).all()
        if not rows:
            return [], ()
        self.phone_id, is_scorer, side, *more = rows[0][_EVENT_COLUMNS:]
        self.role = None if is_scorer is None else RoleRow(is_scorer, side)
        return [read_row(*row[:_EVENT_COLUMNS]) for row in rows], tuple(more)


class ReaderForSave(MatchReader):
    """Reads a match for a phone that saves."""

    is_written = False
    """Is the operation written, in whichever match?"""

    def __init__(self, phone_id: int | None, op_id: str) -> None:
        self._keys: Final = {"phone_id": phone_id, "op_id": op_id}

    def read_events(self, public_id: str, since: int) -> list[StoredEvent]:
        events, more = self._read(_FOR_SAVE, public_id=public_id, since=since, **self._keys)
        self.is_written = any(more)
        return events


class ReaderForPage(MatchReader):
    """Reads a match for a phone that looks at it."""

    table: TournamentTableRow | None = None
    """The table at which the match is played."""

    def __init__(self, secret_hash: str | None) -> None:
        self._secret_hash: Final = secret_hash

    def read_events(self, public_id: str, since: int) -> list[StoredEvent]:
        keys = {"public_id": public_id, "since": since, "secret_hash": self._secret_hash}
        events, more = self._read(_FOR_PAGE, **keys)
        self.table = TournamentTableRow(*more) if any(more) else None
        return events
