"""A file of SQLite moves to PostgreSQL, or comes from version 0.1.0: all of it, or nothing."""

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.app import create_app
from scorekeeper.club import rematches
from scorekeeper.config import settings_of
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.keeping import backup, database_restore
from scorekeeper.match import matches
from scorekeeper.match.erasure import erase_match
from scorekeeper.match.links import make_link, open_link
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.match.matches import find_match
from scorekeeper.match.phones import enrol_phone, find_role
from scorekeeper.store import copies, queries
from scorekeeper.store.copies import NOTHING, count_all, has_tables
from scorekeeper.store.database_checks import Damaged
from scorekeeper.store.db import NoFile, db, writing
from scorekeeper.store.migrator import bring_up_to_date
from scorekeeper.store.schema import current_migration, is_up_to_date, newest_migration
from scorekeeper.store.streams import MATCH_EVENTS
from scorekeeper.tournament.pair_erasure import erase_pair
from scorekeeper.tournament.service import TOURNAMENT_JOURNAL, find_tournament
from scripts.shipping.first_match import Server, kept_from
from tests.support.databases import SETTINGS
from tests.support.desk import Desk
from tests.support.table import FAILED, KAPO, MADE, Table

DATA = Path(__file__).parent / "data"
"""The data that `make demo` of 0.1.0 stored (tables of migration 0005), and its API's answers."""


@pytest.fixture
def target(cluster):
    """The address of an empty database."""
    cluster.run("CREATE DATABASE target")
    yield cluster.url("target")
    cluster.run("DROP DATABASE target")


@pytest.fixture
def table(context):
    return Table().play(MADE, FAILED).correct(2, KAPO)


@pytest.fixture
def house(tmp_path, target):
    """Makes a context of the program at the address."""
    app = create_app({"INSTANCE": tmp_path / "there", "DATABASE_URL": target, **SETTINGS})
    yield app.app_context
    with app.app_context():
        db.engine.dispose()


def is_empty(house):
    with house(), db.engine.connect():
        return not has_tables()


def test_it_moves_every_match_and_tournament_and_counts(table, target, house):
    desk = Desk(4).draw()
    moved = database_restore.move(target)
    assert moved == count_all()
    with house():
        assert is_up_to_date()
        assert find_match(table.kept.public_id).ledger == table.ledger
        assert find_tournament(desk.public_id).tournament == desk.tournament
        assert count_all() == moved


def test_scorer_sides_and_unused_links_move_along(table, target, house):
    public_id = table.kept.public_id
    side, secret = enrol_phone()
    open_link(make_link(public_id, table.phone, "A"), side, new_operation_id())
    unused = make_link(public_id, table.phone, "B")
    database_restore.move(target)
    with house():
        assert find_role(table.secret, public_id).writes
        assert find_role(secret, public_id).side == "A"
        newcomer, other_secret = enrol_phone()
        open_link(unused, newcomer, new_operation_id())
        assert find_role(other_secret, public_id).side == "B"


def test_new_match_after_a_move_gets_the_next_number(table, target, house):
    database_restore.move(target)
    with house():
        assert Table().play(MADE).totals == (19, 6)
        assert [match_id for match_id, _ in MATCH_EVENTS.owners()] == [1, 2]
        assert table.play(MADE).stored().ledger == table.ledger


@pytest.mark.slow
def test_a_file_without_a_match_moves_too(context, target, house):
    assert database_restore.move(target) == NOTHING
    with house():
        assert Table().play(MADE).totals == (19, 6)


@pytest.mark.slow
def test_the_file_stays_as_it_was(table, target, context):
    before = settings_of(context).database_file.read_bytes()
    database_restore.move(target)
    assert settings_of(context).database_file.read_bytes() == before
    assert table.play(MADE).stored() == table.kept


@pytest.mark.slow
def test_a_rematch_moves_with_its_evening(table, target, house):
    table.do("stopped")
    again = rematches.rematch(table.kept.public_id, table.phone, new_operation_id())
    database_restore.move(target)
    with house():
        series = [address for _, address in queries.matches_in_series(again.public_id)]
    assert series == [table.kept.public_id, again.public_id]


def test_more_rows_than_go_at_once_move(table, target, house, monkeypatch):
    monkeypatch.setattr(copies, "_AT_ONCE", 2)
    table.play(MADE, FAILED)
    database_restore.move(target)
    with house():
        assert find_match(table.kept.public_id).ledger == table.ledger


def test_a_database_that_is_not_empty_is_refused_and_left_alone(table, target, cluster):
    cluster.run("CREATE TABLE another_programs (a int)", "target")
    with pytest.raises(database_restore.NotEmpty):
        database_restore.move(target)
    assert cluster.run("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", "target") == [
        ("another_programs",)
    ]


@pytest.mark.slow
def test_second_move_into_the_same_database_is_refused(table, target):
    database_restore.move(target)
    with pytest.raises(database_restore.NotEmpty):
        database_restore.move(target)


def test_nothing_is_there_after_a_fault(table, target, house, monkeypatch):
    def fail(_source):
        raise ZeroDivisionError

    monkeypatch.setattr(database_restore, "copy_rows", fail)
    with pytest.raises(ZeroDivisionError):
        database_restore.move(target)
    assert is_empty(house)


def test_nothing_is_there_where_a_row_arrived_otherwise(table, target, house, monkeypatch):
    copy = database_restore.copy_rows

    def copy_wrong(source):
        copy(source)
        db.session.execute(db.text("UPDATE role SET writes = NOT writes"))

    monkeypatch.setattr(database_restore, "copy_rows", copy_wrong)
    with pytest.raises(database_restore.NotAsItWas, match="role"):
        database_restore.move(target)
    assert is_empty(house)


@pytest.mark.slow
def test_nothing_is_there_where_a_row_is_missing_or_too_many(table, target, house, monkeypatch):
    copy = database_restore.copy_rows
    link = make_link(table.kept.public_id, table.phone, "A")
    assert link
    for wrong in ("DELETE FROM link", "INSERT INTO phone VALUES (99, 'x', now())"):

        def copy_wrong(source, wrong=wrong):
            copy(source)
            db.session.execute(db.text(wrong))

        monkeypatch.setattr(database_restore, "copy_rows", copy_wrong)
        with pytest.raises(database_restore.NotAsItWas):
            database_restore.move(target)
        assert is_empty(house)


def test_nothing_is_there_where_a_match_folds_otherwise(table, target, house, monkeypatch):
    real = MATCH_JOURNAL.replay

    def lie(acts):
        is_there = db.engine.dialect.name == "postgresql"
        return real(acts if is_there else acts[:-1])

    monkeypatch.setattr(MATCH_JOURNAL, "replay", lie)
    with pytest.raises(backup.Differs, match=table.kept.public_id):
        database_restore.move(target)
    assert is_empty(house)


@pytest.mark.slow
def test_nothing_is_there_where_a_tournament_folds_otherwise(context, target, house, monkeypatch):
    desk, real = Desk(4).draw(), TOURNAMENT_JOURNAL.replay

    def lie(acts):
        is_there = db.engine.dialect.name == "postgresql"
        return real(acts if is_there else acts[:-1])

    monkeypatch.setattr(TOURNAMENT_JOURNAL, "replay", lie)
    with pytest.raises(backup.Differs, match=desk.public_id):
        database_restore.move(target)
    assert is_empty(house)


def test_a_damaged_file_is_not_moved(table, target, house, context):
    with closing(sqlite3.connect(settings_of(context).database_file)) as connection:
        connection.execute("DELETE FROM match")
        connection.commit()
    with pytest.raises(Damaged):
        database_restore.move(target)
    assert is_empty(house)


def test_nobody_writes_into_the_file_meanwhile(table, target, make_app, monkeypatch):
    prove = database_restore.prove
    refused = []

    def prove_while_somebody_writes(*places):
        with make_app(BUSY_SECONDS=0.1).app_context():
            try:
                with writing():
                    refused.append(False)
            except matches.DatabaseUnavailable:
                refused.append(True)
        return prove(*places)

    monkeypatch.setattr(database_restore, "prove", prove_while_somebody_writes)
    database_restore.move(target)
    assert refused == [True]


def test_there_must_be_such_a_database(table, cluster):
    with pytest.raises(database_restore.TargetRefused, match="nowhere"):
        database_restore.move(cluster.url("nowhere"))


def test_database_on_a_server_is_not_moved(house, target):
    with house(), pytest.raises(NoFile):
        database_restore.move(target)


def test_a_match_and_a_tournament_without_names_move_too(table, target, house):
    desk = Desk(4).draw()
    erase_match(table.kept.public_id, table.phone)
    erase_pair(desk.public_id, desk.phone, "1")
    database_restore.move(target)
    ledger, tournament = table.stored().ledger, desk.stored().tournament
    with house():
        assert find_match(table.kept.public_id).ledger == ledger
        TOURNAMENT_JOURNAL.forget_all()
        assert find_tournament(desk.public_id).tournament == tournament


# --- a database that version 0.1.0 wrote ---


class Served(Server):
    """A server that is asked without a network."""

    def __init__(self, client):
        super().__init__("")
        self._client = client

    def ask(self, path, body=None, method="", secret=""):
        return self._client.get(path).data


@pytest.fixture
def older(tmp_path, make_app):
    """An app on the database of 0.1.0."""
    instance = tmp_path / "of 0.1.0"
    instance.mkdir()
    stored = gzip.decompress((DATA / "tefteri-0.1.0.sqlite3.gz").read_bytes())
    (instance / "tefteri.sqlite3").write_bytes(stored)
    app = make_app(INSTANCE=instance)
    with app.app_context():
        yield app


def test_every_match_and_standing_is_as_the_older_version_said(older):
    assert current_migration() == "0005"
    assert bring_up_to_date()
    assert current_migration() == newest_migration()
    answers = (DATA / "tefteri-0.1.0.jsonl").read_text().splitlines()
    assert kept_from(Served(older.test_client()), answers) == len(answers) == 39


@pytest.mark.slow
def test_another_answer_would_be_seen(older):
    bring_up_to_date()
    first = (DATA / "tefteri-0.1.0.jsonl").read_text().splitlines()[0]
    with pytest.raises(AssertionError, match="is now"):
        kept_from(Served(older.test_client()), [first.replace("[19,6]", "[19,7]")])
