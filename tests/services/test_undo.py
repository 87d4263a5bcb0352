"""Undoing the last act, and taking an undoing back."""

import pytest

from scorekeeper.match.acts.body import BuiltOn
from scorekeeper.rules.codec import write_rules
from scorekeeper.rules.model import Problem
from scorekeeper.rules.presets import find_preset
from tests.services.test_record import refusal
from tests.table import FAILED, KAPO, MADE, OPEN, PASSED_OUT, SWEPT, Table

HAND = 3  # the id of the second hand, after the start and the first
ACTS = {
    "contract": {"contract": OPEN},
    "recorded": {"hand": FAILED},
    "corrected": {"hand_id": HAND, "hand": KAPO},
    "inserted": {"hand": FAILED, "before": HAND},
    "adjusted": {"adjust": {"A": 120, "B": 85}, "reason": "from paper"},
    "voided": {"hand_id": HAND},
    "changed": {"first_dealer": "B2"},
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


def test_it_offers_no_bringing_back_once_something_new_was_written(played):
    undoing = played.undo().ledger.acts[-1]
    played.play(KAPO)
    assert played.ledger.last_undoing() is None
    played.do("undone", seq=undoing.seq)
    assert played.ledger.hand_ids == (2, HAND, 5), "asked for by name, it comes to its old place"


def test_it_undoes_an_earlier_act_that_nothing_is_built_on(played):
    played.do("undone", seq=2)
    assert played.ledger.hand_ids == (HAND,)
    assert played.stored().ledger == played.ledger


@pytest.mark.parametrize("later", [{"kind": "corrected", "hand": KAPO}, {"kind": "voided"}])
def test_it_undoes_no_hand_that_was_changed_since(played, later):
    played.do(**later, hand_id=2).play(FAILED)
    with pytest.raises(BuiltOn) as refused:
        played.do("undone", seq=2)
    assert [act.kind for act in refused.value.acts] == [later["kind"]]


def test_it_undoes_no_hand_that_another_was_inserted_before(played):
    played.do("inserted", hand=KAPO, before=2).play(FAILED)
    with pytest.raises(BuiltOn):
        played.do("undone", seq=2)


def test_it_undoes_no_change_of_rules_that_a_later_hand_needs(context):
    table = Table("kypros").play(MADE)
    cafe = write_rules(find_preset("cafe"))
    table.do("changed", rules=cafe).play(SWEPT).play(MADE)
    with pytest.raises(BuiltOn) as refused:
        table.do("undone", seq=3)
    assert refused.value.hand_ids == (4,)


def test_it_undoes_no_act_that_is_not_there(played):
    for seq in (0, 1, 99):
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


def test_it_takes_no_undoing_back_that_leaves_a_hand_without_a_score(context):
    """By other rules equal digits are asked about; the hand was written by those that do not."""
    table = Table().do("changed", rules={"six_six": "ask"}).undo()
    change, taken_back = table.ledger.acts[1:3]
    table.play({**MADE, "bid": 80, "points": {"A": 86}}).undo()
    undoing = table.ledger.last_undoing()
    table.do("undone", seq=taken_back.seq)
    assert table.ledger.match.rules.six_six == "ask"
    assert change.seq not in table.ledger.undone
    with pytest.raises(BuiltOn) as refused:
        table.do("undone", seq=undoing.seq)
    assert refused.value.hand_ids == (4,)


def test_it_takes_no_undoing_back_of_a_correction_whose_hand_is_gone(context):
    table = Table().play(MADE).void(1)
    voided = table.ledger.acts[-1]
    table.undo().correct(1, FAILED).undo()
    correction = table.ledger.last_undoing()
    table.do("undone", seq=table.ledger.undoing_of(voided.seq).seq)
    with pytest.raises(BuiltOn):
        table.do("undone", seq=correction.seq)
