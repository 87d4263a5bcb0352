"""The health report to the operator of a server."""

import sqlite3
import tempfile

from scorekeeper import __version__
from scorekeeper.config import settings_of
from scorekeeper.store.backends.sqlite import journal_mode
from scorekeeper.store.schema import newest_migration
from tests.phone import Phone


def health(app):
    answer = app.test_client().get("/healthz")
    assert answer.mimetype == "application/json"
    return answer.status_code, answer.get_json()


def test_it_tells_what_it_runs_on(app):
    status, told = health(app)
    assert (status, told["ok"], told["version"]) == (200, True, __version__)
    with app.app_context():
        newest = newest_migration()
    assert told["database"] == {
        "ok": True,
        "sqlite": sqlite3.sqlite_version,
        "journal": journal_mode(),
        "migration": newest,
    }
    assert set(told["pdf"]) == {"ready", "missing"}


def test_it_is_not_well_at_another_migration(app):
    connection = sqlite3.connect(settings_of(app).database_file)
    connection.execute("UPDATE alembic_version SET version_num = 'older'")
    connection.commit()
    connection.close()
    status, told = health(app)
    assert (status, told["ok"], told["database"]["migration"]) == (503, False, "older")


def test_it_is_not_well_without_tables(app):
    settings_of(app).database_file.write_bytes(b"")
    status, told = health(app)
    assert (status, told["ok"]) == (503, False)


def test_it_is_not_well_where_the_file_is_no_database(app):
    settings_of(app).database_file.write_bytes(b"These are no tables." * 400)
    status, told = health(app)
    assert (status, told["database"]) == (503, {"ok": False, "fault": "DatabaseError"})


def test_jobs_that_cannot_be_kept_are_told_and_no_reason_to_stop(app):
    assert health(app)[1]["jobs"] == {"ok": True}
    jobs = settings_of(app).instance / "tefteri-jobs.sqlite3"
    jobs.write_bytes(b"These are no tables." * 400)
    status, told = health(app)
    assert (status, told["jobs"]) == (200, {"ok": False, "fault": "DatabaseError"})
    jobs.unlink()
    jobs.mkdir()
    status, told = health(app)
    assert (status, told["jobs"]) == (200, {"ok": False, "fault": "NoAccess"})


def test_temporary_folder_without_room_is_told(app, monkeypatch, tmp_path):
    assert health(app)[1]["temporary"] == {"ok": True}
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    status, told = health(app)
    assert (status, told["temporary"]) == (200, {"ok": False, "fault": "NotWritable"})


def test_it_tells_no_path_and_no_secret(app):
    Phone(app).get("/matches/new")
    text = app.test_client().get("/healthz").text
    assert str(settings_of(app).instance) not in text
    assert app.secret_key not in text
