"""Each hand under any house rules, by random examples and by a whole enumeration."""

import json
from itertools import islice, product

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from scorekeeper.rules.codec import answer
from scorekeeper.rules.model import CODES, OTHER, RULES
from tests.rules import naive_problems
from tests.rules.naive import PRESETS
from tests.rules.strategies import (
    ANY_JSON,
    FIELDS,
    broken_tables,
    house_rules,
    switches,
    tables,
    total_of,
)
from tests.support.examples import ALL_EXAMPLES, share_of

calm = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.filter_too_much],
}
often = settings(max_examples=share_of(600), **calm)
sometimes = settings(max_examples=share_of(150), **calm)
QUESTIONS = {"declarations_undecided", "leader_needed", "tie_point_needed"}


def score_of(table):
    """The score of a hand that has no problems."""
    rules, hand = table
    reply = answer({"rules": rules, "hand": hand})
    assume(reply["ok"])
    return reply


def sum_of(reply, side, *rules):
    told = [line for line in reply["lines"] if line["side"] == side]
    return sum(line["points"] for line in told if not rules or line["rule"] in rules)


@often
@given(tables())
def test_the_engine_gives_the_naive_answer(table):
    rules, hand = table
    request = {"rules": rules, "hand": hand}
    assert answer(request) == naive_problems.answer(request)


@often
@given(broken_tables())
def test_the_engine_finds_the_naive_problems(table):
    rules, hand = table
    request = {"rules": rules, "hand": hand}
    assert answer(request) == naive_problems.answer(request)


@sometimes
@given(tables())
def test_lines_sum_to_the_score(table):
    reply = score_of(table)
    assert [reply["A"], reply["B"]] == [sum_of(reply, "A"), sum_of(reply, "B")]


@sometimes
@given(tables())
def test_lines_come_in_order_each_once_and_only_cards_are_zero(table):
    reply, bidder = score_of(table), table[1]["bidder"]
    places = [(RULES.index(one["rule"]), one["side"] != bidder) for one in reply["lines"]]
    assert places == sorted(set(places))
    assert all(one["points"] or one["rule"] == "cards" for one in reply["lines"])


@sometimes
@given(tables())
def test_sides_swapped_scores_swapped(table):
    rules, hand = table
    reply = score_of(table)
    other = answer({"rules": rules, "hand": swapped(hand)})
    assert other["made"] == reply["made"]
    assert (other["A"], other["B"]) == (reply["B"], reply["A"])
    assert other["lines"] == [{**line, "side": OTHER[line["side"]]} for line in reply["lines"]]


def swapped(value):
    """Return the hand with the sides exchanged."""
    if isinstance(value, dict):
        return {OTHER.get(key, key): swapped(one) for key, one in value.items()}
    return OTHER.get(value, value) if isinstance(value, str) else value


@sometimes
@given(tables())
def test_tenths_of_a_made_hand_are_all_there(table):
    """16 of a suit hand, before stake and extras: the missing point mends the loss by cutting."""
    rules, hand = {**table[0], "unit": "tenths"}, {**table[1], "doubled": 1}
    switch = switches(rules)
    assume("points" in hand)
    reply = score_of((rules, hand))
    assume(reply["made"])
    shared = sum(sum_of(reply, side, "cards", "missing_point") for side in "AB")
    assert shared == total_of(switch, hand["trump"]) // 10


@sometimes
@given(tables(), st.sampled_from(["hearts", "diamonds", "clubs", "spades"]))
def test_the_suit_never_changes_a_score(table, suit):
    rules, hand = table
    assume(hand["trump"] not in ("none", "all"))
    unnamed = answer({"rules": rules, "hand": {**hand, "trump": None}})
    assert answer({"rules": rules, "hand": {**hand, "trump": suit}}) == unnamed


@sometimes
@given(tables())
def test_points_of_one_side_are_enough(table):
    rules, hand = table
    reply = score_of(table)
    assume("points" in hand)
    total = total_of(switches(rules), hand["trump"])
    points = hand["points"].get("A", total - hand["points"].get("B", 0))
    for told in ({"A": points}, {"B": total - points}, {"A": points, "B": total - points}):
        assert answer({"rules": rules, "hand": {**hand, "points": told}}) == reply


@sometimes
@given(house_rules())
def test_a_passed_out_hand_scores_nothing(rules):
    reply = answer({"rules": rules, "hand": {"passed_out": True}})
    assert reply == {"ok": True, "made": None, "A": 0, "B": 0, "lines": []}


@sometimes
@given(broken_tables())
def test_problems_come_in_order_each_once_and_one_question_at_a_time(table):
    rules, hand = table
    reply = answer({"rules": rules, "hand": hand})
    assume(not reply["ok"])
    told = [(CODES.index(one["code"]), one["field"]) for one in reply["problems"]]
    assert told == sorted(set(told))
    asked = [one for one in reply["problems"] if one["code"] in QUESTIONS]
    assert not asked or len(reply["problems"]) == 1


REQUESTS = st.fixed_dictionaries(
    {},
    optional={
        "rules": st.sampled_from([*PRESETS]) | ANY_JSON,
        "hand": ANY_JSON | st.dictionaries(st.sampled_from(FIELDS), ANY_JSON),
        "id": st.integers() | st.text() | st.lists(st.booleans()),
        "colour": ANY_JSON,
    },
)


@often
@given(ANY_JSON | REQUESTS)
def test_any_json_at_all_has_an_answer(request):
    reply = answer(request)
    assert json.loads(json.dumps(reply)) == reply
    assert reply == naive_problems.answer(request)
    assert reply["ok"] is False or set(reply) >= {"made", "A", "B", "lines"}


SPLITS = range(163)
STEPS = {"cafe": 1, "palaristi": 7}
"""How far from one hand to the next; 3 for other presets. The 167 of a contract are a multiple of
no step: so each contract, split and kapo is asked. `make faults` tries all hands."""


def bids_of(preset):
    numbers = list(range(80, 401, PRESETS[preset]["bid_step"]))
    return [*numbers, "kapo"] if PRESETS[preset]["kapo_bid"] else numbers


def contracts(preset):
    for bid in bids_of(preset):
        for doubled in (1, 2, 4):
            yield {"bidder": "A", "bid": bid, "doubled": doubled}


def hands(preset):
    """A hand with a kapo has only one split; with any other it must be refused."""
    for contract in contracts(preset):
        for points in SPLITS:
            yield {**contract, "points": {"A": points}}
        for kapo in ("A", "B"):
            yield {**contract, "kapo": kapo}
            yield {**contract, "kapo": kapo, "points": {"A": 162 if kapo == "A" else 0}}
    for doubled in (1, 2, 4):
        for points in SPLITS:
            for kapo in ("A", "B"):
                told = {"bid": 80, "doubled": doubled, "points": {"A": points, "B": 162 - points}}
                yield {"bidder": "A", "kapo": kapo, **told}


def asked_and_answered(preset, hand):
    """The hand, and where the missing point is asked for, the hand with either answer to it."""
    yield hand
    equal_digits = "kapo" not in hand and hand["points"]["A"] % 10 == 6
    if equal_digits and PRESETS[preset]["six_six"] == "ask":
        yield {**hand, "tie_point": "A"}
        yield {**hand, "tie_point": "B"}


@pytest.mark.thorough
@pytest.mark.parametrize("preset", PRESETS)
def test_every_hand(preset):
    enumerated = 0
    step = 1 if ALL_EXAMPLES else STEPS.get(preset, 3)
    for hand in islice(hands(preset), 0, None, step):
        for told in asked_and_answered(preset, hand):
            request = {"rules": preset, "hand": told}
            given, naive = answer(request), naive_problems.answer(request)
            assert given == naive, f"{preset}: {told}"
        enumerated += 1
    every = len(bids_of(preset)) * 3 * (163 + 4) + 3 * 163 * 2
    assert enumerated == -(-every // step)


@pytest.mark.parametrize("preset", ["cardrules", "simple"])
@pytest.mark.parametrize("trump", ["none", "all"])
def test_every_hand_without_a_trump_suit(preset, trump):
    every = product(contracts(preset), range(-1, PRESETS[preset][f"{trump}_total"] + 2))
    # Each split of the odd number that there are comes up with every fourth contract.
    for contract, points in islice(every, 0, None, 1 if ALL_EXAMPLES else 4):
        hand = {**contract, "trump": trump, "points": {"B": points}}
        request = {"rules": preset, "hand": hand}
        assert answer(request) == naive_problems.answer(request), f"{preset}: {hand}"
