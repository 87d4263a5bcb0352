"""Migrates the database to this version's tables, with a backup first."""

from contextlib import nullcontext, suppress
from pathlib import Path

from sqlalchemy.engine import Connection

from scorekeeper.config import current_settings
from scorekeeper.store.copies import copy_database
from scorekeeper.store.database_checks import check, named_faults
from scorekeeper.store.db import NotWritable, backend, db, writing_lock
from scorekeeper.store.schema import current_migration, is_known, newest_migration


class Unknown(Exception):
    """The migration is unknown to this version of the program; the text is its number."""


class Ahead(Unknown):
    """The database is at it: a later version of the program was here. Nothing was changed."""


class WouldLose(Exception):
    """The older tables cannot hold all that there is; nothing was changed."""

    def __init__(self, rows: dict[str, int]) -> None:
        super().__init__(rows)
        self.rows = rows
        """How many rows of each table hold what the older tables have no room for."""


def bring_up_to_date() -> bool:
    """Migrate if need be, and say whether it was. A file with matches in it is copied first.

    :raises Ahead: the database is at a later version's migration.
    :raises Damaged: before anything is changed.
    :raises NotWritable: the disk is full or may not be written; nothing was changed.
    """
    file = current_settings().database_file
    if file is not None:
        _hide(file)
    with writing_lock():
        before = known_migration(file)
        if before == newest_migration():
            return False
        if file is not None and before is not None:
            _back_up(file, before, newest_migration())
        from scorekeeper.store.alembic_runs import upgrade  # nearly every start needs none of it

        upgrade()
        if file is not None:
            check(file)
    return True


def _hide(file: Path) -> None:
    """Let only its owner read the file, and SQLite's own beside it, which get the same mode."""
    with suppress(OSError):  # another user's, or a disk that is full: that is found by who writes
        if not file.exists():
            file.touch(mode=0o600)
        file.chmod(0o600)


def bring_to(migration: str, *, sure: bool = False) -> None:
    """Migrate up or down to this one, in one transaction. A file is copied first.

    :raises Unknown: there is no such migration.
    :raises Ahead: the database is at a later version's.
    :raises WouldLose: going down takes something away, and `sure` is not said.
    :raises Damaged: before anything is changed.
    :raises NotWritable: the disk is full or may not be written; nothing was changed.
    """
    from scorekeeper.store.alembic_runs import is_before, upgrade

    file = current_settings().database_file
    with writing_lock():
        before = known_migration(file)
        if not is_known(migration):
            raise Unknown(migration)
        if before == migration:
            return
        if file is not None and before is not None:
            _back_up(file, before, migration)
        if before is None or is_before(before, migration):
            upgrade(migration)
        else:
            _go_down(migration, sure=sure)
        if file is not None:
            check(file)


def known_migration(file: Path | None) -> str | None:
    """The revision that the database is at, before anything is copied for its sake."""
    with named_faults(file) if file else nullcontext():
        migration = current_migration()
    if migration is not None and not is_known(migration):
        raise Ahead(migration)
    return migration


def _go_down(migration: str, *, sure: bool) -> None:
    from scorekeeper.store.alembic_runs import downgrade, lost_by, steps_down

    lost: dict[str, int] = {}
    with db.engine.connect() as connection:
        backend().begin_migration(connection)
        with connection.begin():
            for script in steps_down(connection, migration):
                lost |= lost_by(script, connection)
                downgrade(str(script.down_revision), connection)
            if lost and not sure:
                raise WouldLose(lost)


def make_tables(connection: Connection) -> None:
    """Make this version's tables in an empty database, in the connection's transaction."""
    from scorekeeper.store.alembic_runs import upgrade

    upgrade(connection=connection)


def _back_up(database: Path, before: str, after: str) -> None:
    check(database)
    copy = database.with_name(f"{database.stem}-before-{after}-from-{before}.sqlite3")
    try:
        copy.with_suffix(".part").unlink(missing_ok=True)  # of one that was killed
        copy_database(database, copy)
    except OSError as error:
        raise NotWritable(str(error)) from error
