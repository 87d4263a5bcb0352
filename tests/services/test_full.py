"""A match takes so many acts and no more; it can still be stopped, and its pencil handed over."""

import pytest

from scorekeeper.club import rematches
from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match import pencil_passing
from scorekeeper.match.agreement import flag
from scorekeeper.match.ledger import MOST_ACTS, RESERVED_ACTS
from scorekeeper.match.links import make_link, open_link
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.match.matches import Full, find_match
from scorekeeper.match.phones import enrol_phone
from scorekeeper.store.db import writing
from scorekeeper.store.streams import MATCH_EVENTS, StoredEvent
from tests.node import answers
from tests.table import FAILED, MADE


def fill(table, acts=MOST_ACTS):
    """Correct the first hand until there are so many acts."""
    kept = find_match(table.kept.public_id)
    with writing():
        for seq in range(kept.ledger.revision + 1, acts + 1):
            data = {"hand_id": 2, "hand": (MADE, FAILED)[seq % 2]}
            act = (seq, new_operation_id(), "corrected", data, now(), table.phone)
            MATCH_EVENTS.append(StoredEvent(kept.id, *act, table.kept.public_id))
    MATCH_JOURNAL.forget_all()
    table.kept = find_match(table.kept.public_id)
    return table


@pytest.fixture
def full(table):
    return fill(table.play(MADE))


@pytest.mark.slow
def test_the_last_act_is_written_and_the_next_is_not(table):
    fill(table.play(MADE), MOST_ACTS - 1).correct(1, MADE)
    assert table.ledger.revision == MOST_ACTS
    for refused in (
        lambda: table.play(MADE),
        lambda: table.correct(1, FAILED),
        lambda: table.void(1),
        table.undo,
        lambda: table.do("changed", first_dealer="B1"),
    ):
        with pytest.raises(Full):
            refused()
    assert table.stored().revision == MOST_ACTS


@pytest.mark.slow
def test_a_repeat_is_answered_as_the_first_time(full):
    last = full.ledger.acts[-1]
    full.do("corrected", op_id=last.op_id, **last.data)
    assert not full.is_new


@pytest.mark.slow
def test_it_can_be_stopped_and_played_on_in_a_rematch(full):
    full.do("stopped")
    assert full.ledger.standing.is_over
    for kind in ("reopened", "undone"):
        with pytest.raises(Full):
            full.do(kind, **({"seq": MOST_ACTS + 1} if kind == "undone" else {}))
    assert rematches.rematch(full.kept.public_id, full.phone, new_operation_id()).revision == 1


@pytest.mark.slow
def test_the_pencil_goes_on_and_sides_say_nothing_more(full):
    public_id, (side, _secret) = full.kept.public_id, enrol_phone()
    open_link(make_link(public_id, full.phone, "A"), side, new_operation_id())
    score = full.ledger.row(2).score
    with pytest.raises(Full):
        flag(public_id, side, new_operation_id(), 2, (score.A, score.B), "66")
    kept = pencil_passing.write_alone(public_id, full.phone, new_operation_id())
    assert kept.ledger.revision == MOST_ACTS + 2


@pytest.mark.slow
def test_the_pencil_does_not_go_on_for_ever(table):
    fill(table.play(MADE), MOST_ACTS + RESERVED_ACTS)
    with pytest.raises(Full):
        pencil_passing.write_alone(table.kept.public_id, table.phone, new_operation_id())
    table.do("stopped")
    assert table.ledger.standing.is_over


@pytest.mark.slow
@pytest.mark.parametrize("waiting", [0, 3])
def test_the_phone_knows_it_too(table, waiting):
    """Its own acts that wait are counted with the server's."""
    fill(table.play(MADE), MOST_ACTS - 1 - waiting)
    hand = {"op": "correct", "hand_id": 2, "hand": MADE}
    [checked] = answers("full.mjs", [[[_told(act) for act in table.ledger.acts], waiting, hand]])
    assert checked["before"] == []
    assert checked["after"] == [{"code": "full", "field": "acts"}]
    assert checked["stop"] == []


def _told(act):
    return {"op_id": act.op_id, "seq": act.seq, "kind": act.kind, "data": act.data}
