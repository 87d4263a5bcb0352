"""Events are written once: the database itself refuses a change of the past."""

import pytest
from sqlalchemy import insert, inspect, text
from sqlalchemy.exc import IntegrityError

from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.store import models
from scorekeeper.store.db import db, writing
from scorekeeper.store.streams import MATCH_EVENTS, TOURNAMENT_EVENTS, StoredEvent, canonical
from tests.support.desk import Desk
from tests.support.table import FAILED, Table


def add(table, **changes):
    first = table.ledger.acts[0]
    event = {"match_id": 1, "seq": 9, "op_id": new_operation_id(), "kind": "stopped", "data": "{}"}
    with writing():
        values = {**event, "phone_id": table.phone, "at": first.at, **changes}
        db.session.execute(insert(models.Event).values(**values))


@pytest.mark.parametrize(
    "changes",
    [
        {"seq": 2},
        {"seq": 0},
        {"seq": -1},
        {"match_id": 99},
        {"phone_id": 99},
        {"kind": None},
        {"data": None},
        {"op_id": None},
    ],
)
def test_it_refuses_an_event_that_cannot_be(table, changes):
    with pytest.raises(IntegrityError):
        add(table, **changes)
    assert table.stored() == table.kept


def test_it_takes_the_event_that_only_these_faults_keep_out(table):
    add(table, seq=3)
    count = db.session.execute(text("SELECT count(*) FROM event")).scalar_one()
    assert count == 3


def test_it_knows_every_operation_once_in_all_matches(table):
    other = Table()
    with pytest.raises(IntegrityError):
        add(table, match_id=2, phone_id=other.phone, op_id=table.ledger.acts[1].op_id)


def test_it_deletes_no_match_with_events_and_no_events_with_a_match(table):
    for sql in ("DELETE FROM match", "DELETE FROM phone"):
        with pytest.raises(IntegrityError), writing():
            db.session.execute(text(sql))
    assert table.stored() == table.kept


def test_it_has_no_cascade(table):
    for name in inspect(db.engine).get_table_names():
        for key in inspect(db.engine).get_foreign_keys(name):
            assert not {"ondelete", "onupdate"} & set(key["options"]), (name, key)


def test_it_refuses_an_event_that_leaves_a_gap(table):
    at = table.ledger.acts[0].at
    event = StoredEvent(1, 4, new_operation_id(), "stopped", {}, at, table.phone)
    with pytest.raises(RuntimeError, match="not at the revision"), writing():
        MATCH_EVENTS.append(event)
    assert table.stored() == table.kept


def test_it_leaves_every_event_as_it_was(table):
    before = db.session.execute(text("SELECT * FROM event ORDER BY id")).all()
    table.play(FAILED).correct(1, FAILED).void(2).undo().bring_back()
    after = db.session.execute(text("SELECT * FROM event ORDER BY id")).all()
    assert after[: len(before)] == before
    assert len(after) == len(before) + 5


def test_it_writes_equal_data_in_one_way():
    one = canonical({"b": {"d": 1, "c": "Μ"}, "a": None})
    assert one == canonical({"a": None, "b": {"c": "Μ", "d": 1}})
    assert one == '{"a":null,"b":{"c":"Μ","d":1}}'


@pytest.fixture
def desk(context):
    return Desk(4).draw()


def event(desk, **changes):
    usual = {"owner_id": desk.held.id, "seq": desk.held.revision + 1, "phone_id": desk.phone}
    more = {
        "op_id": new_operation_id(),
        "kind": "changed",
        "data": {},
        "at": now(),
        "request_digest": "",
    }
    return StoredEvent(**{**usual, **more, **changes})


@pytest.mark.parametrize("changes", [{"seq": 1}, {"seq": 0}, {"phone_id": 99}, {"kind": None}])
def test_it_refuses_an_impossible_event_of_a_tournament(desk, changes):
    with pytest.raises(IntegrityError), writing():
        TOURNAMENT_EVENTS.append(event(desk, **changes))
    assert desk.stored() == desk.held


def test_it_refuses_a_gap_in_the_events_of_a_tournament(desk):
    with pytest.raises(RuntimeError, match="not at the revision"), writing():
        TOURNAMENT_EVENTS.append(event(desk, seq=desk.held.revision + 2))
    assert desk.stored() == desk.held


def test_it_knows_every_operation_once(desk):
    done = desk.tournament.acts[0].op_id
    with pytest.raises(IntegrityError), writing():
        TOURNAMENT_EVENTS.append(event(desk, op_id=done))


def test_it_deletes_no_match_of_a_table_and_no_tournament_with_events(desk):
    for table in ("match", "tournament"):
        with pytest.raises(IntegrityError), writing():
            db.session.execute(text(f"DELETE FROM {table}"))
    assert desk.stored() == desk.held
