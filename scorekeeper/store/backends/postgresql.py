"""The PostgreSQL backend: a server, which several of ours may share."""

import hashlib
import hmac
import select
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, cast

from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, Engine, ExceptionContext
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, InvalidatePoolError
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry

from scorekeeper.config import BadSetting
from scorekeeper.store.faults import (
    ConnectionLost,
    DatabaseLocked,
    DatabaseUnavailable,
    NotWritable,
)

if TYPE_CHECKING:
    import psycopg

_FAULTS: Final[Mapping[str, type[DatabaseUnavailable | NotWritable]]] = MappingProxyType(
    {
        "40001": DatabaseLocked,  # serialization_failure
        "40P01": DatabaseLocked,  # deadlock_detected
        "53200": DatabaseLocked,  # out_of_memory
        "53300": DatabaseLocked,  # too_many_connections
        "55P03": DatabaseLocked,  # lock_not_available
        "57014": DatabaseLocked,  # query_canceled
        "57P03": DatabaseLocked,  # cannot_connect_now
        "25006": NotWritable,  # read_only_sql_transaction
        "53100": NotWritable,  # disk_full
        "58030": NotWritable,  # io_error
        "25P03": ConnectionLost,  # idle_in_transaction_session_timeout, if set
        "57P01": ConnectionLost,  # admin_shutdown
        "57P02": ConnectionLost,  # crash_shutdown
        "57P05": ConnectionLost,  # idle_session_timeout, likewise
    }
)
"""The faults that PostgreSQL's error codes mean for a writer."""
_LOCK: Final = (
    "SELECT CASE WHEN place = 1 THEN pg_advisory_xact_lock_shared(key)"
    " ELSE pg_advisory_xact_lock(key) END"
    " FROM unnest(%s::bigint[]) WITH ORDINALITY AS asked (key, place)"
)
"""The first together with others, all that come after it alone."""
_LOCK_WHOLE: Final = "SELECT pg_advisory_xact_lock(%s)"
MOST_NAMES: Final = 1_000
"""A writer of more names than this locks the whole instead, and writes alone: a server has room for
some 6,400 locks in all. A write that needs more would always be refused.

That writer may share the whole already. Another one that shares it too and waits for one of those
names waits in a circle: PostgreSQL ends it within a second, and one of the two must try again.
"""
_KEEPALIVES: Final[Mapping[str, int]] = MappingProxyType(
    {
        "tcp_keepalives_idle": 10,
        "tcp_keepalives_interval": 5,
        "tcp_keepalives_count": 3,
        "tcp_user_timeout": 25_000,  # milliseconds, where it was being answered
    }
)
"""When PostgreSQL takes a machine of ours that fell silent for gone, and frees what it had locked:
by itself after two hours. It does not limit a transaction. On a socket of the same machine
it means nothing.
"""
_PROGRAM: Final = "tefteri "
"""How the names of our connections begin."""
_TRUSTED_FOR: Final = 1.0
"""Seconds since its last use in which a connection is not asked whether it is still there."""
_RETURNED_AT: Final = "tefteri_left"
"""The key for the time of the last use, in the pool's data on a connection."""


class Postgresql:
    """A server.

    Writers under the same name (a match's address, an operation id) wait for each other. Their lock
    is an advisory one, since there may be no row of that name yet. Each writer also shares the lock
    of the whole. A migration, or a write under very many names, has that lock alone.

    The names of its connections show a server which others have its secret key.
    """

    def __init__(self, address: URL, seconds: float, secret_key: str) -> None:
        try:
            import psycopg
            from psycopg.conninfo import make_conninfo
        except ImportError as error:
            raise BadSetting(
                "DATABASE_URL: PostgreSQL's client library is missing: apt-get install libpq5"
            ) from error
        try:
            _, arguments = address.get_dialect()().create_connect_args(address)
            make_conninfo(**arguments)
        except (ArgumentError, psycopg.ProgrammingError) as error:
            raise BadSetting(f"DATABASE_URL: {str(error).strip()}") from error
        self._driver_error = psycopg.Error
        self._connection_error = psycopg.OperationalError
        self._seconds = seconds
        self._name = _name_of(secret_key)

    def engine_options(self) -> dict[str, object]:
        milliseconds = max(1, round(self._seconds * 1000))
        settings = {
            "lock_timeout": milliseconds,
            "synchronous_commit": "on",
            "timezone": "UTC",
            **_KEEPALIVES,
        }
        return {
            "isolation_level": "AUTOCOMMIT",
            "connect_args": {
                "application_name": self._name,
                "connect_timeout": max(2, round(self._seconds)),
                "tcp_user_timeout": max(2000, milliseconds),
                "options": " ".join(f"-c {name}={value}" for name, value in settings.items()),
            },
        }

    def listen(self, engine: Engine) -> None:
        event.listen(engine, "checkin", _note_when)
        event.listen(engine, "checkout", self._check_that_it_is_there)

    @contextmanager
    def transaction(self, engine: Engine, session: Session) -> Iterator[None]:
        try:
            session.connection(execution_options={"isolation_level": "READ COMMITTED"})
            yield
            session.commit()
        except BaseException:
            session.rollback()
            raise

    def lock(self, session: Session, names: Iterable[str]) -> None:
        # In the same order by all: two that lock their names at once do not wait for each other.
        keys = sorted({_key_of(name) for name in names})
        if len(keys) > MOST_NAMES:
            session.connection().exec_driver_sql(_LOCK_WHOLE, (WHOLE,))
        else:
            session.connection().exec_driver_sql(_LOCK, ([WHOLE, *keys],))

    @contextmanager
    def alone(self, engine: Engine) -> Iterator[None]:
        with engine.connect() as connection:
            connection.detach()  # the lock ends with it, whatever happens
            connection.exec_driver_sql("SELECT pg_advisory_lock(%s)", (WHOLE,))
            yield

    def count_on(self, session: Session, table: str) -> None:
        last = "coalesce(max(id), 1), max(id) IS NOT NULL"
        count = f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), {last}) FROM {table}"
        session.connection().exec_driver_sql(count)

    def begin_migration(self, connection: Connection) -> None:
        connection.execution_options(isolation_level="READ COMMITTED")

    def first_row(
        self, connection: object, statement: str, values: tuple[object, ...]
    ) -> tuple[object, ...] | None:
        driver = cast("psycopg.Connection[tuple[object, ...]]", connection)
        return driver.execute(statement.replace("?", "%s"), values).fetchone()

    def fault_of(self, error: BaseException | None) -> DatabaseUnavailable | NotWritable | None:
        if not isinstance(error, self._driver_error):
            return None
        fault = _FAULTS.get(error.sqlstate or "")
        is_lost = error.sqlstate is None or error.sqlstate.startswith("08")
        if fault is None and is_lost and isinstance(error, self._connection_error):
            fault = ConnectionLost
        return fault(str(error)) if fault else None

    def fault_in(self, context: ExceptionContext) -> DatabaseUnavailable | NotWritable | None:
        return self.fault_of(context.original_exception)

    def has_other_key(self, engine: Engine) -> bool:
        others = (
            "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()"
            " AND application_name <> %s AND starts_with(application_name, %s))"
        )
        with engine.connect() as connection:
            return bool(connection.exec_driver_sql(others, (self._name, _PROGRAM)).scalar_one())

    def _check_that_it_is_there(
        self, connection: DBAPIConnection, record: ConnectionPoolEntry, _proxy: object
    ) -> None:
        """Check a pooled connection before it is used again; the pool replaces a lost one.

        A server that ends or is killed closes its end first. That is seen without a query, so that
        no request is refused once a new server is there. Only a silent loss, of a network or of a
        machine's power, needs a query. It is a round trip: a tenth of a poll. Within a second of
        the last use it is left out, as no machine comes back so soon. A request that meets a lost
        connection then gets 503, and is sent again like one that was interrupted.
        """
        left_at = record.info.get(_RETURNED_AT)
        if left_at is None:
            return  # it is new
        if time.monotonic() - left_at < _TRUSTED_FOR and not _has_heard(connection):
            return
        try:
            connection.execute("SELECT 1")
        except self._driver_error as error:
            raise InvalidatePoolError from error

    def forget_overwritten(self, engine: Engine) -> None:
        """Do nothing: vacuum and log of PostgreSQL go their own ways (docs/operating-many.md)."""

    def health(self, connection: Connection) -> dict[str, str]:
        names = ("server_version", "fsync", "transaction_read_only")
        columns = ", ".join(f"current_setting('{name}')" for name in names)
        version, fsync, read_only = connection.exec_driver_sql(f"SELECT {columns}").one()
        if read_only == "on":  # by a setting, or because it follows another one
            raise NotWritable("the database is read-only")
        return {"postgresql": version, "fsync": fsync}

    def size(self, engine: Engine) -> int:
        with engine.connect() as connection:
            statement = "SELECT pg_database_size(current_database())"
            return int(connection.exec_driver_sql(statement).scalar_one())


def _note_when(_connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
    record.info[_RETURNED_AT] = time.monotonic()


def _has_heard(connection: DBAPIConnection) -> bool:
    """Has the server sent an unasked message, such as its end?"""
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    return bool(waiting.poll(0))


def _name_of(secret_key: str) -> str:
    """The program's name for connections: equal for equal keys, and it does not reveal the key."""
    text = b"what the connections to the database are called"
    return _PROGRAM + hmac.new(secret_key.encode(), text, hashlib.sha256).hexdigest()[:8]


def _key_of(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big", signed=True)


WHOLE: Final = _key_of("the whole database")
"""The key of the lock that all writers share and a migration, say, has alone."""
