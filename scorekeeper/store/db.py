"""The database: one connection policy for SQLite, and one writer at a time.

Acknowledged means committed and synced: `synchronous=FULL`, and `BEGIN IMMEDIATE` behind a lock in
the process and a file lock across processes, without which SQLite lets writers starve for seconds.
"""

import fcntl
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, TextIO, cast

from flask import Flask, current_app
from flask_migrate import Migrate
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import MetaData, event, text
from sqlalchemy.engine import Connection, Engine, ExceptionContext
from sqlalchemy.orm import DeclarativeBase

from scorekeeper.config import PROJECT

SAFE_WAL: Final = (3, 51, 3)
"""Older SQLite has a bug in resetting its write-ahead log that can corrupt the file."""
_POLL: Final = 0.002
_NOT_WRITABLE: Final = ("disk is full", "readonly database", "disk I/O error")
"""As SQLite says it."""
_process_lock = threading.Lock()


class Busy(Exception):
    """The database was locked too long; nothing was written."""


class NotWritable(Exception):
    """The disk is full or may not be written; nothing was written."""


class Base(DeclarativeBase):
    """Tables and constraints have fixed names, so that a migration can name them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


db = SQLAlchemy(model_class=Base)
migrate = Migrate(directory=str(PROJECT / "scorekeeper" / "migrations"), render_as_batch=True)


def init_app(app: Flask) -> None:
    """Bind the database to the app."""
    busy = app.config["BUSY_SECONDS"]
    options = {"connect_args": {"timeout": busy}, "hide_parameters": True}  # no names in a log
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", options)
    db.init_app(app)
    migrate.init_app(app, db)
    with app.app_context():
        event.listen(db.engine, "connect", _set_up_connection)
        event.listen(db.engine, "begin", _begin)
        event.listen(db.engine, "handle_error", _name_busy)


def journal_mode() -> str:
    """`wal` where this SQLite resets it safely, else `delete`."""
    return "wal" if sqlite3.sqlite_version_info >= SAFE_WAL else "delete"


def health(engine: Engine | None = None) -> dict[str, str]:
    """What `/healthz` tells of the database: its SQLite, journal mode and migration.

    :raises DatabaseError: the database cannot be read.
    :raises Busy: it was locked too long.
    """
    with (engine or db.engine).connect() as connection:
        mode = connection.execute(text("PRAGMA journal_mode")).scalar_one()
        migration = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return {"sqlite": sqlite3.sqlite_version, "journal": str(mode), "migration": str(migration)}


@contextmanager
def writing() -> Iterator[None]:
    """One writing transaction: committed and synced at the end, rolled back on any error.

    :raises Busy: the lock could not be had in `BUSY_SECONDS`; nothing was written.
    """
    db.session.rollback()  # what was read before may be stale once the lock is ours
    with writing_lock():
        try:
            db.session.connection(execution_options={"begin": "IMMEDIATE"})
            yield
            db.session.commit()
        except BaseException:
            db.session.rollback()
            raise


@contextmanager
def reading_raw() -> Iterator[sqlite3.Connection]:
    """A connection of the pool as SQLite's own, for one quick look.

    :raises Busy: the database was locked too long.
    """
    with closing(db.engine.raw_connection()) as pooled:
        try:
            yield cast(sqlite3.Connection, pooled.driver_connection)
        except sqlite3.OperationalError as error:
            raise fault_of(error) or error from error


def _set_up_connection(connection: sqlite3.Connection, _record: Any) -> None:
    # pysqlite begins transactions late; with None it leaves BEGIN to us (see _begin).
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (f"journal_mode={journal_mode()}", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    # A read is one statement and no transaction: a reader who takes his time over what he read, to
    # print it say, would hold up every commit where there is no write-ahead log.
    how = connection.get_execution_options().get("begin")
    if how is not None:
        connection.exec_driver_sql(f"BEGIN {how}")


def _name_busy(context: ExceptionContext) -> None:
    error = context.original_exception
    fault = fault_of(error)
    if fault is None and _has_no_journal(context):
        fault = NotWritable(str(error))
    if fault is not None:
        raise fault from error


def _has_no_journal(context: ExceptionContext) -> bool:
    """In a transaction it is the journal that cannot be opened: the disk takes no new file."""
    if context.connection is None or "begin" not in context.connection.get_execution_options():
        return False
    return str(context.original_exception) == "unable to open database file"


def fault_of(error: BaseException | None) -> Busy | NotWritable | None:
    """What an error of SQLite's means for a writer; None where it is something else."""
    if not isinstance(error, sqlite3.OperationalError):
        return None
    if "locked" in str(error):
        return Busy(str(error))
    if any(fault in str(error) for fault in _NOT_WRITABLE):
        return NotWritable(str(error))
    return None


@contextmanager
def writing_lock() -> Iterator[None]:
    """The right to write, among all threads and processes of this machine.

    :raises Busy: it could not be had in `BUSY_SECONDS`.
    :raises NotWritable: the disk does not take the lock's file.
    """
    seconds: float = current_app.config["BUSY_SECONDS"]
    database: Path = current_app.config["DATABASE_FILE"]
    deadline = time.monotonic() + seconds
    if not _process_lock.acquire(timeout=seconds):
        raise Busy
    try:
        with _lock_of(database) as file:
            _lock_file(file.fileno(), deadline)
            yield  # closing the file gives the lock back
    finally:
        _process_lock.release()


def _lock_of(database: Path) -> TextIO:
    try:
        return database.with_suffix(".lock").open("w")
    except OSError as error:
        raise NotWritable(str(error)) from error


def _lock_file(descriptor: int, deadline: float) -> None:
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise Busy from None
            time.sleep(_POLL)
        else:
            return
