"""`python -m scorekeeper backup` and `restore`: their words in both languages, their status."""

import json
import resource
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import text

from scorekeeper.cli import main
from scorekeeper.config import settings_of
from scorekeeper.journal import clock
from scorekeeper.keeping import backup
from scorekeeper.keeping.database_restore import present
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.match.matches import DamagedEvent
from scorekeeper.store.db import db
from tests.support.databases import IS_WAL
from tests.support.processes import PROJECT
from tests.support.table import FAILED, KAPO, MADE, Table

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def run(app, run_in):
    return partial(run_in, app)


@pytest.fixture
def table(app):
    with app.app_context(), clock.at(NOON):
        yield Table().play(MADE)


@pytest.fixture
def file(table, run, tmp_path):
    """A backup, after which a hand was written."""
    run("backup", tmp_path / "b")
    with clock.at(NOON.replace(hour=13)):
        table.play(FAILED)
    [made] = (tmp_path / "b").iterdir()
    return made


def test_it_prints_the_file_and_what_is_in_it(table, run, tmp_path):
    status, out, err = run("backup", tmp_path)
    assert (status, err) == (0, "")
    assert out == (
        f"{tmp_path / 'tefteri-20260501-120000.sqlite3'}\n"
        "matches: 1, tournaments: 0, events: 2, the newest: 2026-05-01 15:00:00\n"
    )


def test_it_counts_an_empty_database(app, run, tmp_path):
    assert run("backup", tmp_path)[1].endswith(
        "matches: 0, tournaments: 0, events: 0, the newest: —\n"
    )


def test_it_keeps_as_many_as_it_is_told(table, run, tmp_path):
    made = []
    for hour in (1, 2, 3):
        with clock.at(NOON.replace(hour=hour)):
            made.append(run("backup", tmp_path, "--keep", "2")[1].splitlines()[0])
    assert sorted(map(str, tmp_path.iterdir())) == made[1:]


@pytest.mark.parametrize("keep", ["0", "-1", "x"])
def test_it_keeps_at_least_one(app, run, tmp_path, keep):
    with pytest.raises(SystemExit) as ended:
        run("backup", tmp_path, f"--keep={keep}")
    assert ended.value.code == 2


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "There is no database"), ("el", "Δεν υπάρχει βάση δεδομένων")]
)
def test_it_says_that_there_is_nothing(app, run, tmp_path, lang, words):
    settings_of(app).database_file.unlink()
    status, out, err = run("backup", tmp_path / "b", lang=lang)
    assert (status, out) == (1, "")
    assert err == f"{words} {settings_of(app).database_file}.\n"


def test_it_says_where_it_cannot_write(table, run, tmp_path):
    (tmp_path / "f").touch()
    status, out, err = run("backup", tmp_path / "f" / "b", lang="el")
    assert (status, out) == (1, "")
    assert err == f"Το {tmp_path / 'f'} είναι αρχείο: δώσε φάκελο.\n"


def test_it_says_that_the_database_is_damaged(table, app, run, tmp_path):
    db.engine.dispose()
    settings_of(app).database_file.write_bytes(b"x" * 9000)
    status, out, err = run("backup", tmp_path)
    assert (status, out) == (1, "")
    assert err == f"Damaged: {settings_of(app).database_file}: file is not a database\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("becomes", ["'{' || data", "replace(data, '97', '98')"])
def test_damaged_match_is_named_and_the_rest_is_backed_up(table, run, tmp_path, becomes):
    other = Table().play(MADE)
    table.play(MADE, MADE)
    with db.engine.begin() as connection:
        where = "WHERE match_id = 1 AND seq = 2"
        connection.execute(text(f"UPDATE event SET data = {becomes} {where}"))
    status, out, err = run("backup", tmp_path)
    made = tmp_path / "tefteri-20260501-120000-damaged.sqlite3"
    assert (status, out.splitlines()[0]) == (1, str(made))
    damage = f"Damaged: /m/{table.kept.public_id}/: event 2 is not what was written\n"
    assert err.startswith(damage)
    assert "No older one was removed" in err
    other.play(MADE)
    status, _, err = run("restore", made, "--yes")
    assert (status, err.startswith(damage), "--damaged" in err) == (1, True, True)
    assert other.stored() == other.kept, "nothing was changed"
    status, _, err = run("restore", made, "--yes", "--damaged")
    assert (status, err) == (0, damage)
    assert other.stored().revision == 2
    MATCH_JOURNAL.forget_all()
    with pytest.raises(DamagedEvent):
        table.stored()


def test_no_damaged_backup_takes_a_sound_ones_place(table, run, tmp_path):
    def backed_up(hour):
        with clock.at(NOON.replace(hour=hour)):
            return Path(run("backup", tmp_path, "--keep", "2")[1].splitlines()[0])

    sound = [backed_up(hour) for hour in (1, 2)]
    with db.engine.begin() as connection:
        connection.execute(text("UPDATE event SET data = replace(data, '97', '98') WHERE seq = 2"))
    damaged = [backed_up(hour) for hour in (3, 4, 5)]
    assert sorted(tmp_path.iterdir()) == [*sound, *damaged[1:]]
    with db.engine.begin() as connection:
        connection.execute(text("UPDATE event SET data = replace(data, '98', '97') WHERE seq = 2"))
    assert sorted([backed_up(6), sound[1], *damaged[1:]]) == sorted(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "event 2 is not what was written"), ("el", "η εγγραφή 2 δεν είναι όπως γράφτηκε")],
)
def test_it_restores_no_backup_with_another_digit(table, file, run, lang, words):
    file.chmod(0o600)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE event SET data = replace(data, '97', '98') WHERE seq = 2")
        connection.commit()
    before = present()
    status, _, err = run("restore", file, "--yes", lang=lang)
    assert status == 1
    assert f"/m/{table.kept.public_id}/: {words}" in err
    assert present() == before


def test_it_exports_a_damaged_match_up_to_there(table, run, tmp_path):
    table.play(FAILED, KAPO)
    with db.engine.begin() as connection:
        connection.execute(text("UPDATE event SET data = replace(data, '82', '28') WHERE seq = 3"))
    MATCH_JOURNAL.forget_all()
    address = table.kept.public_id
    status, out, err = run("export", address)
    assert (status, out) == (1, "")
    assert err == f"Damaged: /m/{address}/: event 3 is not what was written\n"
    assert run("export", address, "--until", 3)[0] == 1
    status, out, _ = run("export", address, "--until", 2)
    assert status == 0
    assert [hand["points"] for hand in json.loads(out)["hands"]] == [{"A": 97}]


def test_it_says_which_match_is_not_the_same(table, run, tmp_path, monkeypatch):
    def differ(*_compared):
        raise backup.Differs(table.kept.public_id)

    monkeypatch.setattr(backup, "check_against_live", differ)
    status, out, err = run("backup", tmp_path)
    assert (status, out) == (1, "")
    assert err == f"The copy of the match {table.kept.public_id} is not like the match.\n"


@pytest.mark.slow
@pytest.mark.parametrize("command", ["backup", "restore"])
def test_it_leaves_no_half_file_on_a_full_disk(table, file, app, tmp_path, command):
    """A limit on the size of files is what a full disk is to SQLite."""
    target = tmp_path / "full"
    room = 20_000
    assert file.stat().st_size > room
    folder = settings_of(app).instance
    before = sorted(folder.iterdir())
    done = subprocess.run(
        [
            *(sys.executable, "-m", "scorekeeper", command, "--lang=en"),
            *([target] if command == "backup" else [file, "--yes"]),
        ],
        cwd=PROJECT,
        env={"TEFTERI_INSTANCE": str(folder), "PATH": "", "PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (1, ""), done
    assert done.stderr.startswith("The disk is full or cannot be written: ")
    assert done.stderr.count("\n") == 1
    assert not target.exists() or list(target.iterdir()) == []
    assert [one for one in sorted(folder.iterdir()) if one.name != "secret_key"] == before
    with closing(sqlite3.connect(settings_of(app).database_file)) as connection:
        assert connection.execute("SELECT count(*) FROM event").fetchone() == (3,)


def test_it_says_what_it_would_replace_and_changes_nothing(file, table, run):
    before = table.kept
    status, out, err = run("restore", file)
    assert (status, err) == (1, "Nothing was changed. To replace it, add --yes.\n")
    assert out == (
        "There now: matches: 1, tournaments: 0, events: 3, the newest: 2026-05-01 16:00:00\n"
        "In the file: matches: 1, tournaments: 0, events: 2, the newest: 2026-05-01 15:00:00\n"
    )
    assert table.stored() == before


def test_it_restores_when_it_is_told_to(file, table, app, run):
    status, out, err = run("restore", file, "--yes", lang="el")
    kept = settings_of(app).instance / "tefteri-before-restore-20260501-120000.sqlite3"
    assert (status, err) == (0, "")
    assert out.splitlines()[2:] == [
        f"Ό,τι υπήρχε φυλάχτηκε: {kept}",
        "Επανήλθαν: παρτίδες: 1, τουρνουά: 0, εγγραφές: 2, η νεότερη: 2026-05-01 15:00:00",
    ]
    assert kept.exists()
    assert table.stored().revision == 2


def test_it_says_that_what_is_there_is_damaged(file, app, run):
    db.engine.dispose()
    settings_of(app).database_file.write_bytes(b"x" * 9000)
    status, out, _ = run("restore", file)
    assert status == 1
    assert out.startswith("There now: Damaged: ")
    status, _, err = run("restore", file, "--yes")
    assert status == 1
    assert "Stop the server, move the file away" in err
    settings_of(app).database_file.unlink()
    status, out, _ = run("restore", file, "--yes")
    assert status == 0
    assert out.startswith("There now: nothing\n")
    assert present().events == 2


def change(file, statement):
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(statement)
        connection.commit()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda file: file.unlink(), "{file} cannot be read."),
        (lambda file: file.write_bytes(b"x" * 99), "Damaged: {file}: file is not a database"),
        (lambda file: change(file, "DROP TABLE alembic_version"), "{file} is no database of"),
        (
            lambda file: change(file, "UPDATE alembic_version SET version_num = 'z'"),
            "{file} was written by a newer version",
        ),
    ],
)
def test_it_says_why_it_cannot_restore(file, table, run, spoil, words):
    spoil(file)
    status, out, err = run("restore", file, "--yes")
    assert (status, out) == (1, "")
    assert err.startswith(words.format(file=file))
    assert table.stored().revision == 3


def test_it_says_that_the_file_is_the_database(file, app, run):
    status, _, err = run("restore", settings_of(app).database_file, "--yes")
    assert (status, err) == (1, f"{settings_of(app).database_file} is the database in use.\n")


def test_it_says_that_the_server_is_busy(file, make_app, capfd):
    impatient = make_app(BUSY_SECONDS=0.2)
    with closing(sqlite3.connect(settings_of(impatient).database_file)) as other:
        other.execute("BEGIN")
        other.execute("SELECT * FROM event").fetchone()
        status = main(lambda: impatient, ["restore", str(file), "--yes", "--lang=en"])
    told = capfd.readouterr().err
    assert (status, told) == ((0, "") if IS_WAL else (1, "The server is busy\n"))
