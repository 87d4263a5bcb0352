"""Intervals at 95 %: how far a share or a mean may be from what would come in the long run."""

from math import sqrt
from typing import Final, NamedTuple

from scorekeeper.seasons.played_figures import Differences, Share

_Z: Final = 1.96


class Interval(NamedTuple):
    """From and to."""

    low: float
    high: float


def wilson(share: Share) -> Interval | None:
    """Wilson's interval of a share; None of nothing.

    >>> [round(100 * end) for end in wilson(Share(7, 12))]
    [32, 81]
    """
    part, every = share
    if not every:
        return None
    share_found, square = part / every, _Z**2
    middle = share_found + square / (2 * every)
    half = _Z * sqrt(share_found * (1 - share_found) / every + square / (4 * every**2))
    whole = 1 + square / every
    return Interval(max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole))


def mean_interval(differences: Differences) -> Interval | None:
    """The mean with 1.96 of its errors on both sides; None below two hands.

    >>> [round(end, 2) for end in mean_interval(Differences(4, 8, 40))]
    [-0.77, 4.77]
    """
    mean, squared_error = differences.mean, differences.squared_error
    if mean is None or squared_error is None:
        return None
    half = _Z * sqrt(squared_error)
    return Interval(float(mean) - half, float(mean) + half)
