"""Bringing a database to this version's tables; a fault leaves the old ones."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, inspect, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.schema import CreateIndex, CreateTable

from scorekeeper.club import rematches
from scorekeeper.config import settings_of
from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.keeping.backup import fold_all
from scorekeeper.match import erasure, links, matches, pencil_passing
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.match.matches import DamagedEvent, is_scorer
from scorekeeper.match.phones import enrol_phone
from scorekeeper.store import queries
from scorekeeper.store.alembic_runs import downgrade, upgrade
from scorekeeper.store.db import db, writing
from scorekeeper.store.migrator import Ahead, bring_to, bring_up_to_date
from scorekeeper.store.roles import MATCH_ROLES, RoleRow
from scorekeeper.store.schema import MIGRATIONS, current_migration, migrations, newest_migration
from scorekeeper.tournament.service import TOURNAMENT_JOURNAL
from tests.store.versions import REBUILD_MATCHES, SLOW, this_version
from tests.support.databases import change_event, content, rows
from tests.support.desk import Desk
from tests.support.examples import rarely
from tests.support.processes import PROJECT
from tests.support.table import FAILED, MADE, Table, do

RUN = """
import sys
from pathlib import Path
from scorekeeper.app import create_app
from scorekeeper.store import schema
from scorekeeper.store.migrator import bring_up_to_date
schema.MIGRATIONS = Path(sys.argv[2])
with create_app({"INSTANCE": sys.argv[1]}).app_context():
    bring_up_to_date()
"""


@pytest.fixture(autouse=True)
def _as_it_was(kept_in):
    yield
    kept_in.renew()


def schema():
    """All that the tables are."""
    with db.engine.connect() as connection:
        found = MetaData()
        found.reflect(connection)
        dialect = connection.dialect
        tables = [str(CreateTable(table).compile(dialect=dialect)) for table in found.sorted_tables]
        indexes = [
            str(CreateIndex(index).compile(dialect=dialect))
            for table in found.sorted_tables
            for index in table.indexes
        ]
    return sorted("\n".join(sorted(table.splitlines())) for table in (*tables, *indexes))


def test_it_makes_the_tables_of_a_new_database(new_app):
    assert current_migration() is None
    assert bring_up_to_date()
    assert current_migration() == newest_migration()
    assert Table().play(MADE).totals == (19, 6)


def test_two_servers_that_start_at_once_make_them_once(new_app):
    def start(_number):
        with new_app.app_context():
            return bring_up_to_date()

    with ThreadPoolExecutor(2) as servers:
        assert sorted(servers.map(start, range(2))) == [False, True]
    assert Table().play(MADE).totals == (19, 6)


def test_it_does_nothing_to_a_database_of_this_version(played, app):
    before = content()
    assert not bring_up_to_date()
    assert content() == before


def test_it_goes_down_and_up_again_to_the_same_tables(app):
    with app.app_context():
        before = schema()
        downgrade("base")
        assert set(inspect(db.engine).get_table_names()) == {"alembic_version"}
        upgrade()
        assert schema() == before


def test_it_makes_the_tables_that_the_models_say(app):
    with app.app_context(), db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, db.metadata) == []


def test_the_names_of_the_files_tell_the_one_line_of_migrations():
    scripts = ScriptDirectory(str(MIGRATIONS))
    assert scripts.get_heads() == [newest_migration()]
    walked = [script.revision for script in scripts.walk_revisions()]
    assert walked[::-1] == migrations()


@pytest.mark.slow
def test_a_start_with_the_newest_tables_does_not_load_alembic(tmp_path):
    arguments = [str(tmp_path), str(MIGRATIONS)]
    subprocess.run([sys.executable, "-c", RUN, *arguments], cwd=PROJECT, check=True)
    unused = RUN + "assert 'alembic' not in sys.modules"
    subprocess.run([sys.executable, "-c", unused, *arguments], cwd=PROJECT, check=True)


def test_it_keeps_every_event_of_a_rebuilt_table(played, next_version):
    """With foreign keys on, SQLite would refuse to drop the old table of matches, or empty it."""
    next_version(REBUILD_MATCHES)
    bring_up_to_date()
    assert played.stored().ledger == played.ledger
    assert played.play(MADE).stored().revision == 4


def test_it_takes_all_of_a_migration_that_fails_back(played, app, next_version):
    before = schema()
    next_version(REBUILD_MATCHES, "1 / 0")
    with pytest.raises(ZeroDivisionError):
        bring_up_to_date()
    assert schema() == before
    assert current_migration() == this_version()
    assert played.stored() == played.kept
    assert played.play(MADE).totals == (64, 12), "and the old version goes on"


@pytest.fixture
def killed(played, app, next_version, kept_in):
    """A migration was killed in the middle; the folder of the migrations."""
    folder = next_version(SLOW)
    db.engine.dispose()
    command = [sys.executable, "-c", RUN, str(settings_of(app).instance), str(folder)]
    own = {**os.environ, **kept_in.settings}
    with subprocess.Popen(command, cwd=PROJECT, env=own, stdout=subprocess.PIPE) as migration:
        assert migration.stdout.readline() == b"half\n"
        migration.kill()
    return folder


@pytest.mark.slow
def test_it_leaves_the_old_state_where_it_is_killed(killed, played, app):
    assert "colour" not in str(schema())
    assert current_migration() == this_version()
    assert played.stored() == played.kept
    assert played.play(MADE).totals == (64, 12), "and the old version goes on"


@pytest.mark.slow
def test_it_migrates_after_it_was_killed(killed, played, app, next_version):
    (killed / "versions" / "later1.py").unlink()
    next_version(REBUILD_MATCHES)
    assert bring_up_to_date()
    assert played.stored() == played.kept
    assert "colour" in str(schema())


def beside(app):
    """The copies of the database that lie in the instance folder."""
    return sorted(settings_of(app).instance.glob("*-before-*"))


def test_it_leaves_a_database_of_a_later_version_alone(played, app, next_version, monkeypatch):
    next_version(REBUILD_MATCHES)
    bring_up_to_date()
    monkeypatch.setattr("scorekeeper.store.schema.MIGRATIONS", MIGRATIONS)
    before, copies = schema(), beside(app)
    with pytest.raises(Ahead, match="later1"):
        bring_up_to_date()
    assert (schema(), beside(app)) == (before, copies)


def test_it_finds_the_series_of_matches_that_are_there_already(app):
    with app.app_context():
        first = Table().play(MADE).do("stopped")
        again = rematches.rematch(first.kept.public_id, first.phone, new_operation_id())
        do(again.public_id, first.phone, new_operation_id(), 1, "stopped", {})
        third = rematches.rematch(again.public_id, first.phone, new_operation_id())
        other = Table()
        downgrade("0001")
        upgrade()
        series = [address for _, address in queries.matches_in_series(third.public_id)]
        assert series == [first.kept.public_id, again.public_id, third.public_id]
        alone = [address for _, address in queries.matches_in_series(other.kept.public_id)]
        assert alone == [other.kept.public_id]
        assert first.stored() == first.kept


def test_it_makes_roles_of_scorers_and_scorers_of_those_who_write(app):
    """A side's phone and one that handed over were nothing before roles, and are nothing after."""
    with app.app_context():
        kept, removed, handed_over = Table().play(MADE), Table(), Table()
        public_id = handed_over.kept.public_id
        matches.list_match(removed.kept.public_id, removed.phone, listed=False)
        other, side = enrol_phone()[0], enrol_phone()[0]
        for kind, phone in (("A", side), ("hand_over", other)):
            link = links.make_link(public_id, handed_over.phone, kind)
            links.open_link(link, phone, new_operation_id())
        before = all_of("role")
        downgrade("0002")
        scorers = all_of("scorer")
        upgrade()
        roles = all_of("role")
        assert is_scorer(kept.kept.public_id, kept.phone)
        assert [one.public_id for one in matches.matches_of(removed.phone, removed=True)] == [
            removed.kept.public_id
        ]
        assert is_scorer(removed.kept.public_id, removed.phone), "in no list, and its scorer still"
        assert pencil_passing.scorers_of(public_id) == [3]
        assert kept.stored() == kept.kept
    assert [(row["match_id"], row["phone_id"]) for row in scorers] == [
        (1, kept.phone), (2, removed.phone), (3, other),
    ]  # fmt: skip
    assert [bool(row["removed_at"]) for row in scorers] == [False, True, False]
    assert roles == [row for row in before if row["writes"]]
    assert all((row["writes"], row["side"]) == (1, None) for row in roles)


def test_roles_and_links_have_their_indexes_and_conditions(app):
    with app.app_context(), db.engine.connect() as connection:
        tables = inspect(connection)
        indexed = {
            (table, *index["column_names"])
            for table in ("role", "link")
            for index in tables.get_indexes(table)
        }
        assert {("role", "phone_id"), ("link", "match_id")} <= indexed
        unique = [one["column_names"] for one in tables.get_unique_constraints("link")]
        assert unique == [["secret_hash"]]
        assert "scorer" not in tables.get_table_names()
        table = Table()
        with pytest.raises(IntegrityError), writing():
            MATCH_ROLES.set_role(1, table.phone, RoleRow(writes=False, side="C"), now())


def test_matches_of_before_get_their_digests(app):
    with app.app_context():
        table, desk = Table().play(MADE), Desk(4).draw().result(1, 351, 200)
        before = all_digests()
        bring_before_digests()
        bring_up_to_date()
        assert all_digests().keys() == before.keys()
        assert len({*all_digests().values()} - {"", *before.values()}) == len(before)
        MATCH_JOURNAL.forget_all()
        assert (table.stored(), desk.stored()) == (table.kept, desk.held)


@pytest.mark.parametrize(
    ("becomes", "seq", "sound"),
    [
        ("'{}'", 2, 1),
        rarely("'{'", 3, 2),
        rarely("'null'", 4, 3),
        rarely("replace(data, 'cafe', 'none')", 1, 0),
    ],
)
def test_unreadable_event_is_logged_and_gets_no_digest(app, caplog, becomes, seq, sound):
    with app.app_context():
        table = Table().play(MADE, FAILED, MADE)
        other = Table().play(MADE)
        bring_before_digests()
        with db.engine.begin() as connection:
            where = f"WHERE match_id = 1 AND seq = {seq}"
            connection.execute(text(f"UPDATE event SET data = {becomes} {where}"))
        bring_up_to_date()
        public_id = table.kept.public_id
        assert f"/m/{public_id}/: event {seq} cannot be read" in caplog.text
        digests = rows("SELECT digest FROM event WHERE match_id = 1 ORDER BY seq")
        assert [bool(row.digest) for row in digests] == [True] * sound + [False] * (4 - sound)
        MATCH_JOURNAL.forget_all()
        with pytest.raises(DamagedEvent, match=f"^/m/{public_id}/: event {seq} "):
            table.stored()
        with pytest.raises(DamagedEvent, match=f"^/m/{public_id}/: event {seq} "):
            fold_all()
        assert other.stored() == other.kept


def test_unreadable_event_of_a_tournament_is_logged_and_stays_damaged(app, caplog):
    with app.app_context():
        desk = Desk(4).draw()
        bring_before_digests()
        with db.engine.begin() as connection:
            connection.execute(text("UPDATE tournament_event SET data = '{}' WHERE seq = 2"))
        bring_up_to_date()
        assert f"/t/{desk.public_id}/: event 2 cannot be read" in caplog.text
        with pytest.raises(DamagedEvent, match=f"^/t/{desk.public_id}/: event 2 "):
            desk.stored()


@pytest.mark.slow
def test_event_altered_below_the_digests_is_found_above_them(app):
    altered = {
        "event": "data = replace(data, '97', '98') WHERE match_id = 1 AND seq = 2",
        "tournament_event": "data = replace(data, '351', '361') WHERE kind = 'result'",
    }
    with app.app_context():
        table, other = Table().play(MADE, FAILED), Table().play(MADE)
        desk = Desk(4).draw().result(1, 351, 200)
        before = all_digests()
        bring_to("0005")
        assert "digest" not in str(inspect(db.engine).get_columns("event"))
        for where, how in altered.items():
            change(f"UPDATE {where} SET {how}")
        bring_up_to_date()
        assert all_digests() == before
        MATCH_JOURNAL.forget_all()
        TOURNAMENT_JOURNAL.forget_all()
        assert other.stored() == other.kept
        with pytest.raises(DamagedEvent, match="event 2 "):
            table.stored()
        with pytest.raises(DamagedEvent, match=f"/t/{desk.public_id}/"):
            desk.stored()
        bring_to("0005")
        bring_up_to_date()
        assert all_digests() == before


def test_events_of_the_older_version_are_whole_above(app, caplog):
    """It knows no digests: what it appends has none, and what it rewrites has another text's."""
    of_match = "id IN (SELECT id FROM event WHERE match_id = {})"
    with app.app_context():
        table, erased, damaged = (Table().play(MADE) for _ in range(3))
        change_event("replace(data, '97', '98')", match_id=3, seq=2)
        erased.kept = erasure.erase_match(erased.kept.public_id, erased.phone)
        bring_to("0005")
        change(f"DELETE FROM event_digest WHERE {of_match.format(1)}")
        change(f"UPDATE event_digest SET digest = 'of names' WHERE {of_match.format(2)}")
        change("DELETE FROM event_digest WHERE id = (SELECT max(id) FROM event)")
        bring_up_to_date()
        MATCH_JOURNAL.forget_all()
        assert (table.stored(), erased.stored()) == (table.kept, erased.kept)
        assert f"/m/{erased.kept.public_id}/: the older version erased names" in caplog.text
        with pytest.raises(DamagedEvent, match="event 2 "):
            damaged.stored()


def change(statement):
    """Write behind everybody's back."""
    with db.engine.begin() as connection:
        assert connection.execute(text(statement)).rowcount


def bring_before_digests():
    """Bring the database to where it was before it had ever heard of digests."""
    bring_to("0005")
    with db.engine.begin() as connection:
        for kept in ("event_digest", "tournament_event_digest"):
            connection.execute(text(f"DROP TABLE {kept}"))


def all_digests():
    """Of every event its digest, by its operation."""
    one, other = (f"SELECT op_id, digest FROM {table}" for table in ("event", "tournament_event"))
    return {row.op_id: row.digest for row in rows(f"{one} UNION ALL {other}")}


def all_of(table):
    """The rows of a table as they are kept."""
    found = rows(f"SELECT * FROM {table} ORDER BY match_id, phone_id")
    return [row._asdict() for row in found]
