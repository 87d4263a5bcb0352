"""huey's storage: what calls the workers, and what jobs are made of and make.

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
from scorekeeper.store.db import backend, db
from scorekeeper.store.faults import ConnectionLost, NotWritable

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
        """What a worker does when it is called."""

    def call_worker(self) -> None:
        """Say that there is one more job to do.

        :raises NotWritable, DatabaseUnavailable: it cannot be said.
        """
        with _named_faults():
            self._call()

    def every_minute(self, do: Callable[[], None]) -> Callable[[float], None]:
        """Let a worker do this once a minute; what comes back lets it do so in so many seconds."""
        from huey import crontab

        task = self.huey.periodic_task(crontab(), name="minute")(do)

        def soon(seconds: float) -> None:
            with _named_faults():
                task.schedule(delay=seconds)

        return soon

    def calls(self) -> int:
        """How often it was said and nobody has come yet."""
        return int(_twice_if_lost(self.huey.pending_count))

    def put(self, name: str, content: bytes) -> None:
        """Keep it under this name.

        :raises NotWritable, DatabaseUnavailable: it cannot be kept.
        """
        _twice_if_lost(lambda: self.huey.storage.put_data(name, content))

    def get(self, name: str) -> bytes | None:
        """What is kept under this name."""
        found = _twice_if_lost(lambda: self.huey.storage.peek_data(name))
        return found if isinstance(found, bytes) else None

    def has(self, name: str) -> bool:
        """Is there something under this name?"""
        return bool(_twice_if_lost(lambda: self.huey.storage.has_data_for_key(name)))

    def remove(self, name: str) -> None:
        """Keep it no longer."""
        _twice_if_lost(lambda: self.huey.storage.delete_data(name))

    def names(self) -> set[str]:
        """The names under which something is kept."""
        found = _twice_if_lost(lambda: self.huey.storage.sql(self._KEYS, (_NAME,), results=True))
        return {name for (name,) in found}

    def forget_overwritten(self) -> None:
        """Let what was removed stand in no log beside it, as far as that can be had now."""

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
    """That of the app context, made at first use.

    :raises NotWritable, DatabaseUnavailable: it cannot be made.
    """
    kept: Queue | None = current_app.extensions.get(_KEY)
    if kept is not None:
        return kept
    with _named_faults():
        made = _in_file() if current_settings().database_file else _on_server()
    # Another thread may have made one meanwhile: none waits for another one's connection.
    first: Queue = current_app.extensions.setdefault(_KEY, made)
    if first is not made:
        made.close()
    return first


def close_queue() -> None:
    """Forget that of the app context: before workers are made of this process, and after tests."""
    made: Queue | None = current_app.extensions.pop(_KEY, None)
    if made is not None:
        made.close()


def jobs_file() -> Path:
    """Where they are kept beside a database that is a file."""
    return current_settings().instance / "tefteri-jobs.sqlite3"


def _in_file() -> Queue:
    from huey import SqliteHuey

    file = jobs_file()
    # What it holds opens tables to whoever reads it.
    os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))
    seconds = current_settings().busy_seconds
    made = SqliteHuey(
        _NAME,
        filename=str(file),
        journal_mode=journal_mode(),
        fsync=True,
        timeout=seconds,
        factory=_Forgetful,
        results=False,  # huey keeps an error for each call that raises, and nobody takes it away
    )
    return _QueueInFile(made)


def _on_server() -> Queue:
    import psycopg
    from huey import PostgresHuey

    given = cast("dict[str, str]", backend().engine_options()["connect_args"])
    options = f"{given['options']} -c search_path={_SCHEMA}"
    address, named = db.engine.dialect.create_connect_args(db.engine.url)

    def connect() -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(*address, **{**named, **given, "options": options})

    made = PostgresHuey(_NAME, connection=connect, create_tables=False, results=False)
    with connect() as connection:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MAKING,))
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {_SCHEMA}")
        for statement in made.storage.ddl:
            connection.execute(statement)
    return Queue(made)


class _Forgetful(sqlite3.Connection):
    """What is removed is overwritten: names and secrets of tables."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.execute("PRAGMA secure_delete=ON")


def _twice_if_lost(do: Callable[[], T]) -> T:
    """What comes of something that may be done again; the second time on a new connection.

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
