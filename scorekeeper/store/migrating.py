"""Bringing the database to this version's tables, with a backup first."""

import sqlite3
from pathlib import Path

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import current_app
from flask_migrate import upgrade

from scorekeeper.store.db import db, migrate, writing_lock


class Damaged(Exception):
    """SQLite's own checks found the database file damaged; nothing was changed in it."""


def newest_migration() -> str:
    """The revision that this version of the program needs."""
    head = ScriptDirectory.from_config(migrate.get_config()).get_current_head()
    assert head is not None
    return head


def current_migration() -> str | None:
    """The revision that the database is at; None for a new file."""
    with db.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def is_up_to_date() -> bool:
    """Is there a database, as this version of the program needs it? Changes and makes nothing."""
    exists = current_app.config["DATABASE_FILE"].exists()
    return exists and current_migration() == newest_migration()


def bring_up_to_date() -> bool:
    """Migrate if need be, and say whether it was. A database with matches is copied first.

    :raises Damaged: before anything is changed.
    """
    with writing_lock():
        before = current_migration()
        if before == newest_migration():
            return False
        if before is not None:
            _back_up(current_app.config["DATABASE_FILE"], before)
        upgrade()
        _check(current_app.config["DATABASE_FILE"])
    return True


def _back_up(database: Path, migration: str) -> None:
    _check(database)
    copy = database.with_name(
        f"{database.stem}-before-{newest_migration()}-from-{migration}.sqlite3"
    )
    unfinished = copy.with_suffix(".part")
    unfinished.unlink(missing_ok=True)
    connection = sqlite3.connect(database)
    try:
        connection.execute("VACUUM INTO ?", (str(unfinished),))
    finally:
        connection.close()
    _check(unfinished)
    unfinished.replace(copy)


def _check(database: Path) -> None:
    connection = sqlite3.connect(database)
    try:
        verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
        orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
    finally:
        connection.close()
    if verdict != "ok" or orphans:
        raise Damaged(f"{database}: {verdict}, {len(orphans)} rows without their match")
