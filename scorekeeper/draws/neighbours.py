"""Tables of neighbours in an order: the first meets the highest that it can, then the first left.

Nobody takes an opponent without whom the rest could only be put at tables at a higher cost.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from scorekeeper.draws.pairing import (
    Edge,
    Levels,
    best,
    combined_weights,
    cost,
    fits,
    lightest,
    places_in,
)

Open = Sequence[int]
"""For each place, as bits, the places that it may meet at no cost."""
Partners = dict[int, int]
"""The opponent of each place, at tables that can stand together."""


def neighbours(levels: Levels) -> list[Edge]:
    """The tables of neighbours, of all that cost least.

    >>> apart = {(0, 1): (1,), (0, 2): (0,), (0, 3): (0,), (1, 2): (0,), (1, 3): (0,), (2, 3): (0,)}
    >>> neighbours(apart)
    [(0, 2), (1, 3)]
    """
    tables = best(levels)
    least = cost(tables, levels)
    in_question = {edge: costs for edge, costs in levels.items() if costs <= least}
    weights = combined_weights(in_question, [1 + most for most in least])
    left = sum(weights[edge] for edge in tables)
    found: list[Edge] = []
    while left:
        settled, _ = _settle(weights)
        found += settled
        left -= sum(weights[edge] for edge in settled)
        seated = {place for edge in settled for place in edge}
        weights = {
            edge: weight
            for edge, weight in weights.items()
            if weight <= left and seated.isdisjoint(edge)
        }
    open_to = _open_to(weights)
    partners = partners_at_no_cost(open_to, _bits(place for edge in weights for place in edge))
    assert partners is not None
    return [*found, *neighbours_at_no_cost(open_to, partners)]


def _settle(weights: Mapping[Edge, int]) -> tuple[list[Edge], Partners]:
    """The tables of the first places, and tables that the others can have then.

    Each place has a digit behind the weights: the number of places that it could meet sooner. The
    first places are as many as have room for one.
    """
    below = _below(weights)
    top = max(weights.values())
    first: list[int] = []
    room = 1
    for place in sorted(below):
        if not fits({max(weights): (top + 1) * room * len(below[place])}):
            break
        first.append(place)
        room *= len(below[place])
    more = {edge: weight * room for edge, weight in weights.items()}
    for place in first:
        room //= len(below[place])
        for sooner, other in enumerate(below[place]):
            more[place, other] += sooner * room
    settled: list[Edge] = []
    rest: Partners = {}
    for a, b in lightest(more):
        if a in first:
            settled.append((a, b))
        else:
            rest |= {a: b, b: a}
    return settled, rest


def _below(edges: Iterable[Edge]) -> Mapping[int, list[int]]:
    """The places behind each place that it could meet, the nearest first."""
    found: dict[int, list[int]] = {}
    for a, b in sorted(edges):
        found.setdefault(a, []).append(b)
    return found


def _bits(places: Iterable[int]) -> int:
    found = 0
    for place in places:
        found |= 1 << place
    return found


def _open_to(edges: Collection[Edge]) -> list[int]:
    found = [0] * (1 + max((b for _, b in edges), default=-1))
    for a, b in edges:
        found[a] |= 1 << b
        found[b] |= 1 << a
    return found


def partners_at_no_cost(open_to: Open, free: int) -> Partners | None:
    """Return tables for all places in `free`, None if there are no such tables.

    >>> partners_at_no_cost([0b0110, 0b0001, 0b0001, 0b0000], 0b0011)
    {0: 1, 1: 0}
    >>> partners_at_no_cost([0b0110, 0b0001, 0b0001, 0b0000], 0b1111) is None
    True
    """
    partners: Partners = {}
    alone = []
    rest = free
    for place in places_in(free):
        if not rest >> place & 1:
            continue
        rest &= ~(1 << place)
        other = next(places_in(open_to[place] & rest), None)
        if other is None:
            alone.append(place)
        else:
            rest &= ~(1 << other)
            partners |= {place: other, other: place}
    while len(alone) > 1:
        if not _join(alone.pop(), alone.pop(), partners, open_to):
            return _partners_by_matching(open_to, free)
    return None if alone else partners


def _join(a: int, b: int, partners: Partners, open_to: Open) -> bool:
    """Put two at a table, or at two tables with the two of another one, if that costs nothing."""
    if open_to[a] >> b & 1:
        partners |= {a: b, b: a}
        return True
    for other in places_in(open_to[a]):
        beside = partners.get(other)
        if beside is not None and open_to[b] >> beside & 1:
            partners |= {a: other, other: a, b: beside, beside: b}
            return True
    return False


def _edges(open_to: Open, free: int) -> Iterator[Edge]:
    for a in places_in(free):
        for beyond in places_in((open_to[a] & free) >> (a + 1)):
            yield a, a + 1 + beyond


def _partners_by_matching(open_to: Open, free: int) -> Partners | None:
    tables = lightest(dict.fromkeys(_edges(open_to, free), 0))
    if 2 * len(tables) < free.bit_count():
        return None
    return {one: other for a, b in tables for one, other in ((a, b), (b, a))}


def neighbours_at_no_cost(open_to: Open, partners: Partners) -> Iterator[Edge]:
    """Yield the tables of neighbours, given any tables of the same places.

    The others go on sitting as they do, or change opponents with one table. A matching of all
    is made only where that does not help, as a rule for the last ones.
    """
    while partners:
        free = _bits(partners)
        chooser = min(partners)
        other = next(places_in(open_to[chooser] & free))
        after = _without(chooser, other, partners, open_to)
        if after is None:
            settled, partners = _settle(dict.fromkeys(_edges(open_to, free), 0))
            yield from settled
        else:
            partners = after
            yield chooser, other


def _without(a: int, b: int, partners: Partners, open_to: Open) -> Partners | None:
    """Tables of all others once these two meet; None where one exchange gives no such tables."""
    left, right = partners[a], partners[b]
    rest = {place: other for place, other in partners.items() if place not in (a, b, left, right)}
    return rest if left == b or _join(left, right, rest, open_to) else None
