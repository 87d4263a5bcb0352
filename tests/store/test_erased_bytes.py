"""Erased names are gone from the file and from the journal beside it, to the last byte."""

import sqlite3

import pytest

from scorekeeper.club.club_record import counted_matches
from scorekeeper.club.erased_names import erase_club, erase_person
from scorekeeper.config import settings_of
from scorekeeper.jobs.queue import JobRequest, claim, finish, request_job
from scorekeeper.keeping import backup
from scorekeeper.keeping.backup import Differs, back_up
from scorekeeper.keeping.database_restore import candidate, restore
from scorekeeper.match.erasure import erase_match
from scorekeeper.store import job_store
from scorekeeper.store.backends import sqlite
from scorekeeper.store.db import db
from scorekeeper.tournament.erasure import erase_tournament
from scorekeeper.tournament.pair_erasure import erase_pair
from tests.support.desk import ClubDesk, ClubTable, Desk
from tests.support.examples import rarely
from tests.support.table import FAILED, MADE, Table

NAMES = ("Ours", "Maria", "Giorgos", "Theirs", "Eleni", "Andreas", "Odd1", "Even1", "Odd8")


in_both = pytest.mark.parametrize("files", ["delete", "wal"], indirect=True)
in_one = pytest.mark.parametrize("files", ["delete", rarely("wal")], indirect=True)
"""A shard puts these to the write-ahead log, `make faults` once more with another SQLite."""


@pytest.fixture
def files(request, make_app, monkeypatch):
    """All that the instance folder has, with either journal."""
    for module in (sqlite, job_store):
        monkeypatch.setattr(module, "journal_mode", lambda: request.param)
    app = make_app()
    with app.app_context():
        yield settings_of(app).instance
        db.engine.dispose()


def found(folder, names=NAMES):
    """The names that stand in any file of the folder."""
    held = [file.read_bytes() for file in folder.rglob("*") if file.is_file()]
    return [name for name in names if any(name.encode() in one for one in held)]


@in_both
def test_no_byte_of_a_name_is_left(files):
    tables = [Table().play(MADE, FAILED, MADE) for _ in range(12)]
    for table in tables:
        table.do("changed", names={"A": "Maria & Co"})
    desk = Desk(8).draw().play()
    assert found(files) == list(NAMES)
    erase_pair(desk.public_id, desk.phone, "1")
    assert found(files, ("Odd1", "Even1")) == []
    for table in tables:
        erase_match(table.kept.public_id, table.phone)
    erase_tournament(desk.public_id, desk.phone)
    assert found(files) == []


@in_one
def test_no_byte_of_a_name_is_left_of_a_club_and_its_matches(files):
    desk = ClubDesk("Marikkou", "Pantelis")
    desk.do("person_changed", person="1", name="Marikkou P.", note="Lefkaritissa")
    tables = [ClubTable(desk, {"A1": "1", "A2": "2"}).play(MADE) for _ in range(6)]
    counted_matches(desk.stored())
    names = ("Marikkou", "Lefkaritissa", "Pantelis", "Larnaka", "Giorgos")
    assert found(files, names) == list(names)
    erase_person(desk.public_id, desk.phone, "1")
    assert found(files, names) == ["Pantelis", "Larnaka", "Giorgos"]
    erase_club(desk.public_id, desk.phone)
    assert found(files, names) == ["Giorgos"], "typed in the matches, where it is erased"
    for table in tables:
        erase_match(table.kept.public_id, table.phone)
    assert found(files, names) == []


@in_both
def test_no_byte_of_a_name_is_left_of_what_was_printed(files):
    desk = Desk(2)
    request_job(JobRequest("papers", "paper", desk.held.id, content=b"Odd1"))
    finish(claim(), b"Maria" * 10_000)
    assert found(files, ("Maria",)) == ["Maria"]
    erase_pair(desk.public_id, desk.phone, "1")
    assert found(files, ("Maria",)) == []


@in_one
def test_sqlite_is_told_to_leave_nothing(files):
    with db.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA secure_delete").scalar_one() == 1


@in_both
def test_a_match_that_is_watched_meanwhile_loses_its_names_too(files):
    table = Table().play(MADE)
    with sqlite3.connect(files / "tefteri.sqlite3") as watcher:
        assert watcher.execute("SELECT count(*) FROM event").fetchone() == (2,)
        erase_match(table.kept.public_id, table.phone)
    assert found(files) == []


@in_one
def test_a_backup_from_then_on_has_no_name(files, tmp_path):
    table = Table().play(MADE)
    before = back_up(tmp_path / "before")
    erase_match(table.kept.public_id, table.phone)
    back_up(tmp_path / "after")
    assert found(tmp_path / "after") == []
    assert found(tmp_path / "before"), "an older one has them until it is too old"
    with candidate(before.file) as new:
        restore(new)
    assert table.stored().ledger.match.sides.A.name == "Ours"


@in_one
@pytest.mark.parametrize("erase", ["pair", "tournament"])
def test_a_backup_that_is_made_while_names_are_erased_is_a_backup(
    files, tmp_path, monkeypatch, erase
):
    table = Table().play(MADE)
    table.do("adjusted", adjust={"A": -10, "B": 0}, reason="Maria looked")
    desk = Desk(4).draw().play()
    desk.change_pair("1", club="Argonauts").change_pair("1", paid=True)
    prove = backup.prove

    def erase_and_prove(*places):
        erase_match(table.kept.public_id, table.phone)
        if erase == "pair":
            erase_pair(desk.public_id, desk.phone, "1")
        else:
            erase_tournament(desk.public_id, desk.phone)
        return prove(*places)

    monkeypatch.setattr(backup, "prove", erase_and_prove)
    assert back_up(tmp_path / "meanwhile").contents.matches == 3


@in_one
def test_a_copy_with_another_name_is_none(files, tmp_path, monkeypatch):
    Table().play(MADE)
    prove = backup.prove

    def rename_and_prove(*places):
        with db.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE event SET data = replace(data, 'Maria', 'Anna')")
        return prove(*places)

    monkeypatch.setattr(backup, "prove", rename_and_prove)
    with pytest.raises(Differs):
        back_up(tmp_path / "otherwise")
