"""The two databases that matches are kept in, and all in which they differ: nothing else asks.

In both, acknowledged means committed and synced, a read is one statement and no transaction, and
who finds something locked waits `BUSY_SECONDS` for it.
"""

import hashlib
import hmac
import select
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Protocol

from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, Engine, ExceptionContext
from sqlalchemy.exc import ArgumentError, InvalidatePoolError
from sqlalchemy.orm import Session

from scorekeeper.config import BadSetting
from scorekeeper.store.faults import Busy, NoAnswer, NotWritable
from scorekeeper.store.turns import turn_at

SAFE_WAL: Final = (3, 51, 3)
"""Older SQLite has a bug in resetting its write-ahead log that can corrupt the file."""
BESIDE: Final = ("-journal", "-wal", "-shm")
"""What SQLite lays beside a database, as ends of its name."""
_NOT_WRITABLE: Final = ("disk is full", "readonly database", "disk I/O error")
"""As SQLite says it."""
_FAULTS: Final[Mapping[str, type[Busy | NotWritable]]] = MappingProxyType(
    {
        "40001": Busy,  # serialization_failure
        "40P01": Busy,  # deadlock_detected
        "53200": Busy,  # out_of_memory
        "53300": Busy,  # too_many_connections
        "55P03": Busy,  # lock_not_available
        "57014": Busy,  # query_canceled
        "57P03": Busy,  # cannot_connect_now
        "25006": NotWritable,  # read_only_sql_transaction
        "53100": NotWritable,  # disk_full
        "58030": NotWritable,  # io_error
        "25P03": NoAnswer,  # idle_in_transaction_session_timeout, where an operator has set one
        "57P01": NoAnswer,  # admin_shutdown
        "57P02": NoAnswer,  # crash_shutdown
        "57P05": NoAnswer,  # idle_session_timeout, likewise
    }
)
"""What PostgreSQL's codes mean for a writer."""
_LOCK: Final = (
    "SELECT CASE WHEN place = 1 THEN pg_advisory_xact_lock_shared(key)"
    " ELSE pg_advisory_xact_lock(key) END"
    " FROM unnest(%s::bigint[]) WITH ORDINALITY AS asked (key, place)"
)
"""The first together with others, all that come after it alone."""
_LOCK_WHOLE: Final = "SELECT pg_advisory_xact_lock(%s)"
MOST_NAMES: Final = 1_000
"""Who locks more names at once locks the whole instead, and writes alone: a server has room for
some 6,400 locks in all, and one who asks for more than there is would be refused whenever he asks.

He may share the whole already. Whoever waits then for a name of his, sharing it too, waits for him
in a circle: PostgreSQL ends it within a second, and one of the two is told to try again.
"""
_GONE: Final[Mapping[str, int]] = MappingProxyType(
    {
        "tcp_keepalives_idle": 10,
        "tcp_keepalives_interval": 5,
        "tcp_keepalives_count": 3,
        "tcp_user_timeout": 25_000,  # milliseconds, where it was being answered
    }
)
"""When PostgreSQL takes a machine of ours that fell silent for gone, and frees what it had locked:
by itself after two hours. It is no time that a transaction may take. On a socket of its own machine
it means nothing.
"""
_PROGRAM: Final = "tefteri "
"""How the names of our connections begin."""
_TRUSTED_FOR: Final = 1.0
"""Seconds since its last use in which a connection is not asked whether it is still there."""
_LEFT: Final = "tefteri_left"
"""When it was used last, by what the pool knows of a connection."""


class Kind(Protocol):
    """A database, as the program uses it."""

    def engine_options(self) -> dict[str, Any]:
        """How SQLAlchemy is to connect."""

    def listen(self, engine: Engine) -> None:
        """Set up every connection that the engine makes."""

    def turn(self) -> AbstractContextManager[None]:
        """The time of one writing transaction, as long as it takes."""

    def begin(self, session: Session) -> None:
        """Let the session begin to write; it reads what is there now."""

    def lock(self, session: Session, names: Iterable[str]) -> None:
        """Let nobody else write under these names until the session's transaction ends."""

    def alone(self, engine: Engine) -> AbstractContextManager[None]:
        """The right to write, which nobody else has meanwhile."""

    def count_on(self, session: Session, table: str) -> None:
        """Let the next row's id be the one after the last, which was written with its own."""

    def begin_migration(self, connection: Connection) -> None:
        """Let what the connection begins next be a migration."""

    def first_row(self, connection: Any, statement: str, values: tuple[Any, ...]) -> Any:
        """Asked of the driver's own connection, with `?` for each value; None for no row."""

    def fault_of(self, error: BaseException | None) -> Busy | NotWritable | None:
        """What an error of the driver's means for a writer; None where it is something else."""

    def fault_in(self, context: ExceptionContext) -> Busy | NotWritable | None:
        """The same of one that SQLAlchemy met."""

    def has_other_key(self, engine: Engine) -> bool:
        """Is a server connected to it whose secret key is another than ours?"""

    def forget_overwritten(self, engine: Engine) -> None:
        """Let what was overwritten stand in no log beside it, as far as that can be had now."""

    def health(self, connection: Connection) -> dict[str, str]:
        """What `/healthz` tells of it."""

    def size(self, engine: Engine) -> int:
        """Its bytes, with all that belongs to it."""


class Sqlite:
    """A file of this machine.

    `synchronous=FULL`, and `BEGIN IMMEDIATE` behind a lock in the process and a file lock across
    processes, without which SQLite lets writers starve for seconds: one writer at a time.
    """

    def __init__(self, file: Path, seconds: float) -> None:
        self._file = file
        self._seconds = seconds

    def engine_options(self) -> dict[str, Any]:
        return {"connect_args": {"timeout": self._seconds}}

    def listen(self, engine: Engine) -> None:
        event.listen(engine, "connect", _set_up)
        event.listen(engine, "begin", _begin)

    def turn(self) -> AbstractContextManager[None]:
        return turn_at(self._file, self._seconds)

    def begin(self, session: Session) -> None:
        session.connection(execution_options={"begin": "IMMEDIATE"})

    def lock(self, session: Session, names: Iterable[str]) -> None:
        """Whoever writes is the only one."""

    def alone(self, engine: Engine) -> AbstractContextManager[None]:
        return turn_at(self._file, self._seconds)

    def count_on(self, session: Session, table: str) -> None:
        """It looks at the rows by itself."""

    def begin_migration(self, connection: Connection) -> None:
        connection.detach()  # foreign keys stay off in it; nobody else shall have it
        # Batch mode rebuilds tables; with foreign keys on, dropping the old one is refused. Inside
        # a transaction SQLite would ignore this.
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        connection.rollback()
        connection.execution_options(begin="IMMEDIATE")

    def first_row(self, connection: Any, statement: str, values: tuple[Any, ...]) -> Any:
        return connection.execute(statement, values).fetchone()

    def fault_of(self, error: BaseException | None) -> Busy | NotWritable | None:
        return sqlite_fault(error)

    def fault_in(self, context: ExceptionContext) -> Busy | NotWritable | None:
        error = context.original_exception
        fault = sqlite_fault(error)
        if fault is None and _has_no_journal(context):
            return NotWritable(str(error))
        return fault

    def has_other_key(self, engine: Engine) -> bool:
        """The key lies beside the file."""
        return False

    def forget_overwritten(self, engine: Engine) -> None:
        with engine.connect() as connection:  # does nothing where there is no write-ahead log
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def health(self, connection: Connection) -> dict[str, str]:
        mode = connection.exec_driver_sql("PRAGMA journal_mode").scalar_one()
        return {"sqlite": sqlite3.sqlite_version, "journal": str(mode)}

    def size(self, engine: Engine) -> int:
        files = [self._file, *(self._file.with_name(self._file.name + end) for end in BESIDE)]
        return sum(map(_bytes_of, files))


class Postgresql:
    """A server.

    Writers wait for each other where they write under the same name (a match's address, an
    operation id): an advisory lock, since there may be no row of that name yet. Each shares the
    lock of the whole, which a migration has alone, or who writes under very many names.

    By what its connections are called a server knows which others have its secret key.
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
            _, named = address.get_dialect()().create_connect_args(address)
            make_conninfo(**named)
        except (ArgumentError, psycopg.ProgrammingError) as error:
            raise BadSetting(f"DATABASE_URL: {str(error).strip()}") from error
        self._driver_error = psycopg.Error
        self._connection_error = psycopg.OperationalError
        self._seconds = seconds
        self._name = _name_of(secret_key)

    def engine_options(self) -> dict[str, Any]:
        milliseconds = max(1, round(self._seconds * 1000))
        settings = {
            "lock_timeout": milliseconds,
            "synchronous_commit": "on",
            "timezone": "UTC",
            **_GONE,
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

    def turn(self) -> AbstractContextManager[None]:
        return nullcontext()

    def begin(self, session: Session) -> None:
        session.connection(execution_options={"isolation_level": "READ COMMITTED"})

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

    def first_row(self, connection: Any, statement: str, values: tuple[Any, ...]) -> Any:
        return connection.execute(statement.replace("?", "%s"), values).fetchone()

    def fault_of(self, error: BaseException | None) -> Busy | NotWritable | None:
        if not isinstance(error, self._driver_error):
            return None
        fault = _FAULTS.get(error.sqlstate or "")
        is_lost = error.sqlstate is None or error.sqlstate.startswith("08")
        if fault is None and is_lost and isinstance(error, self._connection_error):
            fault = NoAnswer
        return fault(str(error)) if fault else None

    def fault_in(self, context: ExceptionContext) -> Busy | NotWritable | None:
        return self.fault_of(context.original_exception)

    def has_other_key(self, engine: Engine) -> bool:
        others = (
            "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()"
            " AND application_name <> %s AND starts_with(application_name, %s))"
        )
        with engine.connect() as connection:
            return bool(connection.exec_driver_sql(others, (self._name, _PROGRAM)).scalar_one())

    def _check_that_it_is_there(self, connection: Any, record: Any, _proxy: Any) -> None:
        """Before a pooled connection is used again; where it is lost, the pool makes another one.

        A server that ends or is killed closes its end first, and what came of that lies at ours: it
        is seen without asking, and nobody is refused once a new one is there. Only what says
        nothing, a network that broke or a machine that lost its power, is found by asking: a round
        trip, a tenth of a poll. It is left out within a second of the last use, in which no machine
        comes back: whoever meets a lost connection then is told 503 and asks again, as one is who
        was in the middle of something.
        """
        left = record.info.get(_LEFT)
        if left is None:
            return  # it is new
        if time.monotonic() - left < _TRUSTED_FOR and not _has_heard(connection):
            return
        try:
            connection.execute("SELECT 1")
        except self._driver_error as error:
            raise InvalidatePoolError from error

    def forget_overwritten(self, engine: Engine) -> None:
        """Its vacuum and its log go their own ways (docs/operating.md)."""

    def health(self, connection: Connection) -> dict[str, str]:
        asked = "SELECT current_setting('server_version'), current_setting('fsync')"
        version, fsync = connection.exec_driver_sql(asked).one()
        return {"postgresql": version, "fsync": fsync}

    def size(self, engine: Engine) -> int:
        with engine.connect() as connection:
            asked = "SELECT pg_database_size(current_database())"
            return int(connection.exec_driver_sql(asked).scalar_one())


def _note_when(_connection: Any, record: Any) -> None:
    record.info[_LEFT] = time.monotonic()


def _has_heard(connection: Any) -> bool:
    """Has the server said something that nobody asked for: that it ends, say?"""
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    return bool(waiting.poll(0))


def _bytes_of(file: Path) -> int:
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0


def journal_mode() -> str:
    """`wal` where this SQLite resets it safely, else `delete`."""
    return "wal" if sqlite3.sqlite_version_info >= SAFE_WAL else "delete"


def sqlite_fault(error: BaseException | None) -> Busy | NotWritable | None:
    """What an error of SQLite's means for a writer; None where it is something else."""
    if not isinstance(error, sqlite3.OperationalError):
        return None
    if "locked" in str(error):
        return Busy(str(error))
    if any(fault in str(error) for fault in _NOT_WRITABLE):
        return NotWritable(str(error))
    return None


def _set_up(connection: sqlite3.Connection, _record: Any) -> None:
    # pysqlite begins transactions late; with None it leaves BEGIN to us (see _begin).
    connection.isolation_level = None
    cursor = connection.cursor()
    pragmas = (
        f"journal_mode={journal_mode()}",
        "synchronous=FULL",
        "foreign_keys=ON",
        "secure_delete=ON",  # names that were erased are not in the file any more
    )
    for pragma in pragmas:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    # A reader who takes his time over what he read, to print it say, would hold up every commit
    # where there is no write-ahead log.
    how = connection.get_execution_options().get("begin")
    if how is not None:
        connection.exec_driver_sql(f"BEGIN {how}")


def _has_no_journal(context: ExceptionContext) -> bool:
    """In a transaction it is the journal that cannot be opened: the disk takes no new file."""
    if context.connection is None or "begin" not in context.connection.get_execution_options():
        return False
    return str(context.original_exception) == "unable to open database file"


def _name_of(secret_key: str) -> str:
    """The same for the same key; who reads it knows no more of the key."""
    text = b"what the connections to the database are called"
    return _PROGRAM + hmac.new(secret_key.encode(), text, hashlib.sha256).hexdigest()[:8]


def _key_of(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big", signed=True)


WHOLE: Final = _key_of("the whole database")
"""The key of the lock that all writers share and a migration, say, has alone."""
