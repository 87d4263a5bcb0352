"""One hand by all rules: results, switches that make the difference, a contract's nearness."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scorekeeper.rules.checks import problems
from scorekeeper.rules.codec import read_fields, read_rules
from scorekeeper.rules.declarations import score_of_declarations
from scorekeeper.rules.model import KAPO, NO_DECLARATIONS, OTHER, BySide
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.score_traces import (
    NEAR,
    Near,
    by_all_rules,
    decides,
    nearness,
    result_of,
    trace,
)
from scorekeeper.rules.scoring import card_points, is_made
from tests.rules.strategies import hands, house_rules

FAILED = {"bidder": "A", "bid": 90, "points": {"A": 89}}
EQUAL = {"bidder": "B", "bid": 80, "points": {"A": 86, "B": 76}, "pilotta": "B"}
HELD = {**FAILED, "pilotta": "A", "bid": 110}
DECLARED = {**HELD, "pilotta": None, "declarations": {"A": ["run3:A"]}}
TRUMPS = {
    "bidder": "A",
    "bid": 80,
    "points": {"A": 97},
    "trump": "hearts",
    "declarations": {"A": ["run3:A:t"], "B": ["run3:A"]},
    "leader": "B",
}
RULINGS = [
    # hand, preset, other preset, the switches
    (FAILED, "cafe", "online", (), "89 on a bid of 90 fails by all rules"),
    (FAILED, "cafe", "kypros", (), "nothing in it is doubled"),
    (FAILED, "cafe", "simple", ("unit", "stake"), "points, and no stake is scored"),
    (EQUAL, "cafe", "online", ("six_six",), "the bidder has fewer points, and gets the point"),
    (EQUAL, "cafe", "openclose", ("six_six",), "the table is asked"),
    (EQUAL, "cafe", "gamerules", ("extras_count", "failed_pilotta"), "made by the pilotta alone"),
    (HELD, "cafe", "wikipedia", ("failed_pilotta",), "it stays with its holder"),
    (HELD, "wikipedia", "cafe", ("failed_pilotta",), "and back"),
    (DECLARED, "cafe", "gamerules", ("failed_declarations",), "they stay with the bidder"),
    ({**FAILED, "doubled": 2}, "cafe", "kypros", ("doubling",), "nothing is doubled there"),
    (
        {"bidder": "A", "bid": 90, "kapo": "A", "doubled": 2},
        "cafe",
        "openclose",
        ("kapo_when_doubled",),
        "a doubled kapo counts without its bonus",
    ),
    ({**FAILED, "bid": 86}, "palaristi", "cafe", ("bid_step",), "86 is no bid"),
    ({**TRUMPS, "leader": None}, "cafe", "cafe", (), "the same rules"),
]
RUN = {"declarations": {"A": ["run3:A"]}}
NEAR_RULINGS = [
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


@pytest.mark.parametrize(("hand", "ours", "theirs", "fields", "why"), RULINGS)
def test_a_difference_is_traced_to_its_switches(hand, ours, theirs, fields, why):
    traced = trace(read_fields(hand)[0], PRESETS[ours], PRESETS[theirs])
    assert tuple(one.field for one in traced) == fields, why


def test_a_switch_is_not_told_where_the_others_alone_do_it():
    hand = {**TRUMPS, "bid": 100, "points": {"A": 89}, "trump": None, "doubled": 2, "leader": "A"}
    ours = replace(PRESETS["cafe"], doubling="off")
    traced = trace(read_fields(hand)[0], ours, PRESETS["cardrules"])
    assert [one.field for one in traced] == ["doubling", "unit", "stake"]


def test_a_step_says_from_what_to_what_and_what_comes_of_it():
    hand, cafe = read_fields(EQUAL)[0], PRESETS["cafe"]
    [step] = trace(hand, cafe, PRESETS["online"])
    assert (step.ours, step.theirs) == ("more_points", "bidder")
    assert step.result == result_of(hand, replace(cafe, six_six="bidder"))


@pytest.mark.parametrize(
    ("hand", "field", "decides_it"),
    [
        (EQUAL, "six_six", True),
        (FAILED, "six_six", False),
        (EQUAL, "extras_count", True),
        (FAILED, "extras_count", False),
        (HELD, "failed_pilotta", True),
        ({**HELD, "bid": 100}, "failed_pilotta", False),
        (FAILED, "doubling", False),
        ({**FAILED, "doubled": 2}, "doubling", True),
    ],
)
def test_a_switch_decides_where_another_value_of_it_changes_the_result(hand, field, decides_it):
    assert decides(read_fields(hand)[0], PRESETS["cafe"], field) is decides_it


def test_the_own_result_comes_first_and_every_preset_once():
    groups = by_all_rules(read_fields(HELD)[0], PRESETS["wikipedia"])
    assert "wikipedia" in groups[0].traced[0].presets
    named = [name for group in groups for one in group.traced for name in one.presets]
    assert sorted(named) == sorted(PRESETS)


def test_rules_of_the_house_have_a_group_though_no_preset_agrees():
    own = replace(PRESETS["cafe"], kapo_bonus=100, stake_to="more_points", stake=False)
    first, *others = by_all_rules(read_fields({**FAILED, "points": None, "kapo": "A"})[0], own)
    assert first.traced == ()
    assert others


@st.composite
def disputes(draw):
    rules = draw(house_rules())
    return read_fields(draw(hands(rules)))[0], read_rules(rules)[0]


@settings(deadline=None)
@given(disputes())
def test_every_switch_that_is_told_makes_the_difference(dispute):
    """All of them give the preset's result; without any one of them it is another."""
    hand, own = dispute
    for group in by_all_rules(hand, own):
        for presets, switches in group.traced:
            values = {one.field: one.theirs for one in switches}
            for name in presets:
                theirs = PRESETS[name]
                assert all(getattr(theirs, field) == to for field, to in values.items())
                assert result_of(hand, theirs) == group.result
            assert result_of(hand, replace(own, **values)) == group.result
            for field in values:
                without = replace(own, **{**values, field: getattr(own, field)})
                assert result_of(hand, without) != group.result, field
            if switches:
                assert switches[-1].result == group.result


# --- the nearness, named only where the hand's own numbers show it ---


@pytest.mark.parametrize(("hand", "preset", "told", "why"), NEAR_RULINGS)
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


@pytest.mark.slow
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
