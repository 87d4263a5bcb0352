"""How near a contract was, told only where the hand's own numbers say so."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from scorekeeper.rules.checks import problems
from scorekeeper.rules.codec import read_fields
from scorekeeper.rules.declarations import score_of_declarations
from scorekeeper.rules.model import NO_DECLARATIONS, OTHER, BySide
from scorekeeper.rules.nearness import NEAR, nearness
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.scoring import card_points, is_made
from tests.rules.test_tracing import disputes

RUN = {"declarations": {"A": ["run3:A"]}}
RULINGS = [
    ({"points": {"A": 89}}, "cafe", {"more": 1}, "one point more and the bid is made"),
    ({"points": {"A": 90}}, "cafe", {"fewer": 1}, "not a point to spare"),
    ({"points": {"A": 97}}, "cafe", {"fewer": 8}, "eight fewer and it had failed"),
    ({"points": {"A": 120}}, "cafe", {}, "far from failing"),
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
    """The hand with what is told of it taken otherwise."""
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


@settings(deadline=None)
@given(disputes())
def test_what_is_told_turns_the_verdict_and_one_point_less_does_not(dispute):
    hand, rules = dispute
    if problems(hand, rules):
        return
    was = is_made(hand, rules, score_of_declarations(hand, rules))
    for near in nearness(hand, rules):
        other = turned(hand, rules, near)
        assert is_made(other, rules, score_of_declarations(other, rules)) is not was, near
        if near.code in ("more", "fewer"):
            assert near.code == "more" or near.points <= NEAR
            almost = turned(hand, rules, near._replace(points=near.points - 1))
            assert is_made(almost, rules, score_of_declarations(almost, rules)) is was, near
