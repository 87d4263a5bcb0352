"""Defines the tables: columns and constraints, no arithmetic.

A match is an append-only list of events; hands and totals are a fold over it (match/match_journal).
Nothing is ever deleted by a cascade.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from sqlalchemy import (
    CheckConstraint,
    DateTime,
    Dialect,
    ForeignKey,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.db import db

NO_MOMENT: Final = datetime.min
"""Stands for a moment that cannot be read any more."""


class MomentColumn(TypeDecorator[datetime]):
    """A moment, UTC. Where a disk has spoiled its text, the other rows can still be read."""

    impl = DateTime
    cache_ok = True

    def result_processor(
        self, dialect: Dialect, coltype: object
    ) -> Callable[[object], datetime | None] | None:
        read = self.impl_instance.result_processor(dialect, coltype)
        if read is None:
            return None

        def read_if_it_can(value: object) -> datetime | None:
            try:
                return read(value)
            except (TypeError, ValueError):  # a blob or a number, or a text that is no moment
                return NO_MOMENT

        return read_if_it_can


class Phone(db.Model):  # type: ignore[name-defined,misc]
    """A browser or a program that acts in matches. Known by a secret that is stored as a hash."""

    __tablename__ = "phone"

    id: Mapped[int] = mapped_column(primary_key=True)
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    since: Mapped[datetime]


class StoredMatch(db.Model):  # type: ignore[name-defined,misc]
    """A match. Its public id is the address that anyone may read."""

    __tablename__ = "match"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(22), unique=True)
    revision: Mapped[int]
    """The seq of its last event."""
    since: Mapped[datetime]
    series_id: Mapped[int | None] = mapped_column(ForeignKey("match.id"), index=True)
    """The first match of the evening that this one is a rematch in; its own id otherwise."""


class _Written:
    """The columns of an event. It is written once, and nothing changes but that names go."""

    id: Mapped[int] = mapped_column(primary_key=True)
    seq: Mapped[int]
    """From 1, without gaps."""
    op_id: Mapped[str] = mapped_column(String(32), unique=True)
    """128 random bits in hex, chosen by the client, so that a repeat is recognised."""
    kind: Mapped[str] = mapped_column(String(20))
    data: Mapped[str] = mapped_column(Text)
    """Canonical JSON; its fields depend on the kind."""
    phone_id: Mapped[int] = mapped_column(ForeignKey("phone.id"))
    at: Mapped[datetime] = mapped_column(MomentColumn)
    """UTC, by the server's clock."""
    digest: Mapped[str] = mapped_column(String(32), server_default="")
    """Digest of the written event (`digests`); empty where a change could not be noticed."""


class Event(_Written, db.Model):  # type: ignore[name-defined,misc]
    """Something a scorer did: see match/acts."""

    __tablename__ = "event"
    __table_args__ = (
        UniqueConstraint("match_id", "seq"),
        CheckConstraint("seq > 0", name="seq_positive"),
    )

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"))


class MatchRole(db.Model):  # type: ignore[name-defined,misc]
    """A phone's role in a match; a phone that only watches has none."""

    __tablename__ = "role"
    __table_args__ = (CheckConstraint("side IN ('A', 'B')", name="side_known"),)

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    phone_id: Mapped[int] = mapped_column(ForeignKey("phone.id"), primary_key=True, index=True)
    writes: Mapped[bool]
    """Is it the scorer's? False also once the pencil was handed over."""
    side: Mapped[str | None] = mapped_column(String(1))
    """The side that it answers for: A or B."""
    since: Mapped[datetime]
    removed_at: Mapped[datetime | None]
    """When the phone took the match out of its list; its rights in it stay."""


class Link(db.Model):  # type: ignore[name-defined,misc]
    """A secret that makes the phone that opens it something in a match."""

    __tablename__ = "link"

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), index=True)
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    kind: Mapped[str] = mapped_column(String(10))
    """The kind of link: see match/links.py."""
    since: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    """When it was used up, or replaced by another one."""


class StoredTournament(db.Model):  # type: ignore[name-defined,misc]
    """A tournament. Its public id is the address that anyone may read."""

    __tablename__ = "tournament"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(22), unique=True)
    revision: Mapped[int]
    """The seq of its last event."""
    since: Mapped[datetime]
    phone_id: Mapped[int] = mapped_column(ForeignKey("phone.id"))
    """The phone that the tournament itself is where it starts its tables' matches."""


class TournamentEvent(_Written, db.Model):  # type: ignore[name-defined,misc]
    """Something an organiser or a helper did: see tournament/acts."""

    __tablename__ = "tournament_event"
    __table_args__ = (
        UniqueConstraint("tournament_id", "seq"),
        CheckConstraint("seq > 0", name="seq_positive"),
    )

    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournament.id"))
    asked: Mapped[str] = mapped_column(String(32))
    """A mark of what was asked: the same operation with something else in it is another one.
    Empty where names were erased, of which it would tell."""


class TournamentTable(db.Model):  # type: ignore[name-defined,misc]
    """The match that is played at a table of a round."""

    __tablename__ = "tournament_table"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournament.id"), index=True)
    drawn: Mapped[int]
    """The seq of the event that drew the round: a withdrawn draw has other matches."""
    number: Mapped[int]
    """The table's number in its round, from 1."""


class TournamentRole(db.Model):  # type: ignore[name-defined,misc]
    """A phone's role in a tournament: organiser, or helper."""

    __tablename__ = "tournament_role"
    __table_args__ = (CheckConstraint("role IN ('organiser', 'helper')", name="role_known"),)

    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournament.id"), primary_key=True)
    phone_id: Mapped[int] = mapped_column(ForeignKey("phone.id"), primary_key=True, index=True)
    role: Mapped[str] = mapped_column(String(10))
    since: Mapped[datetime]


class TournamentLink(db.Model):  # type: ignore[name-defined,misc]
    """A secret that makes the phone that opens it an organiser's or a helper's."""

    __tablename__ = "tournament_link"

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[int] = mapped_column(ForeignKey("tournament.id"), index=True)
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    role: Mapped[str] = mapped_column(String(10))
    since: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    """When it was replaced by another one."""


class StoredClub(db.Model):  # type: ignore[name-defined,misc]
    """A club. Its public id is the address that anyone may read."""

    __tablename__ = "club"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(22), unique=True)
    revision: Mapped[int]
    """The seq of its last event."""
    since: Mapped[datetime]
    phone_id: Mapped[int] = mapped_column(ForeignKey("phone.id"))
    """The phone that the club itself is where the operator or time does something to it."""


class ClubEvent(_Written, db.Model):  # type: ignore[name-defined,misc]
    """Something an organiser or a helper of a club did: see club/acts."""

    __tablename__ = "club_event"
    __table_args__ = (
        UniqueConstraint("club_id", "seq"),
        CheckConstraint("seq > 0", name="seq_positive"),
    )

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"))
    asked: Mapped[str] = mapped_column(String(32))
    """A mark of what was asked, as of a tournament's event."""


class ClubRole(db.Model):  # type: ignore[name-defined,misc]
    """A phone's role in a club: organiser, or helper."""

    __tablename__ = "club_role"
    __table_args__ = (CheckConstraint("role IN ('organiser', 'helper')", name="role_known"),)

    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), primary_key=True)
    phone_id: Mapped[int] = mapped_column(ForeignKey("phone.id"), primary_key=True, index=True)
    role: Mapped[str] = mapped_column(String(10))
    since: Mapped[datetime]


class ClubLink(db.Model):  # type: ignore[name-defined,misc]
    """A secret that makes the phone that opens it an organiser's or a helper's of a club."""

    __tablename__ = "club_link"

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), index=True)
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    role: Mapped[str] = mapped_column(String(10))
    since: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    """When it was replaced by another one."""


class ClubMatch(db.Model):  # type: ignore[name-defined,misc]
    """The club that a match is played at, as the last act of the match that says it."""

    __tablename__ = "club_match"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id"), index=True)


class Job(db.Model):  # type: ignore[name-defined,misc]
    """Something that a worker does in its own time: see jobs/queue.py."""

    __tablename__ = "job"
    __table_args__ = (
        CheckConstraint(
            "state IN ('waiting', 'running', 'done', 'failed', 'cancelled')", name="state_known"
        ),
        CheckConstraint("page >= 0 AND page <= pages", name="page_of_pages"),
        CheckConstraint("attempts >= 0", name="attempts_counted"),
        CheckConstraint("(state = 'running') = (lease IS NOT NULL)", name="lease_while_running"),
        CheckConstraint("(lease IS NULL) = (until IS NULL)", name="lease_has_an_end"),
        CheckConstraint("(state = 'failed') = (reason IS NOT NULL)", name="failed_says_why"),
        CheckConstraint(
            "(state IN ('waiting', 'running')) = (ended_at IS NULL)", name="ended_has_a_time"
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(64), unique=True)
    """A digest of all that it makes: equal requests are one job."""
    kind: Mapped[str] = mapped_column(String(20))
    tournament_id: Mapped[int | None] = mapped_column(ForeignKey("tournament.id"), index=True)
    """The tournament that it belongs to; None for a job of the server's own."""
    state: Mapped[str] = mapped_column(String(10), index=True)
    page: Mapped[int]
    pages: Mapped[int]
    """The progress, and its end; 0 of 0 where pages are not counted."""
    attempts: Mapped[int]
    """How often a worker took it up."""
    lease: Mapped[str | None] = mapped_column(String(32), unique=True)
    """The random lease of the worker that has the job; no other worker may write."""
    until: Mapped[datetime | None]
    """When another worker may take it, unless its own says that it goes on."""
    reason: Mapped[str | None] = mapped_column(String(10))
    """The reason of the failure, as a key of the page's sentences."""
    asked_at: Mapped[datetime]
    begun_at: Mapped[datetime | None]
    """When a worker took it up last."""
    ended_at: Mapped[datetime | None]
