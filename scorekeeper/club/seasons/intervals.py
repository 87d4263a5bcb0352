"""Exact decimals, and intervals at 95 %: how far a share or a mean may be from the long run."""

from fractions import Fraction
from math import isqrt, sqrt
from typing import Final, NamedTuple

from scorekeeper.club.seasons.played_figures import Differences, Share

_HUNDREDTHS: Final = 100


def decimal_text(number: Fraction) -> str:
    """The number to two decimals.

    >>> decimal_text(Fraction(125, 2)), decimal_text(Fraction(-1, 200)), decimal_text(Fraction(0))
    ('62.50', '-0.01', '0.00')
    """
    return _hundredths_text(_half_up(abs(number) * _HUNDREDTHS), is_below_zero=number < 0)


def root_text(square: Fraction) -> str:
    """The root of a number that is not below zero, to two decimals.

    >>> root_text(Fraction(2)), root_text(Fraction(25, 40000)), root_text(Fraction(9))
    ('1.41', '0.03', '3.00')
    """
    # A root is rounded half up by the whole part of its double, which can be had exactly.
    doubled = isqrt(int(square * (2 * _HUNDREDTHS) ** 2))
    return _hundredths_text((doubled + 1) // 2, is_below_zero=False)


def _half_up(number: Fraction) -> int:
    return int(number + Fraction(1, 2))


def _hundredths_text(hundredths: int, *, is_below_zero: bool) -> str:
    sign = "-" if is_below_zero and hundredths else ""
    return f"{sign}{hundredths // _HUNDREDTHS}.{hundredths % _HUNDREDTHS:02}"


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
