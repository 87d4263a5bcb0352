"""Can all rounds that are left be drawn without a rematch?

A draw without one can spoil a later round: of six pairs, two threes can be left in which everybody
has yet to meet everybody, and no third round comes of that.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import Final

from scorekeeper.draws.matching import Edge

STEPS: Final = 20_000
"""Tries, before it is given up. Steps and not seconds: every machine must find the same."""

Unmet = Sequence[int]
"""For each place, as bits, the places that it has yet to meet."""


def is_even(unmet: Unmet) -> bool:
    """Has everyone the same number left to meet, so that all could be met in as many rounds?"""
    return len({others.bit_count() for others in unmet}) == 1


def without(unmet: Unmet, tables: Iterable[Edge]) -> list[int]:
    """Return the meetings that are left once these have met."""
    rest = list(unmet)
    for a, b in tables:
        rest[a] &= ~(1 << b)
        rest[b] &= ~(1 << a)
    return rest


def later_rounds(unmet: Unmet, *, steps: int | None = STEPS) -> list[list[Edge]] | None:
    """Rounds in which everyone meets all that are left, each once; None where none were found.

    Without a limit of `steps` None says that there are none.

    >>> later_rounds([0b1010, 0b0101, 0b1010, 0b0101])  # a square
    [[(0, 1), (2, 3)], [(0, 3), (1, 2)]]
    >>> later_rounds([0b000110, 0b000101, 0b000011, 0b110000, 0b101000, 0b011000]) is None
    True
    """
    return _Search(steps).rounds(list(unmet))


def every_round(unmet: Unmet) -> Iterator[list[Edge]]:
    """Every round in which everyone meets one that is left."""
    return _Search(None).tables(unmet, (1 << len(unmet)) - 1)


class _Search:
    """Tries rounds one after the other, and goes back where the rest cannot be drawn."""

    def __init__(self, steps: int | None) -> None:
        self.steps = inf if steps is None else steps

    def rounds(self, unmet: list[int]) -> list[list[Edge]] | None:
        if not any(unmet):
            return []
        for tables in self.tables(unmet, (1 << len(unmet)) - 1):
            rest = self.rounds(without(unmet, tables))
            if rest is not None:
                return [tables, *rest]
        return None

    def tables(self, unmet: Unmet, free: int) -> Iterator[list[Edge]]:
        """Every round that puts all who are free at a table."""
        self.steps -= 1
        if not free:
            yield []
            return
        # The place with the fewest meetings left chooses first.
        chooser = min(_places(free), key=lambda place: (unmet[place] & free).bit_count())
        for other in _places(unmet[chooser] & free):
            if self.steps < 0:
                return
            table = (min(chooser, other), max(chooser, other))
            for tables in self.tables(unmet, free & ~(1 << chooser | 1 << other)):
                yield sorted([table, *tables])


def _places(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
