"""Stores roles in matches, tournaments and clubs, and the links that give them."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import cached_property
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Executable,
    bindparam,
    delete,
    exists,
    insert,
    select,
    update,
)

from scorekeeper.store.db import AnyTable, Base, change_rows, db, look, table_of
from scorekeeper.store.models import (
    ClubLink,
    ClubRole,
    Link,
    MatchRole,
    Phone,
    StoredClub,
    StoredMatch,
    StoredTournament,
    TournamentLink,
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


ENDED_TO_KEEP: Final = 20
"""Ended links of one kind that stay, so that such a link says that it ended."""


class StoredLink(NamedTuple):
    """A link as it is stored."""

    owner_id: int
    """The row id of its match or tournament."""
    public_id: str
    """The owner's address."""
    opens: str
    """The role that it gives to the phone that opens it."""
    is_open: bool


class LinkTable:
    """Finds, adds and ends the links of one kind of owner."""

    def __init__(self, owner: type[Base], links: type[Base], opens: str) -> None:
        """`opens` is the column of the role that a link gives to the phone."""
        head, link = table_of(owner), table_of(links)
        of_owner = link.c[f"{head.name}_id"]
        self._owner_column: Final = of_owner.name
        self._opens_column: Final = opens
        self._find: Final = (
            select(of_owner, head.c.public_id, link.c[opens], link.c.ended_at.is_(None))
            .join(head, head.c.id == of_owner)
            .where(link.c.secret_hash == bindparam("secret_hash"))
        )
        hashes: BindParameter[str] = bindparam("hashes", expanding=True)
        self._find_open: Final = select(link.c.secret_hash, link.c.ended_at.is_(None)).where(
            link.c.secret_hash.in_(hashes)
        )
        self._add: Final = insert(link)
        ending: BindParameter[str] = bindparam("ending", expanding=True)
        self._end: Final = (
            update(link)
            .where(
                of_owner == bindparam("owner_id"),
                link.c[opens].in_(ending),
                link.c.ended_at.is_(None),
            )
            .values(ended_at=bindparam("at"))
        )
        ended = (
            of_owner == bindparam("owner_id"),
            link.c[opens] == bindparam("opens"),
            link.c.ended_at.is_not(None),
        )
        newest = select(link.c.id).where(*ended).order_by(link.c.id.desc()).limit(ENDED_TO_KEEP)
        self._forget: Final = delete(link).where(*ended, link.c.id.not_in(newest))

    def find(self, secret_hash: str) -> StoredLink | None:
        """The link whose secret has this hash."""
        row = db.session.execute(self._find, {"secret_hash": secret_hash}).first()
        return StoredLink(*row) if row else None

    def are_open(self, secret_hashes: Iterable[str]) -> dict[str, bool]:
        """Whether the links with these hashes are open; without those that are unknown."""
        rows = db.session.execute(self._find_open, {"hashes": list(secret_hashes)}).all()
        return {secret_hash: bool(is_open) for secret_hash, is_open in rows}

    def add(self, secret_hashes: Mapping[int, str], opens: str, at: datetime) -> None:
        """Add a link for each of these owners, by row id, whose secret has this hash."""
        rows = [
            {
                self._owner_column: owner_id,
                "secret_hash": secret_hash,
                self._opens_column: opens,
                "since": at,
                "ended_at": None,
            }
            for owner_id, secret_hash in secret_hashes.items()
        ]
        if rows:
            db.session.execute(self._add, rows)

    def end(self, owner_id: int, opens: Iterable[str], at: datetime) -> None:
        """End the owner's links that open one of these."""
        keys = {"owner_id": owner_id, "ending": list(opens), "at": at}
        db.session.execute(self._end, keys)

    def forget_ended(self, owner_id: int, opens: str) -> None:
        """Delete the owner's ended links that opened this, but for the newest."""
        db.session.execute(self._forget, {"owner_id": owner_id, "opens": opens})


MATCH_LINKS: Final = LinkTable(StoredMatch, Link, "kind")
TOURNAMENT_LINKS: Final = LinkTable(StoredTournament, TournamentLink, "role")
CLUB_LINKS: Final = LinkTable(StoredClub, ClubLink, "role")
