"""The settings of every connection to the database."""

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import event, text

from scorekeeper.store import db as store
from scorekeeper.store import streams
from scorekeeper.store.backends.sqlite import journal_mode
from scorekeeper.store.database_checks import open_connection
from scorekeeper.store.db import database_file, db
from scorekeeper.store.streams import read_row
from tests.table import MADE, Table

EXTRA = 3


def pragma(connection, name):
    return connection.execute(text(f"PRAGMA {name}")).scalar_one()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("synchronous", EXTRA),
        ("foreign_keys", 1),
        ("mmap_size", 0),
        ("journal_mode", journal_mode()),
    ],
)
def test_it_sets_up_every_connection(context, name, value):
    with db.engine.connect() as first, db.engine.connect() as second:
        assert pragma(first, name) == value
        assert pragma(second, name) == value


def test_it_waits_for_a_lock_as_long_as_it_is_told(make_app):
    with make_app(BUSY_SECONDS=1.5).app_context(), db.engine.connect() as connection:
        assert pragma(connection, "busy_timeout") == 1500


@pytest.mark.parametrize(
    ("version", "mode"),
    [
        ((3, 40, 1), "delete"),
        ((3, 51, 2), "delete"),
        ((3, 51, 3), "wal"),
        ((3, 52, 0), "wal"),
        ((4, 0, 0), "wal"),
    ],
)
def test_it_uses_the_write_ahead_log_only_where_sqlite_resets_it_safely(monkeypatch, version, mode):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
    assert journal_mode() == mode


def test_it_really_changes_to_the_write_ahead_log(monkeypatch, make_app):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 51, 3))
    with make_app().app_context():
        Table().play(MADE)
        assert store.health()["journal"] == "wal"


def begins(work):
    """How the transactions of some work began."""
    said = []
    listener = (db.engine, "before_cursor_execute", lambda *a: said.append(a[2]))
    event.listen(*listener)
    work()
    event.remove(*listener)
    return [statement for statement in said if statement.startswith("BEGIN")]


def test_it_takes_the_lock_at_the_beginning_of_a_write(context):
    table = Table()
    assert begins(lambda: table.play(MADE)) == ["BEGIN IMMEDIATE"]


def test_it_holds_up_no_writer_while_it_thinks_about_what_it_read(context):
    """Making a PDF of what was read takes seconds; hands are written meanwhile."""
    table = Table()
    assert begins(table.stored) == []
    other = sqlite3.connect(db.engine.url.database, timeout=0)
    other.execute("UPDATE match SET revision = 5")
    other.commit()
    other.close()


def test_connection_for_a_copy_syncs_the_folder_too(context):
    with open_connection(database_file()) as connection:
        assert connection.execute("PRAGMA synchronous").fetchone() == (EXTRA,)


def test_statement_is_over_before_its_events_are_read(context, monkeypatch):
    """While one is open no other process can commit, where there is a rollback journal."""
    table = Table()
    table.play(MADE)

    def write_and_read(*row):
        with closing(sqlite3.connect(db.engine.url.database, timeout=0)) as other, other:
            other.execute("UPDATE match SET revision = revision")
        return read_row(*row)

    monkeypatch.setattr(streams, "read_row", write_and_read)
    public_id = table.stored().public_id
    assert len(streams.MATCH_EVENTS.events_at(public_id, 1)) == 2
