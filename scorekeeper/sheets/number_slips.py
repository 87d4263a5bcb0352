"""How one number came to be written for another."""

from typing import Final, Literal

NumberSlip = Literal["digits_swapped", "digit_left_out", "digit_too_many", "digit_misread"]
_ALIKE: Final = frozenset(
    map(frozenset, ("17", "14", "49", "47", "79", "06", "09", "08", "68", "56", "35", "38", "58"))
)
"""Digits that a pencil makes alike."""


def number_slip(written: int, meant: int) -> NumberSlip | None:
    """Find the slip that turns one number into the other; None where no single slip does.

    >>> number_slip(79, 97), number_slip(12, 128), number_slip(91, 97), number_slip(50, 97)
    ('digits_swapped', 'digit_left_out', 'digit_misread', None)
    """
    one, other = str(written), str(meant)
    if one == other:
        return None
    if one in _shorter(other):
        return "digit_left_out"
    if other in _shorter(one):
        return "digit_too_many"
    if len(one) != len(other):
        return None
    if one in _digit_swaps(other):
        return "digits_swapped"
    differing = [{a, b} for a, b in zip(one, other, strict=True) if a != b]
    return "digit_misread" if len(differing) == 1 and differing[0] in _ALIKE else None


def _shorter(text: str) -> list[str]:
    return [text[:at] + text[at + 1 :] for at in range(len(text))]


def _digit_swaps(text: str) -> list[str]:
    return [text[:at] + text[at + 1] + text[at] + text[at + 2 :] for at in range(len(text) - 1)]
