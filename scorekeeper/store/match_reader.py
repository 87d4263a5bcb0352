"""Read a match for the phone that asks, in one statement.

A save needs the match's events, the phone's role in it, and whether its operation is written
already. It waits for each answer of the database, so all of it is one statement.
"""

from typing import Any, Final

from sqlalchemy import ColumnElement, Select, bindparam

from scorekeeper.store.db import db, table_of
from scorekeeper.store.models import Event, MatchRole, Phone, StoredMatch
from scorekeeper.store.roles import RoleRow
from scorekeeper.store.streams import MATCH_EVENTS, StoredEvent, read_row

_match, _event, _role, _phone = map(table_of, (StoredMatch, Event, MatchRole, Phone))
_same_operation = _event.alias("same")


def _select_for(phone: ColumnElement[bool]) -> Select[Any]:
    of_phone = (_role.c.match_id == _match.c.id) & (_role.c.phone_id == _phone.c.id)
    return (
        MATCH_EVENTS.select_events()
        .add_columns(_phone.c.id, _role.c.writes, _role.c.side, _same_operation.c.id)
        .outerjoin(_phone, phone)
        .outerjoin(_role, of_phone)
        .outerjoin(_same_operation, _same_operation.c.op_id == bindparam("op_id"))
        .where(_match.c.public_id == bindparam("public_id"), _event.c.seq >= bindparam("since"))
        .order_by(_event.c.seq)
    )


_BY_SECRET: Final = _select_for(_phone.c.secret_hash == bindparam("phone"))
_BY_ID: Final = _select_for(_phone.c.id == bindparam("phone"))


class MatchReader:
    """Reads a match's events for one phone, and with them the phone's role.

    Its attributes are known once the events were read.
    """

    phone_id: int | None = None
    """The phone, where it is known here at all."""
    role: RoleRow | None = None
    """Its role in the match."""
    is_written = False
    """Is the operation written, in whichever match?"""

    def __init__(self, phone: int | str | None, op_id: str = "") -> None:
        """`phone` is its row id, or the hash of its secret."""
        self._statement: Final = _BY_SECRET if isinstance(phone, str) else _BY_ID
        self._keys: Final = {"phone": phone, "op_id": op_id}

    def read_events(self, public_id: str, since: int) -> list[StoredEvent]:
        """The events of the match with this address, from the seq `since` on."""
        keys = {**self._keys, "public_id": public_id, "since": since}
        rows = db.session.execute(self._statement, keys).all()
        if rows:
            self.phone_id, is_scorer, side, op_row = rows[0][-4:]
            self.role = None if is_scorer is None else RoleRow(is_scorer, side)
            self.is_written = op_row is not None
        return [read_row(*row[:-4]) for row in rows]
