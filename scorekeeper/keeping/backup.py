"""Makes backups while the server runs, each proved by folding all that it keeps."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from typing import Final, NamedTuple, TypeVar

from flask import Flask

from scorekeeper.club.club_service import CLUB_JOURNAL
from scorekeeper.config import current_settings
from scorekeeper.journal import clock
from scorekeeper.journal.act import Act
from scorekeeper.journal.body import StoredBody
from scorekeeper.journal.journal import Folded, Journal
from scorekeeper.journal.proof import Differs, check_against_live, sound_states
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.store.copies import Contents, app_for_file, copy_database, count_all, remove_stale
from scorekeeper.store.database_checks import Damaged, named_faults
from scorekeeper.store.db import DatabaseUnavailable, NoFile, NotWritable, database_file
from scorekeeper.tournament.service import TOURNAMENT_JOURNAL

__all__ = ["DatabaseContext", "Differs", "Proof", "fold_all", "look_at_all", "prove"]

A = TypeVar("A", bound=Act[StoredBody])
S = TypeVar("S", bound=Folded)
DatabaseContext = Callable[[], AbstractContextManager[object]]
"""A context in which queries go to one database, such as a separate app context."""
_MATCHES_AT_ONCE: Final = 100
"""Folded at a time, tournaments one by one: memory is bounded, however many they are."""


class Proof(NamedTuple):
    """The content of a database whose matches and tournaments were all folded."""

    contents: Contents
    damages: tuple[Damaged, ...]
    """Matches and tournaments that are not what was written, or cannot be folded."""


def fold_all() -> Contents:
    """Fold every match and tournament of the database of the app context, and count.

    :raises Damaged: one cannot be folded, or is not what was written.
    """
    contents, damages = look_at_all()
    if damages:
        raise damages[0]
    return contents


def look_at_all() -> Proof:
    """Fold what can be folded of the database of the app context, and count all of it."""
    damages = [
        *_damages_of(CLUB_JOURNAL, 1),
        *_damages_of(TOURNAMENT_JOURNAL, 1),
        *_damages_of(MATCH_JOURNAL, _MATCHES_AT_ONCE),
    ]
    return Proof(count_all(), tuple(damages))


def _damages_of(journal: Journal[A, S], at_once: int) -> list[Damaged]:
    damages: list[Damaged] = []
    addresses = journal.events.owners()
    for start in range(0, len(addresses), at_once):
        sound_states(journal, addresses[start : start + at_once], damages)
    return damages


def prove(
    in_copy: DatabaseContext,
    in_original: DatabaseContext,
    between: Callable[[], None] = lambda: None,
) -> Proof:
    """Fold all of the copy, and of the original up to there, and count the copy.

    A damage in the copy must be in the original, too. `between` is called between the steps; an
    error that it raises ends the proof.

    :raises Damaged: something that is whole in the copy cannot be folded in the original.
    :raises Differs: the copy is not what the original was.
    """

    def prove_owners(journal: Journal[A, S], at_once: int) -> None:
        with in_copy():
            addresses = journal.events.owners()
        for start in range(0, len(addresses), at_once):
            between()
            some = addresses[start : start + at_once]
            with in_copy():
                sound = sound_states(journal, some, damages)
            with in_original():
                check_against_live(journal, [one for one in some if one[0] in sound], sound)
                damaged_owners = [one for one in some if one[0] not in sound]
                whole = sound_states(journal, damaged_owners, [])
            if whole:
                raise Differs(dict(some)[min(whole)])

    damages: list[Damaged] = []
    with in_copy():
        counts = count_all()
    prove_owners(CLUB_JOURNAL, 1)
    prove_owners(TOURNAMENT_JOURNAL, 1)
    prove_owners(MATCH_JOURNAL, _MATCHES_AT_ONCE)
    return Proof(counts, tuple(damages))


__all__ = [
    "Backup",
    "Contents",
    "Damaged",
    "DatabaseUnavailable",
    "NoDatabase",
    "NoFile",
    "NoFolder",
    "NotWritable",
]

BACKUPS_TO_KEEP: Final = 14
"""The default number of backups that are kept in a folder."""
_OWN: Final = re.compile(r"tefteri-\d{8}-\d{6}(-damaged)?\.sqlite3")
_DAMAGED: Final = "-damaged"
"""How the name of a backup ends in which a match or a tournament is damaged."""
_UNFINISHED: Final = f"tefteri-{'[0-9]' * 8}-{'[0-9]' * 6}.part"
_DOWNLOADS: Final = "backup-download-"
"""How the folders of backups that are downloaded begin. No operator has such a name for his own."""
_OLD_DOWNLOADS: Final = f"backup-{'?' * 8}/{_UNFINISHED}*"
"""The leftovers in download folders from the time when operators could choose such names, too."""


class Backup(NamedTuple):
    """A backup that was just made."""

    file: Path
    contents: Contents
    damages: tuple[Damaged, ...] = ()
    """The matches and tournaments that were damaged in the database already."""


class NoDatabase(Exception):
    """There is no database to copy."""


class NoFolder(NotWritable):
    """A file is there where the folder of the backups was to be; the text is its path."""


def back_up(folder: Path, between: Callable[[], None] = lambda: None) -> Backup:
    """Make a backup in the folder, which is made if need be. Needs an app context.

    If a match or a tournament is damaged, everything is copied as it is. The file's name and the
    answer say so.

    `between` is called between the steps; an error that it raises ends the backup without a trace.

    :raises NoFile: the database is a server's, which has its own means.
    :raises NoDatabase: there is nothing to copy.
    :raises Damaged: SQLite itself finds the database damaged.
    :raises proving.Differs: the copy is not what the database has.
    :raises DatabaseUnavailable: the database was locked too long.
    :raises NoFolder: the folder's path is a file's, or leads through one.
    :raises NotWritable: the folder is full or may not be written.
    """
    database = database_file()
    if not database.exists():
        raise NoDatabase(str(database))
    proofs = []

    def prove_and_name(copy: Path) -> Path:
        proofs.append(_prove(copy, between))
        return _damaged_name(file) if proofs[0].damages else file

    try:
        folder = folder.resolve()  # SQLite takes files by absolute paths
        _make(folder)
        file = _free_name(folder)
        copy = copy_database(database, file, prove_and_name)
    except OSError as error:
        raise NotWritable(str(error)) from error
    return Backup(copy, *proofs[0])


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        file = next(one for one in (folder, *folder.parents) if one.exists())
        raise NoFolder(str(file)) from error


def rotate(folder: Path, newest: Path, count: int) -> None:
    """Remove all backups but the newest `count`; the one just made stays, whatever the clock says.

    Sound and damaged ones are counted apart: a damaged one never takes a sound one's place. Files
    with other names than ours are left alone.

    :raises NotWritable: an old one cannot be removed.
    """
    try:
        own = [
            file
            for file in folder.iterdir()
            if _OWN.fullmatch(file.name)
            and _is_damaged(file) == _is_damaged(newest)
            and file != newest
        ]
        for file in sorted(own, reverse=True)[count - 1 :]:
            file.unlink(missing_ok=True)
        remove_stale(folder, _UNFINISHED)
    except OSError as error:
        raise NotWritable(str(error)) from error


def make_download_folder() -> Path:
    """Make a folder in the instance folder, for its owner's eyes only, and return its path."""
    return Path(mkdtemp(prefix=_DOWNLOADS, dir=current_settings().instance))


def remove_killed_downloads() -> None:
    """Remove what downloads left that were killed a day ago or earlier: it has names.

    :raises NotWritable: something cannot be removed.
    """
    instance = current_settings().instance
    try:
        remove_stale(instance, f"{_DOWNLOADS}*")
        remove_stale(instance, _OLD_DOWNLOADS)
    except OSError as error:
        raise NotWritable(str(error)) from error


def stamp() -> str:
    """The moment in a file's name, UTC."""
    return f"{clock.moment().astimezone(UTC):%Y%m%d-%H%M%S}"


def _free_name(folder: Path) -> Path:
    while True:
        file = folder / f"tefteri-{stamp()}.sqlite3"
        if not any(one.exists() for one in (file, file.with_suffix(".part"), _damaged_name(file))):
            return file
        time.sleep(0.1)


def _damaged_name(file: Path) -> Path:
    return file.with_stem(f"{file.stem}{_DAMAGED}")


def _is_damaged(file: Path) -> bool:
    return file.stem.endswith(_DAMAGED)


def _prove(copy: Path, between: Callable[[], None]) -> Proof:
    """Compare the copy with the database up to there, count it, and say what is damaged in both."""
    database = database_file()

    @contextmanager
    def in_copy(app: Flask) -> Iterator[None]:
        with named_faults(copy), app.app_context():
            yield

    with app_for_file(copy) as app:
        return prove(partial(in_copy, app), partial(named_faults, database), between)
