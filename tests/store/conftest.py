"""A program of a later version, whose database is to be migrated."""

import shutil
import time

import pytest

from scorekeeper.app import create_app
from scorekeeper.store.db import DatabaseUnavailable, db
from scorekeeper.store.schema import newest_migration
from tests.store.versions import MIGRATION
from tests.support.databases import SETTINGS
from tests.support.processes import PROJECT
from tests.support.table import FAILED, MADE, Table

PATIENCE = 0.3
"""Seconds that an impatient app waits for a lock."""


@pytest.fixture
def impatient(make_app):
    app = make_app(BUSY_SECONDS=PATIENCE)
    with app.app_context():
        yield app


def refused_after(table):
    """Return the seconds until a table gets the answer that its hand cannot be written."""
    started = time.monotonic()
    with pytest.raises(DatabaseUnavailable):
        table.play(FAILED)
    return time.monotonic() - started


@pytest.fixture
def played(app):
    """A match in a database of this version."""
    with app.app_context():
        yield Table().play(MADE, FAILED)


@pytest.fixture
def next_version(tmp_path, monkeypatch):
    """Makes the program one of a later version, whose migrations do this."""
    folder = tmp_path / "migrations"
    shutil.copytree(PROJECT / "scorekeeper" / "migrations", folder)

    def add(*upgrades):
        before = newest_migration()
        for number, upgrade_ in enumerate(upgrades, 1):
            revision = f"later{number}"
            script = MIGRATION.format(revision=revision, before=before, upgrade=upgrade_)
            (folder / "versions" / f"{revision}.py").write_text(script)
            before = revision
        monkeypatch.setattr("scorekeeper.store.schema.MIGRATIONS", folder)
        return folder

    return add


@pytest.fixture
def new_app(kept_in, tmp_path):
    """An app whose database has no tables yet."""
    app = create_app({"INSTANCE": tmp_path / "new", **SETTINGS, **kept_in.without_tables()})
    with app.app_context():
        yield app
        db.engine.dispose()
