"""`python -m scorekeeper backup` and `restore`: the whole database, while the server runs."""

import os
import pwd
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC
from pathlib import Path
from typing import Final, Literal

from flask import Flask

from scorekeeper.cli.erasure import damage_text
from scorekeeper.config import current_settings
from scorekeeper.i18n import gettext, use_locale
from scorekeeper.keeping import backup, database_restore
from scorekeeper.keeping.backup import (
    Contents,
    Damaged,
    DatabaseUnavailable,
    Differs,
    NoDatabase,
    NoFile,
    NoFolder,
    NotWritable,
)
from scorekeeper.store.database_checks import look_at
from scorekeeper.store.faults import Access, NoAccess
from scorekeeper.store.migrator import Ahead, known_migration

Needs = Literal["reads", "writes", "replaces"]
"""The access of a command to the database."""

_FAULTS: Final = (
    DatabaseUnavailable,
    NoFile,
    NoDatabase,
    Damaged,
    Differs,
    NotWritable,
    Ahead,
)
_DUMP: Final = (
    'pg_dump --format=custom --exclude-schema=tefteri_jobs --dbname="$DATABASE_URL" --file=FILE'
)
_RESTORE: Final = (
    'pg_restore --clean --if-exists --no-owner --single-transaction --dbname="$DATABASE_URL" FILE'
)
"""The restore command of PostgreSQL's own programs."""


class Failed(Exception):
    """The command failed; the text says why."""


def back_up(folder: Path, count: int, language: str) -> int:
    """Make a backup in the folder and print it; the exit status. Needs an app context."""
    with use_locale(language):
        try:
            with in_words():
                backup_file = backup.back_up(folder)
                print(backup_file.file)
                print(contents_text(backup_file.contents))
                backup.rotate(folder, backup_file.file, count)
        except Failed as error:
            return refuse(error)
        if not backup_file.damages:
            return 0
        _name_damages(backup_file.damages)
        rest = gettext("All else is in the backup. No older one was removed that is whole.")
        return refuse(Failed(rest))


def restore(file: Path, language: str, *, sure: bool, even_damaged: bool = False) -> int:
    """Replace the present database by the backup, if sure, and print the result.

    With `even_damaged` the backup may have damages, which are named. Returns the exit status: 1
    also for a run that only says what it would do. Needs an app context.
    """
    with use_locale(language):
        try:
            with in_words(), database_restore.candidate(file, even_damaged=even_damaged) as new:
                _name_damages(new.damages)
                print(gettext("There now: %(contents)s", contents=_present()))
                print(gettext("In the file: %(contents)s", contents=contents_text(new.contents)))
                if not sure:
                    raise Failed(gettext("Nothing was changed. To replace it, add --yes."))
                outcome = database_restore.restore(new)
        except Failed as error:
            return refuse(error)
        if outcome.previous is not None:
            print(gettext("What was there is kept: %(file)s", file=outcome.previous))
        print(gettext("Restored: %(contents)s", contents=contents_text(outcome.contents)))
    return 0


def _name_damages(damages: Iterable[Damaged]) -> None:
    for damage in damages:
        print(damage_text(damage), file=sys.stderr)


@contextmanager
def in_words() -> Iterator[None]:
    """Every fault as `Failed`, in the reader's language."""
    try:
        yield
    except _FAULTS as error:
        raise Failed(_fault(error)) from error
    except database_restore.DamagedInside as error:
        _name_damages(error.damages)
        way = gettext("Nothing was changed. To restore it with what is damaged, add --damaged.")
        raise Failed(way) from error
    except database_restore.RestoreRefused as error:
        raise Failed(_refusal(error)) from error


def access_text(error: Exception) -> str:
    """Tell which file or folder cannot be opened, and by which user; empty for other faults."""
    if not isinstance(error, NoAccess):
        return ""
    texts: dict[Access, str] = {
        "enter": gettext("The user %(user)s cannot look into %(place)s."),
        "read": gettext("The user %(user)s cannot read %(place)s."),
        "write": gettext("The user %(user)s cannot write %(place)s."),
        "file": gettext("%(place)s is no file."),
    }
    return texts[error.missing] % {"user": _user(), "place": error.place}


def _user() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def run_on_database(app: Flask, language: str, command: Callable[[], int], needs: Needs) -> int:
    """Look at the database's file, and run the command; a fault is one line, the same for all.

    The exit status.
    """
    with app.app_context(), use_locale(language):
        try:
            with in_words():
                look_at_database(needs)
                return command()
        except Failed as error:
            return refuse(error)


def look_at_database(needs: Needs) -> None:
    """See that the database can be opened, and that no newer version has changed it.

    Only a restore replaces the tables of a newer version. Needs an app context.

    :raises NoAccess, Ahead, Damaged: it cannot.
    """
    file = current_settings().database_file
    is_there = file is None or look_at(file, writes=needs != "reads")
    if is_there and needs != "replaces":
        known_migration(file)


def _fault(error: Exception) -> str:
    texts = {
        DatabaseUnavailable: gettext("The server is busy"),
        NoFile: gettext(
            "The database is PostgreSQL's. To back it up: %(dump)s\nTo restore it, with the server "
            "stopped: %(restore)s\nThe whole way: docs/operating-many.md, Restoring.",
            dump=_DUMP,
            restore=_RESTORE,
        ),
        NoDatabase: gettext("There is no database %(file)s.", file=error),
        Damaged: damage_text(error),
        Differs: gettext("The copy of the match %(match)s is not like the match.", match=error),
        NoFolder: gettext("%(folder)s is a file: name a folder.", folder=error),
        NoAccess: access_text(error),
        NotWritable: gettext("The disk is full or cannot be written: %(what)s", what=error),
        Ahead: gettext(
            "A newer version has changed the database's tables (migration %(migration)s): start "
            "that one, or go back with its command migrate.",
            migration=error,
        ),
    }
    return next(text for kind, text in texts.items() if isinstance(error, kind))


def _refusal(error: database_restore.RestoreRefused) -> str:
    texts = {
        database_restore.Unopened: gettext("%(file)s cannot be read.", file=error),
        database_restore.SameDatabase: gettext("%(file)s is the database in use.", file=error),
        database_restore.NotOurs: gettext("%(file)s is no database of Tefteri.", file=error),
        database_restore.Newer: gettext(
            "%(file)s was written by a newer version: bring the program up to date first.",
            file=error,
        ),
        database_restore.TargetUnwritable: gettext(
            "%(file)s is no database any more. Stop the server, move the file away, and restore "
            "again.",
            file=error,
        ),
    }
    return texts[type(error)]


def _present() -> str:
    try:
        contents = database_restore.present()
    except Damaged as error:
        return damage_text(error)
    return gettext("nothing") if contents is None else contents_text(contents)


def contents_text(contents: Contents) -> str:
    """Describe what a database holds."""
    newest = "—"
    if contents.newest is not None:
        zone = current_settings().zone
        newest = f"{contents.newest.replace(tzinfo=UTC).astimezone(zone):%Y-%m-%d %H:%M:%S}"
    return gettext(
        "matches: %(matches)s, tournaments: %(tournaments)s, events: %(events)s, "
        "the newest: %(newest)s",
        matches=contents.matches,
        tournaments=contents.tournaments,
        events=contents.events,
        newest=newest,
    )


def refuse(error: Failed) -> int:
    """Print why, and return the exit status."""
    print(error, file=sys.stderr)
    return 1
