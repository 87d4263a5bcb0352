"""The best tables, held against networkx, whose whole numbers have no bound."""

from hypothesis import given, settings
from hypothesis import strategies as st
from networkx import Graph, min_weight_matching

from scorekeeper.draws.pairing import best, cost
from tests.examples import share_of


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
