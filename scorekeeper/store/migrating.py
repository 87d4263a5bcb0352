"""Bringing the database to this version's tables, with a backup first."""

from pathlib import Path

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import current_app
from flask_migrate import upgrade

from scorekeeper.store.checking import check
from scorekeeper.store.copying import copy_database
from scorekeeper.store.db import db, migrate, writing_lock


def newest_migration() -> str:
    """The revision that this version of the program needs."""
    head = ScriptDirectory.from_config(migrate.get_config()).get_current_head()
    assert head is not None
    return head


def is_known(migration: str) -> bool:
    """Is it a revision of this version, or of one before it?"""
    scripts = ScriptDirectory.from_config(migrate.get_config()).walk_revisions()
    return any(script.revision == migration for script in scripts)


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
        check(current_app.config["DATABASE_FILE"])
    return True


def _back_up(database: Path, migration: str) -> None:
    check(database)
    copy = database.with_name(
        f"{database.stem}-before-{newest_migration()}-from-{migration}.sqlite3"
    )
    copy.with_suffix(".part").unlink(missing_ok=True)  # of one that was killed
    copy_database(database, copy)
