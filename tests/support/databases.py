"""The kinds of databases that matches are kept in, emptied before each test."""

import shutil
from itertools import count
from pathlib import Path
from typing import Final

import psycopg
from sqlalchemy import text

from scorekeeper.app import create_app
from scorekeeper.config import current_settings, settings_of
from scorekeeper.store.backends.sqlite import journal_mode
from scorekeeper.store.db import db
from scorekeeper.store.migrator import bring_up_to_date
from scorekeeper.store.schema import close_connections
from scorekeeper.store.streams import first_digest_of
from tests.support.examples import rarely

KEY: Final = "8f1c0b6e5d2a47938f1c0b6e5d2a4793"
"""A secret key that is not weak; the app's own is made in tests/test_config.py."""
SETTINGS: Final = {"SECRET_KEY": KEY, "TESTING": True, "PRINT_SECONDS": 60.0}
"""On a busy machine a sheet takes its time."""


IS_WAL: Final = journal_mode() == "wal"
"""Is there a write-ahead log in this run? Then readers and a writer never hold each other up."""


class InFile:
    """SQLite, in a file of the instance folder."""

    settings: Final = {}
    server_settings: Final = {}
    """The settings of a separate server process."""

    def __init__(self, folder):
        self._file = settings_of(_with_tables(folder, self.settings)).database_file

    def empty(self, instance):
        """This version's tables and nothing in them."""
        shutil.copy(self._file, instance)

    def end_test(self):
        """The next test has another file."""
        close_connections()

    def without_tables(self):
        """Settings of one that has no tables yet."""
        return {}

    def renew(self):
        """Before each test it is a new one."""

    def close(self):
        """Nothing is open."""


class InFileOfNewerSqlite(InFile):
    """In a file that servers open with pysqlite3's SQLite, and so with a write-ahead log."""

    server_settings: Final = {"SQLITE": "pysqlite3"}


class OnServer:
    """PostgreSQL, one database of it for all tests of a process."""

    server_settings: Final = {}

    def __init__(self, cluster, folder, name="tefteri"):
        self._cluster, self._name, self._numbers = cluster, name, count()
        self._template = f"{name}_with_tables"
        self._make(self._template, "template1")
        _with_tables(folder, {"DATABASE_URL": cluster.url(self._template)})
        self.settings = {"DATABASE_URL": cluster.url(name)}
        self._connection = None
        self.renew()
        tables = [table.name for table in db.metadata.sorted_tables[::-1]]
        emptied = [f"DELETE FROM {table}" for table in tables]
        emptied.append("DROP SCHEMA IF EXISTS tefteri_jobs CASCADE")
        # Beginning anew at 1 is what a new file does.
        self._emptying = (
            f"{';'.join(emptied)}; SELECT setval(oid, 1, false) FROM pg_class WHERE relkind = 'S'"
        )

    def empty(self, _instance):
        """The same; quicker than making tables anew, which is truncating them, too."""
        self._connection.execute(self._emptying)

    def end_test(self):
        """Its connections are as good for the next test: making them costs more than the test."""

    def without_tables(self):
        name = f"{self._name}_{next(self._numbers)}"
        self._make(name, "template1")
        return {"DATABASE_URL": self._cluster.url(name)}

    def renew(self):
        """Make its tables anew, after a test that changed them."""
        if self._connection:
            self.close()
        self._make(self._name, self._template)
        self._connection = psycopg.connect(
            self._cluster.url(self._name), autocommit=True, application_name="the tests' own"
        )

    def _make(self, name, template):
        self._cluster.run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        self._cluster.run(f"CREATE DATABASE {name} TEMPLATE {template}")

    def close(self):
        self._connection.close()


_ON_SERVER: Final = ("store/test_postgresql.py",)
_ON_BOTH: Final = (
    "faults/test_killed.py",
    "faults/test_locked.py",
    "faults/test_lost_answers.py",
    "faults/test_worker_killed.py",
    "journal",
    "services",
    "store/test_append_only.py",
    "store/test_writing.py",
    "store/test_migrations.py",
    "store/test_revisions.py",
    "store/test_statements.py",
    "test_nightly.py",
)
_IN_WAL: Final = ("faults/test_killed.py",)
"""The tests that also run in the other journal mode.

A second run of `make faults` tries all faults in it.
"""
_SELDOM_ON_SERVER: Final = (
    "faults/test_killed.py",
    "faults/test_locked.py",
    "faults/test_lost_answers.py",
    "faults/test_worker_killed.py",
    "journal/test_integrity.py",
    "services",
    "store/test_writing.py::test_one_of_many_phones_takes_the_pencil",
    "store/test_migrations.py::test_a_start_with_the_newest_tables_does_not_load_alembic",
    "store/test_migrations.py::test_the_names_of_the_files_tell_the_one_line_of_migrations",
    "store/test_migrations.py::test_unreadable_event_of_a_tournament_is_logged_and_stays_damaged",
    "store/test_migrations.py::test_events_of_the_older_version_are_whole_above",
    "store/test_migrations.py::test_event_altered_below_the_digests_is_found_above_them",
    "store/test_revisions.py::test_it_knows_no_other_migration",
)
"""The tests that run on PostgreSQL in the shards alone.

Services contain no SQL: it stands in the store, and store/test_statements.py asks PostgreSQL each
statement that is built once. Other tests of faults/ kill a server, a worker or PostgreSQL there;
store/test_postgresql.py locks a table; and a digest is of the text that was read.
"""
_OFTEN_ON_SERVER: Final = (
    "services/clubs/test_club_matches.py",
    "services/clubs/test_club_seasons.py",
    "services/clubs/test_clubs.py",
    "services/clubs/test_erased_texts.py",
    "services/jobs",
    "services/pencil/test_passing.py",
    "services/test_erasing.py",
    "services/test_evenings.py",
    "services/test_machine.py",
    "services/test_operations.py",
    "services/test_retention.py",
    "services/tournaments/test_helpers.py",
    "services/tournaments/test_playing.py",
)
"""The tests of these that run on both in every run: together they use nearly every statement."""


def kinds_for(path, name):
    """By name, the kinds that this test of this file is put to."""
    place = f"{path.relative_to(Path(__file__).parents[1]).as_posix()}::{name}"
    if place.startswith(_ON_SERVER):
        return {"postgresql": OnServer}
    if place.startswith(_ON_BOTH):
        is_rare = place.startswith(_SELDOM_ON_SERVER) and not place.startswith(_OFTEN_ON_SERVER)
        on_server = rarely(OnServer) if is_rare else OnServer
        kinds = {"sqlite": InFile, "postgresql": on_server}
        in_wal = rarely(InFileOfNewerSqlite)
        return kinds | {"wal": in_wal} if place.startswith(_IN_WAL) else kinds
    return {}


def rows(statement, **values):
    """Return the rows from the app's database itself, past every cache."""
    with db.engine.connect() as connection:
        return connection.execute(text(statement), values).all()


def content():
    """All that the app's database keeps, as bytes."""
    file = current_settings().database_file
    if file:
        log = file.with_name(f"{file.name}-wal")
        return file.read_bytes() + (log.read_bytes() if log.exists() else b"")
    return repr([rows(f"SELECT * FROM {table}") for table in db.metadata.tables]).encode()


_EVENTS = {"match": "event", "tournament": "tournament_event", "club": "club_event"}


def change_event(data, table="event", **where):
    """Change what events hold behind everybody's back, as a disk or a hand does."""
    _change(table, f"data = {data}", where)


def change_moment(at, whole="match", **where):
    """Let events of matches, tournaments or clubs have been written then."""
    _change(_EVENTS[whole], "at = :at_", where, at_=at)
    seal_events(whole)


def _change(table, values, where, **more):
    which = " AND ".join(f"{name} = :{name}" for name in where) or "1 = 1"
    with db.engine.begin() as connection:
        statement = text(f"UPDATE {table} SET {values} WHERE {which}")
        assert connection.execute(statement, where | more).rowcount, "nothing was changed"


def seal_events(whole):
    """Let what events of matches, tournaments or clubs hold now be what was written."""
    table = _EVENTS[whole]
    asked = (
        "SELECT event.id, public_id, seq, op_id, kind, data"
        f' FROM {table} event JOIN "{whole}" whole ON whole.id = event.{whole}_id'
    )
    filling = text(f"UPDATE {table} SET digest = :digest WHERE id = :id")
    sealed = [{"id": row[0], "digest": first_digest_of(*row[1:])} for row in rows(asked)]
    with db.engine.begin() as connection:
        connection.execute(filling, sealed)


def lose_last_event(whole, public_id):
    """Take the last event of this match or tournament away, as a restored backup does."""
    of_whole = f'{whole}_id = (SELECT id FROM "{whole}" WHERE public_id = :at)'
    last = f'seq = (SELECT revision FROM "{whole}" WHERE public_id = :at)'
    with db.engine.begin() as connection:
        for statement in (
            f"DELETE FROM {_EVENTS[whole]} WHERE {of_whole} AND {last}",
            f'UPDATE "{whole}" SET revision = revision - 1 WHERE public_id = :at',
        ):
            assert connection.execute(text(statement), {"at": public_id}).rowcount == 1


def _with_tables(folder, settings):
    app = create_app({"INSTANCE": folder, **settings, **SETTINGS})
    with app.app_context():
        bring_up_to_date()
        db.engine.dispose()
    return app
