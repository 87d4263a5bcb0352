"""The SQLite backend: a file of this machine, and a lock for one writer at a time."""

import fcntl
import os
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final, TextIO

from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine, ExceptionContext
from sqlalchemy.orm import Session

from scorekeeper.store.backends.group_commit import GroupCommit
from scorekeeper.store.faults import DatabaseLocked, DatabaseUnavailable, NotWritable

_POLL: Final = 0.0005
_process_lock = threading.Lock()


@contextmanager
def file_lock(database: Path, seconds: float) -> Iterator[None]:
    """Lock out all other writers, in every thread and process of this machine.

    :raises DatabaseUnavailable: the lock was not free within `seconds`.
    :raises NotWritable: the disk does not take the lock's file.
    """
    deadline = time.monotonic() + seconds
    if not _process_lock.acquire(timeout=seconds):
        raise DatabaseLocked
    try:
        with _lock_of(database) as file:
            with _turn_of(database.parent) as turn:
                _lock_file(turn, deadline)
                _lock_file(file.fileno(), deadline)
            yield  # closing the file gives the lock back
    finally:
        _process_lock.release()


def _lock_of(database: Path) -> TextIO:
    try:
        return database.with_suffix(".lock").open("w")
    except OSError as error:
        raise NotWritable(str(error)) from error


@contextmanager
def _turn_of(folder: Path) -> Iterator[int]:
    """Open the folder that the next process locks while it waits for its turn to write.

    A thread that has just written waits for the folder's lock first. Else it would write again and
    again, before the other process can ask.
    """
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _lock_file(descriptor: int, deadline: float) -> None:
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise DatabaseLocked from None
            time.sleep(_POLL)
        else:
            return


SAFE_WAL: Final = (3, 51, 3)
"""Older SQLite has a bug in resetting its write-ahead log that can corrupt the file."""
BESIDE: Final = ("-journal", "-wal", "-shm")
"""Endings of the files that SQLite writes beside a database."""
SYNCED: Final = "PRAGMA synchronous=EXTRA"
"""Lets a commit survive a power cut. `FULL` does not sync the folder once the rollback journal is
removed from it: the journal comes back, and with it the database from before the commit."""
PROVED_FOR: Final = 5.0
"""Seconds in which a disk is believed that could be written, unless a save fails meanwhile."""
_NOT_WRITABLE: Final = (
    "disk is full",
    "readonly database",
    "disk I/O error",
    "unable to open database file",
)
"""Phrases in SQLite's messages. The last one is of its journal, too, which a full disk refuses."""


def with_files_beside(file: Path) -> list[Path]:
    """The database's file, and those that SQLite may write beside it."""
    return [file, *(file.with_name(file.name + end) for end in BESIDE)]


class Sqlite:
    """A file of this machine.

    One writer at a time has `BEGIN IMMEDIATE`, behind a lock in the process and a file lock across
    processes. Without these locks SQLite lets writers starve for seconds. Writers of one process
    that follow each other at once are committed together, with `synchronous=EXTRA`.
    """

    def __init__(self, file: Path, seconds: float) -> None:
        self._file = file
        self._seconds = seconds
        self._seen_writable = -PROVED_FOR
        self._group_commit = GroupCommit(partial(file_lock, file), seconds)

    def engine_options(self) -> dict[str, object]:
        return {"connect_args": {"timeout": self._seconds}}

    def listen(self, engine: Engine) -> None:
        event.listen(engine, "connect", _set_up)
        event.listen(engine, "begin", _begin)

    def transaction(self, engine: Engine, session: Session) -> AbstractContextManager[None]:
        return self._group_commit.transaction(engine, session)

    def lock(self, session: Session, names: Iterable[str]) -> None:
        """Do nothing: the writer is the only one anyway."""

    def alone(self, engine: Engine) -> AbstractContextManager[None]:
        return file_lock(self._file, self._seconds)

    def count_on(self, session: Session, table: str) -> None:
        """Do nothing: SQLite takes the next id from the rows."""

    def begin_migration(self, connection: Connection) -> None:
        connection.detach()  # foreign keys stay off in it; it must not return to the pool
        # Batch mode rebuilds tables; with foreign keys on, dropping the old one is refused. Inside
        # a transaction SQLite would ignore this.
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        connection.rollback()
        connection.execution_options(begin="IMMEDIATE")

    def first_row(
        self, connection: object, statement: str, values: tuple[object, ...]
    ) -> tuple[object, ...] | None:
        assert isinstance(connection, sqlite3.Connection)
        row: tuple[object, ...] | None = connection.execute(statement, values).fetchone()
        return row

    def fault_of(self, error: BaseException | None) -> DatabaseUnavailable | NotWritable | None:
        return self._noted(sqlite_fault(error))

    def fault_in(self, context: ExceptionContext) -> DatabaseUnavailable | NotWritable | None:
        return self.fault_of(context.original_exception)

    def _noted(
        self, fault: DatabaseUnavailable | NotWritable | None
    ) -> DatabaseUnavailable | NotWritable | None:
        if isinstance(fault, NotWritable):
            self._seen_writable = -PROVED_FOR
        return fault

    def has_other_key(self, engine: Engine) -> bool:
        """The key lies beside the file."""
        return False

    def forget_overwritten(self, engine: Engine) -> None:
        with engine.connect() as connection:  # without a write-ahead log it does nothing
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def health(self, connection: Connection) -> dict[str, str]:
        self._prove_writable()
        mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar_one()
        return {"sqlite": sqlite3.sqlite_version, "journal": str(mode)}

    def _prove_writable(self) -> None:
        """Prove that a save can be written, seldom: every waiting phone asks, and each proof is a
        write.

        :raises NotWritable: it cannot; then each further call tries again.
        """
        now = time.monotonic()
        if now - self._seen_writable >= PROVED_FOR:
            self._seen_writable = -PROVED_FOR
            _write_beside(self._file, max(map(_bytes_of, with_files_beside(self._file))))
            self._seen_writable = now

    def size(self, engine: Engine) -> int:
        return sum(map(_bytes_of, with_files_beside(self._file)))


def _bytes_of(file: Path) -> int:
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0


def journal_mode() -> str:
    """`wal` where this SQLite resets it safely, else `delete`."""
    return "wal" if sqlite3.sqlite_version_info >= SAFE_WAL else "delete"


_SAVE: Final = 64 * 1024
"""Bytes that a save can take: its pages, and what they were, in the journal."""


def _write_beside(file: Path, size: int) -> None:
    """Try the writes of a save: into the file, and into a file beside it at this size.

    :raises NotWritable: the disk is full, or may not be written, or no file may grow beyond that.
    """
    if not os.access(file, os.W_OK):
        raise NotWritable(f"{file} may not be written")
    try:
        with TemporaryFile(dir=file.parent) as pages:
            pages.seek(size)  # the bytes before it are a hole, and need no room
            pages.write(bytes(_SAVE))
    except OSError as error:
        raise NotWritable(str(error)) from error


def sqlite_fault(error: BaseException | None) -> DatabaseUnavailable | NotWritable | None:
    """Translate an error of SQLite into a fault; None where it means something else."""
    if not isinstance(error, sqlite3.OperationalError):
        return None
    if "locked" in str(error):
        return DatabaseLocked(str(error))
    if any(fault in str(error) for fault in _NOT_WRITABLE):
        return NotWritable(str(error))
    return None


def _set_up(connection: sqlite3.Connection, _record: object) -> None:
    # pysqlite begins transactions late; with None it leaves BEGIN to us (see _begin).
    connection.isolation_level = None
    # A text that a disk has spoiled may be no valid UTF-8. Reading must not fail, for it may be one
    # row of many: the digest shows the damage (`digests`).
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    cursor = connection.cursor()
    for statement in (
        f"PRAGMA journal_mode={journal_mode()}",
        SYNCED,
        "PRAGMA foreign_keys=ON",
        "PRAGMA secure_delete=ON",  # names that were erased are not in the file any more
    ):
        cursor.execute(statement)
    cursor.close()


def _begin(connection: Connection) -> None:
    # A reader who takes his time over what he read, to print it say, would hold up every commit
    # where there is no write-ahead log.
    how = connection.get_execution_options().get("begin")
    if how is not None:
        connection.exec_driver_sql(f"BEGIN {how}")
