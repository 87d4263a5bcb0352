"""Reads the rows of one kind of owner, a tournament or a club, and adds those of new ones."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import bindparam, insert, select

from scorekeeper.store.db import Base, db, table_of
from scorekeeper.store.models import ClubRole, StoredClub, StoredTournament, TournamentRole


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
