"""Says how many hands a table's sheet needs rows for. Pure.

A match of so many hands says it itself. For one to a target the table has what 99 of 100 matches
need, by whichever ready rules take longest: found by playing random hands
(`python -m tests.printing.match_lengths`). By the clock it is a hand every three minutes.
"""

from itertools import pairwise
from math import ceil
from typing import Final

from scorekeeper.rules.model import RuleSet

MINUTES_A_HAND: Final = 3
_TARGETS: Final = (0, 21, 151, 201, 251, 301, 351, 401, 501, 701, 1001)
_HANDS: Final[dict[str, tuple[int, ...]]] = {
    "tenths": (1, 3, 13, 16, 20, 24, 28, 31, 39, 54, 76),
    "points": (1, 1, 2, 3, 4, 4, 5, 5, 6, 9, 12),
}
"""How many hands a match to each of these targets needs, by the unit of the rules."""


def hands_needed(
    rules: RuleSet, hands: int = 0, minutes: int = 0, *, needs_winner: bool = False
) -> int:
    """The hands that a match can need; `hands` or `minutes` end it where no target does.

    Where a winner is needed a level match is played on.
    """
    if hands:
        return hands + needs_winner
    if minutes:
        return ceil(minutes / MINUTES_A_HAND)
    return _to_target(_HANDS[rules.unit], rules.target)


def _to_target(needed: tuple[int, ...], target: int) -> int:
    """Read the table; between its targets, and beyond the last one, along a line."""
    lines = [*pairwise(zip(_TARGETS, needed, strict=True))]
    (low, few), (high, many) = next((line for line in lines if target <= line[1][0]), lines[-1])
    return ceil(few + (target - low) * (many - few) / (high - low))
