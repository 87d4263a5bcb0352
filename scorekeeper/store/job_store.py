"""Keeps the inputs and outputs of jobs, and the workers' heartbeat, apart from the database.

A file beside SQLite's, or a table in another schema of PostgreSQL: no backup has them. The table
`job` says which jobs there are, and nothing here does.

The tables have the names that the version before gave them: both versions read them.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Final

from sqlalchemy.exc import ProgrammingError

from scorekeeper.config import current_settings
from scorekeeper.store.backends.sqlite import journal_mode
from scorekeeper.store.database_checks import look_at, named_faults, open_connection
from scorekeeper.store.db import backend, db
from scorekeeper.store.faults import NotWritable

_PUT: Final = (
    "INSERT INTO {table} (queue, key, value) VALUES ('tefteri', ?, ?)"
    " ON CONFLICT (queue, key) DO UPDATE SET value = excluded.value"
)
_ROW: Final = "FROM {table} WHERE queue = 'tefteri' AND key = ?"
_TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS {table} (queue TEXT NOT NULL, key TEXT NOT NULL,"
    " value {bytes} NOT NULL, PRIMARY KEY (queue, key))"
)
_IN_FILE: Final = "kv"
_SCHEMA: Final = "tefteri_jobs"
_ON_SERVER: Final = f"{_SCHEMA}.huey_kv"
_UNDEFINED_TABLE: Final = "42P01"
_MAKING: Final = 7_319_164
"""The key of PostgreSQL's lock for those who make the table at once."""
_making_file: Final = Lock()

_Rows = Sequence[Sequence[object]]


def put(name: str, content: bytes) -> None:
    """Store the content under this name.

    :raises NotWritable, DatabaseUnavailable: it cannot be kept.
    """
    _run(_PUT, name, content)


def get(name: str) -> bytes | None:
    """The content that is kept under this name.

    :raises NotWritable, DatabaseUnavailable: nothing can be read, or the store cannot be made.
    """
    for (content,) in _run(f"SELECT value {_ROW}", name):
        if isinstance(content, bytes):
            return content
    return None


def has(name: str) -> bool:
    """Is any content stored under this name?

    :raises NotWritable, DatabaseUnavailable: as `get`.
    """
    return bool(_run(f"SELECT 1 {_ROW}", name))


def remove(name: str) -> None:
    """Delete the content under this name.

    :raises NotWritable, DatabaseUnavailable: it cannot be deleted.
    """
    _run(f"DELETE {_ROW}", name)


def names() -> set[str]:
    """The names under which content is stored.

    :raises NotWritable, DatabaseUnavailable: as `get`.
    """
    return {str(name) for (name,) in _run("SELECT key FROM {table} WHERE queue = 'tefteri'")}


def forget_overwritten() -> None:
    """Empty the write-ahead log of what was deleted, as far as that is possible now.

    :raises NotWritable, DatabaseUnavailable: it is not possible.
    """
    if current_settings().database_file:
        _run_in_file("PRAGMA wal_checkpoint(TRUNCATE)")  # without such a log it does nothing


def jobs_file() -> Path:
    """The store's file, which lies beside a database that is a file."""
    return current_settings().instance / "tefteri-jobs.sqlite3"


def look_at_job_store() -> None:
    """See that jobs can be kept in their file, where the database is a file too.

    :raises NoAccess, Damaged, DatabaseUnavailable, NotWritable: they cannot.
    """
    if current_settings().database_file is None:
        return
    file = jobs_file()
    if look_at(file, writes=True):
        with named_faults(file), open_connection(file, current_settings().busy_seconds) as opened:
            opened.execute("PRAGMA schema_version")


def _run(statement: str, *values: str | bytes) -> _Rows:
    """Run a statement and commit it; `?` stands for each value."""
    if current_settings().database_file:
        return _run_in_file(statement.format(table=_IN_FILE), *values)
    statement = statement.format(table=_ON_SERVER).replace("?", "%s")
    try:
        return _run_on_server(statement, values)
    except ProgrammingError as error:
        if getattr(error.orig, "sqlstate", None) != _UNDEFINED_TABLE:
            raise
    _make_table_on_server()
    return _run_on_server(statement, values)


def _run_in_file(statement: str, *values: str | bytes) -> _Rows:
    with _open_file() as connection:
        return connection.execute(statement, values).fetchall()


@contextmanager
def _open_file() -> Iterator[sqlite3.Connection]:
    """A connection for one statement: none is open where this process is forked."""
    file = jobs_file()
    try:
        _make_file(file)
        with open_connection(file, current_settings().busy_seconds) as connection:
            for statement in (
                f"PRAGMA journal_mode={journal_mode()}",
                "PRAGMA secure_delete=ON",  # names, and the secrets of tables' links
                _TABLE.format(table=_IN_FILE, bytes="BLOB"),
            ):
                connection.execute(statement)
            yield connection
    except OSError as error:
        raise NotWritable(str(error)) from error
    except sqlite3.Error as error:
        fault = backend().fault_of(error)
        if fault is None:
            raise
        raise fault from error


def _make_file(file: Path) -> None:
    # Closing a file drops every lock of this process on it: no other thread may open it meanwhile.
    with _making_file:
        if not file.exists():
            # For its owner's eyes only: the file holds secrets that open tables.
            os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))


def _run_on_server(statement: str, values: tuple[str | bytes, ...]) -> _Rows:
    with db.engine.connect() as connection:
        result = connection.exec_driver_sql(statement, values)
        return result.all() if result.returns_rows else []


def _make_table_on_server() -> None:
    engine = db.engine.execution_options(isolation_level="READ COMMITTED")
    with engine.begin() as connection:
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(%s)", (_MAKING,))
        connection.exec_driver_sql(f"CREATE SCHEMA IF NOT EXISTS {_SCHEMA}")
        connection.exec_driver_sql(_TABLE.format(table=_ON_SERVER, bytes="BYTEA"))
