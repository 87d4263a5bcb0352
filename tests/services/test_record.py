"""Recording a hand, its contract first or all at once, and a hand that all passed."""

import pytest

from scorekeeper.match.matches import Refused
from scorekeeper.rules.model import Problem
from tests.table import FAILED, KAPO, MADE, OPEN, PASSED_OUT, SWEPT, Table

NEXT = {**OPEN, "points": {"B": 100}}


def refusal(table, kind, **data):
    """The problems with which the act is refused; nothing may be written."""
    before = table.stored()
    with pytest.raises(Refused) as refused:
        table.do(kind, **data)
    assert table.stored() == before
    return refused.value.problems


@pytest.mark.parametrize(
    ("hands", "totals"),
    [
        ([MADE], (19, 6)),
        ([MADE, FAILED], (45, 6)),
        ([MADE, FAILED, KAPO], (45, 43)),
        ([PASSED_OUT, MADE], (19, 6)),
        ([SWEPT, SWEPT], (250, 0)),
    ],
)
def test_it_adds_up(table, hands, totals):
    table.play(*hands)
    assert table.totals == totals
    assert tuple(table.stored().ledger.standing.totals) == totals


def test_it_moves_the_dealer_and_the_number_on(table):
    table.play(MADE, FAILED)
    assert (table.ledger.standing.number, table.ledger.standing.dealer) == (3, "A2")
    assert [row.dealer for row in table.ledger.standing.rows] == ["A1", "B1"]


def test_it_names_a_hand_by_the_act_that_recorded_it(table):
    table.play(MADE, FAILED)
    assert table.ledger.hand_ids == (2, 3)
    assert table.ledger.row(3).number == 2
    assert table.ledger.row(1) is None


def test_it_refuses_with_every_problem_at_once(table):
    wrong = {"bidder": "A", "bid": 95, "points": {"A": 170}, "pilotta": "C"}
    problems = refusal(table, "recorded", hand=wrong)
    assert [problem.code for problem in problems] == ["unknown", "bid_step", "points_range"]


def test_it_refuses_what_the_rules_do_not_play(context):
    table = Table("kypros")
    doubled = {**MADE, "doubled": 2}
    assert refusal(table, "recorded", hand=doubled) == (Problem("doubling_not_played", "doubled"),)


def test_it_knows_who_led_from_the_dealer(context):
    """Equal declarations go to the side that led: B after the dealer A1, then A after B1."""
    table = Table("cardrules")
    both = {**MADE, "bid": 80, "declarations": {"A": ["run3:K"], "B": ["run3:K"]}}
    table.play(both, both)
    assert [row.score.B for row in table.ledger.standing.rows] == [65 + 20, 65]


def test_it_refuses_a_hand_after_the_end(table):
    table.play(SWEPT, SWEPT, SWEPT)
    assert (table.ledger.standing.winner, table.ledger.standing.end) == ("A", "target")
    assert refusal(table, "recorded", hand=MADE) == (Problem("after_end", "hands"),)
    assert refusal(table, "contract", contract=OPEN) == (Problem("after_end", "hands"),)


def test_it_keeps_a_contract_open_until_its_points_come(table):
    table.do("contract", contract=OPEN)
    opened = table.stored().ledger
    assert (opened.match.open.bidder, opened.match.open.bid) == ("B", 80)
    assert opened.standing.rows == ()
    table.play(NEXT)
    assert table.stored().ledger.match.open is None
    assert table.totals == (6, 18)


def test_it_takes_a_later_contract_for_the_earlier(table):
    table.do("contract", contract=OPEN).do("contract", contract={**OPEN, "bid": 110})
    assert table.stored().ledger.match.open.bid == 110


def test_it_records_another_hand_than_the_open_contract_said(table):
    table.do("contract", contract=OPEN).play(MADE)
    assert table.stored().ledger.match.open is None
    assert table.totals == (19, 6)


@pytest.mark.parametrize(
    ("contract", "problem"),
    [
        ({"bid": 90}, Problem("missing", "bidder")),
        ({"bidder": "A"}, Problem("missing", "bid")),
        ({**OPEN, "points": {"A": 90}}, Problem("unknown", "points")),
        ({**OPEN, "kapo": "A"}, Problem("unknown", "kapo")),
        ({"passed_out": True}, Problem("unknown", "passed_out")),
        ({**OPEN, "bid": 85}, Problem("bid_step", "bid")),
        ("90", Problem("unknown", "hand")),
    ],
)
def test_it_refuses_a_contract_that_is_none(table, contract, problem):
    assert problem in refusal(table, "contract", contract=contract)


def test_it_passes_out_without_a_score(table):
    table.play(PASSED_OUT)
    row = table.ledger.standing.rows[0]
    assert (row.number, row.score.made, table.totals) == (1, None, (0, 0))
    assert table.ledger.standing.dealer == "B1", "the next player deals"


def test_it_lets_the_same_dealer_deal_again_where_the_rules_say_so(context):
    table = Table("cardrules").play(PASSED_OUT)
    assert (table.ledger.standing.number, table.ledger.standing.dealer) == (2, "A1")


def test_it_forgets_the_open_contract_when_all_passed(table):
    table.do("contract", contract=OPEN).play(PASSED_OUT)
    assert table.stored().ledger.match.open is None
