"""Passes of players who were out, taken for another's: which may have been meant."""

import random

import pytest
from hypothesis import given, settings

from scorekeeper.rules.auction import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Call,
    Heard,
    hear_auction,
    open_auction,
    read_heard,
    seat_after,
)
from scorekeeper.rules.match import side_of
from scorekeeper.rules.misheard_calls import other_hearings
from scorekeeper.rules.model import SEATS
from scorekeeper.rules.presets import PRESETS
from tests.examples import share_of
from tests.rules.test_auction import auctions, rules_of


def heard(codes):
    return [read_heard(code) for code in codes.split()]


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


def standing(auction):
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
        if standing(told) != standing(true) and not told.wrong:
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
            assert standing(after) != standing(before)
            continue
        assert wrong(hearing.calls) < wrong(calls)
        assert hearing.mends == min(wrong(calls) - wrong(hearing.calls))
