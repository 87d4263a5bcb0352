"""Swiss draws, and the matching below them."""

from itertools import pairwise
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from networkx import Graph, max_weight_matching, min_weight_matching

from scorekeeper.draws import pairing
from scorekeeper.draws.model import BYE, Bye, History, PlayedPairing, TournamentToDraw
from scorekeeper.draws.pairing import Field, best, cost
from tests.draws.playing import (
    drawn,
    meetings,
    names,
    played,
    results_of,
    rounds_of,
    rules_broken,
    seated,
)
from tests.support.examples import ALL_EXAMPLES, share_of

FREE = ["swiss", "random"]
LUCKS = {9: 1, 10: 1}
"""How many tournaments there are of so many pairs in `make test`: every draw of many is slow."""


def every_draw(pairs):
    """Every way to put these at tables, one of an odd number with a bye."""
    if len(pairs) % 2:
        pairs = [*pairs, BYE]
    if not pairs:
        yield []
        return
    first, *others = pairs
    for other in others:
        for rest in every_draw([one for one in others if one != other]):
            yield [(first, other), *rest]


def faults(tables, history, forbidden=()):
    """How bad a draw is: forbidden tables, rematches, byes that were had, score differences."""
    lowest = min(history.points[pair] for table in tables for pair in table if pair != BYE)
    points = {**history.points, BYE: lowest}
    apart = [abs(points.get(a, 0) - points.get(b, 0)) for a, b in tables]
    met = [history.met[a][b] for a, b in tables]
    byes = [times for (a, b), times in zip(tables, met, strict=True) if BYE in (a, b)]
    return (
        sum(set(table) in map(set, forbidden) for table in tables),
        sum(map(bool, met)) - sum(map(bool, byes)),
        sum(byes),
        sum(met) - sum(byes),
        sum(apart),
        sum(one**2 for one in apart),
    )


def history_of(pairs, results):
    rounds = [
        tuple(
            Bye(one["bye"])
            if "bye" in one
            else PlayedPairing(one["a"], one["b"], tuple(one["score"]))
            for one in result
        )
        for result in results
    ]
    return History(pairs, rounds)


def tables_of(reply):
    return [tuple(table) for table in reply["tables"]] + [(pair, BYE) for pair in reply["byes"]]


@st.composite
def tournaments(draw, most=7):
    """Pairs, rounds in which any of them met, and tables that are forbidden."""
    pairs = names(draw(st.integers(2, most)))
    results = []
    for _ in range(draw(st.integers(0, 5))):
        order = draw(st.permutations(pairs))
        tables = [
            {"a": a, "b": b, "score": [draw(st.integers(0, 3)), 1]}
            for a, b in zip(order[0::2], order[1::2], strict=False)
        ]
        byes = [{"bye": order[-1]}] if len(pairs) % 2 else []
        results.append(tables + byes)
    couples = st.tuples(st.sampled_from(pairs), st.sampled_from(pairs))
    forbidden = draw(st.lists(couples.filter(lambda two: two[0] != two[1]), max_size=3))
    return pairs, results, [list(two) for two in forbidden]


@given(tournaments(), st.integers(0, 99))
@settings(max_examples=share_of(80), deadline=None)
def test_no_draw_is_better_than_the_best(tournament, seed):
    pairs, results, forbidden = tournament
    with patch.object(pairing, "LOOKS_AHEAD", 0):  # for the sake of this round alone
        reply = drawn("swiss", pairs, results, forbidden=forbidden, seed=seed)
    history = history_of(pairs, results)
    best = min(faults(tables, history, forbidden) for tables in every_draw(pairs))
    assert faults(tables_of(reply), history, forbidden) == best
    assert seated(reply) == sorted(pairs)


@given(tournaments(most=40), st.integers(0, 99))
@settings(max_examples=share_of(20), deadline=None)
def test_those_who_stand_near_each_other_are_all_that_the_best_draw_needs(tournament, seed):
    pairs, results, forbidden = tournament
    history = history_of(pairs, results)
    order = sorted(pairs, key=lambda pair: -history.points[pair])
    values = TournamentToDraw(
        format="swiss", pairs=tuple(pairs), seed=seed, forbidden=tuple(map(tuple, forbidden))
    )
    field = Field(order, values, history, by_score=True)
    everything = best(field.levels(field.all_edges()))
    assert best(field.levels(field.near_edges())) == everything


def has_fresh_round(pairs, history):
    """Can all pairs be put at tables, without a rematch or a second bye?"""
    chairs = [*pairs, BYE] if len(pairs) % 2 else pairs
    graph = Graph()
    graph.add_edges_from((a, b) for a in chairs for b in chairs if a < b and not history.met[a][b])
    return 2 * len(max_weight_matching(graph, maxcardinality=True)) == len(chairs)


@pytest.mark.parametrize(
    ("format_", "count", "rounds"),
    [
        ("swiss", 25, 26),
        ("random", 26, 25),
        ("swiss", 61, 6),
        ("random", 200, 2),
        ("swiss", 200, 3),
    ],
)
def test_no_rule_is_broken_before_it_must_be(format_, count, rounds):
    results = []
    for _ in range(rounds):
        reply = drawn(format_, count, results)
        assert seated(reply) == sorted(names(count))
        assert ("broken" not in reply) == has_fresh_round(
            names(count), history_of(names(count), results)
        )
        results.append(played(reply))


@given(st.integers(2, 200), st.integers(1, 3), st.sampled_from(FREE), st.integers(0, 10**6))
@settings(max_examples=share_of(15), deadline=None)
def test_everyone_plays_once_a_round_and_nobody_again(count, rounds, format_, luck):
    rounds = min(rounds, count - 1)
    replies = rounds_of(format_, count, rounds, luck, seed=luck)
    assert all(seated(reply) == sorted(names(count)) for reply in replies)
    assert len(set(meetings(replies))) == rounds * (count // 2)
    byes = [pair for reply in replies for pair in reply["byes"]]
    assert len(set(byes)) == len(byes) == rounds * (count % 2)


@pytest.mark.parametrize("count", range(2, 25))
def test_a_few_pairs_all_meet_before_any_two_meet_again(count):
    """Drawn without a look ahead, eight pairs can meet again from the sixth round on."""
    rounds = count - 1 + count % 2
    replies = rounds_of(FREE[count // 2 % 2], count, rounds, luck=count)
    assert len(set(meetings(replies))) == rounds * (count // 2)
    assert [reply for reply in replies if "broken" in reply] == []


def can_all_meet(unmet):
    """Are there rounds in which everybody meets all that are left, each once?"""
    return not unmet or any(
        can_all_meet(unmet - {frozenset(table) for table in tables})
        for tables in fresh_draws(unmet)
    )


def fresh_draws(unmet):
    """Yield every draw without a rematch, for pairs that still have opponents."""
    chairs = sorted({pair for two in unmet for pair in two})

    def rest(free):
        if not free:
            yield []
            return
        first, *others = free
        for other in others:
            if frozenset((first, other)) in unmet:
                for tables in rest([one for one in others if one != other]):
                    yield [(first, other), *tables]

    return rest(chairs)


@pytest.mark.parametrize("count", [5, 6, 7, 8, 9, 10])
def test_few_pairs_have_the_best_draw_of_all_that_spoil_no_later_round(count):
    """Held against every draw that there is, and every way to go on from it."""
    chairs = [*names(count), BYE][: count + count % 2]
    for luck in range(12 if ALL_EXAMPLES else LUCKS.get(count, 5)):
        results = []
        unmet = {frozenset((a, b)) for a in chairs for b in chairs if a < b}
        for _ in range(len(chairs) - 1):
            history = history_of(names(count), results)
            sound = (
                tables
                for tables in sorted(fresh_draws(unmet), key=lambda one: faults(one, history))
                if can_all_meet(unmet - {frozenset(table) for table in tables})
            )
            reply = drawn("swiss", count, results, seed=luck)
            assert faults(tables_of(reply), history) == faults(next(sound), history)
            unmet -= {frozenset(table) for table in tables_of(reply)}
            results.append(played(reply, luck))


@pytest.mark.parametrize("count", [3, 4, 5, 7])
def test_byes_and_meetings_stay_fair_to_one_for_ever(count):
    replies = rounds_of("swiss", count, 3 * count)
    byes = [pair for reply in replies for pair in reply["byes"]]
    had = [byes.count(pair) for pair in names(count)]
    assert max(had) - min(had) <= 1


def test_every_rule_that_the_best_draw_breaks_is_named():
    results = results_of("swiss", 3, 3)
    reply = drawn("swiss", 3, results)
    [[a, b]], [bye] = reply["tables"], reply["byes"]
    assert rules_broken(reply) == [f"rematch {a} {b}", f"second_bye {bye}"]


def test_winners_meet_winners():
    results = results_of("swiss", 16, 1)
    won = {one["a"] if one["score"][0] > one["score"][1] else one["b"] for one in results[0]}
    for a, b in drawn("swiss", 16, results)["tables"]:
        assert (a in won) == (b in won)


def test_the_tables_of_the_winners_come_first():
    results = results_of("swiss", 40, 3)
    points = history_of(names(40), results).points
    tables = drawn("swiss", 40, results)["tables"]
    for upper, lower in pairwise(tables):
        assert max(points[pair] for pair in upper) >= max(points[pair] for pair in lower)


def test_the_bye_goes_to_one_who_stands_last_and_had_none():
    results = results_of("swiss", 9, 2)
    history = history_of(names(9), results)
    [bye] = drawn("swiss", 9, results)["byes"]
    had_none = [pair for pair in names(9) if not history.met[pair][BYE]]
    assert history.points[bye] == min(history.points[pair] for pair in had_none)


def test_a_drawn_match_stands_between_won_and_lost():
    first = [
        {"a": "1", "b": "2", "score": [351, 0]},
        {"a": "3", "b": "4", "score": [200, 200]},
        {"a": "5", "b": "6", "score": [200, 200]},
        {"a": "7", "b": "8", "score": [0, 351]},
    ]
    met = set(meetings([drawn("swiss", 8, [first])]))
    assert {frozenset("18"), frozenset("27")} <= met
    assert frozenset("34") not in met


def test_the_lots_of_another_seed_are_others():
    assert len({str(drawn("swiss", 16, seed=seed)) for seed in range(8)}) == 8


def test_the_lots_of_another_round_are_others():
    one, two = ([results_of("random", 16, 1)[0], *([[]] * more)] for more in (0, 1))
    assert drawn("random", 16, one) != drawn("random", 16, two)


@pytest.mark.parametrize("format_", FREE)
def test_fixed_tables_are_kept_and_the_rules_that_they_break_named(format_):
    results = results_of(format_, 10, 2)
    again = next(one for one in results[0] if "a" in one)
    fixed = [again["a"], again["b"]]
    reply = drawn(format_, 10, results, fixed=[fixed])
    assert fixed in reply["tables"]
    assert rules_broken(reply) == [f"rematch {fixed[0]} {fixed[1]}"]
    assert seated(reply) == sorted(names(10))


@pytest.mark.parametrize("format_", FREE)
def test_forbidden_tables_are_kept_apart_as_long_as_they_can_be(format_):
    apart = [["1", str(other)] for other in range(2, 10)]
    assert frozenset(["1", "10"]) in meetings([drawn(format_, 10, forbidden=apart)])
    [broken] = rules_broken(drawn(format_, 10, forbidden=[*apart, ["10", "1"]]))
    assert broken.startswith("forbidden ")
    assert "1" in broken.split()


@pytest.mark.parametrize("format_", FREE)
def test_absent_pair_is_not_drawn(format_):
    results = results_of(format_, 9, 2)
    reply = drawn(format_, 9, results, absent=["4"])
    assert seated(reply) == [pair for pair in names(9) if pair != "4"]
    assert reply["byes"] == []


@pytest.mark.parametrize("format_", FREE)
def test_only_pair_present_has_a_bye(format_):
    assert drawn(format_, 2, absent=["1"]) == {"ok": True, "tables": [], "byes": ["2"]}
    assert drawn(format_, 2, absent=["1", "2"]) == {"ok": True, "tables": [], "byes": []}


def best_by_networkx(levels):
    graph = Graph()
    for edge, costs in levels.items():
        weight = 0
        for one in costs:
            weight = (weight << 100) + one
        graph.add_edge(*edge, weight=weight)
    return sorted((min(edge), max(edge)) for edge in min_weight_matching(graph))


@st.composite
def costs_of_tables(draw, highest):
    """Draw the costs of the tables of some places, at up to eight levels; a lot at the last one."""
    size = draw(st.integers(2, 14))
    edges = [(a, b) for a in range(size) for b in range(a + 1, size)]
    kept = draw(st.lists(st.sampled_from(edges), min_size=1, unique=True)) if size % 3 else edges
    bounds = draw(st.lists(st.sampled_from(highest), max_size=7))
    column = st.tuples(*(st.integers(0, bound) for bound in bounds), st.integers(0, 2**40))
    return {edge: draw(column) for edge in kept}


@given(costs_of_tables(highest=[0, 1, 3, 900]))
@settings(max_examples=share_of(80), deadline=None)
def test_no_tables_cost_less(levels):
    found = best(levels)
    assert (len(found), cost(found, levels)) == least_of(levels)


@given(costs_of_tables(highest=[2**30, 2**40]))
@settings(max_examples=share_of(80), deadline=None)
def test_no_tables_cost_less_where_one_number_of_128_bits_cannot_hold_it(levels):
    found = best(levels)
    assert len(found) == least_of(levels)[0]
    # Two levels are always asked, whatever they hold.
    assert cost(found, levels)[:2] == least_of(levels)[1][:2]


def least_of(levels):
    found = best_by_networkx(levels)
    return len(found), cost(found, levels)


def test_levels_that_find_no_room_in_one_number_are_told_apart_one_after_the_other():
    edges = [(a, b) for a in range(6) for b in range(a + 1, 6)]
    wide = {(a, b): (1, 2**90 * ((b - a) > 1), 2**60 * (b > 4), a * b) for a, b in edges}
    assert best(wide) == best_by_networkx(wide) == [(0, 1), (2, 3), (4, 5)]


def test_best_matching_of_no_tables_is_empty():
    assert best({}) == []
