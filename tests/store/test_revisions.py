"""From every migration to every other one, with data in it: what there is room for stays."""

from datetime import datetime
from itertools import permutations

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, insert, select

from scorekeeper.config import settings_of
from scorekeeper.store.db import db
from scorekeeper.store.migrator import Ahead, Unknown, WouldLose, bring_to, bring_up_to_date
from scorekeeper.store.schema import MIGRATIONS, current_migration, migrations, newest_migration
from tests.store.test_migrations import schema
from tests.store.versions import REBUILD_MATCHES
from tests.support.examples import rarely

NUMBERS = migrations()
OFTEN = ({NUMBERS[0], NUMBERS[-1]}, {*NUMBERS[-2:]})
PAIRS = [pair if {*pair} in OFTEN else rarely(*pair) for pair in permutations(NUMBERS, 2)]
"""Every two; in every run the ends, whose ways are all the ways, and the newest."""
THEN, LATER = datetime(2026, 5, 1, 12), datetime(2026, 5, 1, 13)
EVENT = {"phone_id": 1, "at": THEN}
NEXT = '{"rematch_of":"a"}'
ROWS = {
    "phone": [{"id": number, "secret_hash": f"{number:064}", "since": THEN} for number in (1, 2)],
    "match": [
        {"id": 1, "public_id": "a", "revision": 2, "since": THEN, "series_id": 1},
        {"id": 2, "public_id": "b", "revision": 3, "since": LATER, "series_id": 1},
    ],
    "event": [
        {"id": 1, "match_id": 1, "seq": 1, "op_id": "1", "kind": "started", "data": "{}", **EVENT},
        {"id": 2, "match_id": 1, "seq": 2, "op_id": "2", "kind": "stopped", "data": "{}", **EVENT},
        {"id": 3, "match_id": 2, "seq": 1, "op_id": "3", "kind": "started", "data": NEXT, **EVENT},
        {"id": 4, "match_id": 2, "seq": 2, "op_id": "8", "kind": "names_erased", "data": "{}",
         **EVENT},
        {"id": 5, "match_id": 2, "seq": 3, "op_id": "10", "kind": "reasons_erased", "data": "{}",
         **EVENT},
    ],
    "scorer": [{"match_id": 1, "phone_id": 1, "since": THEN, "removed_at": LATER}],
    "role": [
        {"match_id": 1, "phone_id": 1, "writes": True, "since": THEN, "removed_at": LATER},
        {"match_id": 1, "phone_id": 2, "writes": False, "side": "A", "since": THEN},
    ],
    "link": [{"id": 1, "match_id": 1, "secret_hash": "1", "kind": "A", "since": THEN}],
    "tournament": [{"id": 1, "public_id": "t", "revision": 4, "since": THEN, "phone_id": 2}],
    "tournament_event": [
        {"id": 1, "tournament_id": 1, "seq": 1, "op_id": "4", "kind": "started", "data": "{}",
         "asked": "5", **EVENT},
        {"id": 2, "tournament_id": 1, "seq": 2, "op_id": "9", "kind": "pair_erased", "data": "{}",
         "asked": "5", **EVENT},
        {"id": 3, "tournament_id": 1, "seq": 3, "op_id": "11", "kind": "erasing_begun",
         "data": "{}", "asked": "5", **EVENT},
        {"id": 4, "tournament_id": 1, "seq": 4, "op_id": "12", "kind": "names_erased",
         "data": "{}", "asked": "5", **EVENT},
    ],
    "tournament_table": [{"match_id": 1, "tournament_id": 1, "drawn": 1, "number": 1}],
    "tournament_role": [{"tournament_id": 1, "phone_id": 1, "role": "helper", "since": THEN}],
    "tournament_link": [
        {"id": 1, "tournament_id": 1, "secret_hash": "6", "role": "helper", "since": THEN}
    ],
    "job": [
        {"id": 1, "name": "7", "kind": "paper", "tournament_id": 1, "state": "waiting", "page": 0,
         "pages": 1, "attempts": 0, "asked_at": THEN}
    ],
}  # fmt: skip
"""Possible rows in tables of any version: a row has the columns that there are."""
ERASED = {"event": 2, "tournament_event": 3}
LOST = {
    "0001": {"role": 1, "link": 1, "tournament": 1, "scorer": 1, **ERASED},
    "0002": {"role": 1, "link": 1, "tournament": 1, **ERASED},
    "0003": {"tournament": 1, **ERASED},
    "0004": ERASED,
}
"""Of these rows, what is lost or cannot be read on the way down to a migration."""


@pytest.fixture(autouse=True)
def _empty(new_app):
    """Every test begins without tables."""


def tables():
    found = MetaData()
    found.reflect(db.engine)
    return {name: table for name, table in found.tables.items() if name != "alembic_version"}


def fill():
    """All of the rows that there is room for."""
    there = tables()
    with db.engine.begin() as connection:
        for name, table in ((name, there[name]) for name in ROWS if name in there):
            for row in ROWS[name]:
                known = {column: row[column] for column in row if column in table.columns}
                connection.execute(insert(table).values(known))


def kept():
    """Every row of every table."""
    with db.engine.connect() as connection:
        return {
            name: [row._asdict() for row in connection.execute(select(table))]
            for name, table in tables().items()
        }


def in_both(rows, others):
    """Of these rows what the other tables have room for, in any order."""
    columns = {name: set(table.columns.keys()) for name, table in others.items()}
    return {
        name: sorted(
            repr([(column, row[column]) for column in sorted(columns[name] & set(row))])
            for row in found
        )
        for name, found in rows.items()
        if name in columns
    }


def scorers():
    """Return the phones that write in each match, from the table that holds them."""
    there = tables()
    table = there.get("scorer", there.get("role"))
    asked = select(table.c.match_id, table.c.phone_id, table.c.since)
    if table.name == "role":
        asked = asked.where(table.c.writes)
    with db.engine.connect() as connection:
        return sorted(connection.execute(asked).all())


@pytest.fixture(scope="module")
def fresh():
    """The tables of a new database at each migration, as they are once asked for."""
    return {}


def fresh_schema(fresh, kept_in, migration):
    """The tables that a new database has there."""
    key = kept_in, migration
    if key not in fresh:
        bring_to(migration)
        fresh[key] = schema()
        bring_to(NUMBERS[0], sure=True)
    return fresh[key]


@pytest.mark.slow
@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_it_leads_to_the_tables_of_a_new_database_and_keeps_what_they_hold(
    fresh, kept_in, before, after
):
    wanted = fresh_schema(fresh, kept_in, after)
    bring_to(before)
    fill()
    there, rows, wrote = tables(), kept(), scorers()
    bring_to(after, sure=True)
    assert current_migration() == after
    # An older version leaves the digests alone that are put aside for the way up.
    assert [one for one in schema() if "event_digest" not in one] == wanted
    assert in_both(kept(), there) == in_both(rows, tables())
    assert scorers() == wrote


@pytest.mark.slow
@pytest.mark.parametrize(
    "migration", [rarely(one) if one in ("0002", "0003") else one for one in LOST]
)
def test_it_goes_down_only_where_somebody_says_that_rows_may_be_lost(migration):
    bring_up_to_date()
    fill()
    before = kept(), schema()
    with pytest.raises(WouldLose) as refused:
        bring_to(migration)
    assert refused.value.rows == LOST[migration]
    assert (kept(), schema()) == before
    bring_to(migration, sure=True)
    assert current_migration() == migration


def test_it_goes_down_unasked_where_nothing_is_lost():
    bring_up_to_date()
    bring_to(NUMBERS[0])
    assert current_migration() == NUMBERS[0]


def test_every_migration_says_what_going_back_loses():
    scripts = ScriptDirectory(str(MIGRATIONS))
    undone = [scripts.get_revision(name) for name in NUMBERS[1:]]
    assert all(hasattr(script.module, "LOST") for script in undone)


@pytest.mark.slow
def test_it_copies_a_file_before(new_app, kept_in):
    bring_up_to_date()
    fill()
    bring_to("0003", sure=True)
    copies = [file.name for file in settings_of(new_app).instance.glob("*-before-*.sqlite3")]
    name = f"tefteri-before-0003-from-{newest_migration()}.sqlite3"
    assert copies == ([] if kept_in.settings else [name])


@pytest.mark.parametrize("unknown", ["head", rarely("0000"), rarely("a later one")])
def test_it_knows_no_other_migration(unknown):
    bring_up_to_date()
    with pytest.raises(Unknown, match=unknown) as refused:
        bring_to(unknown)
    assert refused.type is Unknown, "the database is not at it"
    assert current_migration() == newest_migration()


def test_a_database_of_a_later_version_stays_as_it_is(next_version, monkeypatch):
    next_version(REBUILD_MATCHES)
    bring_up_to_date()
    monkeypatch.setattr("scorekeeper.store.schema.MIGRATIONS", MIGRATIONS)
    before = schema()
    with pytest.raises(Ahead, match="later1"):
        bring_to("0003", sure=True)
    assert schema() == before
