"""Puts a backup's content, or an SQLite file's, in the place of a database's."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Final, NamedTuple

from flask import Flask, current_app
from sqlalchemy.exc import DatabaseError

from scorekeeper.config import postgresql_address
from scorekeeper.jobs.queue import forget_strays
from scorekeeper.keeping.backup import NoDatabase, Proof, look_at_all, prove, stamp
from scorekeeper.match.erasure import forget_sheets
from scorekeeper.store.backends.sqlite import BESIDE
from scorekeeper.store.copies import (
    NOTHING,
    Contents,
    app_for_database,
    app_for_file,
    copy_database,
    copy_rows,
    count_all,
    has_tables,
    other_table,
    remove_stale,
    replace_content,
    sync,
)
from scorekeeper.store.database_checks import Damaged, blamed_on, check, named_faults
from scorekeeper.store.db import (
    ConnectionLost,
    DatabaseUnavailable,
    NotWritable,
    database_file,
    db,
    writing,
    writing_lock,
)
from scorekeeper.store.job_store import jobs_file
from scorekeeper.store.migrator import bring_up_to_date, make_tables
from scorekeeper.store.schema import current_migration, is_known

_ROOM: Final = "restoring-"
_BACKUP_SUFFIX: Final = "-before-restore-"


class Candidate(NamedTuple):
    """A checked copy of a backup, at this version's migration."""

    file: Path
    contents: Contents
    damages: tuple[Damaged, ...] = ()
    """The matches and tournaments in it that are damaged."""


class Restored(NamedTuple):
    """The outcome of restoring."""

    previous: Path | None
    """The backup of the content before; None where there was none."""
    contents: Contents


class RestoreRefused(Exception):
    """The file cannot be restored, or not here; the text is its name. Nothing was changed."""


class Unopened(RestoreRefused):
    """The file is not there or cannot be read."""


class NotOurs(RestoreRefused):
    """The file is a database of something else."""


class Newer(RestoreRefused):
    """The file was written by a version of the program that comes after this one."""


class DamagedInside(RestoreRefused):
    """Matches or tournaments in the file are damaged, and the caller did not allow that."""

    def __init__(self, damages: tuple[Damaged, ...]) -> None:
        super().__init__("; ".join(map(str, damages)))
        self.damages = damages


class SameDatabase(RestoreRefused):
    """The file is the database in use."""


class TargetUnwritable(RestoreRefused):
    """The present database is so broken that nothing can be written into it."""


@contextmanager
def candidate(file: Path, *, even_damaged: bool = False) -> Iterator[Candidate]:
    """The file as it could be restored: copied, checked, migrated, folded. It is left as it is.

    With `even_damaged` its matches and tournaments may be damaged: they stay so, and the others
    come back.

    :raises NoFile: the database is a server's, which has its own means.
    :raises Unopened: it cannot be read.
    :raises SameDatabase: it is the database in use.
    :raises Damaged: it is no whole database.
    :raises DamagedInside: something in it is not what was written.
    :raises NotOurs: it is another program's.
    :raises Newer: it is a later version's.
    :raises NotWritable: there is no room for the copy.
    """
    database = database_file()
    if database.exists() and file.exists() and file.samefile(database):
        raise SameDatabase(str(file))
    try:
        remove_stale(database.parent, f"{_ROOM}*")
        remove_stale(database.parent, f"{database.stem}{_BACKUP_SUFFIX}*.part")
        room = tempfile.TemporaryDirectory(prefix=_ROOM, dir=database.parent)
    except OSError as error:
        raise NotWritable(str(error)) from error
    with room as folder:
        copy = Path(folder) / database.name
        _take(file, copy)
        with blamed_on(file, copy):
            contents, damages = _prepare(copy, file)
        if damages and not even_damaged:
            raise DamagedInside(damages)
        yield Candidate(copy, contents, damages)


def present() -> Contents | None:
    """Count the contents of the database in use; None without a database.

    :raises Damaged: it cannot be read, or is damaged.
    :raises DatabaseUnavailable: it was locked too long.
    """
    database = database_file()
    if not database.exists():
        return None
    check(database)
    with named_faults(database):
        return count_all() if current_migration() else NOTHING


def restore(new: Candidate) -> Restored:
    """Put the candidate's content in place of the present one, which is kept beside it.

    No phone can write meanwhile; a reader sees the old content or the new one.

    :raises DatabaseUnavailable: the database was in use too long; nothing was changed.
    :raises NotWritable: the disk is full or may not be written; nothing was changed.
    :raises TargetUnwritable: what is there cannot take anything; nothing was changed.
    :raises Damaged: the new content did not arrive whole.
    """
    database = database_file()
    with writing_lock():
        try:
            previous = _keep(database) if database.exists() else None
        except OSError as error:
            raise NotWritable(str(error)) from error
        try:
            replace_content(database, new.file)
        except Damaged as error:
            raise TargetUnwritable(str(database)) from error
        with named_faults(database):
            counts = count_all()
    if counts != new.contents:
        raise Damaged(f"{database}: {counts}")
    check(database)
    _forget_sheets()
    return Restored(previous, counts)


def _forget_sheets() -> None:
    """Forget the prints of the replaced content: they are made again on demand."""
    forget_sheets()
    jobs = jobs_file()
    # If this fails, a worker does it within a minute; a broken file is not read any more.
    with suppress(DatabaseUnavailable, NotWritable, Damaged), named_faults(jobs):
        if jobs.exists():
            forget_strays()


def _take(file: Path, copy: Path) -> None:
    """Copy the file's bytes, and what SQLite left beside it, which may belong to its content."""
    try:
        source = file.open("rb")
    except OSError as error:
        raise Unopened(str(file)) from error
    with source:
        try:
            with copy.open("wb") as target:
                shutil.copyfileobj(source, target)
            _take_beside(file, copy)
        except IsADirectoryError as error:
            raise Unopened(str(file)) from error
        except OSError as error:
            raise NotWritable(str(error)) from error


def _take_beside(file: Path, copy: Path) -> None:
    for end in BESIDE[:2]:
        beside = file.with_name(file.name + end)
        if beside.exists():
            shutil.copyfile(beside, copy.with_name(copy.name + end))


def _prepare(copy: Path, file: Path) -> Proof:
    check(copy)
    with app_for_file(copy) as app, named_faults(copy), app.app_context():
        migration = current_migration()
        if migration is None:
            raise NotOurs(str(file))
        if not is_known(migration):
            raise Newer(str(file))
        bring_up_to_date()
        return look_at_all()


def _keep(database: Path) -> Path:
    """The present database's backup beside it: its bytes as they are where it is damaged."""
    previous = database.with_name(f"{database.stem}{_BACKUP_SUFFIX}{stamp()}.sqlite3")
    try:
        copy_database(database, previous)
    except Damaged:
        previous = previous.with_stem(f"{previous.stem}-damaged")
        previous.touch(mode=0o600)
        shutil.copyfile(database, previous)
        _take_beside(database, previous)
        sync(previous)
        sync(previous.parent)
    return previous


class NotEmpty(Exception):
    """There is something in the database that was to be moved to; nothing was changed."""


class NotAsItWas(Exception):
    """A table's rows arrived otherwise; the text is its name. Nothing is there."""


class TargetRefused(Exception):
    """The target database cannot be reached or refused something; the text is its own."""


def move(url: str) -> Contents:
    """Copy the file of the app context to the address, compare both, and count the copied content.

    No phone can write into the file meanwhile, and it stays as it is. It is one transaction: if
    anything fails, nothing is at the address.

    :raises BadSetting: the address is not PostgreSQL's.
    :raises NoFile: the app's own database is a server's.
    :raises NoDatabase: there is nothing to move.
    :raises NotEmpty: there is something there already.
    :raises Damaged: the file, or something in it that cannot be folded.
    :raises NotAsItWas, proving.Differs: what arrived is not what the file has.
    :raises TargetRefused: there is no such database, or PostgreSQL refused something.
    :raises DatabaseUnavailable: the file was locked too long.
    """
    target = postgresql_address(url)
    file = database_file()
    if not file.exists():
        raise NoDatabase(str(file))
    bring_up_to_date()
    source = current_app._get_current_object()  # type: ignore[attr-defined]
    with writing_lock(), app_for_database(target) as app, app.app_context():
        check(file)
        try:
            return _fill(source)
        except ConnectionLost as error:
            raise TargetRefused(str(error)) from error
        except DatabaseError as error:
            raise TargetRefused(str(error.orig)) from error


def _fill(source: Flask) -> Contents:
    with writing():
        if has_tables():
            raise NotEmpty
        make_tables(db.session.connection())
        copy_rows(source)
        other = other_table(source)
        if other is not None:
            raise NotAsItWas(other)
        contents, damages = prove(nullcontext, source.app_context)
        if damages:
            raise damages[0]
        return contents
