"""A ranking: neighbours in the standings meet; held against every round that there is."""

from random import Random
from time import process_time

import pytest
from networkx import Graph, min_weight_matching

from scorekeeper.draws.codec import answer
from tests.draws import naive_individual
from tests.draws.playing import (
    drawn,
    names,
    played,
    problems,
    request,
    rounds_of,
    rules_broken,
    wild_ranking,
    wild_results,
)
from tests.support.examples import rarely

EXAMPLE = [
    [
        {"a": "1", "b": "2", "score": [351, 240]},
        {"a": "3", "b": "4", "score": [198, 352]},
        {"bye": "5"},
    ]
]
SHARES = [range(0, 50), *(rarely(range(first, first + 100)) for first in range(50, 450, 100))]


def test_neighbours_in_the_order_meet_and_the_last_has_the_bye():
    reply = drawn("ranking", 5, EXAMPLE, order=["4", "1", "5", "3", "2"])
    assert reply == {"ok": True, "tables": [["4", "1"], ["5", "3"]], "byes": ["2"]}


@pytest.mark.parametrize("seeds", SHARES)
def test_drawn_round_equals_the_least_of_all_rounds(seeds):
    for seed in seeds:
        line = wild_ranking(seed)
        reply = answer(line)
        tables, byes, numbers = naive_individual.next_round(line)
        assert (reply["tables"], reply["byes"]) == (tables, byes), line
        assert reply.get("numbers", list(range(1, len(tables) + 1))) == numbers, line


def least_of_many(line):
    """Return the tables and the byes of the least round, by one matching with long numbers."""
    order = naive_individual.standing(line)
    there = [pair for pair in order if pair not in line.get("absent", [])]
    fixed = line.get("fixed", [])
    free = [pair for pair in there if not any(pair in table for table in fixed)]
    chairs = [*free, None] if len(free) % 2 else free
    size = 1000
    graph = Graph()
    for at, a in enumerate(chairs):
        for behind, b in enumerate(chairs[at + 1 :], at + 1):
            tables, byes = ([], [a]) if b is None else ([(a, b)], [])
            *costs, from_last, _ = naive_individual.badness(line, order, tables, byes)
            digits = [0] * len(chairs)
            digits[at] = 0 if b is None else behind
            weight = 0
            for digit in (*costs, *(size + one for one in from_last or [-size]), *digits):
                weight = weight * size + digit
            graph.add_edge(at, behind, weight=weight)
    found = [sorted(edge) for edge in min_weight_matching(graph)]
    named = [[chairs[a], chairs[b]] for a, b in found]
    tables = [*fixed, *(two for two in named if None not in two)]
    return (
        {frozenset(table) for table in tables},
        [pair for pair, other in named if other is None],
    )


@pytest.mark.parametrize("seeds", [range(4), rarely(range(4, 40))])
def test_round_of_more_pairs_equals_the_least_by_another_matching(seeds):
    for seed in seeds:
        line = wild_ranking(seed, 10, 26)
        reply = answer(line)
        assert ({frozenset(table) for table in reply["tables"]}, reply["byes"]) == least_of_many(
            line
        )


@pytest.mark.parametrize("wishes", [{}, {"clubs": [["1", "2"], ["3", "4", "5"]]}, {"version": 1}])
@pytest.mark.parametrize("count", [2, 5, 8, 17])
def test_first_round_equals_that_of_random(count, wishes):
    wishes = wishes if count > 4 else {}
    told = {**wishes, "forbidden": [["1", "2"]], "kept_tables": [["1", 2]]}
    by_rank = drawn("ranking", count, order=names(count), **told)
    assert by_rank == drawn("random", count, **told)


def test_clubs_count_in_the_first_round_only():
    reply = drawn("ranking", 5, EXAMPLE, order=["1", "4", "2", "3", "5"], clubs=[["1", "4"]])
    assert reply == {"ok": True, "tables": [["1", "4"], ["2", "5"]], "byes": ["3"]}


def test_every_seed_draws_the_same_later_round():
    results = [played(drawn("ranking", 16))]
    assert len({str(drawn("ranking", 16, results, seed=seed)) for seed in range(5)}) == 1


def test_order_left_out_goes_by_wins_then_by_difference_then_by_the_list():
    assert drawn("ranking", 5, EXAMPLE)["tables"] == [["4", "1"], ["5", "2"]]
    assert drawn("ranking", 5, EXAMPLE, order=None)["byes"] == ["3"]


def test_forfeited_table_is_a_meeting_with_its_score_and_without_a_winner():
    results = [
        [
            {"a": "1", "b": "2", "score": [0, 9], "forfeit": "both"},
            {"a": "3", "b": "4", "score": [1, 0]},
        ]
    ]
    assert drawn("ranking", 4, results)["tables"] == [["3", "2"], ["4", "1"]]


def test_rules_that_no_round_keeps_are_named():
    results = [played(reply) for reply in rounds_of("ranking", 3, 3)]
    reply = drawn("ranking", 3, results)
    [[a, b]], [bye] = reply["tables"], reply["byes"]
    assert rules_broken(reply) == [f"rematch {a} {b}", f"second_bye {bye}"]


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"order": ["1", "2", "3"]}, ["missing order 4"]),
        ({"order": []}, [f"missing order {pair}" for pair in "1234"]),
        ({"order": ["1", "2", "3", "4", "3"]}, ["twice order 3"]),
        ({"order": ["1", "2", "3", "9"]}, ["missing order 4", "stranger order 9"]),
        ({"order": "1234"}, ["unknown order"]),
        ({"places": "all"}, ["unknown places"]),
        ({"players": ["1"]}, ["unknown players"]),
    ],
)
def test_problem_of_the_order_is_told(changed, told):
    assert problems({**request("ranking", 4), **changed}) == told


@pytest.mark.parametrize("format_", ["swiss", "random", "round_robin", "knockout"])
def test_order_is_unknown_to_another_format(format_):
    assert problems(request(format_, 4, order=names(4))) == ["unknown order"]
    assert problems(request(format_, 4, order=None)) == []


@pytest.mark.parametrize(("count", "rounds"), [(400, 20), rarely(399, 40), rarely(400, 70)])
def test_many_pairs_are_drawn_in_half_a_second(count, rounds):
    results = wild_results(Random(7), names(count), rounds)
    began = process_time()
    reply = drawn("ranking", count, results)
    assert process_time() - began < 0.5
    assert "broken" not in reply
