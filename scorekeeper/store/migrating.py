"""Bringing the database to this version's tables, with a backup first."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import Script, ScriptDirectory
from flask import current_app
from flask_migrate import upgrade
from sqlalchemy import text
from sqlalchemy.engine import Connection

from scorekeeper.store.checking import check
from scorekeeper.store.copying import copy_database
from scorekeeper.store.db import db, kind, migrate, writing_lock


class Unknown(Exception):
    """This version of the program has no such migration."""


class WouldLose(Exception):
    """The older tables cannot hold all that there is; nothing was changed."""

    def __init__(self, rows: dict[str, int]) -> None:
        super().__init__(rows)
        self.rows = rows
        """By table, how many rows say something that there would be no room for."""


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
    file: Path | None = current_app.config["DATABASE_FILE"]
    return (file is None or file.exists()) and current_migration() == newest_migration()


def bring_up_to_date() -> bool:
    """Migrate if need be, and say whether it was. A file with matches in it is copied first.

    :raises Damaged: before anything is changed.
    """
    file: Path | None = current_app.config["DATABASE_FILE"]
    with writing_lock():
        before = current_migration()
        if before == newest_migration():
            return False
        if file is not None and before is not None:
            _back_up(file, before, newest_migration())
        upgrade()
        if file is not None:
            check(file)
    return True


def bring_to(migration: str, *, sure: bool = False) -> None:
    """Migrate up or down to this one, in one transaction. A file is copied first.

    :raises Unknown: there is no such migration, or the database is at a later version's.
    :raises WouldLose: going down takes something away, and `sure` is not said.
    :raises Damaged: before anything is changed.
    """
    file: Path | None = current_app.config["DATABASE_FILE"]
    with writing_lock():
        before = current_migration()
        if not all(map(is_known, filter(None, (before, migration)))):
            raise Unknown(migration)
        if before == migration:
            return
        if file is not None and before is not None:
            _back_up(file, before, migration)
        if before is None or before in _ancestors(migration):
            upgrade(revision=migration)
        else:
            _go_down(migration, sure=sure)
        if file is not None:
            check(file)


def _ancestors(migration: str) -> list[str]:
    scripts = ScriptDirectory.from_config(migrate.get_config())
    return [script.revision for script in scripts.iterate_revisions(migration, "base")]


def _go_down(migration: str, *, sure: bool) -> None:
    lost: dict[str, int] = {}
    with db.engine.connect() as connection:
        kind().begin_migration(connection)
        with connection.begin():
            config = _config_on(connection)
            for script in _steps_down(connection, migration):
                lost |= _lost_by(script, connection)
                command.downgrade(config, str(script.down_revision))
            if lost and not sure:
                raise WouldLose(lost)


def _steps_down(connection: Connection, migration: str) -> list[Script]:
    now = MigrationContext.configure(connection).get_current_revision()
    scripts = ScriptDirectory.from_config(migrate.get_config())
    return list(scripts.iterate_revisions(str(now), migration))


def _lost_by(script: Script, connection: Connection) -> dict[str, int]:
    counts = {table: connection.scalar(text(ask)) for table, ask in script.module.LOST.items()}
    return {table: int(rows) for table, rows in counts.items() if rows}


def make_tables(connection: Connection) -> None:
    """This version's tables, in a database without any; part of the connection's transaction."""
    command.upgrade(_config_on(connection), "head")


def _config_on(connection: Connection) -> Config:
    config: Config = migrate.get_config()
    config.attributes["connection"] = connection
    return config


def _back_up(database: Path, before: str, after: str) -> None:
    check(database)
    copy = database.with_name(f"{database.stem}-before-{after}-from-{before}.sqlite3")
    copy.with_suffix(".part").unlink(missing_ok=True)  # of one that was killed
    copy_database(database, copy)
