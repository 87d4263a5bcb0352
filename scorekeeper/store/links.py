"""Stores links: secrets that give a phone a role in a match or in a tournament, kept as hashes."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import BindParameter, bindparam, delete, insert, select, update

from scorekeeper.store.db import Base, db, table_of
from scorekeeper.store.models import (
    ClubLink,
    Link,
    StoredClub,
    StoredMatch,
    StoredTournament,
    TournamentLink,
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
