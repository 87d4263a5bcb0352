"""Stopping a match before its target, and going on with it."""

from scorekeeper.rules.model import Problem
from tests.services.test_record import refusal
from tests.table import MADE, OPEN, SWEPT


def test_it_stops_without_a_winner(table):
    table.play(MADE).do("stopped")
    standing = table.stored().ledger.standing
    assert (standing.winner, standing.end, standing.is_over) == (None, "hand", True)
    assert table.totals == (19, 6)


def test_it_refuses_every_hand_while_it_is_stopped(table):
    table.do("stopped")
    for kind, data in (("recorded", {"hand": MADE}), ("contract", {"contract": OPEN})):
        assert refusal(table, kind, **data) == (Problem("after_end", "hands"),)
    assert refusal(table, "stopped") == (Problem("after_end", "hands"),)


def test_it_corrects_a_hand_of_a_stopped_match(table):
    table.play(MADE).do("stopped").correct(1, SWEPT)
    assert (table.totals, table.ledger.standing.end) == ((125, 0), "hand")


def test_it_goes_on_after_reopening(table):
    table.play(MADE).do("stopped").do("reopened").play(MADE)
    assert table.stored().ledger.standing.end is None
    assert table.totals == (38, 12)


def test_it_reopens_a_claimed_match(claiming):
    claiming.play(MADE).do("claimed", side="A", points=1).do("reopened")
    assert claiming.ledger.standing.end is None
    assert claiming.ledger.match.ended is None


def test_it_stops_again_after_reopening(table):
    table.do("stopped").do("reopened").do("stopped")
    assert table.ledger.standing.end == "hand"


def test_it_reopens_nothing_that_runs_or_was_won(table):
    assert refusal(table, "reopened") == (Problem("unknown", "ended"),)
    table.play(SWEPT, SWEPT, SWEPT)
    assert refusal(table, "reopened") == (Problem("unknown", "ended"),)


def test_it_stops_no_match_that_was_won(table):
    table.play(SWEPT, SWEPT, SWEPT)
    assert refusal(table, "stopped") == (Problem("after_end", "hands"),)


def test_it_keeps_the_open_contract_of_a_stopped_match(table):
    table.do("contract", contract=OPEN).do("stopped").do("reopened")
    assert table.ledger.match.open.bid == 80
