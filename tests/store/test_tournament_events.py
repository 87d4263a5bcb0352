"""A tournament's events are written once: the database itself refuses what would change them."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.store.db import db, writing
from scorekeeper.store.streams import TOURNAMENT_EVENTS, StoredEvent
from tests.desk import Desk


@pytest.fixture
def desk(app):
    with app.app_context():
        yield Desk(4).draw()


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
def test_it_refuses_an_event_that_cannot_be(desk, changes):
    with pytest.raises(IntegrityError), writing():
        TOURNAMENT_EVENTS.append(event(desk, **changes))
    assert desk.stored() == desk.held


def test_it_refuses_an_event_that_leaves_a_gap(desk):
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
