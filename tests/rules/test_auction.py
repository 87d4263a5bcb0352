"""Auctions: every row of the table, and what must hold of any talk at any table."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.auction import (
    AUCTION_FAULTS,
    PASS,
    Call,
    Heard,
    hear_auction,
    open_auction,
    read_call,
    read_heard,
)
from scorekeeper.rules.checks import contract_problems
from scorekeeper.rules.codec import read_rules
from scorekeeper.rules.model import KAPO, SEATS, Hand
from scorekeeper.rules.presets import PRESETS
from tests.examples import share_of
from tests.rules import naive_auction
from tests.rules.strategies import house_rules, switches
from tests.rules.table import SETTLING

ROWS = json.loads((SETTLING / "auction.json").read_text(encoding="utf-8"))
CAFE = PRESETS["cafe"]


def rules_of(given):
    rules, problems = read_rules(given)
    assert problems == ()
    return rules


def heard(codes):
    return [read_heard(code) for code in codes.split()]


def standing(auction):
    """`A1 90h x2`, `passed out`, or nothing."""
    if auction.bid is None:
        return "passed out" if auction.is_closed else ""
    doubled = f" x{auction.doubled}" if auction.doubled > 1 else ""
    return f"{auction.bidder} {auction.bid.code}{doubled}"


def wrong_calls(auction):
    return [
        f"{place} {told.seat} {fault}"
        for place, told in enumerate(auction.calls, 1)
        for fault in told.faults
    ]


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in ROWS])
def test_ruling(row):
    rules = rules_of(row.get("rules", "cafe"))
    auction = hear_auction(heard(row["calls"]), row.get("dealer", "B2"), rules)
    told = (standing(auction), auction.turn, wrong_calls(auction))
    assert told == (row["stands"], row["turn"], row.get("wrong", [])), row["why"]
    seats = " ".join(told.seat for told in auction.calls)
    assert seats == row.get("seats", seats), row["why"]


def test_every_fault_has_a_row():
    told = {wrong.split()[2] for row in ROWS for wrong in row.get("wrong", [])}
    of_contracts = {"bid_range", "bid_step", "kapo_bid_not_played", "trump_not_played"}
    assert told == {*AUCTION_FAULTS, *of_contracts, "doubling_not_played"}


def test_every_row_has_a_name_of_its_own_and_a_reason():
    assert len({row["id"] for row in ROWS}) == len(ROWS) == 72
    assert [row["id"] for row in ROWS if not row["why"]] == []


WORDS = ["pass"] * 6 + ["double"] * 2 + ["redouble"] * 2 + ["kapoh", "70s", "85h", "400d", "410c"]
BIDS = [f"{value}{trump}" for value in range(80, 150, 10) for trump in ("h", "s", "n", "")]
TALK = st.lists(
    st.tuples(st.sampled_from(["", "", "", "", *SEATS]), st.sampled_from([*WORDS, *BIDS])),
    max_size=14,
)


@st.composite
def auctions(draw):
    """Rules as JSON, the dealer, and what was heard."""
    talk = draw(TALK)
    codes = [f"{seat}:{word}" if seat else word for seat, word in talk]
    return draw(house_rules()), draw(st.sampled_from(SEATS)), [read_heard(c) for c in codes]


@settings(max_examples=share_of(400), deadline=None)
@given(auctions())
def test_the_naive_reading_of_the_talk_says_the_same(case):
    given_rules, dealer, calls = case
    rules = rules_of(given_rules)
    talk = naive_auction.Talk(dealer, switches(given_rules))
    auction = open_auction(dealer, rules)
    for call in calls:
        before, auction = auction, auction.hear(call)
        seat, word = auction.calls[-1].seat, call.call.code
        if before.calls_over(seat):
            talk.spoken.append((before.place, "pass"))
        assert talk.may(seat, word) == (auction.calls[-1].faults == ())
        if not auction.calls[-1].faults:
            talk.spoken.append((seat, word))
        closed, turn, _ = talk.walk()
        assert (auction.is_closed, auction.place) == (closed, turn)


@settings(max_examples=share_of(200), deadline=None)
@given(auctions())
def test_wrong_calls_leave_no_trace_but_a_pass_where_they_were_called_over(case):
    given_rules, dealer, calls = case
    rules = rules_of(given_rules)
    auction, counted = open_auction(dealer, rules), []
    for call in calls:
        before, auction = auction, auction.hear(call)
        told = auction.calls[-1]
        if before.calls_over(told.seat):
            counted.append(Heard(PASS, before.place))
        if not told.faults:
            counted.append(Heard(told.call, told.seat))
    again = hear_auction(counted, dealer, rules)
    assert again.wrong == ()
    assert (standing(again), again.turn) == (standing(auction), auction.turn)


@settings(max_examples=share_of(200), deadline=None)
@given(auctions())
def test_the_row_of_passes_is_what_was_said_in_turn_and_who_was_skipped(case):
    given_rules, dealer, calls = case
    auction, said = open_auction(dealer, rules_of(given_rules)), 0
    for call in calls:
        before, auction = auction, auction.hear(call)
        told = auction.calls[-1]
        said += before.calls_over(told.seat)
        if not told.faults and told.turn:
            said = said + (told.seat == told.turn) if told.call == PASS else 0
        assert auction.passes == said + len(auction.skipped)
        assert set(auction.skipped) <= auction.out


@settings(max_examples=share_of(200), deadline=None)
@given(auctions())
def test_contract_of_an_auction_is_valid_by_the_rules(case):
    given_rules, dealer, calls = case
    auction = hear_auction(calls, dealer, rules_of(given_rules))
    contract = auction.contract
    if contract not in (None, Hand(passed_out=True)):
        assert contract_problems(contract, auction.rules) == ()


@settings(max_examples=share_of(60), deadline=None)
@given(auctions())
def test_exactly_the_bids_that_are_offered_may_be_made(case):
    given_rules, dealer, calls = case
    auction = hear_auction(calls, dealer, rules_of(given_rules))
    every = [*range(70, 420), KAPO]
    allowed = [b for b in every if not auction.faults(auction.place, Call("bid", b, "clubs"))]
    assert allowed == list(auction.next_bids())


@settings(max_examples=share_of(200), deadline=None)
@given(auctions())
def test_exactly_the_sides_that_are_offered_it_may_double_and_redouble(case):
    given_rules, dealer, calls = case
    auction = hear_auction(calls, dealer, rules_of(given_rules))
    for word, side in (("double", auction.may_double()), ("redouble", auction.may_redouble())):
        allowed = [seat for seat in SEATS if not auction.faults(seat, read_call(word))]
        assert allowed == [seat for seat in SEATS if seat[0] == side]


@settings(max_examples=share_of(100), deadline=None)
@given(auctions())
def test_call_is_read_back_from_its_code(case):
    assert [read_heard(call.code) for call in case[2]] == case[2]


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("", "nothing was said"),
        ("passs", "a word of no auction"),
        ("90x", "no such suit"),
        ("A2:70x", "nor from a player"),
        ("C1:90", "no such seat"),
        (":90", "a colon without a seat"),
        ("A1:", "a seat without a call"),
        ("A1:B1:90", "two seats"),
        ("12345", "too long for a bid"),
        ("-90", "no sign"),
        ("٩٠", "digits of another script"),
    ],
)
def test_no_call_is_read_from(code, why):
    assert read_heard(code) is None, why
