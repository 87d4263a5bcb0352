"""Before a file of SQLite is migrated it is checked and copied."""

import sqlite3

import pytest
from sqlalchemy import text

from scorekeeper.config import settings_of
from scorekeeper.store.database_checks import Damaged
from scorekeeper.store.db import db
from scorekeeper.store.migrator import bring_up_to_date
from scorekeeper.store.schema import current_migration
from tests.store.versions import REBUILD_MATCHES, this_version


def backups(app):
    return sorted(settings_of(app).instance.glob("*-before-*"))


def test_it_backs_up_before_it_migrates(played, app, next_version):
    next_version(REBUILD_MATCHES)
    assert bring_up_to_date()
    assert current_migration() == "later1"
    assert played.stored() == played.kept
    (backup,) = backups(app)
    connection = sqlite3.connect(backup)
    kept = connection.execute("SELECT kind FROM event ORDER BY seq").fetchall()
    version = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    connection.close()
    assert kept == [("started",), ("recorded",), ("recorded",)]
    assert version == (this_version(),), "as it was before"


def test_it_leaves_foreign_keys_on_for_everybody_after_it(played, next_version):
    next_version(REBUILD_MATCHES)
    bring_up_to_date()
    with db.engine.connect() as first, db.engine.connect() as second:
        for connection in (first, second):
            assert connection.execute(text("PRAGMA foreign_keys")).scalar_one() == 1


def test_it_changes_nothing_in_a_damaged_database(played, app, next_version):
    db.engine.dispose()
    connection = sqlite3.connect(settings_of(app).database_file)
    connection.execute("DELETE FROM match")  # sqlite3 leaves foreign keys off
    connection.commit()
    connection.close()
    next_version(REBUILD_MATCHES)
    with pytest.raises(Damaged, match="rows without their match"):
        bring_up_to_date()
    assert current_migration() == this_version()
    assert backups(app) == []


def test_it_leaves_no_half_backup(played, app, next_version):
    next_version(REBUILD_MATCHES)
    (settings_of(app).instance / f"tefteri-before-later1-from-{this_version()}.part").write_text(
        "torn"
    )
    bring_up_to_date()
    assert [backup.suffix for backup in backups(app)] == [".sqlite3"]


def test_it_keeps_no_backup_of_nothing(new_app):
    bring_up_to_date()
    assert backups(new_app) == []


def test_it_keeps_no_backup_where_nothing_is_to_be_done(played, app):
    assert not bring_up_to_date()
    assert backups(app) == []
