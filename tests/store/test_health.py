"""Whether a save could be written is proved by a write, now and then, and truly."""

import resource

import pytest

from scorekeeper.config import settings_of
from scorekeeper.keeping.health import database_health
from scorekeeper.store.backends import sqlite
from scorekeeper.store.db import NotWritable
from tests.databases import IS_WAL
from tests.table import MADE, Table


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
