"""The nearness of a contract, named only where the hand's own numbers show it."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scorekeeper.rules.checks import problems
from scorekeeper.rules.codec import read_fields
from scorekeeper.rules.declarations import score_of_declarations
from scorekeeper.rules.model import KAPO, NO_DECLARATIONS, OTHER, BySide
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.score_traces import NEAR, Near, nearness
from scorekeeper.rules.scoring import card_points, is_made
from tests.rules.test_tracing import disputes

RUN = {"declarations": {"A": ["run3:A"]}}
RULINGS = [
    ({"points": {"A": 89}}, "cafe", {"more": 1}, "one point more and the bid is made"),
    ({"points": {"A": 90}}, "cafe", {"fewer": 1}, "not a point to spare"),
    ({"points": {"A": 97}}, "cafe", {"fewer": 8}, "eight fewer and it had failed"),
    ({"points": {"A": 120}}, "cafe", {}, "far from failing"),
    ({"points": {"A": 109}}, "cafe", {"fewer": 20}, "a jack of trumps fewer"),
    ({"points": {"A": 110}}, "cafe", {}, "no one card would have turned it"),
    ({"points": {"A": 70}}, "cafe", {"more": 20}, "a jack of trumps more"),
    ({"points": {"A": 69}}, "cafe", {}, "nor that"),
    ({"points": {"A": 20}, "bid": 150}, "cafe", {}, "130 points more are not near"),
    ({"points": {"A": 160}, "bid": 161}, "palaristi", {}, "no cards are worth 161"),
    ({"points": {"A": 160}, "bid": 161, "trump": "none"}, "cardrules", {"more": 1}, "these are"),
    ({"points": {"A": 162}, "bid": 162}, "palaristi", {}, "nor one point fewer than all"),
    ({"points": {"A": 75}, **RUN}, "cafe", {"fewer": 6, "without_declarations": 20}, "by the run"),
    ({"points": {"A": 75}, "pilotta": "A"}, "cafe", {"fewer": 6, "without_pilotta": 20}, "20"),
    (
        {"points": {"A": 112}, "bid": 150, "pilotta": "A", **RUN},
        "cafe",
        {"fewer": 3, "without_declarations": 20, "without_pilotta": 20},
        "it takes both",
    ),
    ({"points": {"A": 88}, "pilotta": "A", **RUN}, "cafe", {"without_both": 40}, "either does"),
    ({"points": {"A": 75}, **RUN}, "gamerules", {"more": 15}, "declarations do not help"),
    (
        {"points": {"A": 75}, "declarations": {"A": ["run3:A"], "B": ["run4:K"]}},
        "cafe",
        {"more": 15, "better_declarations": 20},
        "had its run been the better",
    ),
    (
        {"points": {"A": 75}, "declarations_to": "nobody", **RUN},
        "cafe",
        {"more": 15},
        "the run was the better one, and the table did not count it",
    ),
    ({"kapo": "A"}, "cafe", {}, "a kapo is not near to anything"),
    ({"kapo": "B"}, "cafe", {}, "no points help a bidder without a trick"),
    ({"bid": "kapo", "points": {"A": 160}}, "cafe", {}, "only a kapo makes a kapo"),
    ({"bid": 400, "points": {"A": 60}}, "cafe", {}, "no cards are worth 400"),
]


@pytest.mark.parametrize(("hand", "preset", "told", "why"), RULINGS)
def test_it_tells_what_had_turned_the_verdict(hand, preset, told, why):
    read, _unread = read_fields({"bidder": "A", "bid": 90, **hand})
    assert {near.code: near.points for near in nearness(read, PRESETS[preset])} == told, why


def turned(hand, rules, near):
    """Return the hand with the near thing changed."""
    more = {"more": near.points, "fewer": -near.points}.get(near.code, 0)
    cards = card_points(hand, hand.bidder, rules) + more
    points = {hand.bidder: cards, OTHER[hand.bidder]: rules.total(hand.trump) - cards}
    changes = {"points": BySide(points["A"], points["B"])}
    if near.code in ("without_declarations", "without_both"):
        changes |= {"declarations": NO_DECLARATIONS, "declarations_to": None}
    if near.code in ("without_pilotta", "without_both"):
        changes["pilotta"] = None
    if near.code == "better_declarations":
        changes["declarations_to"] = hand.bidder
    return replace(hand, **changes)


def is_turned(hand, rules, near):
    """Is the verdict another with the near thing changed?"""
    other = turned(hand, rules, near)
    verdicts = [is_made(one, rules, score_of_declarations(one, rules)) for one in (hand, other)]
    return verdicts[0] is not verdicts[1]


@st.composite
def near_disputes(draw):
    """A hand without a kapo, whose bid is near to what its bidder took."""
    hand, rules = draw(disputes())
    assume(hand.kapo is None and hand.bid != KAPO)
    off = draw(st.integers(-30, 30))
    bid = card_points(hand, hand.bidder, rules) + off
    return replace(hand, bid=bid - bid % rules.bid_step), rules


@pytest.mark.thorough
@settings(deadline=None)
@given(disputes() | near_disputes())
def test_margin_turns_the_verdict_and_one_point_less_does_not(dispute):
    hand, rules = dispute
    assume(not problems(hand, rules))
    for near in nearness(hand, rules):
        assert is_turned(hand, rules, near), near
        if near.code in ("more", "fewer"):
            assert near.points <= NEAR
            assert not is_turned(hand, rules, near._replace(points=near.points - 1)), near


@pytest.mark.thorough
@settings(deadline=None)
@given(near_disputes())
def test_card_points_within_reach_that_turn_the_verdict_are_told(dispute):
    hand, rules = dispute
    assume(not problems(hand, rules))
    made = is_made(hand, rules, score_of_declarations(hand, rules))
    reach = [Near("fewer" if made else "more", points) for points in range(1, NEAR + 1)]
    least = next((near for near in reach if is_turned(hand, rules, near)), None)
    told = [near for near in nearness(hand, rules) if near.code in ("more", "fewer")]
    can_be = least and not any(
        problem.field == "points" for problem in problems(turned(hand, rules, least), rules)
    )
    assert told == ([least] if can_be else [])
