"""Finds the cheapest set of tables: a matching of least weight."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

Edge = tuple[int, int]
"""Two places of an order, the smaller one first."""
Levels = Mapping[Edge, tuple[int, ...]]
"""What each table costs: whole numbers from nothing up, earlier ones before all later ones."""

_BITS: Final = 127
"""Bits of the integers in which rustworkx adds up weights."""


def best(levels: Levels) -> list[Edge]:
    """Find the tables, as many as can be, that cost least; in the order of the places."""
    columns = list(zip(*levels.values(), strict=True))
    tables = _size(levels) // 2
    weights = _combined_weights(levels, [1 + tables * max(column) for column in columns])
    return _lightest(weights) if _fits(weights) else _best_by_levels(levels, len(columns))


def cost(edges: Iterable[Edge], levels: Levels) -> tuple[int, ...]:
    """Add up what the tables cost, level by level."""
    return tuple(map(sum, zip(*(levels[edge] for edge in edges), strict=True)))


def _best_by_levels(levels: Levels, depth: int) -> list[Edge]:
    """Find the best tables level by level, where a single weight would be too large.

    A later level never changes what an earlier one decided.

    The best tables by the levels so far say how much room the last of them needs: others are taken
    only if they cost less there. An edge that alone costs more than they do is in no best draw. A
    level that finds no room is not asked, nor are those after it: no tournament comes so far.
    """
    edges_so_far: list[Edge] = []
    for level in range(1, depth + 1):
        prefixes = {edge: costs[:level] for edge, costs in levels.items()}
        weights = _combined_weights(
            prefixes, [1 + one for one in cost(edges_so_far, prefixes)] or [1]
        )
        if not _fits(weights):
            break
        edges_so_far = _lightest(weights)
        least = cost(edges_so_far, prefixes)
        levels = {edge: costs for edge, costs in levels.items() if prefixes[edge] <= least}
    return edges_so_far


def _lightest(weights: Mapping[Edge, int]) -> list[Edge]:
    """Find the tables, as many as can be, whose weights add up to least.

    The weights are whole numbers, so no rounding can tell one draw from another.
    """
    # For those who draw, not for all who import the draws.
    from rustworkx import PyGraph, max_weight_matching

    graph: PyGraph[None, int] = PyGraph(multigraph=False)
    graph.add_nodes_from([None] * _size(weights))
    most = max(weights.values(), default=0)
    graph.add_edges_from([(a, b, most - weight) for (a, b), weight in weights.items()])
    matching = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(edge), max(edge)) for edge in matching)


def _combined_weights(levels: Levels, rooms: Sequence[int]) -> dict[Edge, int]:
    """Combine each edge's costs into one weight: each cost is a digit, in the base of its room."""
    weights = dict.fromkeys(levels, 0)
    for column, room in zip(zip(*levels.values(), strict=True), rooms, strict=True):
        for edge, value in zip(levels, column, strict=True):
            weights[edge] = weights[edge] * room + value
    return weights


def _size(edges: Iterable[Edge]) -> int:
    return 1 + max((b for _, b in edges), default=-1)


def _fits(weights: Mapping[Edge, int]) -> bool:
    """Can no sum overflow? Weights are doubled, and added up along paths through all places."""
    most = max(weights.values(), default=0)
    return most.bit_length() + _size(weights).bit_length() + 3 <= _BITS
