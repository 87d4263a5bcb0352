"""Correcting any hand: totals and the end of the match are decided afresh."""

import pytest

from scorekeeper.match.matches import Refused
from scorekeeper.rules.model import Problem
from tests.services.test_record import refusal
from tests.table import FAILED, KAPO, MADE, PASSED_OUT, SWEPT, Table


def test_it_decides_every_later_total_afresh(table):
    table.play(MADE, FAILED, KAPO).correct(1, {**MADE, "points": {"A": 100}})
    assert [tuple(row.totals) for row in table.ledger.standing.rows] == [(19, 6), (45, 6), (45, 43)]
    table.correct(1, KAPO)
    assert [tuple(row.totals) for row in table.ledger.standing.rows] == [
        (0, 37),
        (26, 37),
        (26, 74),
    ]
    assert table.stored() == table.kept


def test_it_leaves_the_hand_its_id_and_place(table):
    table.play(MADE, FAILED).correct(1, KAPO)
    assert table.ledger.hand_ids == (2, 3)
    assert table.ledger.row(2).entry.kapo == "B"


def test_it_ends_the_match_earlier_and_leaves_later_hands_written(table):
    table.play(SWEPT, MADE, SWEPT, FAILED).correct(2, SWEPT)
    assert (table.ledger.standing.winner, table.ledger.standing.end) == ("A", "target")
    assert table.counting() == [True, True, True, False]
    assert table.totals == (375, 0)
    assert table.ledger.row(table.ledger.hand_ids[3]).entry.bid == 100, "it stays written"


def test_it_takes_the_end_back_and_the_match_goes_on(table):
    table.play(SWEPT, SWEPT, SWEPT).correct(3, MADE)
    assert table.ledger.standing.end is None
    assert table.totals == (269, 6)
    assert table.play(FAILED).totals == (295, 6)


def test_it_lets_later_hands_count_again(table):
    table.play(SWEPT, MADE, SWEPT, FAILED).correct(2, SWEPT).correct(1, PASSED_OUT)
    assert table.counting() == [True, True, True, True]
    assert table.totals == (276, 0)


def test_it_corrects_a_hand_after_the_end(table):
    table.play(SWEPT, MADE, SWEPT, FAILED).correct(2, SWEPT).correct(4, KAPO)
    assert table.ledger.row(table.ledger.hand_ids[3]).score.B == 37
    assert table.totals == (375, 0), "it still does not count"


def test_it_moves_later_dealers_where_a_hand_was_passed_out_after_all(context):
    table = Table("cardrules").play(MADE, MADE).correct(1, PASSED_OUT)
    assert [row.dealer for row in table.ledger.standing.rows] == ["A1", "A1"]


def test_it_corrects_a_correction(table):
    table.play(MADE).correct(1, KAPO).correct(1, FAILED)
    assert table.totals == (26, 0)
    assert [act.kind for act in table.ledger.history_of(2)] == [
        "recorded",
        "corrected",
        "corrected",
    ]


def test_it_refuses_a_wrong_hand(table):
    table.play(MADE)
    problems = refusal(table, "corrected", hand_id=2, hand={**MADE, "bid": 95})
    assert problems == (Problem("bid_step", "bid"),)


@pytest.mark.parametrize("hand_id", [1, 3, 99, -1])
def test_it_refuses_a_hand_that_is_not_there(table, hand_id):
    table.play(MADE)
    problems = refusal(table, "corrected", hand_id=hand_id, hand=KAPO)
    assert problems == (Problem("missing", "hand"),)


def test_it_refuses_a_voided_hand(table):
    table.play(MADE, FAILED).void(1)
    with pytest.raises(Refused):
        table.do("corrected", hand_id=2, hand=KAPO)
