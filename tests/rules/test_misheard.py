"""Passes of players who were out, taken for another's: which may have been meant."""

import pytest
from hypothesis import given, settings

from scorekeeper.rules.auction import hear_auction
from scorekeeper.rules.calls import read_heard
from scorekeeper.rules.misheard import other_hearings
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
        ("80c pass 90c pass 100c A2:pass 110c", [], "whose it is was told"),
        ("pass pass 80h 90h pass pass 100h", ["5 A1, 6 B1"], "two who are out pass again"),
        ("80c pass 90c 100c 110c pass 120c pass 130c", ["6 B1"], "noticed only at the next round"),
        ("70h pass pass pass", [], "wrong whoever passed"),
    ],
)
def test_whose_pass_it_may_have_been(codes, expected, why):
    assert found(codes) == expected, why


def test_where_passing_is_not_final_nobody_is_out():
    assert found("80c pass 90c pass 100c pass 90c", rules="kypros") == []


@settings(max_examples=share_of(150), deadline=None)
@given(auctions())
def test_another_hearing_only_takes_wrong_calls_away(case):
    given_rules, dealer, calls = case
    rules = rules_of(given_rules)

    def wrong(talk):
        told = hear_auction(talk, dealer, rules).calls
        return {place for place, one in enumerate(told, 1) if one.faults}

    for hearing in other_hearings(calls, dealer, rules):
        assert [one.call for one in hearing.calls] == [one.call for one in calls]
        assert wrong(hearing.calls) < wrong(calls)
        assert hearing.mends == min(wrong(calls) - wrong(hearing.calls))
