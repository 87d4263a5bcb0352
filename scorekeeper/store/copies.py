"""Copies a whole database while it is in use, counts its content, or replaces it."""

import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from flask import Flask
from sqlalchemy import URL, Row, ScalarSelect, Select, func, insert, inspect, select

from scorekeeper.config import current_settings, use_settings
from scorekeeper.store.backends.sqlite import with_files_beside
from scorekeeper.store.database_checks import blamed_on, check, named_faults, open_connection
from scorekeeper.store.db import AnyTable, Base, backend, db, init_app, table_of
from scorekeeper.store.faults import DatabaseLocked
from scorekeeper.store.models import (
    ClubEvent,
    Event,
    StoredClub,
    StoredMatch,
    StoredTournament,
    TournamentEvent,
)


class Contents(NamedTuple):
    """How many rows a database holds."""

    matches: int
    tournaments: int
    events: int
    """Events of matches, tournaments and clubs together."""
    newest: datetime | None
    """When the newest event was written, UTC."""
    clubs: int = 0


NOTHING = Contents(0, 0, 0, None)


def _count_statement(whole: type[Base], events: type[Base]) -> Select[int, int, datetime | None]:
    count: ScalarSelect[int] = select(func.count()).select_from(whole).scalar_subquery()
    event = table_of(events)
    return select(count, func.count(), func.max(event.c.at)).select_from(event)


_OF_MATCHES = _count_statement(StoredMatch, Event)
_LATER: Final = (
    (StoredTournament, _count_statement(StoredTournament, TournamentEvent)),
    (StoredClub, _count_statement(StoredClub, ClubEvent)),
)
"""The tables that a database of an earlier version may lack."""


def count_all() -> Contents:
    """Count what the database holds; one of an earlier version can be counted, too."""
    matches, events, newest = db.session.execute(_OF_MATCHES).one()
    tables = set(inspect(db.session.connection()).get_table_names())
    counts = []
    for whole, statement in _LATER:
        found = (
            db.session.execute(statement).one() if whole.__tablename__ in tables else (0, 0, None)
        )
        counts.append(found[0])
        events += found[1]
        newest = max(filter(None, (newest, found[2])), default=None)
    tournaments, clubs = counts
    return Contents(matches, tournaments, events, newest, clubs)


_AT_ONCE: Final = 1000
"""Rows in memory at a time."""


def has_tables() -> bool:
    """Has the database of the app context any tables?"""
    return bool(inspect(db.session.connection()).get_table_names())


def copy_rows(source: Flask) -> None:
    """Write all rows of the source into the tables of the app context, which are empty.

    Belongs in a `writing` block; the source must not change meanwhile.
    """
    for table in db.metadata.sorted_tables:
        for rows in _some_at_a_time(source, table):
            db.session.execute(insert(table), [row._asdict() for row in rows])
        if "id" in table.columns:
            backend().count_on(db.session(), table.name)


def other_table(source: Flask) -> str | None:
    """The first table whose rows are not the source's; None where all are."""
    tables = db.metadata.sorted_tables
    return next((table.name for table in tables if not _is_same(source, table)), None)


def _is_same(source: Flask, table: AnyTable) -> bool:
    options = {"yield_per": _AT_ONCE}
    with db.session.execute(_in_order(table), execution_options=options) as here:
        for rows in _some_at_a_time(source, table):
            if list(islice(here, len(rows))) != rows:
                return False
        return here.fetchone() is None


def _some_at_a_time(source: Flask, table: AnyTable) -> Iterator[Sequence[Row[object]]]:
    with source.app_context():
        engine = db.engine
    with engine.connect() as connection:
        yield from connection.execute(_in_order(table)).partitions(_AT_ONCE)


def _in_order(table: AnyTable) -> Select[object]:
    return select(table).order_by(*table.primary_key)


PAGES: Final = 500
"""Pages copied at a time; in between the deadline is checked."""

_STALE: Final = 24 * 3600
"""Seconds after which an unfinished file is a leftover."""


def copy_database(database: Path, copy: Path, verify: Callable[[Path], Path] | None = None) -> Path:
    """Write a whole, checked and synced copy, for its owner's eyes only. Others may go on writing.

    `verify` looks at the copy before it has its name, and may give it another, which is returned.
    Where anything fails, there is no file.

    :raises Damaged: the database, and so the copy.
    :raises DatabaseUnavailable: the database was locked too long.
    :raises NotWritable: SQLite could not write the copy.
    :raises OSError: the file could not be made or synced.
    """
    part = copy.with_suffix(".part")
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with blamed_on(database, part):
            _fill(part, database)
            if verify is not None:
                copy = verify(part)
            _make_one_file(part)
            check(part)
        sync(part)
        part.replace(copy)
        sync(copy.parent)
        return copy
    finally:
        for file in with_files_beside(part):
            file.unlink(missing_ok=True)


def _fill(part: Path, database: Path) -> None:
    with named_faults(database), open_connection(database, _patience()) as connection:
        connection.execute("VACUUM INTO ?", (str(part),))


def _make_one_file(part: Path) -> None:
    with named_faults(part), open_connection(part) as connection:
        connection.execute("PRAGMA journal_mode=delete")


def replace_content(database: Path, source: Path) -> None:
    """Replace the database's content by the source's, in one transaction by SQLite itself.

    Open connections of other processes see the old content until all of the new is there. Belongs
    into a `writing_lock`.

    :raises Damaged: the database is so broken that SQLite cannot write into it.
    :raises DatabaseUnavailable: a reader took too long; nothing was changed.
    :raises NotWritable: the disk is full; nothing was changed.
    """
    seconds = _patience()
    database.touch(mode=0o600)
    with (
        named_faults(database),
        open_connection(source) as new,
        open_connection(database, seconds) as live,
    ):
        new.backup(live, pages=PAGES, progress=on_step(time.monotonic() + seconds))


def on_step(deadline: float) -> Callable[[int, int, int], None]:
    """Make the callback that ends a copy when its time is up: SQLite itself would wait for ever."""

    def give_up_in_time(status: int, _remaining: int, _total: int) -> None:
        waiting = status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        if waiting and time.monotonic() > deadline:
            raise DatabaseLocked

    return give_up_in_time


@contextmanager
def app_for_file(database: Path) -> Iterator[Flask]:
    """An app that has this file as its database and nothing else: its contexts read the file."""
    uri = URL.create("sqlite", database=str(database))
    with app_for_database(uri, database) as app:
        yield app


@contextmanager
def app_for_database(uri: URL, file: Path | None = None) -> Iterator[Flask]:
    """An app that has the database at this address, or this file, and nothing else.

    :raises BadSetting: the driver for it is missing.
    """
    app = Flask(__name__)
    use_settings(app, replace(current_settings(), database_uri=uri, database_file=file))
    init_app(app)
    try:
        yield app
    finally:
        with app.app_context():
            db.engine.dispose()


def remove_stale(folder: Path, pattern: str) -> None:
    """Remove what was left, under such names, by work that was killed a day ago or earlier.

    :raises OSError: it cannot be removed.
    """
    for stale_file in folder.glob(pattern):
        with suppress(FileNotFoundError):  # another process was quicker
            if time.time() - stale_file.stat().st_mtime > _STALE:
                shutil.rmtree(stale_file) if stale_file.is_dir() else stale_file.unlink()


def sync(path: Path) -> None:
    """Let the file, or the names in the folder, survive a power cut."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _patience() -> float:
    return current_settings().busy_seconds
