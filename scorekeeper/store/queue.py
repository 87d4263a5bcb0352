"""Keeps the calls to workers, and the inputs and outputs of jobs, in huey's storage.

A file beside the database, or tables beside those of PostgreSQL, in a schema of their own. Which
jobs there are, the table `job` says and nothing here: huey forgets a task when a worker takes it.
huey is imported where it is needed: it brings psycopg along, and most requests need neither.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from flask import current_app

from scorekeeper.config import current_settings
from scorekeeper.store.backends.sqlite import journal_mode
from scorekeeper.store.checking import named_faults, open_connection
from scorekeeper.store.db import backend, db
from scorekeeper.store.faults import ConnectionLost, NotWritable
from scorekeeper.store.file_access import look_at

if TYPE_CHECKING:
    from huey import Huey

_KEY: Final = "tefteri_queue"
_NAME: Final = "tefteri"
_SCHEMA: Final = "tefteri_jobs"
_MAKING: Final = 7_319_164
"""The key of PostgreSQL's lock for those who make the tables at once."""


T = TypeVar("T")


class Queue:
    """The queue of one database, in this process; as it is on PostgreSQL."""

    _KEYS = "SELECT key FROM huey_kv WHERE queue = %s"

    def __init__(self, huey: "Huey") -> None:
        self.huey = huey
        self._call = huey.task(name="job")(self._work)
        self.work: Callable[[], None] = _nobody
        """The function that a worker runs when it is called."""

    def call_worker(self) -> None:
        """Call a worker: there is one more job to do.

        :raises NotWritable, DatabaseUnavailable: it cannot be said.
        """
        with _named_faults():
            self._call()

    def every_minute(self, do: Callable[[], None]) -> Callable[[float], None]:
        """Let a worker do this once a minute; what is returned does it in so many seconds."""
        from huey import crontab

        task = self.huey.periodic_task(crontab(), name="minute")(do)

        def soon(seconds: float) -> None:
            with _named_faults():
                task.schedule(delay=seconds)

        return soon

    def calls(self) -> int:
        """How many calls no worker has answered yet."""
        return int(_retry_if_lost(self.huey.pending_count))

    def put(self, name: str, content: bytes) -> None:
        """Store the content under this name.

        :raises NotWritable, DatabaseUnavailable: it cannot be kept.
        """
        _retry_if_lost(lambda: self.huey.storage.put_data(name, content))

    def get(self, name: str) -> bytes | None:
        """The content that is kept under this name."""
        found = _retry_if_lost(lambda: self.huey.storage.peek_data(name))
        return found if isinstance(found, bytes) else None

    def has(self, name: str) -> bool:
        """Is any content stored under this name?"""
        return bool(_retry_if_lost(lambda: self.huey.storage.has_data_for_key(name)))

    def remove(self, name: str) -> None:
        """Delete the content under this name."""
        _retry_if_lost(lambda: self.huey.storage.delete_data(name))

    def names(self) -> set[str]:
        """The names under which content is stored."""
        found = _retry_if_lost(lambda: self.huey.storage.sql(self._KEYS, (_NAME,), results=True))
        return {name for (name,) in found}

    def forget_overwritten(self) -> None:
        """Empty the write-ahead log of what was deleted, as far as that is possible now."""

    def close(self) -> None:
        """Close the connection; the next use opens one."""
        self.huey.storage.close()

    def _work(self) -> None:
        self.work()


class _QueueInFile(Queue):
    _KEYS = "SELECT key FROM kv WHERE queue = ?"

    def forget_overwritten(self) -> None:
        with _named_faults():  # does nothing where there is no write-ahead log
            self.huey.storage.sql("PRAGMA wal_checkpoint(TRUNCATE)")


def queue() -> Queue:
    """The queue of the app context, made at its first use.

    :raises NotWritable, DatabaseUnavailable: it cannot be made.
    """
    existing: Queue | None = current_app.extensions.get(_KEY)
    if existing is not None:
        return existing
    with _named_faults():
        new = _in_file() if current_settings().database_file else _on_server()
    # Another thread may have made one meanwhile: none waits for another one's connection.
    first: Queue = current_app.extensions.setdefault(_KEY, new)
    if first is not new:
        new.close()
    return first


def close_queue() -> None:
    """Close the queue of the app context: before this process is forked, and after tests."""
    old: Queue | None = current_app.extensions.pop(_KEY, None)
    if old is not None:
        old.close()


def jobs_file() -> Path:
    """The queue's file, which lies beside a database that is a file."""
    return current_settings().instance / "tefteri-jobs.sqlite3"


def look_at_queue() -> None:
    """See that jobs can be kept in their file, where the database is a file too.

    :raises NoAccess, Damaged, DatabaseUnavailable, NotWritable: they cannot.
    """
    if current_settings().database_file is None:
        return
    file = jobs_file()
    if look_at(file, writes=True):
        with named_faults(file), open_connection(file, current_settings().busy_seconds) as opened:
            opened.execute("PRAGMA schema_version")


def _in_file() -> Queue:
    from huey import SqliteHuey

    file = jobs_file()
    # For its owner's eyes only: the file holds secrets that open tables.
    os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))
    seconds = current_settings().busy_seconds
    huey = SqliteHuey(
        _NAME,
        filename=str(file),
        journal_mode=journal_mode(),
        fsync=True,
        timeout=seconds,
        factory=_Forgetful,
        results=False,  # huey keeps an error for each call that raises, and nobody takes it away
    )
    return _QueueInFile(huey)


def _on_server() -> Queue:
    import psycopg
    from huey import PostgresHuey

    arguments = cast("dict[str, str]", backend().engine_options()["connect_args"])
    options = f"{arguments['options']} -c search_path={_SCHEMA}"
    address, parameters = db.engine.dialect.create_connect_args(db.engine.url)

    def connect() -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(*address, **{**parameters, **arguments, "options": options})

    huey = PostgresHuey(_NAME, connection=connect, create_tables=False, results=False)
    with connect() as connection:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MAKING,))
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {_SCHEMA}")
        for statement in huey.storage.ddl:
            connection.execute(statement)
    return Queue(huey)


class _Forgetful(sqlite3.Connection):
    """A connection that overwrites what it deletes: names, and the secrets of tables' links."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.execute("PRAGMA secure_delete=ON")


def _retry_if_lost(do: Callable[[], T]) -> T:
    """Do something that may be done twice; if the connection is lost, again on a new one.

    huey learns only by trying that PostgreSQL was started again since.
    """
    try:
        with _named_faults():
            return do()
    except ConnectionLost:
        with _named_faults():
            return do()


@contextmanager
def _named_faults() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise NotWritable(str(error)) from error
    except Exception as error:
        fault = backend().fault_of(error)
        if fault is None:
            raise
        raise fault from error


def _nobody() -> None:
    raise RuntimeError("this process is no worker")
