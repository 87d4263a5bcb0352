"""A bad match file: every problem with its row's number, and an answer to whatever comes."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.rules.match_file import read_match
from tests.examples import share_of
from tests.rules.match_files import MADE, SIDES, match_file, match_of, problems_of
from tests.rules.strategies import ANY_JSON, broken_tables

sometimes = settings(
    max_examples=share_of(150),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
FIELDS = ("target", "started", "place", "event", "round", "table", "numbers", "colour")


@pytest.mark.parametrize(
    ("changes", "told", "why"),
    [
        ({"format": None}, ["missing format"], "a file says its format"),
        ({"format": 2}, ["unknown format"], "only format 1 is known"),
        ({"sides": None}, ["missing sides"], "who plays?"),
        ({"rules": None}, ["missing rules"], "by which rules?"),
        ({"first_dealer": None}, ["missing first_dealer"], "who dealt first?"),
        ({"hands": None}, ["missing hands"], "an empty list says: none yet"),
        ({"colour": 1}, ["unknown colour"], "unknown fields are a problem"),
        ({"rules": "nope"}, ["unknown preset"], "no preset has that name"),
        ({"rules": {"preset": "cafe", "unit": 1}}, ["unknown unit"], "the rule set's own field"),
        ({"target": 20}, ["unknown target"], "21 to 5000"),
        ({"target": 5001}, ["unknown target"], "21 to 5000"),
        ({"target": True}, ["unknown target"], "true is no number"),
        ({"first_dealer": "C1"}, ["unknown first_dealer"], "A1, B1, A2 or B2"),
        ({"started": "yesterday"}, ["unknown started"], "a date as in ISO 8601"),
        ({"place": 7}, ["unknown place"], "a text"),
        ({"event": "x" * 81}, ["unknown event"], "of a length that can be printed"),
        ({"numbers": {"A": 7}}, ["unknown numbers"], "the numbers of pairs are texts"),
        ({"numbers": {"A": 0}}, ["unknown numbers"], "0 is not absent"),
        ({"numbers": {"C": "7"}}, ["unknown numbers"], "of A and B"),
        ({"sides": {"A": SIDES["A"]}}, ["unknown sides"], "both sides"),
        ({"sides": {**SIDES, "B": "Αυτοί"}}, ["unknown sides"], "a name and players"),
        ({"sides": {**SIDES, "B": {"nom": "Αυτοί"}}}, ["unknown sides"], "no other field"),
        ({"hands": {}}, ["unknown hands"], "a list"),
        ({"open": [1]}, ["unknown hand"], "a contract is an object"),
        ({"open": {"bid": 75}}, ["missing bidder", "bid_range bid", "bid_step bid"], "as a hand"),
        ({"open": MADE}, ["unknown points"], "its points are still to come"),
        (
            {"open": {"passed_out": True}},
            ["missing bid", "missing bidder", "unknown passed_out"],
            "a hand that was passed out has no contract",
        ),
        ({"ended": "hand"}, ["unknown ended"], "an object"),
        ({"ended": {"by": "target"}}, ["unknown ended"], "that needs no word"),
        ({"ended": {"by": "claim", "side": "A"}}, ["unknown ended"], "a claim names its points"),
        (
            {"ended": {"by": "claim", "side": "A", "points": 12}},
            ["claim_not_played ended"],
            "no claims at the café",
        ),
        (
            {"colour": 1, "hands": {}, "ended": 3, "format": None, "open": []},
            ["missing format", "unknown colour", "unknown ended", "unknown hand", "unknown hands"],
            "all at once, in their order",
        ),
    ],
)
def test_a_bad_file(changes, told, why):
    assert problems_of(**changes) == told, why


@pytest.mark.parametrize("data", [None, [], "cafe", 1, True, [{"format": 1}]])
def test_a_match_file_is_an_object(data):
    assert read_match(data) == (None, ((None, "not_json", None),))


def test_an_empty_object_misses_all_that_may_not_be_absent():
    _, wrong = read_match({})
    assert [field for _, code, field in wrong if code == "missing"] == sorted(
        ["format", "sides", "rules", "first_dealer", "hands"]
    )


@pytest.mark.parametrize(
    ("claim", "why"),
    [
        ({"side": "C", "points": 12}, "A or B claims"),
        ({"side": "A", "points": -1}, "points of a hand that nobody finished"),
        ({"side": "A", "points": "12"}, "a number"),
        ({"side": "A", "points": True}, "true is no number"),
        ({"side": "A", "points": 10_000}, "more than any hand has"),
        ({"side": "A", "points": 12, "hand": 3}, "no other field"),
        ({"by": "cheating", "side": "A", "points": 12}, "by a hand or a claim"),
    ],
)
def test_a_wrong_claim(claim, why):
    assert problems_of(rules="gamerules", ended={"by": "claim", **claim}) == ["unknown ended"], why


@pytest.mark.parametrize("points", [0, 12.0, 9999])
def test_a_claim_may_be_right_or_wrong_but_is_a_claim(points):
    claim = {"by": "claim", "side": "B", "points": points}
    assert match_of(rules="gamerules", ended=claim).ended == ("B", points)


def test_every_row_is_told_with_its_number():
    rows = [
        MADE,
        {"bidder": "A", "bid": 75},
        {"adjust": {"A": 5}, "reason": 7, "points": 3},
        {"passed_out": True, "bid": 80},
        "pass",
        {**MADE, "doubled": 3, "pilotta": "A", "pilotta_failed": "A"},
    ]
    assert problems_of(hands=rows) == [
        "2 missing points",
        "2 bid_range bid",
        "2 bid_step bid",
        "3 unknown points",
        "3 unknown reason",
        "4 unknown bid",
        "5 unknown hand",
        "6 unknown doubled",
        "6 pilotta_twice pilotta_failed",
    ]


@pytest.mark.parametrize(
    "adjust",
    [
        None,
        5,
        {},
        [],
        {"C": 1},
        {"A": "5"},
        {"A": True},
        {"A": False},
        {"A": 1.5},
        {"B": 10_000},
        {"A": -10_000},
    ],
)
def test_an_adjustment_is_numbers_by_side(adjust):
    assert problems_of(hands=[{"adjust": adjust}]) == ["1 unknown adjust"]


def test_an_adjustment_is_of_any_size_that_a_match_has():
    assert match_of(hands=[{"adjust": {"A": 9999, "B": -9999}}]).standing().totals == (9999, -9999)


def test_an_adjustment_may_name_one_side():
    assert match_of(hands=[{"adjust": {"B": -10.0}}]).entries[0] == (0, -10, "")


def test_the_dealer_says_who_led():
    rules = {"preset": "cafe", "declaration_tie": "leader"}
    equal = {**MADE, "declarations": {"A": ["run3:A"], "B": ["run3:A"]}}
    assert match_of(rules=rules, hands=[equal]).standing().totals == (18, 8)
    assert match_of(rules=rules, hands=[equal], first_dealer="B1").standing().totals == (20, 6)
    assert match_of(rules=rules, hands=[equal]).entries[0].leader is None


# Nothing comes after the end


OVER = [{"adjust": {"A": 340, "B": 0}}, MADE]


def test_hands_after_the_end():
    late = {"adjust": {"A": 0, "B": 9}}
    assert problems_of(hands=[*OVER, late, MADE, {"passed_out": True}]) == [
        "4 after_end hands",
        "5 after_end hands",
    ]
    assert match_of(hands=OVER).standing().winner == "A"


def test_a_contract_after_the_end():
    assert problems_of(hands=OVER, open={"bidder": "A", "bid": 80}) == ["after_end open"]


def test_a_claim_after_the_end():
    claim = {"by": "claim", "side": "A", "points": 12}
    assert problems_of(hands=OVER, rules="gamerules", ended=claim) == ["after_end ended"]


def test_the_end_is_told_beside_the_other_problems():
    claim = {"by": "claim", "side": "A", "points": 12}
    rows = [*OVER, MADE, {**MADE, "kapo": "C"}, {"adjust": {"A": 5}}]
    assert problems_of(hands=rows, ended=claim) == [
        "after_end ended",
        "claim_not_played ended",
        "3 after_end hands",
        "4 unknown kapo",
        "4 after_end hands",
    ]


def test_the_end_is_not_guessed_behind_a_wrong_row():
    assert problems_of(hands=[{"bidder": "A"}, *OVER, MADE]) == [
        "1 missing bid",
        "1 missing points",
    ]


# Whatever it is, it has an answer


@sometimes
@given(st.dictionaries(st.sampled_from([*match_file(), *FIELDS]), ANY_JSON) | ANY_JSON)
def test_any_json_at_all_has_an_answer(data):
    match, wrong = read_match(data)
    assert (match is None) == bool(wrong)


@sometimes
@given(st.lists(broken_tables(), max_size=3), st.lists(ANY_JSON, max_size=2), ANY_JSON)
def test_broken_rows_have_an_answer(tables, others, ended):
    rows = [*(hand for _, hand in tables), *others]
    match, wrong = read_match(match_file(hands=rows, ended=ended))
    assert (match is None) == bool(wrong)
    assert [row or 0 for row, _, _ in wrong] == sorted(row or 0 for row, _, _ in wrong)


@pytest.mark.parametrize(
    "name", ["\u202eabc", "a\x00b", "a\u200fb", "x" * 41, 5, False, ["Μαρία"], {"name": "a"}]
)
def test_a_hostile_name_is_refused(name):
    for party in ({"name": name}, {"name": "ok", "players": [name]}):
        assert problems_of(sides={**SIDES, "A": party}) == ["unknown sides"]


@pytest.mark.parametrize("players", [0, False, {}, "ab", ["a", "b", "c"], [None]])
def test_players_are_a_list_of_at_most_two_names(players):
    assert problems_of(sides={**SIDES, "A": {"name": "a", "players": players}}) == ["unknown sides"]


def test_names_are_made_tidy():
    sides = match_of(sides={**SIDES, "A": {"name": "  Μαρία   Χ. "}}).sides
    assert sides.A == ("Μαρία Χ.", ())


def test_markup_in_a_name_is_only_a_name():
    assert match_of(sides={**SIDES, "A": {"name": "<b>&amp;"}}).sides.A.name == "<b>&amp;"
