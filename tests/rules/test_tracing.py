"""One hand by all rules: each preset's result, and the switches that make the difference."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.codec import read_fields, read_rules
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.score_traces import by_all_rules, decides, result_of, trace
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
