"""Which migrations there are, which the database is at, and who is connected to it.

Every start and every `/healthz` asks; only a database that is behind needs the rest.
"""

from pathlib import Path

from sqlalchemy import inspect, text

from scorekeeper.config import current_settings
from scorekeeper.store.db import backend, db

MIGRATIONS = Path(__file__).parents[1] / "migrations"
"""Alembic's folder. A migration's file is named by its number: `0001_first_tables.py`."""


def migrations() -> list[str]:
    """The numbers of all migrations, the first one first."""
    files = (MIGRATIONS / "versions").glob("*.py")
    return sorted(file.stem.partition("_")[0] for file in files)


def newest_migration() -> str:
    """The number of the migration that this version of the program needs."""
    return migrations()[-1]


def is_known(migration: str) -> bool:
    """Does this version have the migration?"""
    return migration in migrations()


def current_migration() -> str | None:
    """The number of the migration that the database is at; None for one without tables."""
    with db.engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def is_up_to_date() -> bool:
    """Is there a database, as this version of the program needs it? Changes and makes nothing."""
    file = current_settings().database_file
    return (file is None or file.exists()) and current_migration() == newest_migration()


def close_connections() -> None:
    """Close all that are open: before others are made of this process, which must share none."""
    db.engine.dispose()


def has_other_key() -> bool:
    """Is another server connected to the database whose secret key is not ours?

    Forms of the one are refused by the other, and it does not know its tables' links.

    :raises ConnectionLost: the database is not there.
    """
    return backend().has_other_key(db.engine)
