"""Saving the contract when the auction ends, and the points when the hand is over."""

import pytest

from tests.page import altered
from tests.table import MADE, OPEN, SWEPT


def save_bid(scorer, **typed):
    """Type the contract, be told that the points are missing, press the button that comes then."""
    asked = scorer.press(scorer.entry(), "Save hand", **typed)
    assert asked.status == 422
    return scorer.press(asked, "Only the bid")


def test_it_keeps_the_contract_in_the_next_row(scorer):
    saved = save_bid(scorer, contract="B:100", trump="clubs", doubled="2")
    assert (saved.status, saved.goes_to) == (303, scorer.url)
    row = scorer.page().words(".//tr[@class='open']")
    assert all(part in row for part in ("1", "Them", "10", "♣", "×2"))
    assert scorer.ledger().match.open.bid == 100


def test_it_goes_on_with_the_contract_where_the_points_come(scorer):
    save_bid(scorer, contract="B:100", trump="clubs", pilotta="B")
    saved = scorer.press(scorer.entry(), "Save hand", points_B="120")
    assert saved.status == 303
    assert scorer.totals() == (4, 12 + 10 + 2)
    assert not scorer.page().has(".//tr[@class='open']")


def test_it_changes_the_contract_before_the_points_come(scorer):
    save_bid(scorer, contract="B:100")
    save_bid(scorer, contract="A:110")
    assert scorer.ledger().match.open.bid == 110


def test_it_writes_one_contract_for_two_taps(scorer):
    form = scorer.entry().form("entry")
    fields = altered(form.filled, contract="A:90", act="contract")
    first, again = scorer.post(form.action, fields), scorer.post(form.action, fields)
    assert (first.status, again.status) == (303, 303)
    assert scorer.ledger().revision == 2


def test_it_saves_the_hand_from_a_form_whose_contract_was_saved(scorer):
    """The contract and the hand of one form are two operations, and the form knows one revision:
    the hand is typed into the form that opens after the contract."""
    form = scorer.entry().form("entry")
    fields = altered(form.filled, contract="A:90", points_A="97")
    scorer.post(form.action, [*altered(fields, points_A=None), ("act", "contract")])
    stale = scorer.post(form.action, fields)
    assert stale.status == 409
    assert scorer.press(stale, "Save hand").status == 303
    assert scorer.totals() == (19, 6)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({}, "What was the bid?"),
        ({"contract": "A:95"}, ""),
        ({"contract": "C:90"}, ""),
        ({"contract": "A:90", "trump": "stars"}, ""),
        ({"contract": "A:90", "ones": "x"}, ""),
        ({"contract": "A:90", "doubled": "x"}, ""),
        ({"contract": "A:90", "declarations_A": ["nines", "nines"]}, "One pack cannot hold"),
    ],
    ids=str,
)
def test_it_refuses_what_is_no_contract(scorer, typed, said):
    form = scorer.entry().form("entry")
    refused = scorer.post(form.action, [*altered(form.filled, **typed), ("act", "contract")])
    assert refused.status == 422
    assert said in refused.words(".//div[@class='say']")
    assert scorer.ledger().revision == 1


@pytest.mark.parametrize("op_id", [None, "", "x"])
def test_it_refuses_a_contract_without_an_operation(scorer, op_id):
    form = scorer.entry().form("entry")
    fields = altered(form.filled, contract="A:90", act="contract", contract_op_id=op_id)
    assert scorer.post(form.action, fields).status == 400
    assert scorer.ledger().revision == 1


def test_it_keeps_the_contract_typed_when_the_match_went_on(scorer):
    form = scorer.entry().form("entry")
    scorer.save("A:90", 97)
    fields = altered(form.filled, contract="B:120", trump="spades", act="contract")
    stale = scorer.post(form.action, fields)
    assert stale.status == 409
    kept = stale.form("entry")
    assert (kept.value("contract"), kept.value("trump")) == ("B:120", "spades")
    assert scorer.ledger().match.open is None


def test_it_keeps_another_contract_under_the_same_operation_typed(scorer):
    form = scorer.entry().form("entry")
    first = altered(form.filled, contract="A:90", act="contract")
    scorer.post(form.action, first)
    other = scorer.post(form.action, altered(first, contract="B:110"))
    assert other.status == 409
    assert other.form("entry").value("contract") == "B:110"
    assert scorer.ledger().match.open.bid == 90


CONTRACT = ("contract", "trump", "doubled")


def test_an_address_brings_another_contract_whole(keep):
    scorer = keep(then=lambda table: table.do("contract", contract={**OPEN, "doubled": 2}))
    form = scorer.get(f"{scorer.url}hand?contract=A:100&trump=hearts", follow=True).form("entry")
    assert [form.value(name) for name in CONTRACT] == ["A:100", "hearts", None]


@pytest.mark.parametrize("told", ["trump=hearts", "doubled=4", "ones=5"])
def test_an_address_without_a_bid_leaves_the_contract_that_is_kept(keep, told):
    scorer = keep(then=lambda table: table.do("contract", contract={**OPEN, "doubled": 2}))
    form = scorer.get(f"{scorer.url}hand?{told}", follow=True).form("entry")
    assert [form.value(name) for name in CONTRACT] == ["B:80", "diamonds", "2"]


def test_it_refuses_a_contract_after_the_end(keep):
    scorer = keep(SWEPT, SWEPT)
    form = scorer.entry().form("entry")
    scorer.save("A:kapo", kapo=["A"], doubled=["4"])
    fields = altered(form.filled, contract="A:90", act="contract", revision="4", after=None)
    assert scorer.post(form.action, fields).status == 422


def test_it_offers_the_bids_button_only_while_the_points_are_missing(keep):
    scorer = keep(MADE, then=lambda table: table.do("contract", contract=OPEN))
    assert "Only the bid" in scorer.entry().buttons()
    asked = scorer.press(scorer.entry(), "Save hand", points_B="162")
    assert asked.status == 422
    assert "Only the bid" not in asked.buttons()
    assert "Only the bid" not in scorer.get(scorer.url + "hands/2/correct").buttons()
