"""Stores roles: who writes or answers in a match, who organises or helps in a tournament."""

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cached_property
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

from sqlalchemy import ColumnElement, Executable, bindparam, delete, exists, insert, select, update

from scorekeeper.store.db import AnyTable, Base, change_rows, db, look, table_of
from scorekeeper.store.models import (
    ClubRole,
    MatchRole,
    Phone,
    StoredClub,
    StoredMatch,
    StoredTournament,
    TournamentRole,
)


class RoleRow(NamedTuple):
    """A phone's role in a match."""

    writes: bool
    side: str | None


class TournamentRoleRow(NamedTuple):
    """A phone's role in a tournament, or in a club."""

    role: str


R = TypeVar("R", RoleRow, TournamentRoleRow)


class RoleTable(Generic[R]):
    """Finds and sets the roles in one kind of owner: a match or a tournament."""

    def __init__(
        self,
        owner: type[Base],
        roles: type[Base],
        row: type[R],
        is_in_charge: Callable[[AnyTable], ColumnElement[bool]],
    ) -> None:
        """`is_in_charge` is true of scorers, or of organisers."""
        self._head: Final = table_of(owner)
        self._role: Final = table_of(roles)
        self._phone: Final = table_of(Phone)
        self._owner_id: Final = self._role.c[f"{self._head.name}_id"]
        self._row: Final[type[R]] = row
        self._columns: Final = [self._role.c[name] for name in row._fields]
        self._is_in_charge: Final = is_in_charge

    @cached_property
    def _role_of(self) -> Executable:
        of_phone = self._role.c.phone_id == bindparam("phone_id")
        return select(*self._columns).where(self._owner_id == bindparam("owner_id"), of_phone)

    def role_of(self, owner_id: int, phone_id: int) -> R | None:
        """The role of this phone in the owner with this row id."""
        keys = {"owner_id": owner_id, "phone_id": phone_id}
        row = db.session.execute(self._role_of, keys).first()
        return self._row(*row) if row else None

    @cached_property
    def _role_at(self) -> Executable:
        at_address = select(*self._columns).join(self._head, self._head.c.id == self._owner_id)
        return at_address.where(
            self._role.c.phone_id == bindparam("phone_id"),
            self._head.c.public_id == bindparam("public_id"),
        )

    def role_at(self, public_id: str, phone_id: int) -> R | None:
        """The role of this phone in the owner with this address."""
        keys = {"public_id": public_id, "phone_id": phone_id}
        row = db.session.execute(self._role_at, keys).first()
        return self._row(*row) if row else None

    @cached_property
    def _role_with(self) -> str:
        owner, role, phone = self._head.name, self._role.name, self._phone.name
        columns = ", ".join(f"{role}.{column.name}" for column in self._columns)
        return (
            f"SELECT {role}.phone_id, {columns} FROM {role}"
            f" JOIN {owner} ON {owner}.id = {role}.{self._owner_id.name}"
            f" JOIN {phone} ON {phone}.id = {role}.phone_id"
            f" WHERE {phone}.secret_hash = ? AND {owner}.public_id = ?"
        )

    def role_with(self, public_id: str, secret_hash: str) -> tuple[int, R] | None:
        """The phone whose secret has this hash, and its role in the owner with this address.

        Every watcher's question for news asks it: past the session, so not for a `writing` block.

        :raises DatabaseUnavailable: the database was locked too long.
        """
        found = look(self._role_with, secret_hash, public_id)
        if found is None:
            return None
        phone_id, *values = found
        return cast("int", phone_id), self._row(*map(_read, self._columns, values))

    @cached_property
    def _alone(self) -> Executable:
        other = self._role.alias()
        is_other = (
            other.c[self._owner_id.name] == self._head.c.id,
            other.c.phone_id != (self._role.c.phone_id),
        )
        return (
            select(self._head.c.public_id)
            .join(self._role, self._owner_id == self._head.c.id)
            .where(
                self._role.c.phone_id == bindparam("phone_id"),
                self._is_in_charge(self._role),
                ~exists().where(*is_other, self._is_in_charge(other)),
            )
        )

    def alone_in_charge(self, phone_id: int) -> set[str]:
        """The addresses of the owners that this phone is in charge of, and no other."""
        return set(db.session.execute(self._alone, {"phone_id": phone_id}).scalars())

    @cached_property
    def _set(self) -> Executable:
        new: dict[str, object] = {name: bindparam(f"{name}_") for name in self._row._fields}
        if "removed_at" in self._role.c:
            new["removed_at"] = None
        of_phone = self._role.c.phone_id == bindparam("phone_id_")
        return (
            update(self._role).where(self._owner_id == bindparam("owner_id"), of_phone).values(new)
        )

    @cached_property
    def _add(self) -> Executable:
        return insert(self._role)

    def set_role(self, owner_id: int, phone_id: int, role: R, at: datetime) -> None:
        """Give the phone this role in the owner, which is in its list from now on."""
        new = {f"{name}_": value for name, value in role._asdict().items()}
        if not change_rows(self._set, owner_id=owner_id, phone_id_=phone_id, **new):
            keys = {self._owner_id.name: owner_id, "phone_id": phone_id, "since": at}
            db.session.execute(self._add, {**keys, **role._asdict()})

    def remove_roles(self, owner_id: int, phone_ids: Iterable[int]) -> None:
        """Take from these phones whatever role they have in the owner."""
        of_phones = self._role.c.phone_id.in_(list(phone_ids))
        db.session.execute(delete(self._role).where(self._owner_id == owner_id, of_phones))


def _read(column: ColumnElement[Any], value: object) -> Any:
    """A value past the session: SQLite gives a number for a yes."""
    return None if value is None else column.type.python_type(value)


MATCH_ROLES: Final = RoleTable(StoredMatch, MatchRole, RoleRow, lambda role: role.c.writes)
TOURNAMENT_ROLES: Final = RoleTable(
    StoredTournament, TournamentRole, TournamentRoleRow, lambda role: role.c.role == "organiser"
)
CLUB_ROLES: Final = RoleTable(
    StoredClub, ClubRole, TournamentRoleRow, lambda role: role.c.role == "organiser"
)
