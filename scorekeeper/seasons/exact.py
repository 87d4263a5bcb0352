"""Exact numbers as decimals: half up, away from zero at exactly half."""

from fractions import Fraction
from math import isqrt
from typing import Final

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
