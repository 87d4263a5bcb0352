"""Auctions and misheard passes: rows of tables, and what must hold of any talk at any table."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.auction import (
    AUCTION_FAULTS,
    DOUBLE,
    PASS,
    REDOUBLE,
    Call,
    Heard,
    hear_auction,
    open_auction,
    read_call,
    read_heard,
    seat_after,
)
from scorekeeper.rules.checks import contract_problems
from scorekeeper.rules.codec import read_rules
from scorekeeper.rules.cutting import named_seats
from scorekeeper.rules.match import side_of
from scorekeeper.rules.misheard_calls import other_hearings
from scorekeeper.rules.model import KAPO, SEATS, SUITS, Hand
from scorekeeper.rules.presets import PRESETS
from tests.rules import naive_cards
from tests.rules.strategies import house_rules, switches
from tests.rules.table import SETTLING
from tests.support.examples import share_of

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
    talk = naive_cards.Talk(dealer, switches(given_rules))
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


def found(codes, dealer="B2", rules="cafe"):
    """Each other hearing as `5 B1`, its passes joined by commas."""
    hearings = other_hearings(heard(codes), dealer, PRESETS[rules])
    return [", ".join(f"{place} {seat}" for place, seat in hearing.passes) for hearing in hearings]


@pytest.mark.parametrize(
    ("codes", "expected", "why"),
    [
        ("80c pass 90c pass 100c pass 110c", ["6 B1"], "taken for A2's it closed the auction"),
        ("80c pass 90c pass 100c pass", [], "nothing is wrong"),
        ("80c pass 90c pass 100c A2:pass 110c", [], "its player is given"),
        ("pass pass 80h 90h pass pass 100h", ["5 A1, 6 B1"], "two who are out pass again"),
        ("80c pass 90c 100c 110c pass 120c pass 130c", ["6 B1"], "noticed only at the next round"),
        ("70h pass pass pass", [], "wrong whoever passed"),
        ("80 pass 90 100 110 pass 120 pass pass", ["6 B1"], "all right, with another bidder"),
        ("80 pass 90 100 110 pass 120 pass", [], "three passes: nobody said one too many"),
        ("80 pass 90 100 110 B1:pass 120 pass pass", [], "the player of the pass is given"),
        ("80 pass pass 90 pass", [], "a pass behind the close makes nobody else the bidder"),
    ],
)
def test_misheard_pass_is_found_with_its_possible_caller(codes, expected, why):
    assert found(codes) == expected, why


PLAYERS = {"shy": 0.2, "calm": 0.45, "bold": 0.7}


def talk(chance, rules, aloud, bids):
    """An auction as it was, and all that was said; players who are out say pass so often."""
    auction, seat, said = open_auction("B2", rules), seat_after("B2"), []
    while not auction.is_closed:
        if seat not in auction.out:
            said.append(Heard(call_of(chance, auction, bids), seat))
            auction = auction.hear(said[-1])
        elif chance.random() < aloud:
            said.append(Heard(PASS, seat))
        seat = seat_after(seat)
    for _ in SEATS:  # behind the close they say it, too
        if seat in auction.out and chance.random() < aloud:
            said.append(Heard(PASS, seat))
        seat = seat_after(seat)
    return auction, said


def call_of(chance, auction, bids):
    side = side_of(auction.place)
    if auction.may_double() == side and chance.random() < 0.1:
        return DOUBLE
    if auction.may_redouble() == side and chance.random() < 0.3:
        return REDOUBLE
    if auction.next_bids() and chance.random() < bids:
        return Call("bid", auction.next_bids()[0])
    return PASS


def misheard_standing(auction):
    return auction.bidder, auction.bid, auction.doubled


@pytest.mark.parametrize("bids", PLAYERS.values(), ids=PLAYERS)
@pytest.mark.parametrize("aloud", [0.2, 0.5, 1])
def test_no_other_contract_is_called_right_unasked(aloud, bids):
    chance, rules = random.Random(f"{aloud} {bids}"), PRESETS["cafe"]
    unasked = []
    for _ in range(share_of(2000)):
        true, said = talk(chance, rules, aloud, bids)
        calls = [Heard(one.call) for one in said]
        told = hear_auction(calls, "B2", rules)
        if misheard_standing(told) != misheard_standing(true) and not told.wrong:
            others = other_hearings(calls, "B2", rules)
            if not others:
                unasked.append(" ".join(one.code for one in said))
    assert unasked == []


def test_silent_table_is_asked_nothing():
    chance, rules = random.Random(1), PRESETS["cafe"]
    for _ in range(share_of(1000)):
        _true, said = talk(chance, rules, 0, 0.5)
        assert other_hearings([Heard(one.call) for one in said], "B2", rules) == ()


def test_no_pass_is_suspected_when_a_pass_is_not_final():
    assert found("80c pass 90c pass 100c pass 90c", rules="kypros") == []


@settings(max_examples=share_of(150), deadline=None)
@given(auctions())
def test_another_hearing_only_takes_wrong_calls_away(case):
    given_rules, dealer, calls = case
    rules = rules_of(given_rules)

    def wrong(talk):
        told = hear_auction(talk, dealer, rules).calls
        return {place for place, one in enumerate(told, 1) if one.faults}

    before = hear_auction(calls, dealer, rules)
    for hearing in other_hearings(calls, dealer, rules):
        assert [one.call for one in hearing.calls] == [one.call for one in calls]
        if not before.wrong:
            after = hear_auction(hearing.calls, dealer, rules)
            assert (after.is_closed, after.wrong, hearing.mends) == (True, (), 0)
            assert misheard_standing(after) != misheard_standing(before)
            continue
        assert wrong(hearing.calls) < wrong(calls)
        assert hearing.mends == min(wrong(calls) - wrong(hearing.calls))


CUTS = json.loads((SETTLING / "cutting.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in CUTS])
def test_cut_is_ruled(row):
    named = named_seats(row["shuffler"], PRESETS[row.get("rules", "cafe")])
    [found] = [one for one in named if one.suit == row["suit"]]
    assert (found.seat, found.chair) == (row["dealer"], row["chair"]), row["why"]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("shuffler", SEATS)
def test_every_suit_names_a_seat_of_its_own(preset, shuffler):
    named = named_seats(shuffler, PRESETS[preset])
    assert {one.seat for one in named} == set(SEATS)
    assert tuple(one.suit for one in named) == SUITS
    assert named[0].seat == shuffler
