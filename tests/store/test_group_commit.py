"""Threads that write one after the other are committed together, and fail each for itself."""

import sqlite3
import threading
from contextlib import closing

import pytest
from sqlalchemy import event

from scorekeeper.config import settings_of
from scorekeeper.journal.clock import now
from scorekeeper.store import queries
from scorekeeper.store.db import NotWritable, backend, db, writing
from tests.processes import wait_until
from tests.table import MADE, Table

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
