"""Checks a database file before SQLite opens it, and whether it is whole."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import ClassVar, Final

from sqlalchemy.exc import DatabaseError

from scorekeeper.store.backends.sqlite import SYNCED, sqlite_fault, with_files_beside
from scorekeeper.store.faults import NoAccess


def look_at(file: Path, *, writes: bool) -> bool:
    """See that this process may open the database, and write it too; is it there?

    :raises NoAccess: it may not, or something else than a file is there.
    """
    for folder in reversed(file.parents):
        if not os.access(folder, os.X_OK):
            raise NoAccess(folder, "enter")
    is_there = file.exists()
    if is_there:
        _look_at_file(file, writes=writes)
    # Also a save into a file that is there makes files beside it.
    if writes and not os.access(file.parent, os.W_OK):
        raise NoAccess(file.parent, "write")
    return is_there


def _look_at_file(file: Path, *, writes: bool) -> None:
    if not file.is_file():
        raise NoAccess(file, "file")
    files = with_files_beside(file)
    for one in files:
        if one.exists() and not os.access(one, os.R_OK):
            raise NoAccess(one, "read")
    if writes:
        for one in (file.with_suffix(".lock"), *files):
            if one.exists() and not os.access(one, os.W_OK):
                raise NoAccess(one, "write")


class Damaged(Exception):
    """SQLite's own checks found the database file damaged; nothing was changed in it."""


UNFOLDABLE: Final = (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError)
"""The errors that reading or folding a damaged event raises."""


class DamagedEvent(Damaged):
    """An event of a match or a tournament is not what was written, or is not there."""

    page: ClassVar[str] = "DAMAGED"

    def __init__(self, path: str, seq: int) -> None:
        super().__init__(f"{path}: event {seq} is not what was written")
        self.path = path
        """The address of the match or tournament: `/m/…/` or `/t/…/`."""
        self.seq = seq


def check(database: Path) -> None:
    """Return where the file is a whole database.

    :raises Damaged: it is damaged, or no database, or cannot be opened.
    :raises DatabaseUnavailable: it was locked too long.
    """
    with named_faults(database), open_connection(database) as connection:
        verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
        orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
        page_size = connection.execute("PRAGMA page_size").fetchone()[0]
    # SQLite itself overlooks that the end of the last page is cut off, where nothing is written.
    if database.stat().st_size % page_size:
        raise Damaged(f"{database}: its end is cut off")
    if verdict != "ok" or orphans:
        text = " ".join(verdict.split())
        raise Damaged(f"{database}: {text}, {len(orphans)} rows without their match")


@contextmanager
def open_connection(database: Path, seconds: float = 8.0) -> Iterator[sqlite3.Connection]:
    """Connect to an existing file, apart from the app; it waits `seconds` for a lock."""
    address = f"{database.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(address, uri=True, timeout=seconds, isolation_level=None)
    with closing(connection):
        connection.execute(SYNCED)
        yield connection


@contextmanager
def named_faults(database: Path) -> Iterator[None]:
    """SQLite's faults under the names that this program gives them.

    :raises Damaged: the database cannot be read.
    :raises DatabaseUnavailable: it was locked too long.
    :raises NotWritable: the disk is full or may not be written.
    """
    try:
        yield
    except (sqlite3.DatabaseError, DatabaseError) as error:
        original = error.orig if isinstance(error, DatabaseError) else error
        raise sqlite_fault(original) or Damaged(f"{database}: {original}") from error


@contextmanager
def blamed_on(file: Path, copy: Path) -> Iterator[None]:
    """Say of the file what is found in its copy, which is gone when it is read.

    :raises Damaged: the copy is.
    """
    try:
        yield
    except DamagedEvent:
        raise  # it names what is meant
    except Damaged as error:
        raise Damaged(str(error).replace(str(copy), str(file))) from error
