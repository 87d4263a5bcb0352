"""The players' record, compared with a second count (naive_record.py)."""

import random

import pytest

from scorekeeper.club.seasons import record_codec
from scorekeeper.club.seasons.record_codec import answer
from tests.seasons import naive_record
from tests.seasons.parts import SEATS, figures, played, problems, records
from tests.seasons.wild_club import WildClub
from tests.support.examples import share_of

MADE = {"bidder": "A", "bid": 80, "points": {"A": 100}}  # 18-6
FAILED = {"bidder": "A", "bid": 90, "points": {"A": 70}}  # 0-25
THEIRS = {"bidder": "B", "bid": 110, "points": {"B": 120}}  # 4-23
MANY = [range(share_of(60)), pytest.param(range(1_000, 3_000), marks=pytest.mark.faults)]


@pytest.mark.parametrize("seeds", MANY, ids=["some", "all"])
def test_a_second_count_of_a_club_gives_the_same_record(seeds):
    """With corrections, undoings and chairs that change, in whatever order its matches come."""
    for seed in seeds:
        matches = WildClub(seed).matches()
        exported, folded = ([one[way] for one in matches] for way in (0, 1))
        expected = naive_record.answer({"matches": folded})
        assert answer({"matches": exported}) == expected, seed
        random.Random(seed).shuffle(exported)
        assert answer({"matches": exported}) == expected, seed


def test_the_hands_of_a_match_are_added_up():
    [record] = records(played(MADE, FAILED, {"passed_out": True}, THEIRS))
    assert record["unit"] == "tenths"
    ours = figures(record, "p1", "p2")
    assert figures(record, "p1") == {"person": "p1"} | {k: ours[k] for k in ours if k != "pair"}
    nothing = {"80": [0, 0], "90": [0, 0], "100": [0, 0], "110": [0, 0], "kapo": [0, 0]}
    assert ours == {
        "pair": ["p1", "p2"], "matches": 1, "won": 0, "lost": 0, "hands": 3, "passed_out": 1,
        "for": 22, "against": 54, "per_hand": "-10.67", "error": "11.46",
        "bids": nothing | {"80": [1, 1], "90": [0, 1]}, "against_bids": nothing | {"110": [1, 1]},
        "doubled": [0, 0], "kapos": [0, 0], "pilottas": 0, "declared": 0,
    }  # fmt: skip
    assert record["versus"] == [
        {
            "pairs": [["p1", "p2"], ["p3", "p4"]], "matches": 1, "won": [0, 0], "hands": 3,
            "per_hand": "-10.67", "error": "11.46",
        }
    ]  # fmt: skip


def test_rarities_are_counted_for_the_side_that_had_them():
    kapo = {"bidder": "A", "bid": "kapo", "kapo": "A"}
    [record] = records(
        played(
            {**MADE, "doubled": 2, "pilotta": "A"},
            {**FAILED, "declarations": {"A": ["run3:A"]}},
            kapo,
        )
    )
    ours, theirs = figures(record, "p1"), figures(record, "p3")
    assert (ours["doubled"], theirs["doubled"]) == ([1, 1], [0, 1])
    assert (ours["pilottas"], theirs["pilottas"]) == (1, 0)
    assert (ours["declared"], theirs["declared"]) == (1, 0), "though the defence got the points"
    assert (ours["kapos"], theirs["kapos"]) == ([1, 0], [0, 1])
    assert (ours["bids"]["kapo"], theirs["against_bids"]["kapo"]) == ([1, 1], [1, 1])


def test_win_or_loss_goes_to_the_players_of_the_last_hand():
    later = [{"hand": 2, "seats": {**SEATS, "A2": "p5"}}]
    [record] = records(played(MADE, MADE, target=30, seats_from=later))
    told = [(one["person"], one["hands"], one["won"], one["lost"]) for one in record["persons"]]
    assert told == [
        ("p1", 2, 1, 0),
        ("p2", 1, 0, 0),
        ("p3", 2, 0, 1),
        ("p4", 2, 0, 1),
        ("p5", 1, 1, 0),
    ]
    assert [one["won"] for one in record["versus"]] == [[0, 0], [1, 0]], "p1 p2, and p1 p5"


def test_match_is_whose_who_sat_in_its_last_hand_though_that_was_passed_out():
    carried = {"adjust": {"A": 400, "B": 0}, "reason": "paper"}
    later = [{"hand": 2, "seats": {**SEATS, "A2": "p5"}}]
    passed = {"passed_out": True}
    [record] = records(played(MADE, carried, passed, target=351, seats_from=later))
    told = {one["person"]: (one["matches"], one["won"], one["hands"]) for one in record["persons"]}
    assert (told["p2"], told["p5"]) == ((1, 0, 1), (1, 1, 0))


def test_claimed_match_is_whose_who_sat_in_the_hand_that_was_claimed_in():
    later = [{"hand": 2, "seats": {**SEATS, "A2": "p5"}}]
    claim = {"by": "claim", "side": "A", "points": 12}
    match = played(MADE, rules={"preset": "cafe", "claim": True}, target=21, seats_from=later)
    match["match"]["ended"] = claim
    [record] = records(match)
    told = {one["person"]: (one["matches"], one["won"], one["hands"]) for one in record["persons"]}
    assert (told["p2"], told["p5"]) == ((1, 0, 1), (1, 1, 0))


def test_a_seat_of_nobody_makes_no_pair():
    [record] = records(played(MADE, seats={**SEATS, "A2": None}))
    assert [one["person"] for one in record["persons"]] == ["p1", "p3", "p4"]
    assert [one["pair"] for one in record["pairs"]] == [["p3", "p4"]]
    assert record["versus"] == []


def test_tenths_and_points_are_never_added():
    made = {**MADE, "points": {"A": 100}}
    both = records(played(made, rules="simple"), played(MADE))
    assert [(one["unit"], figures(one, "p1")["for"]) for one in both] == [
        ("tenths", 18),
        ("points", 100),
    ]


def test_one_hand_has_no_error_and_none_no_mean():
    [record] = records(played(MADE), played({"passed_out": True}, seats={"A1": "p9"}))
    assert (figures(record, "p1")["per_hand"], figures(record, "p1")["error"]) == ("12.00", None)
    none = figures(record, "p9")
    assert (none["matches"], none["passed_out"], none["per_hand"]) == (0, 1, None)


def test_no_matches_no_record():
    assert records() == []
    assert records(played()) == []


@pytest.mark.parametrize(
    ("match", "found"),
    [
        ({"seats": {}}, "missing matches.0.match"),
        (played(seats={"A1": "p1", "B2": "p1"}), "same_person matches.0.seats.B2"),
        (played(seats={"C1": "p1"}), "unknown_field matches.0.seats.C1"),
        (played(seats={"A1": ""}), "out_of_range matches.0.seats.A1"),
        (played(seats_from=[{"hand": 1, "seats": {}}]), "out_of_range matches.0.seats_from.0.hand"),
        ({"seats": {}, "match": "cafe"}, "unknown_value matches.0.match"),
        (played(rules="nope"), "unknown matches.0.match.preset"),
        (played(MADE, {**MADE, "bid": 85}), "bid_step matches.0.match.hands.1.bid"),
    ],
)
def test_a_problem_has_its_code_and_its_place(match, found):
    assert problems({"matches": [match]}, record_codec) == [found]


def test_a_later_seating_comes_behind_the_one_before():
    later = [{"hand": hand, "seats": {}} for hand in (3, 3)]
    found = problems({"matches": [played(seats_from=later)]}, record_codec)
    assert found == ["out_of_range matches.0.seats_from.1.hand"]
