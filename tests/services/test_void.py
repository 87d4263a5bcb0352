"""Voiding a hand: the match is as if it had not been written."""

from scorekeeper.rules.model import Problem
from tests.services.test_record import refusal
from tests.table import FAILED, KAPO, MADE, OPEN, SWEPT


def test_it_takes_the_hand_out_of_every_total(table):
    table.play(MADE, FAILED, KAPO).void(2)
    assert table.totals == (19, 43)
    assert table.ledger.hand_ids == (2, 4)
    assert [row.number for row in table.ledger.standing.rows] == [1, 2]
    assert table.stored() == table.kept


def test_it_moves_the_dealers_up(table):
    table.play(MADE, FAILED).void(1)
    assert [row.dealer for row in table.ledger.standing.rows] == ["A1"]
    assert table.ledger.standing.dealer == "B1"


def test_it_takes_the_end_back(table):
    table.play(SWEPT, SWEPT, SWEPT).void(2)
    assert (table.ledger.standing.end, table.totals) == (None, (250, 0))


def test_it_leaves_an_open_contract_open(table):
    table.play(MADE).do("contract", contract=OPEN).void(1)
    assert table.ledger.match.open.bid == 80


def test_it_refuses_a_hand_twice(table):
    table.play(MADE, FAILED).void(1)
    assert refusal(table, "voided", hand_id=2) == (Problem("missing", "hand"),)


def test_it_keeps_what_was_voided_in_the_history(table):
    table.play(MADE).void(1)
    assert [act.kind for act in table.ledger.history_of(2)] == ["recorded", "voided"]
