"""Backups: copies of the whole database, made while the server runs, each proved by folding."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from flask import Flask

from scorekeeper.services import clock
from scorekeeper.services.proving import prove
from scorekeeper.store.checking import Damaged, named_faults
from scorekeeper.store.copying import app_for_file, copy_database, remove_stale
from scorekeeper.store.counting import Contents
from scorekeeper.store.db import DatabaseUnavailable, NoFile, NotWritable, database_file

__all__ = [
    "Backup",
    "Contents",
    "Damaged",
    "DatabaseUnavailable",
    "NoDatabase",
    "NoFile",
    "NotWritable",
]

KEPT: Final = 14
"""Backups of a folder, unless somebody says otherwise."""
_OWN: Final = re.compile(r"tefteri-\d{8}-\d{6}\.sqlite3")
_UNFINISHED: Final = f"tefteri-{'[0-9]' * 8}-{'[0-9]' * 6}.part"


class Backup(NamedTuple):
    """A backup that was just made."""

    file: Path
    contents: Contents


class NoDatabase(Exception):
    """There is no database to copy."""


def back_up(folder: Path, between: Callable[[], None] = lambda: None) -> Backup:
    """A new backup in the folder, which is made if need be. Needs an app context.

    `between` is called between the steps; what it raises ends it, and nothing is left.

    :raises NoFile: the database is a server's, which has means of its own.
    :raises NoDatabase: there is nothing to copy.
    :raises Damaged: the database, or something in it that cannot be folded.
    :raises proving.Differs: the copy is not what the database has.
    :raises DatabaseUnavailable: the database was locked too long.
    :raises NotWritable: the folder is full or may not be written.
    """
    database = database_file()
    if not database.exists():
        raise NoDatabase(str(database))
    counted = []
    try:
        folder = folder.resolve()  # SQLite is told of files by whole paths
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = _free_name(folder)
        copy_database(database, file, lambda copy: counted.append(_prove(copy, between)))
    except OSError as error:
        raise NotWritable(str(error)) from error
    return Backup(file, counted[0])


def rotate(folder: Path, just_made: Path, keep: int) -> None:
    """Remove all backups but the newest `keep`; the one just made stays, whatever the clock says.

    Files with other names than ours are left alone.

    :raises NotWritable: an old one cannot be removed.
    """
    try:
        own = [f for f in folder.iterdir() if _OWN.fullmatch(f.name) and f != just_made]
        for file in sorted(own, reverse=True)[keep - 1 :]:
            file.unlink(missing_ok=True)
        remove_stale(folder, _UNFINISHED)
    except OSError as error:
        raise NotWritable(str(error)) from error


def stamp() -> str:
    """The moment in a file's name, UTC."""
    return f"{clock.now().astimezone(UTC):%Y%m%d-%H%M%S}"


def _free_name(folder: Path) -> Path:
    while True:
        file = folder / f"tefteri-{stamp()}.sqlite3"
        if not file.exists() and not file.with_suffix(".part").exists():
            return file
        time.sleep(0.1)


def _prove(copy: Path, between: Callable[[], None]) -> Contents:
    """Compare the copy with the database up to there, and count the copy."""
    database = database_file()

    @contextmanager
    def in_copy(house: Flask) -> Iterator[None]:
        with named_faults(copy), house.app_context():
            yield

    with app_for_file(copy) as house:
        return prove(partial(in_copy, house), partial(named_faults, database), between)
