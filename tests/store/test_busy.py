"""While another process holds the database, a writer waits its time and then fails."""

import fcntl
import sqlite3
import subprocess
import sys
import threading
from contextlib import contextmanager, nullcontext

import pytest

from scorekeeper.config import settings_of
from scorekeeper.keeping.health import database_health
from scorekeeper.match.matches import DatabaseUnavailable
from scorekeeper.store.db import writing, writing_lock
from tests.databases import IS_WAL
from tests.store.conftest import PATIENCE, refused_after
from tests.table import FAILED, MADE, Table

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
