"""The same players again."""

import pytest

from scorekeeper.services import matches
from scorekeeper.services.matches import NotFound, NotScorer, new_operation_id
from scorekeeper.services.phones import enrol_phone
from tests.table import FAILED, MADE, SWEPT, Table


def rematch(table, op_id=None, phone=None):
    return matches.rematch(table.kept.public_id, phone or table.phone, op_id or new_operation_id())


def test_it_keeps_names_and_rules_and_moves_the_deal_on(context):
    before = Table("online", stake=False).play(MADE, FAILED).do("stopped")
    after = rematch(before).ledger
    assert after.match.sides == before.ledger.match.sides
    assert after.match.rules == before.ledger.match.rules
    assert (before.ledger.match.first_dealer, after.match.first_dealer) == ("A1", "A2")


def test_it_begins_without_hands_contract_or_end(table):
    again = rematch(table.play(SWEPT, SWEPT, SWEPT))
    assert (again.revision, again.ledger.match.entries, again.ledger.match.ended) == (1, (), None)
    assert again.ledger.standing.end is None
    assert table.stored().ledger.standing.winner == "A", "the old match stays"


def test_it_says_of_which_match_it_is_the_rematch(table):
    again = rematch(table.play(SWEPT, SWEPT, SWEPT))
    assert again.ledger.acts[0].data["rematch_of"] == table.kept.public_id


def test_it_is_one_match_for_one_operation(table):
    table.play(SWEPT, SWEPT, SWEPT)
    op_id = new_operation_id()
    assert rematch(table, op_id) == rematch(table, op_id)
    assert len(matches.matches_of(table.phone)) == 2


def test_it_makes_the_phone_its_scorer(table):
    again = rematch(table.do("stopped"))
    assert matches.is_scorer(again.public_id, table.phone)


def test_it_is_for_the_scorer(table):
    other, _ = enrol_phone()
    with pytest.raises(NotScorer):
        rematch(table.do("stopped"), phone=other)
    assert matches.matches_of(other) == []


def test_it_needs_a_match(table):
    with pytest.raises(NotFound):
        matches.rematch("nowhere", table.phone, new_operation_id())
