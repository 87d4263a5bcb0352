"""The lightest way to put everyone at a table."""

from collections.abc import Mapping, Sequence

Edge = tuple[int, int]
"""Two places of an order, the smaller one first."""


def lightest(weights: Mapping[Edge, int]) -> list[Edge]:
    """The tables, as many as can be, whose weights add up to least; in the order of the places.

    The weights are whole numbers, so no rounding can tell one draw from another.
    """
    # 50 MB and half a second: for those who draw, not for all who import the draws.
    from networkx import Graph, min_weight_matching

    graph = Graph()
    graph.add_weighted_edges_from((a, b, weight) for (a, b), weight in weights.items())
    found = min_weight_matching(graph)
    return sorted((min(edge), max(edge)) for edge in found)


def stacked(levels: Mapping[Edge, Sequence[int]], tables: int) -> dict[Edge, int]:
    """One weight for each edge, such that earlier levels come before all later ones together."""
    weights = dict.fromkeys(levels, 0)
    unit = 1
    for column in reversed(list(zip(*levels.values(), strict=True))):
        for edge, value in zip(levels, column, strict=True):
            weights[edge] += value * unit
        unit *= tables * max(column) + 1
    return weights
