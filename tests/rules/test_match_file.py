"""The match file: Import takes each export, and tells every problem of a bad file with its row."""

import json
from dataclasses import fields
from datetime import datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.rules.iso_8601 import is_moment
from scorekeeper.rules.match_file import read_match, write_match
from scorekeeper.rules.model import RuleSet
from tests.rules.naive import PRESETS
from tests.rules.strategies import ANY_JSON, broken_tables, hands, house_rules
from tests.rules.table import MADE, SIDES, match_file, match_of, problems_of
from tests.support.examples import share_of

EVENING = {
    "format": 1,
    "sides": SIDES,
    "rules": "gamerules",
    "target": 401,
    "first_dealer": "B2",
    "started": "2026-11-20T19:30:00+02:00",
    "place": "Λευκωσία",
    "event": "Κύπελλο",
    "round": "3",
    "table": "12",
    "numbers": {"A": "7", "B": "23"},
    "hands": [
        {"adjust": {"A": 120, "B": 85}, "reason": "carried over from paper"},
        MADE,
        {"passed_out": True},
        {"bidder": "B", "bid": 110, "trump": "spades", "kapo": "B", "pilotta": "A", "leader": "A"},
        {
            "bidder": "A",
            "bid": 90,
            "points": {"B": 65},
            "declarations": {"A": ["run3:K:t", "four"], "B": ["run4"]},
        },
    ],
    "open": {"bidder": "B", "bid": 100, "trump": "hearts", "declarations": {"B": ["nines"]}},
    "ended": {"by": "claim", "side": "A", "points": 12},
}


def test_a_whole_evening_is_read():
    match, wrong = read_match(EVENING)
    assert wrong == ()
    assert match.sides.A.players == ("Μαρία", "Γιώργος")
    assert (match.rules.target, match.rules.claim) == (401, True)
    assert (match.player_at("A1"), match.player_at("A2")) == ("Μαρία", "Γιώργος")
    assert match.player_at("B1") == ""
    assert len(match.entries) == 5


def test_export_writes_what_import_takes():
    match, _ = read_match(EVENING)
    written = write_match(match)
    assert read_match(json.loads(json.dumps(written))) == (match, ())
    same = {name: value for name, value in EVENING.items() if name != "rules"}
    assert {name: written[name] for name in same} == same


def test_export_writes_the_whole_rule_set_with_its_version():
    match = match_of(rules={"preset": "online", "six_six": "ask", "version": 4})
    rules = write_match(match)["rules"]
    assert (rules["preset"], rules["version"], rules["six_six"]) == ("online", 4, "ask")
    assert [*rules] == [field.name for field in fields(RuleSet)]
    assert write_match(match)["target"] == rules["target"] == 201


@pytest.mark.parametrize("preset", PRESETS)
def test_import_takes_a_presets_name(preset):
    assert match_of(rules=preset).rules.preset == preset


@pytest.mark.parametrize(
    "field",
    ["target", "started", "place", "event", "round", "table", "numbers", "open", "ended"],
)
def test_null_is_absent(field):
    assert read_match({**match_file(), field: None}) == read_match(match_file()) != (None, ())


def test_the_target_is_the_rule_sets_where_it_is_absent():
    assert match_of(rules="simple").rules.target == 151
    assert match_of(target=21).rules.target == 21
    assert match_of(target=5000.0).rules.target == 5000
    assert match_of(rules={"preset": "simple", "target": 99}).rules.target == 99
    assert match_of(rules={"preset": "simple", "target": 99}, target=200).rules.target == 200


@pytest.mark.parametrize("ended", [None, {"by": "hand"}])
def test_how_it_ended_comes_back(ended):
    assert write_match(match_of(ended=ended))["ended"] == ended


@settings(max_examples=share_of(150), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_matches_come_back(data):
    rules = data.draw(house_rules())
    adjust = {"adjust": {"A": -20, "B": 7}, "reason": ""}
    rows = data.draw(st.lists(hands(rules) | st.just(adjust) | st.just({"passed_out": True})))
    match, wrong = read_match(match_file(rules=rules, hands=rows))
    if wrong:
        return
    written = json.loads(json.dumps(write_match(match)))
    assert read_match(written) == (match, ())
    assert write_match(read_match(written)[0]) == written


@pytest.mark.parametrize(
    ("field", "told"),
    [
        ("sides", {**SIDES, "A": {"name": "Mar\u200dia"}}),
        ("sides", {**SIDES, "B": {"players": ["Maria", "\U000e0041Anna"]}}),
        ("place", "Par\u200calimni"),
    ],
)
def test_a_loose_joiner_is_refused_where_it_is_typed_and_read_where_it_is_kept(field, told):
    """Earlier versions took such names, and their matches fold to the same ledger."""
    file = {**EVENING, field: told}
    assert [problem[1:] for problem in read_match(file)[1]] == [("unknown", field)]
    kept, found = read_match(file, is_kept=True)
    assert not found
    assert {**write_match(kept), field: None} == {
        **write_match(read_match(EVENING)[0]),
        field: None,
    }


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


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-20",
        "2024-02-29",
        "2000-02-29T00:00",
        "2026-11-20T19:30:00+02:00",
        "2026-11-20 19:30:00.123456Z",
        "2026-11-20T23:59:59-0930",
    ],
)
def test_a_moment_is_taken_as_it_is_written(text):
    assert is_moment(text)
    assert match_of(started=text).started == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("2026-13-45", "no such month"),
        ("2026-00-10", "months are counted from 1"),
        ("2026-04-31", "April has 30 days"),
        ("2026-02-29", "2026 is no leap year"),
        ("1900-02-29", "nor was 1900"),
        ("2026-11-20T24:00", "a day ends at 23:59"),
        ("2026-11-20T19:60", "no such minute"),
        ("2026-11-20T19:30:60Z", "no such second"),
        ("2026-11-20T19:30+24:00", "no zone is a day away"),
        ("2026-11-20T19:30+02:60", "no such minute"),
        ("0001-01-01", "in New York it is the year before the first"),
        ("9999-12-31", "in Nicosia it is the year after the last"),
        ("٢٠٢٦-11-20", "digits that ISO 8601 does not know"),
        ("2026-11-20T19:30:00." + "1" * 5000, "nobody measures so well"),
        ("2026-11-20\n", "a line end"),
    ],
)
def test_impossible_date_or_time_is_refused(text, why):
    assert problems_of(started=text) == ["unknown started"], why


def test_a_match_may_have_started_nobody_knows_when():
    assert match_of(started="").started == ""


@given(st.datetimes(), st.sampled_from(["", "Z", "+02:00", "-23:59", "+0545"]))
def test_every_moment_that_python_can_tell_is_one_and_python_reads_every_one(moment, zone):
    text = moment.isoformat() + zone
    assert is_moment(text) == (moment.year not in (1, 9999))
    assert datetime.fromisoformat(text).replace(tzinfo=None) == moment
