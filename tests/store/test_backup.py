"""Backups and restoring, on real files: proved copies, rotation, nothing replaced in silence."""

import os
import re
import sqlite3
import stat
import threading
import tracemalloc
from contextlib import closing, contextmanager, nullcontext
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from resource import RLIMIT_FSIZE, getrlimit, setrlimit

import pytest
from sqlalchemy import text

from scorekeeper.config import settings_of
from scorekeeper.jobs import payloads
from scorekeeper.jobs.queue import JobRequest, find_job, request_job
from scorekeeper.journal import clock
from scorekeeper.keeping import backup, database_restore
from scorekeeper.keeping.backup import Differs, NoDatabase, back_up, rotate
from scorekeeper.keeping.database_restore import candidate, present, restore
from scorekeeper.match import matches
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.store import copies, job_store, queries
from scorekeeper.store import db as store
from scorekeeper.store.alembic_runs import downgrade
from scorekeeper.store.database_checks import Damaged, DamagedEvent, check
from scorekeeper.store.db import DatabaseUnavailable, NotWritable, db
from scorekeeper.store.migrator import bring_to, bring_up_to_date
from scorekeeper.store.schema import current_migration, newest_migration
from scorekeeper.tournament.service import TOURNAMENT_JOURNAL
from tests.store.versions import REBUILD_MATCHES, this_version
from tests.support.databases import IS_WAL, seal_events
from tests.support.desk import Desk
from tests.support.examples import rarely
from tests.support.table import FAILED, KAPO, MADE, SWEPT, Table

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def table(context):
    """A match with two hands, one of them corrected."""
    return Table().play(MADE, FAILED).correct(2, KAPO)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "other disk" / "ντουλάπι?%"


def table_file():
    return db.engine.url.database


def change(file, *statements):
    """Write into the file behind everybody's back; sqlite3 leaves foreign keys off."""
    with closing(sqlite3.connect(file)) as connection:
        for statement in statements:
            connection.execute(statement)
            connection.commit()


def asked(file, statement):
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(statement).fetchall()


def names(folder):
    """Of the files in it, but for what SQLite writes beside a database that is open."""
    beside = "-wal", "-shm"
    return sorted(file.name for file in folder.iterdir() if not file.name.endswith(beside))


def spoil(file):
    """Overwrite pages in the middle of the file, as a dying disk does: all tables' first."""
    db.engine.dispose()
    with closing(sqlite3.connect(file)) as database:
        pages = database.execute("SELECT rootpage FROM sqlite_master WHERE rootpage > 0").fetchall()
    content = bytearray(file.read_bytes())
    for (page,) in pages:
        content[(page - 1) * 4096 : page * 4096] = os.urandom(4096)
    file.write_bytes(content)


@pytest.mark.slow
def test_it_copies_every_match_and_counts(table, folder):
    Table().play(SWEPT, SWEPT, SWEPT)
    with clock.at(NOON):
        made = back_up(folder)
    assert made.file == folder / "tefteri-20260501-120000.sqlite3"
    assert made.contents[:3] == (2, 0, 8)
    check(made.file)
    kept = asked(made.file, "SELECT match_id, seq, op_id, kind, data, phone_id, at FROM event")
    database = table_file()
    assert kept == asked(
        database, "SELECT match_id, seq, op_id, kind, data, phone_id, at FROM event"
    )


def test_it_is_one_file_for_its_owner_s_eyes(table, folder):
    made = back_up(folder)
    assert names(folder) == [made.file.name]
    assert stat.S_IMODE(made.file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_it_is_one_file_where_there_is_a_write_ahead_log(monkeypatch, make_app, folder):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 51, 3))
    with make_app().app_context():
        table = Table().play(MADE)
        made = back_up(folder)
        assert store.health()["journal"] == "wal"
        assert asked(made.file, "PRAGMA journal_mode") == [("delete",)]
        assert names(folder) == [made.file.name]
        table.play(FAILED)
        with candidate(made.file) as new:
            assert restore(new).contents == made.contents
        assert store.health()["journal"] == "wal"
        assert table.stored().ledger.standing.totals == (19, 6)


def test_it_takes_another_name_where_that_one_is_taken(table, folder, monkeypatch):
    moments = iter([NOON, NOON, NOON + timedelta(seconds=1)])
    monkeypatch.setattr(clock, "moment", lambda: next(moments))
    first, second = back_up(folder), back_up(folder)
    assert first.file != second.file
    assert names(folder) == [first.file.name, second.file.name]


def test_hands_go_on_being_written_while_it_is_made(table, folder, monkeypatch):
    """A backup is not compared with hands that came after the copy."""
    prove = backup._prove

    def prove_after_a_hand(*asked):
        table.play(MADE)
        Table().play(MADE)
        return prove(*asked)

    monkeypatch.setattr(backup, "_prove", prove_after_a_hand)
    made = back_up(folder)
    assert made.contents[:3] == (1, 0, 4)
    assert present()[:3] == (2, 0, 7)


@pytest.mark.parametrize(
    "lie",
    [
        "UPDATE event SET data = replace(data, '97', '98') WHERE seq = 2",
        rarely("UPDATE event SET op_id = 'f' WHERE seq = 3"),
        "DELETE FROM event WHERE seq = 4",
        rarely("DELETE FROM event"),
    ],
)
def test_it_keeps_no_copy_that_differs(table, folder, monkeypatch, lie):
    prove = backup._prove

    def prove_a_lie(*asked):
        change(table_file(), lie)
        return prove(*asked)

    monkeypatch.setattr(backup, "_prove", prove_a_lie)
    with pytest.raises(Differs, match=table.kept.public_id):
        back_up(folder)
    assert names(folder) == []


@pytest.mark.parametrize("other", ["standing", "ended"])
def test_it_compares_what_the_events_come_to(table, folder, monkeypatch, other):
    """Were folding to depend on anything but the events, totals, winner and end would tell."""
    elsewhere = Table().play(SWEPT, SWEPT, SWEPT).ledger
    wrong = {
        "standing": replace(table.ledger, standing=elsewhere.standing),
        "ended": replace(table.ledger, match=replace(table.ledger.match, ended="hand")),
    }

    def fold_live_ones_wrong(acts):
        is_live = db.engine.url.database.endswith("tefteri.sqlite3")
        return wrong[other] if is_live else fold(acts)

    assert back_up(folder).contents.matches == 2
    fold = MATCH_JOURNAL.replay
    monkeypatch.setattr(MATCH_JOURNAL, "replay", fold_live_ones_wrong)
    with pytest.raises(Differs, match=table.kept.public_id):
        back_up(folder)
    assert len(names(folder)) == 1


def damages(folder):
    made = back_up(folder)
    assert made.file.stem.endswith("-damaged"), made
    return list(map(str, made.damages))


def test_it_says_which_match_cannot_be_read(table, folder):
    """The message has nothing of the match's contents: it may stand in a log."""
    change(table_file(), "UPDATE event SET data = '{}' WHERE seq = 2")
    assert damages(folder) == [f"/m/{table.kept.public_id}/: event 2 is not what was written"]


def test_it_keeps_no_copy_that_is_damaged_where_the_database_is_not(table, folder, monkeypatch):
    prove = backup._prove

    def prove_spoiled(copy, *asked):
        change(copy, "UPDATE event SET data = replace(data, '97', '98') WHERE seq = 2")
        return prove(copy, *asked)

    monkeypatch.setattr(backup, "_prove", prove_spoiled)
    with pytest.raises(Differs, match=table.kept.public_id):
        back_up(folder)
    assert names(folder) == []


@pytest.mark.parametrize(
    "spoiled",
    [
        "data = CAST(replace(CAST(data AS BLOB), '9', x'b9') AS TEXT)",
        rarely("at = '2026-93-01 12:00:00.000000'"),
        rarely("kind = CAST(x'ff' AS TEXT)"),
    ],
)
def test_event_with_unreadable_text_is_found_and_harms_no_other_match(table, folder, spoiled):
    other = Table().play(MADE)
    change(table_file(), f"UPDATE event SET {spoiled} WHERE match_id = 1 AND seq = 2")
    MATCH_JOURNAL.forget_all()
    assert damages(folder) == [f"/m/{table.kept.public_id}/: event 2 is not what was written"]
    with pytest.raises(DamagedEvent):
        table.stored()
    assert other.stored() == other.kept
    addresses = [(1, table.kept.public_id), (2, other.kept.public_id)]
    assert MATCH_JOURNAL.find_all(addresses) == [(other.kept.public_id, other.ledger)]


def test_it_keeps_no_copy_with_rows_that_lost_their_match(table, folder, monkeypatch):
    monkeypatch.setattr(backup, "_prove", lambda *_asked: backup.Proof(present(), ()))
    change(table_file(), "DELETE FROM match")
    with pytest.raises(Damaged, match=r"tefteri\.sqlite3: ok, \d rows without their match"):
        back_up(folder)
    assert names(folder) == []


def test_it_keeps_no_copy_of_a_damaged_database(table, context, folder):
    spoil(settings_of(context).database_file)
    with pytest.raises(Damaged):
        back_up(folder)
    assert names(folder) == []


def test_it_makes_no_database_where_there_is_none(context, folder):
    db.engine.dispose()
    settings_of(context).database_file.unlink()
    with pytest.raises(NoDatabase):
        back_up(folder)
    assert not settings_of(context).database_file.exists()
    assert not folder.exists()


def test_it_says_that_the_folder_cannot_be_made(table, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(NotWritable):
        back_up(tmp_path / "file" / "folder")


@pytest.mark.slow
def test_it_says_busy_and_leaves_nothing(make_app, folder):
    with make_app(BUSY_SECONDS=0.2).app_context():
        Table()
        with closing(sqlite3.connect(table_file(), isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            with nullcontext() if IS_WAL else pytest.raises(DatabaseUnavailable):
                back_up(folder)
    assert len(names(folder)) == IS_WAL


@pytest.fixture
def shelf(tmp_path):
    """A folder of five backups, with other things between them."""
    files = [tmp_path / f"tefteri-2026050{day}-120000.sqlite3" for day in range(1, 6)]
    for file in files:
        file.touch()
    for other in ("tefteri.sqlite3", "tefteri-before-restore-20200101-000000.sqlite3", "a.txt"):
        (tmp_path / other).touch()
    (tmp_path / "tefteri-20200101-000000.sqlite3.gz").touch()
    return files


@pytest.mark.parametrize("keep", [1, 2, 4, 5, 9])
def test_rotation_keeps_the_newest_of_our_own(shelf, keep):
    folder = shelf[0].parent
    others = [file for file in folder.iterdir() if file not in shelf]
    rotate(folder, shelf[-1], keep)
    assert [file for file in shelf if file.exists()] == shelf[-keep:]
    assert all(other.exists() for other in others)


@pytest.mark.parametrize("keep", [1, 2])
def test_rotation_keeps_the_one_just_made_whatever_the_clock_says(shelf, keep):
    rotate(shelf[0].parent, shelf[0], keep)
    left = [file for file in shelf if file.exists()]
    assert left == [shelf[0], *shelf[-1:]][:keep]


def test_rotation_takes_away_what_a_killed_backup_left_yesterday(shelf):
    old, new = (shelf[0].with_name(f"tefteri-20260401-12000{n}.part") for n in (1, 2))
    for part in (old, new):
        part.touch()
    os.utime(old, (0, 0))
    rotate(shelf[0].parent, shelf[-1], 9)
    assert (old.exists(), new.exists()) == (False, True)


@pytest.fixture
def saved(table, folder):
    """A backup, after which two hands and another match were written."""
    with clock.at(NOON):
        made = back_up(folder)
    table.play(MADE, MADE)
    Table().play(FAILED)
    return made


def test_it_brings_back_what_was_there(saved, table, context):
    with candidate(saved.file) as new:
        assert new.contents == saved.contents
        done = restore(new)
    assert done.contents == saved.contents == present()
    assert table.stored().revision == 4
    assert table.do("recorded", hand=MADE, revision=4).kept.revision == 5, "and it goes on"
    assert names(settings_of(context).instance) == [
        done.previous.name,
        "tefteri.lock",
        "tefteri.sqlite3",
    ]


def test_it_keeps_what_was_there_beside_it(saved, table, context):
    after = present()
    with candidate(saved.file) as new:
        first = restore(new)
    assert first.previous.parent == settings_of(context).instance
    assert "before-restore" in first.previous.name
    assert stat.S_IMODE(first.previous.stat().st_mode) == 0o600
    with clock.at(NOON), candidate(first.previous) as new:
        assert restore(new).contents == after
    assert table.stored() == table.kept


def test_a_memory_of_hands_that_are_gone_is_dropped(saved, table):
    """The same operation again, after the restore, is another act."""
    gone = table.kept.ledger.acts[-2]
    with candidate(saved.file) as new:
        restore(new)
    table.do("recorded", op_id=gone.op_id, revision=4, hand=FAILED)
    assert table.is_new
    assert table.stored().ledger.acts[-1].data["hand"] == FAILED
    assert matches.find_match(table.kept.public_id).revision == 5


def test_restore_removes_sheets_and_jobs_newer_than_the_backup(table, folder, context):
    sheet = settings_of(context).instance / "sheets" / "one"
    sheet.parent.mkdir()
    request_job(JobRequest("before", "paper", content=b"Maria"))
    made = back_up(folder)
    request_job(JobRequest("after", "paper", content=b"Eleni"))
    sheet.write_text("Eleni")
    with candidate(made.file) as new:
        restore(new)
    assert not sheet.exists()
    assert (find_job("after"), payloads.input_of("after")) == (None, None)
    assert payloads.input_of("before") == b"Maria", "it waits, and is made"


def test_it_restores_beside_jobs_that_cannot_be_read(saved, context):
    (settings_of(context).instance / "tefteri-jobs.sqlite3").write_bytes(b"gone" * 5000)
    with candidate(saved.file) as new:
        assert restore(new).contents == saved.contents


def test_it_migrates_an_older_file_and_leaves_it_as_it_is(saved, table):
    with copies.app_for_file(saved.file) as house, house.app_context():
        downgrade("0001")
    before = saved.file.read_bytes()
    with candidate(saved.file) as new:
        assert restore(new).contents == saved.contents
    assert saved.file.read_bytes() == before
    assert current_migration() == newest_migration()
    assert [address for _, address in queries.matches_in_series(table.kept.public_id)] == [
        table.kept.public_id
    ]


def test_it_takes_away_what_killed_restores_left_yesterday(saved, context):
    instance = settings_of(context).instance
    for name in ("restoring-old", "restoring-new"):
        (instance / name).mkdir()
        (instance / name / "tefteri.sqlite3").touch()
    part = instance / "tefteri-before-restore-20200101-000000.part"
    part.touch()
    for left in (instance / "restoring-old", part):
        os.utime(left, (0, 0))
    with candidate(saved.file):
        pass
    assert names(instance) == ["restoring-new", "tefteri.lock", "tefteri.sqlite3"]


def refused(file, why):
    before = present()
    with pytest.raises(why), candidate(file):
        pass
    assert present() == before
    folder = db.engine.url.database.rsplit("/", 1)[0]
    assert not [name for name in os.listdir(folder) if "restor" in name]


def test_it_refuses_a_file_of_a_later_version(saved):
    change(saved.file, "UPDATE alembic_version SET version_num = '9999'")
    refused(saved.file, database_restore.Newer)


@pytest.mark.parametrize("statement", ["CREATE TABLE a (b)", "PRAGMA user_version = 1"])
def test_it_refuses_another_program_s_file(saved, tmp_path, statement):
    change(tmp_path / "other.db", statement)
    refused(tmp_path / "other.db", database_restore.NotOurs)


def test_it_refuses_what_only_looks_like_ours(saved, tmp_path):
    number = newest_migration()
    change(
        tmp_path / "x",
        "CREATE TABLE alembic_version (version_num)",
        f"INSERT INTO alembic_version VALUES ('{number}')",
    )
    refused(tmp_path / "x", Damaged)


@pytest.mark.parametrize("content", [b"no database at all" * 99, b"SQLite format 3\0" + b"x" * 999])
def test_it_refuses_what_is_no_database(saved, tmp_path, content):
    (tmp_path / "x").write_bytes(content)
    refused(tmp_path / "x", Damaged)


@pytest.mark.parametrize("cut", [0.7, rarely(0.3), rarely(0.99)])
def test_it_refuses_half_a_file(saved, cut):
    content = saved.file.read_bytes()
    saved.file.write_bytes(content[: int(len(content) * cut)])
    refused(saved.file, Damaged)


@pytest.mark.parametrize(
    "fault", ["DELETE FROM match", "UPDATE event SET data = '{}'", "UPDATE event SET kind = 'x'"]
)
def test_it_refuses_matches_that_cannot_be_read(saved, fault):
    change(saved.file, fault)
    refused(saved.file, database_restore.DamagedInside if "UPDATE" in fault else Damaged)


def test_it_refuses_a_folder_and_what_is_not_there(saved, folder):
    refused(folder, database_restore.Unopened)
    refused(folder / "nothing", database_restore.Unopened)


def test_it_refuses_the_database_itself(saved, context, tmp_path):
    refused(settings_of(context).database_file, database_restore.SameDatabase)
    (tmp_path / "link").symlink_to(settings_of(context).database_file)
    refused(tmp_path / "link", database_restore.SameDatabase)


def test_it_takes_a_file_that_was_copied_with_its_journal(saved, table, tmp_path):
    """A folder that was copied after a power cut: what was not committed does not count."""
    copy = tmp_path / "copied.sqlite3"
    with closing(sqlite3.connect(saved.file, isolation_level=None)) as writing:
        writing.execute("PRAGMA cache_size = 1")
        writing.execute("BEGIN IMMEDIATE")
        writing.execute("UPDATE event SET data = data || zeroblob(9000)")
        writing.execute("UPDATE phone SET secret_hash = secret_hash || zeroblob(90000)")
        for end in ("", "-journal"):
            source = saved.file.with_name(saved.file.name + end)
            copy.with_name(copy.name + end).write_bytes(source.read_bytes())
        writing.execute("ROLLBACK")
    with candidate(copy) as new:
        assert new.contents == saved.contents


def test_it_restores_where_there_is_nothing(saved, context):
    db.engine.dispose()
    settings_of(context).database_file.unlink()
    assert present() is None
    with candidate(saved.file) as new:
        assert restore(new) == (None, saved.contents)


def test_it_restores_over_a_damaged_database_and_keeps_its_bytes(saved, context):
    database = settings_of(context).database_file
    spoil(database)
    damaged = database.read_bytes()
    with pytest.raises(Damaged):
        present()
    with candidate(saved.file) as new:
        done = restore(new)
    assert done.contents == saved.contents == present()
    assert done.previous.name.endswith("-damaged.sqlite3")
    assert done.previous.read_bytes() == damaged


def test_it_says_that_nothing_can_be_written_into_what_is_no_database(saved, context):
    database = settings_of(context).database_file
    db.engine.dispose()
    database.write_bytes(b"gone" * 5000)
    with candidate(saved.file) as new, pytest.raises(database_restore.TargetUnwritable):
        restore(new)
    assert database.read_bytes() == b"gone" * 5000


def test_it_changes_nothing_while_somebody_reads_too_long(make_app, folder):
    with make_app(BUSY_SECONDS=0.3).app_context():
        table = Table().play(MADE)
        made = back_up(folder)
        table.play(FAILED)
        with closing(sqlite3.connect(table_file(), isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM event").fetchone()
            refused = nullcontext() if IS_WAL else pytest.raises(DatabaseUnavailable)
            with candidate(made.file) as new, refused:
                restore(new)
        assert (table.stored() == table.kept) is not IS_WAL


def test_it_waits_its_turn_to_write(saved, context):
    held, done = threading.Event(), []

    def hold():
        with context.app_context(), store.writing_lock():
            held.set()
            done.append("the other")
            threading.Event().wait(0.3)
            done.append("the other's end")

    thread = threading.Thread(target=hold)
    with candidate(saved.file) as new:
        thread.start()
        held.wait(10)
        restore(new)
        done.append("restored")
    thread.join()
    assert done == ["the other", "the other's end", "restored"]


def test_it_changes_nothing_where_the_disk_fills_up(table, folder, monkeypatch):
    change(table_file(), f"INSERT INTO phone VALUES (99, '{'x' * 90_000}', '2026-01-01 00:00:00')")
    made = back_up(folder)
    change(table_file(), "DELETE FROM phone WHERE id = 99", "VACUUM")
    table.play(MADE)
    connected = copies.open_connection

    @contextmanager
    def connected_to_a_small_disk(database, *seconds):
        with connected(database, *seconds) as connection:
            if str(database) == table_file():
                connection.execute("PRAGMA max_page_count = 25")
            yield connection

    monkeypatch.setattr(copies, "open_connection", connected_to_a_small_disk)
    with candidate(made.file) as new, pytest.raises(NotWritable):
        restore(new)
    assert table.stored() == table.kept
    assert table.play(FAILED).stored().revision == 6


@pytest.fixture
def desk(app):
    with app.app_context():
        yield Desk(4).draw().result(1, 351, 200)


def test_a_restore_brings_the_tournament_back(desk, tmp_path):
    before = desk.held
    made = back_up(tmp_path)
    desk.result(2, 351, 200).draw()
    with candidate(made.file) as new:
        restore(new)
    assert desk.stored() == before


def test_it_counts_tournaments_with_what_was_written_in_them(desk, tmp_path):
    before = back_up(tmp_path).contents
    with clock.at(datetime(2099, 5, 1, 12, tzinfo=UTC)):
        desk.result(2, 351, 200)
    after = back_up(tmp_path).contents
    assert (before.tournaments, after.tournaments) == (1, 1)
    assert (after.matches, after.events) == (before.matches, before.events + 1)
    assert after.newest == datetime(2099, 5, 1, 12)


def test_matches_are_counted_before_there_were_tournaments(desk):
    bring_to("0003", sure=True)
    counted = present()
    assert (counted.matches, counted.tournaments) == (2, 0)


def test_it_names_a_tournament_that_cannot_be_folded(desk, app, tmp_path):
    with closing(sqlite3.connect(settings_of(app).database_file)) as connection:
        connection.execute("UPDATE tournament_event SET data = '{}' WHERE kind = 'round_drawn'")
        connection.commit()
    where = rf"^/t/{desk.public_id}/: event \d is not what was written$"
    made = back_up(tmp_path)
    [damage] = made.damages
    assert re.match(where, str(damage))
    assert made.contents.tournaments == 1
    with candidate(made.file, even_damaged=True) as new:
        assert restore(new).contents == made.contents


def test_it_keeps_no_copy_with_a_tournament_damaged_by_the_copying(desk, monkeypatch, tmp_path):
    prove = backup._prove

    def prove_spoiled(copy, *asked):
        with closing(sqlite3.connect(copy)) as connection:
            spoil = "UPDATE tournament_event SET data = '{}' WHERE kind = 'round_drawn'"
            connection.execute(spoil)
            connection.commit()
        return prove(copy, *asked)

    monkeypatch.setattr(backup, "_prove", prove_spoiled)
    with pytest.raises(Differs, match=desk.public_id):
        back_up(tmp_path)


def test_it_keeps_no_copy_with_another_tournament(desk, monkeypatch, tmp_path):
    real = TOURNAMENT_JOURNAL.replay

    def lie(acts):
        is_live = db.engine.url.database.endswith("tefteri.sqlite3")
        return real(acts[:-1] if is_live else acts)

    monkeypatch.setattr(TOURNAMENT_JOURNAL, "replay", lie)
    with pytest.raises(Differs, match=desk.public_id):
        back_up(tmp_path)


@pytest.mark.parametrize("lie", ["DELETE FROM tournament", "UPDATE tournament SET public_id = 'x'"])
def test_it_keeps_no_copy_of_a_tournament_that_is_not_there(desk, app, monkeypatch, tmp_path, lie):
    prove = backup._prove

    def prove_a_lie(*asked):
        with closing(sqlite3.connect(settings_of(app).database_file)) as connection:
            connection.execute(lie)
            connection.commit()
        return prove(*asked)

    monkeypatch.setattr(backup, "_prove", prove_a_lie)
    with pytest.raises(Differs, match=desk.public_id):
        back_up(tmp_path)


@pytest.mark.slow
def test_its_memory_does_not_grow_with_the_tournaments(desk, tmp_path):
    long = 200_000

    def peak():
        with db.engine.begin() as connection:
            lengthened = "replace(data, 'Odd1', printf('%.*c', ?, 'x'))"
            connection.exec_driver_sql(f"UPDATE tournament_event SET data = {lengthened}", (long,))
        seal_events("tournament")
        tracemalloc.start()
        try:
            with candidate(back_up(tmp_path).file):
                return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak()
    of_one = peak()
    for _ in range(20):
        Desk(2)
    assert peak() < of_one + 5 * long


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


LARGE = b"".join(number.to_bytes(3, "big") for number in range(100_000))


@pytest.fixture
def file(app):
    """The file of the jobs, after the first use."""
    with app.app_context():
        job_store.names()
        yield settings_of(app).instance / "tefteri-jobs.sqlite3"


def test_it_is_its_owner_s_alone(file):
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def parts_of(file):
    """Return the bytes of the file, and of those that SQLite writes beside it."""
    return [one.read_bytes() for one in file.parent.iterdir() if one.name.startswith(file.name)]


def test_purged_payload_leaves_no_trace_in_the_file(file):
    payloads.keep_output("a", b"Maria" * 10_000)
    assert any(b"Maria" in part for part in parts_of(file))
    payloads.drop_all("a")
    payloads.purge_deleted()
    assert not any(b"Maria" in part for part in parts_of(file))


def test_a_full_disk_is_told_and_nothing_is_asked_for(file):
    usual = getrlimit(RLIMIT_FSIZE)
    setrlimit(RLIMIT_FSIZE, (file.stat().st_size, usual[1]))
    try:
        with pytest.raises(NotWritable):
            request_job(JobRequest("a", "paper", None, 1, LARGE))
    finally:
        setrlimit(RLIMIT_FSIZE, usual)
    assert find_job("a") is None
    request_job(JobRequest("a", "paper", None, 1, LARGE))
    assert (find_job("a").state, payloads.input_of("a")) == ("waiting", LARGE)
