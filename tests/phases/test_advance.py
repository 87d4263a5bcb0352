"""How far a tournament with phases has come: rulings, and random lines read a second time."""

import random
from itertools import permutations

import pytest

from scorekeeper.phases.advance_codec import answer
from scorekeeper.phases.seat_rows import row_seats
from tests.draws.playing import names
from tests.phases.naive_advance import Naive
from tests.phases.naive_faults import Faults, SeatsInDoubt
from tests.phases.wild_phases import wild_line, with_faults
from tests.support.examples import rarely, share_of

MANY = [
    pytest.param(range(share_of(600)), id="some"),
    rarely(range(1_000, 1_400), id="more"),
    pytest.param(range(10_000, 16_000), id="all", marks=pytest.mark.faults),
]
ONE_ROUND = {"format": "swiss", "rounds": 1}
BRACKET = {"format": "knockout"}


def advanced(entrants, phases, *results, **more):
    """The answer to a line without a problem."""
    entrants = names(entrants) if isinstance(entrants, int) else entrants
    reply = answer({"entrants": entrants, "phases": phases, "results": list(results), **more})
    assert reply["ok"], reply
    return reply


def met(text):
    """A round: `1-2 3:1` is a table, `1-2` one that is not typed in, `5` a bye."""
    tables = []
    for part in filter(None, text.split(", ")):
        sides, _, score = part.partition(" ")
        a, _, b = sides.partition("-")
        table = {"a": a, "b": b} if b else {"bye": a}
        tables.append(table | ({"score": list(map(int, score.split(":")))} if score else {}))
    return tables


def ranked(phase):
    """The order of a phase with the places in its groups."""
    return " ".join(f"{row['entrant']}/{row['place']}" for row in phase["order"])


def final(reply):
    return " ".join(f"{row['entrant']}/{row['place']}" for row in reply["final"])


@pytest.mark.parametrize("seeds", MANY)
def test_second_reading_of_the_page_gives_the_same_answer(seeds):
    sound = 0
    for seed in seeds:
        line = wild_line(random.Random(seed))
        reply = answer(line)
        if reply["ok"]:
            sound += 1
            assert Naive(line).answer() == reply, seed
    assert sound > 0.9 * len(seeds)


@pytest.mark.parametrize("seeds", MANY)
def test_second_reading_of_the_page_finds_the_same_problems(seeds):
    for seed in seeds:
        chance = random.Random(seed)
        line = with_faults(chance, wild_line(chance))
        found = [list(problem.values()) for problem in answer(line).get("problems", [])]
        assert len({str(problem) for problem in found}) == len(found), seed
        told = {
            tuple(problem.get(key) for key in ("code", "field", "phase", "round", "entrant"))
            for problem in answer(line).get("problems", [])
        }
        faults = Faults(line)
        assert told == faults.found | SeatsInDoubt(faults).strangers, seed


def test_row_has_the_cheapest_seats_and_of_these_the_earliest():
    chance = random.Random(5)
    for _ in range(share_of(1_500)):
        size = chance.randint(1, 5)
        most = chance.choice([1, 2, 5])
        costs = [
            [(chance.randint(0, most), chance.choice([0, most])) for _ in range(size)]
            for _ in range(size)
        ]
        ways = [
            ([sum(column) for column in zip(*map(list.__getitem__, costs, way), strict=True)], way)
            for way in permutations(range(size))
        ]
        assert row_seats(costs) == list(min(ways)[1])


def test_four_groups_are_dealt_in_serpentine():
    [phase] = advanced(10, [{**ONE_ROUND, "groups": 4}])["phases"]
    assert phase["groups"] == [["1", "8", "9"], ["2", "7", "10"], ["3", "6"], ["4", "5"]]


def test_forbidden_entrants_are_dealt_to_two_groups_before_club_mates_are():
    clubs, forbidden = [["1", "3"], ["2", "4"]], [["2", "3"]]
    [phase] = advanced(4, [{**ONE_ROUND, "groups": 2}], clubs=clubs, forbidden=forbidden)["phases"]
    assert phase["groups"] == [["1", "3"], ["2", "4"]]
    [phase] = advanced(4, [{**ONE_ROUND, "groups": 2}], clubs=[["1", "4"]])["phases"]
    assert phase["groups"] == [["1", "3"], ["2", "4"]]


def test_seconds_of_two_groups_meet_firsts_across():
    groups = {"format": "round_robin", "groups": 2}
    phases = [groups, {**BRACKET, "from": [{"phase": 1, "places": [1, 2]}]}]
    reply = advanced(4, phases, [met("1-4 9:0, 2-3 8:0")])
    assert reply["phases"][0]["groups"] == [["1", "4"], ["2", "3"]]
    assert reply["phases"][1]["entrants"] == ["1", "2", "4", "3"]
    assert reply["phases"][1]["bracket"] == ["1", "3", "2", "4"]


def test_entrants_of_one_group_are_dealt_to_two_groups():
    groups = {"format": "round_robin", "groups": 2}
    phases = [groups, {**ONE_ROUND, "groups": 2, "from": [{"phase": 1, "places": [1, 2]}]}]
    reply = advanced(4, phases, [met("1-4 9:0, 2-3 0:8")])
    assert ranked(reply["phases"][0]) == "1/1 3/1 2/2 4/2"
    assert reply["phases"][1]["groups"] == [["1", "2"], ["3", "4"]]


def test_places_are_served_before_the_best_and_the_best_before_the_rest():
    phases = [
        ONE_ROUND,
        {**ONE_ROUND, "from": [{"phase": 1, "rest": True}]},
        {**ONE_ROUND, "from": [{"phase": 1, "best": 2}]},
        {**ONE_ROUND, "from": [{"phase": 1, "best": 1}, {"phase": 1, "places": [2]}]},
    ]
    reply = advanced(6, phases, [met("1-4 9:0, 2-5 8:0, 3-6 7:0")])
    assert ranked(reply["phases"][0]) == "1/1 2/2 3/3 6/4 5/5 4/6"
    assert [phase["entrants"] for phase in reply["phases"][1:]] == [
        ["5", "4"],
        ["1", "3"],
        ["6", "2"],
    ]


def test_withdrawn_entrant_is_passed_over_by_the_phases_behind():
    phases = [ONE_ROUND, {**BRACKET, "from": [{"phase": 1, "places": [1, 2]}]}]
    played = [met("1-4 9:0, 2-3 8:0")]
    for at, expected in ((1, ["2", "3"]), (2, ["1", "2"])):
        reply = advanced(4, phases, played, withdrawn={"1": at})
        assert reply["phases"][1]["entrants"] == expected
        assert [row["entrant"] for row in reply["phases"][0]["order"]] == ["1", "2", "3", "4"]


def test_entrant_of_a_drawn_phase_is_passed_over_by_the_others():
    phases = [
        ONE_ROUND,
        {**BRACKET, "from": [{"phase": 1, "best": 2}], "drawn": ["3", "1"]},
        {**BRACKET, "from": [{"phase": 1, "rest": True}]},
    ]
    reply = advanced(4, phases, [met("1-4 9:0, 2-3 8:0")])
    assert reply["phases"][2]["entrants"] == ["2", "4"]
    assert reply["phases"][1]["would"] == ["1", "2"]


def test_drawn_seats_that_would_be_drawn_again_are_left_alone():
    phases = [ONE_ROUND, {**ONE_ROUND, "from": [{"phase": 1, "best": 2}], "drawn": [["1", "2"]]}]
    played = met("1-4 9:0, 2-3 8:0")
    assert "would" not in advanced(4, phases, [played])["phases"][1]
    del played[0]["score"]
    assert "would" not in advanced(4, phases, [played])["phases"][1], "phase 1 is not ready"
    corrected = [met("1-4 0:9, 2-3 8:0")]
    assert advanced(4, phases, corrected)["phases"][1]["would"] == [["4", "2"]]


def test_losers_of_a_round_play_on_before_the_bracket_is_over():
    phases = [BRACKET, {**BRACKET, "from": [{"phase": 1, "losers": 1}]}]
    first = met("1-8 9:0, 4-5 0:9, 2-7 9:0, 3-6 9:0")
    reply = advanced(8, phases, [first])
    assert reply["phases"][1]["entrants"] == ["4", "6", "7", "8"]
    del first[1]["score"]
    assert advanced(8, phases, [first])["phases"][1] == {"state": "waiting", "entrants": None}


@pytest.mark.parametrize(
    ("places", "entrants", "expected"),
    [("third", 4, []), ("none", 4, ["3", "4"]), ("third", 3, ["3"])],
)
def test_loser_before_the_final_plays_on_unless_there_is_a_third_place(places, entrants, expected):
    phases = [{**BRACKET, "places": places}, {**BRACKET, "from": [{"phase": 1, "losers": 2}]}]
    first = "2-3 9:0, 1" if entrants == 3 else "1-4 9:0, 2-3 9:0"
    reply = advanced(entrants, phases, [met(first), met("1-2 9:0")])
    assert reply["phases"][1]["entrants"] == expected


EIGHT = "1-8 9:0, 4-5 9:0, 2-7 9:0, 3-6 9:0"
"""The first round of eight by the tree: 5, 6, 7 and 8 lose."""


@pytest.mark.parametrize(
    ("places", "second", "third", "expected", "why"),
    [
        ("none", "8-4 9:0, 2-3", None, ["5", "6", "7"], "8 is in the final before it is drawn"),
        ("none", "8-4 9:0, 2-3 9:0", "8-2", ["5", "6", "7"], "and once it is"),
        ("none", "8-4 9:0, 2-3 9:0", "1-2", ["5", "6", "7", "8"], "the final was changed"),
        ("none", "8-4 0:9, 2-3 9:0", None, ["5", "6", "7", "8"], "8 lost again, and is out"),
        ("none", "8, 2-3 9:0", None, ["5", "6", "7"], "a bye leads to the final, too"),
        ("none", "1-4 9:0, 2-3 9:0", "8", ["5", "6", "7"], "8 sits in the last round alone"),
        ("third", "8-4 0:9, 2-3", None, ["5", "6", "7"], "8 plays for the third place"),
        ("third", "8-4, 2-3", None, ["5", "6", "7"], "for the first or for the third"),
        ("third", "8-4 0:9, 2", None, ["5", "6", "7", "8"], "nobody plays against 8"),
    ],
)
def test_loser_whom_a_change_by_hand_brought_back_plays_on_unless_in_the_last_round(
    places, second, third, expected, why
):
    phases = [{**BRACKET, "places": places}, {**BRACKET, "from": [{"phase": 1, "losers": 1}]}]
    rounds = [met(text) for text in (EIGHT, second, third) if text]
    assert advanced(8, phases, rounds)["phases"][1]["entrants"] == expected, why


def test_bracket_is_ordered_by_its_marks_and_then_by_its_seeds():
    rounds = [met("1-4 0:9, 2-3 9:0"), met("4-2 1:0, 1-3 0:1")]
    assert ranked(advanced(4, [BRACKET], rounds)["phases"][0]) == "4/1 2/2 3/3 1/4"
    assert ranked(advanced(4, [BRACKET], rounds[:1])["phases"][0]) == "2/1 4/2 1/3 3/4"
    assert ranked(advanced(5, [BRACKET], [met("1, 2, 3")])["phases"][0]) == "1/1 2/2 3/3 4/4 5/5"


def test_groups_side_by_side_are_compared_for_each_match_without_byes():
    groups = {**ONE_ROUND, "rounds": 2, "groups": 2}
    rounds = [met("1-4 2:0, 2-3 9:0, 5"), met("5-1 0:3, 3-2 0:3, 4")]
    [phase] = advanced(5, [groups], rounds)["phases"]
    assert phase["groups"] == [["1", "4", "5"], ["2", "3"]]
    assert ranked(phase) == "2/1 1/1 4/2 3/2 5/3"


def test_forfeited_match_keeps_its_score_and_nobody_wins_it():
    table = {**met("1-2 0:9")[0], "forfeit": "both"}
    [phase] = advanced(3, [ONE_ROUND], [[table, {"bye": "3"}]])["phases"]
    assert ranked(phase) == "3/1 2/2 1/3"
    assert phase["state"] == "finished"


def test_buchholz_counts_a_bye_as_an_opponent_like_oneself():
    rounds = [met("2-3 1:0, 4-5 1:0, 1"), met("4-1 1:0, 5-2 2:0, 3")]
    [phase] = advanced(5, [{**ONE_ROUND, "rounds": 2}], rounds, ties=["buchholz"])["phases"]
    assert ranked(phase) == "4/1 5/2 1/3 2/4 3/4"


@pytest.mark.parametrize(
    ("drop", "expected"),
    [(0, "1/1 3/2 2/3"), (1, "3/1 1/2 2/3"), (9, "3/1 1/2 2/3")],
)
def test_total_leaves_out_the_worst_rounds_and_never_all(drop, expected):
    phase = {**ONE_ROUND, "rounds": 2, "drop": drop}
    rounds = [met("1-2 6:5, 3"), met("1-3 5:9, 2")]
    assert ranked(advanced(3, [phase], rounds, by="total")["phases"][0]) == expected


@pytest.mark.parametrize(
    ("sit_out", "expected"), [("nothing", "1/1 2/2 3/3 5/4 4/5"), ("mean", "1/1 2/2 3/3 4/4 5/5")]
)
def test_player_who_sits_out_has_nothing_or_the_mean(sit_out, expected):
    phase = {"format": "individual", "rounds": 2, "sit_out": sit_out}
    rounds = [
        [{"a": ["1", "2"], "b": ["3", "4"], "score": [5, 0]}, {"bye": "5"}],
        [{"a": ["1", "3"], "b": ["4", "5"], "score": [9, 0]}, {"bye": "2"}],
    ]
    assert ranked(advanced(5, [phase], rounds)["phases"][0]) == expected


def test_round_robin_has_the_rounds_of_its_largest_group():
    phase = {"format": "round_robin", "groups": 2}
    rounds = [met("1-4 1:0, 2-3 1:0, 5"), met("1-5 1:0, 4"), met("4-5 1:0, 1")]
    states = [advanced(5, [phase], rounds[:at])["phases"][0]["state"] for at in range(4)]
    assert states == ["playing", "playing", "playing", "finished"]


def test_final_order_puts_a_bracket_before_its_losers_and_both_before_the_first_phase():
    phases = [
        {**ONE_ROUND},
        {**BRACKET, "from": [{"phase": 1, "best": 4}], "places": "none"},
        {**BRACKET, "from": [{"phase": 2, "losers": 1}]},
    ]
    played = [
        [met("1-6 9:0, 2-5 8:0, 3-4 7:0")],
        [met("1-4 1:0, 2-3 1:0"), met("1-2 0:1")],
        [met("3-4 0:1")],
    ]
    reply = advanced(6, phases, *played)
    assert final(reply) == "2/1 1/2 4/3 3/4 5/5 6/6"
    reply = advanced(6, phases, *played[:2])
    assert final(reply) == "2/1 1/2 3/None 4/None 5/5 6/6"
    assert advanced(6, phases, *played[:1])["final"] is None, "phase 3 waits"


def test_place_is_shared_in_a_phase_with_one_list_only():
    drawn = [met("1-3 1:1, 2-4 1:1")]
    assert final(advanced(4, [ONE_ROUND], drawn)) == "1/1 2/1 3/1 4/1"
    assert final(advanced(4, [{**ONE_ROUND, "groups": 2}], [met("1-4 1:1, 2-3 1:1")])) == (
        "1/1 2/2 3/3 4/4"
    )


def test_thousand_entrants_in_sixteen_phases_are_answered():
    groups = {**ONE_ROUND, "groups": 64}
    phases = [groups, *({**groups, "from": [{"phase": at, "rest": True}]} for at in range(1, 16))]
    results = []
    for at in range(3):
        shown = advanced(1000, phases, *results)["phases"][at]
        tables = [
            {"a": group[place], "b": group[place + 1], "score": [place, at]}
            for group in shown["groups"]
            for place in range(0, len(group) - 1, 2)
        ]
        results.append([tables])
    states = [phase["state"] for phase in advanced(1000, phases, *results)["phases"]]
    assert states == ["finished"] * 3 + ["playing"] + ["waiting"] * 12
