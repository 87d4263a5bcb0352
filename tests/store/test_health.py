"""Whether a save could be written, and what each connection promises."""

import fcntl
import resource
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, contextmanager, nullcontext

import pytest
from sqlalchemy import event, text

from scorekeeper.config import settings_of
from scorekeeper.journal.clock import now
from scorekeeper.keeping.health import database_health
from scorekeeper.match.matches import DatabaseUnavailable
from scorekeeper.store import db as store
from scorekeeper.store import queries, streams
from scorekeeper.store.backends import sqlite
from scorekeeper.store.backends.sqlite import journal_mode
from scorekeeper.store.database_checks import open_connection
from scorekeeper.store.db import NotWritable, backend, database_file, db, writing, writing_lock
from scorekeeper.store.streams import read_row
from tests.store.conftest import PATIENCE, refused_after
from tests.support.databases import IS_WAL
from tests.support.processes import wait_until
from tests.support.table import FAILED, MADE, Table


@pytest.fixture
def full_disk():
    """Lets the disk take nothing, and something again: a limit on files is what that is to us."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)

    def fill(*, is_full=True, size=0):
        limit = (size, before[1]) if is_full else before
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)

    yield fill
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def pages(monkeypatch):
    """The pages that were written to see whether one can be."""
    written, make = [], sqlite.TemporaryFile

    def make_and_count(**how):
        written.append(how)
        return make(**how)

    monkeypatch.setattr(sqlite, "TemporaryFile", make_and_count)
    return written


def test_many_who_ask_at_once_cost_one_page(make_app, pages):
    with make_app().app_context():
        assert all(database_health()["ok"] for _ in range(50))
    assert len(pages) == 1


def test_it_is_proved_anew_after_a_while(make_app, pages, monkeypatch):
    monkeypatch.setattr(sqlite, "PROVED_FOR", 0.0)
    with make_app().app_context():
        assert all(database_health()["ok"] for _ in range(3))
    assert len(pages) == 3


def test_while_it_fails_each_who_asks_is_told_the_truth(make_app, pages, full_disk):
    with make_app().app_context():
        full_disk()
        told = [database_health() for _ in range(3)]
        full_disk(is_full=False)
        assert told == [{"ok": False, "fault": "NotWritable"}] * 3
        assert database_health()["ok"], "at once"
    # With a write-ahead log opening the file has failed before.
    assert len(pages) == (1 if IS_WAL else 4)


@pytest.mark.parametrize("left", [0, 4096])
def test_file_that_may_not_grow_by_a_save_is_not_well(make_app, full_disk, left):
    app = make_app()
    with app.app_context():
        full_disk(size=settings_of(app).database_file.stat().st_size + left)
        told = database_health()
        full_disk(is_full=False)
        assert told == {"ok": False, "fault": "NotWritable"}
        assert database_health()["ok"]


@pytest.mark.slow
def test_a_save_that_fails_ends_the_belief(make_app, full_disk):
    with make_app().app_context():
        table = Table()
        assert database_health()["ok"]
        full_disk()
        try:
            with pytest.raises(NotWritable):
                table.play(MADE)
            told = database_health()
        finally:
            full_disk(is_full=False)
        assert told == {"ok": False, "fault": "NotWritable"}
        assert table.play(MADE).totals == (19, 6)
        assert database_health()["ok"]


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


HOLDER = """
import fcntl, sys
with open(sys.argv[1], "w") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    print("held", flush=True)
    sys.stdin.readline()
"""


@contextmanager
def locked(app, how):
    """Another process holds the database file."""
    other = sqlite3.connect(settings_of(app).database_file, isolation_level=None)
    other.execute(f"BEGIN {how}")
    yield other
    other.rollback()
    other.close()


@contextmanager
def another_process(app):
    """Another server of this machine is writing."""
    lock = settings_of(app).database_file.with_suffix(".lock")
    command = [sys.executable, "-c", HOLDER, str(lock)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == b"held\n"
        yield
        holder.communicate(b"\n")


@pytest.mark.parametrize("how", ["IMMEDIATE", "EXCLUSIVE"])
def test_it_says_busy_after_its_time_and_writes_nothing(impatient, how):
    table = Table().play(MADE)
    with locked(impatient, how):
        waited = refused_after(table)
    assert PATIENCE * 0.9 < waited < PATIENCE + 3
    assert table.stored() == table.kept
    assert table.play(FAILED).totals == (45, 6), "and it writes once the lock is free"


@pytest.mark.slow
def test_it_says_busy_where_somebody_reads_too_long_and_takes_the_act_back(impatient):
    table = Table().play(MADE)
    with locked(impatient, "DEFERRED") as reader:
        reader.execute("SELECT * FROM event").fetchone()
        if IS_WAL:
            table.play(FAILED)
        else:
            refused_after(table)
    assert table.stored() == table.kept


def test_it_says_busy_where_another_process_writes_too_long(impatient):
    table = Table().play(MADE)
    with another_process(impatient):
        waited = refused_after(table)
    assert PATIENCE * 0.9 < waited < PATIENCE + 3
    assert table.stored() == table.kept
    assert table.play(FAILED).totals == (45, 6)


def test_it_says_busy_where_another_thread_writes_too_long(impatient):
    table = Table().play(MADE)
    held, done = threading.Event(), threading.Event()

    def hold():
        with impatient.app_context(), writing():
            held.set()
            done.wait(10)

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait(10)
    waited = refused_after(table)
    done.set()
    thread.join()
    assert PATIENCE * 0.9 < waited < PATIENCE + 3
    assert table.stored() == table.kept


def test_it_waits_for_a_lock_that_is_soon_free(app):
    with app.app_context():
        table = Table()
        other = sqlite3.connect(
            settings_of(app).database_file, isolation_level=None, check_same_thread=False
        )
        other.execute("BEGIN IMMEDIATE")
        release = threading.Timer(0.2, other.rollback)
        release.start()
        assert table.play(MADE).totals == (19, 6)
        release.join()
        other.close()


def test_it_says_busy_to_a_reader_of_a_database_that_is_locked_for_good(impatient):
    table = Table()
    refused = nullcontext() if IS_WAL else pytest.raises(DatabaseUnavailable)
    with locked(impatient, "EXCLUSIVE"), refused:
        assert table.stored() == table.kept


def test_it_is_not_well_while_the_database_is_locked_for_good(impatient):
    with locked(impatient, "EXCLUSIVE"):
        assert database_health()["ok"] is IS_WAL
    assert database_health()["ok"]


def test_it_gives_the_lock_back_after_a_fault(impatient):
    with pytest.raises(ZeroDivisionError), writing_lock():
        raise ZeroDivisionError
    lock = settings_of(impatient).database_file.with_suffix(".lock")
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


NAMES = ("first", "second", "third")


class Fault(Exception):
    """The fault of one writer."""


class Group:
    """Threads of which each writes its name, while those after it wait for their turn."""

    def __init__(self, app):
        self._app = app
        self.raised = {}
        self.commits = []
        event.listen(db.engine, "commit", self.commits.append)

    def write(self, **ends):
        """Let all of them write; `second=f` calls f at the end of what the second one writes."""
        may_end = threading.Event()
        threads = []
        for number, name in enumerate(NAMES):
            threads.append(
                threading.Thread(target=self._write, args=(name, may_end, ends.get(name)))
            )
            threads[-1].start()
            wait_until(lambda waiting=number: self._are_waiting(waiting), "it never waited")
        may_end.set()
        for thread in threads:
            thread.join(30)
        return self

    def _are_waiting(self, count):
        turns = backend()._group_commit
        return turns._is_writing and turns._waiting == count

    def _write(self, name, may_end, end):
        with self._app.app_context():
            try:
                with writing():
                    queries.add_phone(name, now())
                    assert may_end.wait(30)
                    if end:
                        end()
                assert name in self.stored(), "it was answered before the commit"
            except Exception as error:
                self.raised[name] = error

    def told(self):
        """Return the type of each error that a writer got."""
        return {name: type(error) for name, error in self.raised.items()}

    def stored(self):
        """Return the names that another program reads."""
        with closing(sqlite3.connect(settings_of(self._app).database_file)) as other:
            rows = other.execute("SELECT secret_hash FROM phone ORDER BY id").fetchall()
        return [name for (name,) in rows if name in NAMES]


@pytest.fixture
def group(context):
    return Group(context)


def fail():
    raise Fault


def end_transaction_and_fail():
    """As SQLite itself ends it where the disk is full in the middle."""
    db.session.connection().exec_driver_sql("ROLLBACK")
    raise NotWritable


def test_those_who_wait_are_committed_together(group):
    group.write()
    assert group.raised == {}
    assert group.stored() == [*NAMES]
    assert len(group.commits) == 1


@pytest.mark.parametrize("who", NAMES)
def test_failing_writer_takes_back_only_its_own_row(group, who):
    group.write(**{who: fail})
    assert group.told() == {who: Fault}
    assert group.stored() == [name for name in NAMES if name != who]


@pytest.mark.parametrize("ends", [{}, {"second": fail}], ids=["all write", "one fails"])
def test_failed_commit_is_raised_to_all_writers_and_writes_nothing(group, ends):
    """Also who failed: it may have seen what those before it wrote."""

    def refuse(_connection):
        raise NotWritable("disk I/O error")

    event.listen(db.engine, "commit", refuse)
    group.write(**ends)
    event.remove(db.engine, "commit", refuse)
    assert group.told() == dict.fromkeys(NAMES, NotWritable)
    assert group.stored() == []
    assert Table().play(MADE).totals == (19, 6), "and it writes afterwards"


def test_lone_writer_gets_its_own_exception(context):
    """A fault may hold what cannot be copied."""
    error = Fault()
    with pytest.raises(Fault) as told, writing():
        raise error
    assert told.value is error


@pytest.mark.parametrize("when", ["rollback_savepoint", "release_savepoint"])
def test_failed_savepoint_takes_back_the_writers_before_it_too(group, when):
    def refuse(*_about):
        raise NotWritable("disk I/O error")

    event.listen(db.engine, when, refuse)
    group.write(second=fail if when == "rollback_savepoint" else None)
    event.remove(db.engine, when, refuse)
    assert group.told() == {
        "first": NotWritable,
        "second": NotWritable,
    }
    assert group.stored() == ["third"]


def test_lost_transaction_fails_the_writers_before_and_not_those_after(group):
    group.write(second=end_transaction_and_fail)
    assert group.told() == {
        "first": NotWritable,
        "second": NotWritable,
    }
    assert group.stored() == ["third"]
