"""Undoing the last act, and taking an undoing back."""

import pytest

from scorekeeper.rules.model import Problem
from tests.services.test_record import refusal
from tests.table import FAILED, KAPO, MADE, OPEN, PASSED_OUT, SWEPT, Table

HAND = 3  # the id of the second hand, after the start and the first
ACTS = {
    "contract": {"contract": OPEN},
    "recorded": {"hand": FAILED},
    "corrected": {"hand_id": HAND, "hand": KAPO},
    "voided": {"hand_id": HAND},
    "claimed": {"side": "A", "points": 20},
    "stopped": {},
}


def seen(ledger):
    """The match as it is read, without its history."""
    return ledger.match, ledger.standing, ledger.hand_ids


@pytest.fixture
def played(context):
    """Two hands, by rules that know every act."""
    return Table("cafe", claim=True).play(MADE, PASSED_OUT)


@pytest.mark.parametrize("kind", ACTS)
def test_it_undoes_every_kind_of_act_and_brings_it_back(played, kind):
    before = seen(played.ledger)
    after = seen(played.do(kind, **ACTS[kind]).ledger)
    assert after != before
    assert seen(played.undo().ledger) == before
    assert seen(played.stored().ledger) == before
    assert seen(played.bring_back().ledger) == after
    assert seen(played.stored().ledger) == after


def test_it_undoes_a_reopening(played):
    played.do("stopped").do("reopened").undo()
    assert played.ledger.standing.end == "hand"
    played.bring_back()
    assert played.ledger.standing.end is None


def test_it_undoes_one_act_after_the_other_back_to_the_start(played):
    played.correct(1, KAPO).do("contract", contract=OPEN).play(FAILED).void(2).do("stopped")
    states = [seen(played.ledger)]
    while played.ledger.last_act():
        states.append(seen(played.undo().ledger))
    assert len(states) == 8
    assert (played.totals, played.ledger.hand_ids) == ((0, 0), ())
    for state in reversed(states[:-1]):
        assert seen(played.bring_back().ledger) == state
    assert played.ledger.last_undoing() is None


def test_it_undoes_again_what_was_brought_back(played):
    played.undo().bring_back().undo()
    assert played.totals == (19, 6)
    assert played.ledger.hand_ids == (2,)
    played.bring_back()
    assert played.ledger.hand_ids == (2, HAND)


def test_it_brings_a_hand_back_under_its_old_id_and_place(played):
    played.void(1).undo()
    assert played.ledger.hand_ids == (2, HAND)


def test_it_brings_nothing_back_once_something_new_was_written(played):
    undoing = played.undo().ledger.acts[-1]
    played.play(KAPO)
    assert played.ledger.last_undoing() is None
    assert refusal(played, "undone", seq=undoing.seq) == (Problem("missing", "seq"),)


def test_it_undoes_only_the_last_act_that_stands(played):
    for seq in (0, 1, 2, 99):
        assert refusal(played, "undone", seq=seq) == (Problem("missing", "seq"),)


def test_it_undoes_nothing_twice(played):
    undone = played.ledger.last_act().seq
    played.undo()
    assert refusal(played, "undone", seq=undone) == (Problem("missing", "seq"),)


def test_it_never_undoes_the_start(table):
    assert refusal(table, "undone", seq=1) == (Problem("missing", "seq"),)


def test_it_undoes_the_hand_that_won(table):
    table.play(SWEPT, SWEPT, SWEPT).undo()
    assert (table.ledger.standing.end, table.totals) == (None, (250, 0))


def test_it_tells_a_hands_history_with_its_undoings(played):
    played.correct(1, KAPO).undo().bring_back()
    kinds = [act.kind for act in played.ledger.history_of(2)]
    assert kinds == ["recorded", "corrected", "undone", "undone"]
    assert [act.kind for act in played.ledger.history_of(HAND)] == ["recorded"]
