"""JSON in and out: numbers, absent and unknown fields, presets with fields replaced."""

import json

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from scorekeeper.rules import checks
from scorekeeper.rules.codec import (
    answer,
    declaration_code,
    hand_problems,
    read_declaration,
    read_hand,
    read_rules,
    write_hand,
    write_rules,
)
from scorekeeper.rules.model import BySide, Declaration, Hand, Problem, RuleSet
from tests.rules.naive import CHOICES, PRESETS
from tests.rules.strategies import ANY_JSON, house_rules, tables
from tests.rules.table import problems, ruling, scores
from tests.support.examples import share_of

sometimes = settings(
    max_examples=share_of(200), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
HAND = {"bidder": "A", "bid": 90, "points": {"A": 97}}
INFINITE = json.loads("1e999")


# Numbers


@pytest.mark.parametrize("number", [97, 97.0])
def test_a_whole_valued_number_is_one(number):
    assert scores({**HAND, "points": {"A": number}}) == [19, 6]


@pytest.mark.parametrize(
    "value", ["97", 97.5, True, False, INFINITE, -INFINITE, [97], {"points": 97}, "kapo", ""]
)
def test_anything_else_is_none(value):
    assert problems({**HAND, "points": {"A": value}}) == ["unknown points"]


@pytest.mark.parametrize("bid", ["90", 90.5, True, INFINITE, [90], {}, "Kapo", "kapo "])
def test_a_bid_is_a_number_or_kapo(bid):
    assert problems({**HAND, "bid": bid}) == ["unknown bid"]


@pytest.mark.parametrize("bid", [-90, 0, 10**4000, 1e300])
def test_a_number_out_of_all_reason_is_out_of_range(bid):
    assert "bid_range bid" in problems({**HAND, "bid": bid})


@pytest.mark.parametrize("doubled", [3, 0, -2, 8, "2", True, 2.5, [2]])
def test_doubled_is_one_two_or_four(doubled):
    assert problems({**HAND, "doubled": doubled}) == ["unknown doubled"]


def test_minus_zero_is_zero():
    assert scores({"bidder": "A", "bid": 90, "points": {"B": -0.0}}) == [25, 0]


# Absent, and unknown


OPTIONAL = (
    *("trump", "doubled", "kapo", "declarations", "declarations_to", "leader", "pilotta"),
    *("pilotta_failed", "tie_point", "passed_out"),
)


@pytest.mark.parametrize("field", OPTIONAL)
def test_null_is_absent(field):
    assert ruling("cafe", {**HAND, field: None}) == ruling("cafe", HAND)


@pytest.mark.parametrize("field", ["bidder", "bid", "points"])
def test_null_is_missing_where_it_may_not_be_absent(field):
    assert problems({**HAND, field: None}) == [f"missing {field}"]


@pytest.mark.parametrize("field", ["Bidder", "score", "", "comment", "A", "target"])
def test_an_unknown_field_is_a_problem(field):
    assert problems({**HAND, field: "A"}) == [f"unknown {field}"]
    assert problems({**HAND, field: None}) == [f"unknown {field}"]
    assert problems({"passed_out": True, field: None}) == [f"unknown {field}"]


def test_an_unknown_field_keeps_no_other_problem_back():
    assert problems({"colour": "red", "bid": 75}) == [
        *("missing bidder", "missing points", "unknown colour", "bid_range bid", "bid_step bid"),
    ]


@pytest.mark.parametrize("side", ["a", "C", "", "AB", 1, True, ["A"], {"A": 1}])
@pytest.mark.parametrize("field", ["bidder", "kapo", "leader", "pilotta", "tie_point"])
def test_a_side_is_a_or_b(field, side):
    assert problems({**HAND, field: side}) == [f"unknown {field}"]


@pytest.mark.parametrize("trump", ["Hearts", "heart", "♥", "no", 1, ["hearts"]])
def test_a_trump_has_one_word(trump):
    assert problems({**HAND, "trump": trump}) == ["unknown trump"]


@pytest.mark.parametrize("points", [97, "97", [97, 65], {"C": 97}, {"A": 97, "C": 65}, True])
def test_points_are_by_side(points):
    assert problems({**HAND, "points": points}) == ["unknown points"]


@pytest.mark.parametrize("hand", [[], "hand", 1, True, [HAND]])
def test_a_hand_is_an_object(hand):
    assert problems(hand) == ["unknown hand"]


def test_an_unknown_trump_hides_no_kapo_with_points_to_the_other_side():
    hand = {"bidder": "A", "bid": 90, "trump": "cups", "kapo": "A", "points": {"B": 20}}
    assert problems(hand) == ["unknown trump", "kapo_points points"]
    assert problems({**hand, "points": {"A": 20}}) == ["unknown trump"]


# Declarations


RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
CODES = [
    *(f"run{n}" for n in range(3, 9)),
    *(f"run{n}:{top}" for n in range(3, 9) for top in RANKS),
    *(f"run{n}:{top}:t" for n in range(3, 9) for top in RANKS),
    *("four", "four:A", "four:K", "four:Q", "four:10", "nines", "jacks"),
]


@pytest.mark.parametrize("code", CODES)
def test_a_declaration_comes_back(code):
    assert declaration_code(read_declaration(code)) == code


@pytest.mark.parametrize(
    ("code", "declaration", "value"),
    [
        ("run3", Declaration("run3"), 20),
        ("run4:10", Declaration("run4", "10"), 50),
        ("run8:A:t", Declaration("run8", "A", True), 100),
        ("four:Q", Declaration("four", "Q"), 100),
        ("nines", Declaration("nines"), 150),
        ("jacks", Declaration("jacks"), 200),
    ],
)
def test_a_declaration_is_read(code, declaration, value):
    assert read_declaration(code) == declaration
    assert declaration.value == value


@pytest.mark.parametrize(
    "code",
    [
        *("", "run", "run2", "run9", "run33", "run3:", "run3:t", "run3:A:", "run3:A:x", "run3:1"),
        *("run3:A:t:t", "RUN3", "run3:a", " run3", "four:J", "four:9", "four:", "four:A:t"),
        *("nines:9", "nines:t", "jacks:J", "aces", "7", "sevens", None, 3, True, ["run3"], {}),
    ],
)
def test_no_declaration(code):
    hand = {**HAND, "declarations": {"A": ["run4:K", code]}}
    assert problems(hand) == ["unknown declarations"]


@pytest.mark.parametrize("declared", ["run3", ["run3"], {"A": "run3"}, {"C": []}, {"A": {}}, 3])
def test_declarations_are_lists_by_side(declared):
    assert problems({**HAND, "declarations": declared}) == ["unknown declarations"]


@pytest.mark.parametrize("declared", [{}, {"A": []}, {"A": None, "B": []}])
def test_no_declarations(declared):
    assert scores({**HAND, "declarations": declared}) == [19, 6]


# Requests


@pytest.mark.parametrize("request_", [None, [], "cafe", 7, True, [{"rules": "cafe", "hand": HAND}]])
def test_a_request_is_an_object(request_):
    assert answer(request_) == {"ok": False, "problems": [{"code": "not_json", "field": None}]}


def test_a_request_has_rules_and_a_hand():
    told = [(one["code"], one["field"]) for one in answer({"id": 4})["problems"]]
    assert told == [("missing", "hand"), ("missing", "rules")]


@pytest.mark.parametrize(
    ("request_", "absent"), [({"rules": "cafe"}, "hand"), ({"hand": HAND, "rules": None}, "rules")]
)
def test_a_request_has_both(request_, absent):
    assert answer(request_)["problems"] == [{"code": "missing", "field": absent}]


@pytest.mark.parametrize("name", [0, "", "ab", False, [1, {"a": None}], {"A": 1}, 1.5])
def test_an_id_comes_back(name):
    scored = answer({"rules": "cafe", "hand": HAND, "id": name})
    refused = answer({"rules": "cafe", "hand": {}, "id": name})
    assert (scored["id"], scored["ok"]) == (name, True)
    assert (refused["id"], refused["ok"]) == (name, False)


def test_any_other_key_is_unknown_beside_the_hands_own_problems():
    reply = answer({"rules": "cafe", "hand": {**HAND, "bid": 75}, "player": "Μαρία"})
    told = [(one["code"], one["field"]) for one in reply["problems"]]
    assert told == [("unknown", "player"), ("bid_range", "bid"), ("bid_step", "bid")]


# Written values are read back


@sometimes
@given(tables())
def test_hands_come_back(table):
    rules, _ = read_rules(table[0])
    hand, wrong = read_hand(table[1], rules)
    assume(not wrong)
    written = json.loads(json.dumps(write_hand(hand)))
    assert read_hand(written, rules) == (hand, ())
    assert write_hand(read_hand(written, rules)[0]) == written


def test_a_passed_out_hand_made_elsewhere_has_no_other_field():
    assert checks.problems(Hand(passed_out=True), RuleSet()) == ()
    told = checks.problems(Hand(passed_out=True, bid=90, leader="A"), RuleSet())
    assert told == (("unknown", "bid"), ("unknown", "leader"))


def test_a_passed_out_hand_comes_back():
    assert write_hand(Hand(passed_out=True)) == {"passed_out": True}
    assert read_hand({"passed_out": True}, RuleSet()) == (Hand(passed_out=True), ())


@sometimes
@given(ANY_JSON)
def test_reading_never_raises(data):
    read_rules(data)
    read_hand(data, RuleSet())
    read_hand(data, RuleSet(), contract_only=True)
    read_declaration(data)


def test_contract_that_is_no_kept_one_has_no_impossible_pilotta():
    declared = BySide((Declaration("four", "K"),), ())
    contract = Hand(bidder="A", bid=90, trump="hearts", declarations=declared, pilotta="B")
    found = hand_problems(contract, frozenset(), RuleSet(), contract_only=True)
    assert found == (Problem("pilotta_impossible", "pilotta"),)


def test_reader_asks_a_hand_and_a_contract_alike_unless_they_are_kept():
    typed = {"bidder": "A", "bid": 90, "trump": "hearts", "pilotta": "B"}
    typed["declarations"] = {"A": ["four:K"]}
    impossible = (Problem("pilotta_impossible", "pilotta"),)
    assert read_hand(typed, RuleSet(), contract_only=True)[1] == impossible
    assert read_hand(typed, RuleSet(), contract_only=True, is_kept=True)[1] == ()


@pytest.mark.parametrize("switch", CHOICES)
def test_a_switch_takes_its_values_and_no_others(switch):
    for value in CHOICES[switch]:
        rules, wrong = read_rules({"preset": "cafe", switch: value})
        assert (getattr(rules, switch), wrong) == (value, ())
    for value in ("", "cafe", 7, 1.5, -1, 10**6, [], {}, INFINITE, "10", "true"):
        _, wrong = read_rules({"preset": "cafe", switch: value})
        assert wrong == (("unknown", switch),), value


@pytest.mark.parametrize("switch", [s for s, v in CHOICES.items() if type(v[0]) is bool])
def test_one_and_zero_are_not_true_and_false(switch):
    for value in (0, 1):
        assert read_rules({"preset": "cafe", switch: value})[1] == (("unknown", switch),)


@pytest.mark.parametrize("switch", [s for s, v in CHOICES.items() if type(v[0]) is int])
def test_true_and_false_are_not_one_and_zero(switch):
    for value in (True, False):
        assert read_rules({"preset": "cafe", switch: value})[1] == (("unknown", switch),)
    assert read_rules({"preset": "cafe", switch: float(CHOICES[switch][-1])})[1] == ()


@pytest.mark.parametrize("version", [0, -1, 1.5, "1", True, []])
def test_a_version_is_a_positive_number(version):
    assert read_rules({"preset": "cafe", "version": version})[1] == (("unknown", "version"),)


@pytest.mark.parametrize(
    ("rules", "problem"),
    [
        ("Cafe", ("unknown", "preset")),
        ("", ("unknown", "preset")),
        ({}, ("missing", "preset")),
        ({"preset": None}, ("missing", "preset")),
        ({"preset": 1}, ("unknown", "preset")),
        ({"preset": ["cafe"]}, ("unknown", "preset")),
        (7, ("unknown", "rules")),
        (["cafe"], ("unknown", "rules")),
    ],
)
def test_rules_are_a_name_or_an_object_with_a_preset(rules, problem):
    assert read_rules(rules)[1] == (problem,)


@pytest.mark.parametrize("field", ["unit", "bid_step", "claim", "target", "version"])
def test_null_replaces_nothing(field):
    assert read_rules({"preset": "online", field: None}) == read_rules("online")


def test_an_unknown_switch_is_a_problem_whatever_its_value():
    assert read_rules({"preset": "cafe", "jokers": None})[1] == (("unknown", "jokers"),)


def test_wrong_rules_are_answered_for_themselves():
    reply = answer({"rules": {"preset": "nope", "jokers": 1, "bid_step": 3}, "hand": {"bid": 1}})
    told = [(one["code"], one["field"]) for one in reply["problems"]]
    assert told == [("unknown", "bid_step"), ("unknown", "jokers"), ("unknown", "preset")]


@settings(max_examples=share_of(200), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(house_rules(), st.integers(1, 10**9))
def test_rule_sets_come_back(rules, version):
    rule_set, wrong = read_rules({**rules, "version": version})
    assert wrong == ()
    written = json.loads(json.dumps(write_rules(rule_set)))
    assert read_rules(written) == (rule_set, ())
    assert written == {**PRESETS[rules["preset"]], **rules, "version": version}
