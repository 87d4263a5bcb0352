"""Connects to the database, and writes in transactions.

What differs between SQLite and PostgreSQL is in `backends`, behind the interface that stands here.
"""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias, cast

from flask import Flask, current_app
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Executable, FromClause, MetaData, Table, event, text
from sqlalchemy.engine import Connection, CursorResult, Engine, ExceptionContext
from sqlalchemy.orm import DeclarativeBase, Session, class_mapper
from sqlalchemy.sql.base import ReadOnlyColumnCollection
from sqlalchemy.sql.elements import KeyedColumnElement

from scorekeeper.config import Settings, current_settings, settings_of
from scorekeeper.operating.metrics import SAVES
from scorekeeper.store.backends.postgresql import Postgresql
from scorekeeper.store.backends.sqlite import Sqlite
from scorekeeper.store.faults import ConnectionLost, DatabaseUnavailable, NotWritable


class Backend(Protocol):
    """A database, as the program uses it."""

    def engine_options(self) -> dict[str, object]:
        """How SQLAlchemy is to connect."""

    def listen(self, engine: Engine) -> None:
        """Set up every connection that the engine makes."""

    def transaction(self, engine: Engine, session: Session) -> AbstractContextManager[None]:
        """Let the session write: it reads the present state. At the end all its writes, or none,
        are committed and synced."""

    def lock(self, session: Session, names: Iterable[str]) -> None:
        """Lock these names against other writers until the session's transaction ends."""

    def alone(self, engine: Engine) -> AbstractContextManager[None]:
        """Hold the right to write, against all other writers."""

    def count_on(self, session: Session, table: str) -> None:
        """Let the next row's id be the one after the last, which was written with its own."""

    def begin_migration(self, connection: Connection) -> None:
        """Let what the connection begins next be a migration."""

    def first_row(
        self, connection: object, statement: str, values: tuple[object, ...]
    ) -> tuple[object, ...] | None:
        """Run a statement on the driver's own connection, `?` for each value; None for no row."""

    def fault_of(self, error: BaseException | None) -> DatabaseUnavailable | NotWritable | None:
        """Translate an error of the driver into a fault; None where it means something else."""

    def fault_in(self, context: ExceptionContext) -> DatabaseUnavailable | NotWritable | None:
        """Translate an error that SQLAlchemy caught into a fault; None for other errors."""

    def has_other_key(self, engine: Engine) -> bool:
        """Is a server connected to it whose secret key is another than ours?"""

    def forget_overwritten(self, engine: Engine) -> None:
        """Empty the write-ahead log of what was overwritten, as far as that is possible now."""

    def health(self, connection: Connection) -> dict[str, str]:
        """Describe the database for `/healthz`."""

    def size(self, engine: Engine) -> int:
        """The size of the database in bytes, with the files that belong to it."""


__all__ = ["ConnectionLost", "DatabaseUnavailable", "NotWritable"]

_OPTIONS: Final = {"hide_parameters": True}
"""No names in a log."""
_BACKEND: Final = "tefteri_database"
_SAVED_ACTS: Final = "tefteri_appended"


class NoFile(Exception):
    """The database is a server's and no file of ours."""


class Base(DeclarativeBase):
    """Tables and constraints have fixed names, so that a migration can name them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


AnyTable: TypeAlias = FromClause[ReadOnlyColumnCollection[str, KeyedColumnElement[Any]]]
"""A table, or an alias of one."""

db = SQLAlchemy(model_class=Base)


def init_app(app: Flask) -> None:
    """Bind the database to the app.

    :raises BadSetting: the driver for it is missing, or its address makes no sense.
    """
    backend = _backend_of(settings_of(app))
    app.extensions[_BACKEND] = backend
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", backend.engine_options() | _OPTIONS)
    db.init_app(app)

    def name_fault(context: ExceptionContext) -> None:
        fault = backend.fault_in(context)
        if fault is not None:
            raise fault from context.original_exception

    with app.app_context():
        backend.listen(db.engine)
        event.listen(db.engine, "handle_error", name_fault)


def _backend_of(settings: Settings) -> Backend:
    file, seconds = settings.database_file, settings.busy_seconds
    if file:
        return Sqlite(file, seconds)
    return Postgresql(settings.database_uri, seconds, settings.secret_key)


def backend() -> Backend:
    """The database backend of the app."""
    return cast(Backend, current_app.extensions[_BACKEND])


def database_file() -> Path:
    """Return the SQLite file of the database.

    :raises NoFile: the database is no file.
    """
    file = current_settings().database_file
    if file is None:
        raise NoFile
    return file


def health() -> dict[str, str]:
    """Describe the database for `/healthz`: its backend and its migration.

    :raises DatabaseError: the database cannot be read.
    :raises DatabaseUnavailable: it was locked too long.
    """
    with db.engine.connect() as connection:
        details = backend().health(connection)
        migration = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return {**details, "migration": str(migration)}


def size() -> int:
    """The bytes of the database, with all that belongs to it.

    :raises DatabaseError: the database cannot be read.
    """
    return backend().size(db.engine)


@contextmanager
def writing(*names: str) -> Iterator[None]:
    """One writing transaction: committed and synced at the end, rolled back on any error.

    Meanwhile no other transaction writes under these names. They are the addresses of the changed
    owners, and names that can be new only once, as an operation id. They are locked before anything
    is read.

    :raises DatabaseUnavailable: a lock could not be had in `Settings.busy_seconds`; nothing
        was written.
    """
    db.session.rollback()  # what was read before may be stale once the lock is ours
    try:
        with backend().transaction(db.engine, db.session()):
            lock(*names)
            yield
    finally:
        appended: dict[str, int] = db.session.info.pop(_SAVED_ACTS, {})
    for of, acts in appended.items():
        SAVES.add(of, acts)


def count_saved(of: str, acts: int) -> None:
    """Count these acts of a match or a tournament as saved, once they are committed."""
    counts = db.session.info.setdefault(_SAVED_ACTS, {})
    counts[of] = counts.get(of, 0) + acts


def lock(*names: str) -> None:
    """Lock these names as well against other writers. Belongs in a `writing` block.

    What was read of them before may be stale.

    :raises DatabaseUnavailable: they were locked too long.
    """
    backend().lock(db.session(), names)


@contextmanager
def writing_lock() -> Iterator[None]:
    """Hold the right to write, against all other writers.

    :raises DatabaseUnavailable: it could not be had in `Settings.busy_seconds`.
    :raises NotWritable: the disk does not take the lock's file.
    """
    with backend().alone(db.engine):
        yield


def forget_overwritten() -> None:
    """Empty the write-ahead log of what was overwritten, as far as that is possible now."""
    backend().forget_overwritten(db.engine)


def table_of(model: type[object]) -> Table:
    """The model's table. A session loads a table's rows in half the time of its entities."""
    table = class_mapper(model, configure=False).local_table
    assert isinstance(table, Table)
    return table


def change_rows(statement: Executable, **keys: object) -> int:
    """Run a statement that changes rows; how many it changed."""
    result = db.session.execute(statement, keys)
    return cast("CursorResult[object]", result).rowcount


def look(statement: str, *values: object) -> tuple[object, ...] | None:
    """Read the first row past the session, at half the price; None without a row.

    `?` stands for each value. Moments have the driver's type. Not for a `writing` block:
    it sees only committed data, not that of the block.

    :raises DatabaseUnavailable: the database was locked too long.
    """
    try:
        with closing(db.engine.raw_connection()) as connection:
            return backend().first_row(connection.driver_connection, statement, values)
    except Exception as error:
        fault = backend().fault_of(error)
        if fault is None:
            raise
        raise fault from error
