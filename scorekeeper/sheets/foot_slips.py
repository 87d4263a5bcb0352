"""The slips of a whole sheet: its hands are in order, and the foot says something else."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.rules.cards import LAST_TRICK
from scorekeeper.rules.model import SIDES, BySide, RuleSet, Side
from scorekeeper.sheets.sheet_slips import EXTRAS, Slip, SlipCode, WrittenHand

Hands = Mapping[int, WrittenHand]
"""The hands that were played, by their numbers."""
_LEAST: Final = 130
"""The least that both sides have together in any hand."""


def slips_of_foot(hands: Hands, missing: int, sums: BySide[int] | None) -> tuple[Slip, ...]:
    """Find possible slips where each typed hand adds up and the foot says something else.

    `missing` is how many hands more the foot has; `sums` are its own, if it has any.
    """
    over = sums and BySide(*(_sum_of(hands, side) - sums.of(side) for side in SIDES))
    if not missing and over in (None, (0, 0)):
        return ()
    found = [*_too_many(hands, missing, over), *_left_out(missing, over)]
    if over:
        found = found or _side_swap_slips(hands, over) or _wrong_sums(hands, over)
    return tuple(found)


def _sum_of(hands: Hands, side: Side) -> int:
    return sum(hand.points.of(side) for hand in hands.values())


def _too_many(hands: Hands, missing: int, over: BySide[int] | None) -> list[Slip]:
    """Hands that stand there once too often."""
    if missing > 0 or (missing == 0 and over is None):
        return []
    may_be = {number: hand for number, hand in hands.items() if over in (None, hand.points)}
    first = {hand: number for number, hand in reversed(list(hands.items()))}
    twice = [
        Slip("entered_twice", number, like=first[hand])
        for number, hand in may_be.items()
        if first[hand] != number
    ]
    if twice or not missing:
        return twice
    return [Slip("hand_too_many", number) for number in may_be if over] or [Slip("hand_too_many")]


def _left_out(missing: int, over: BySide[int] | None) -> list[Slip]:
    if missing <= 0 and not (over and max(over) <= 0 and -sum(over) >= _LEAST):
        return []
    return [
        Slip("hand_left_out", meant=BySide(-over.A, -over.B) if over and max(over) <= 0 else None)
    ]


def _side_swap_slips(hands: Hands, over: BySide[int]) -> list[Slip]:
    return [
        Slip("sides_swapped", number, None, BySide(hand.points.B, hand.points.A))
        for number, hand in hands.items()
        if hand.points.A - hand.points.B == over.A == -over.B
    ]


def _wrong_sums(hands: Hands, over: BySide[int]) -> list[Slip]:
    sums = BySide(_sum_of(hands, "A"), _sum_of(hands, "B"))
    return [Slip("sum_wrong", None, side, sums) for side in SIDES if over.of(side)]


def slips_of_total(total: BySide[int], written: BySide[int] | None) -> tuple[Slip, ...]:
    """Find the sides whose total on the sheet differs from the sum of its hands."""
    if written is None:
        return ()
    wrong = [side for side in SIDES if total.of(side) != written.of(side)]
    return tuple(Slip("total_wrong", None, side, total) for side in wrong)


def slips_of_numbers(off: int, rules: RuleSet) -> tuple[Slip, ...]:
    """Find possible slips where only sums are known, and they are `off` by so much."""
    total, bonus = rules.total(None), rules.kapo_bonus
    is_likely_by_code: dict[SlipCode, bool] = {
        "kapo_unmarked": bonus > 0 and off == bonus,
        "bonus_left_out": bonus > 0 and off == -bonus,
        "hand_left_out": off in (-total, -total - bonus),
        "hand_too_many": off in (total, total + bonus),
        "last_trick_left_out": off == -LAST_TRICK,
        "last_trick_twice": off == LAST_TRICK,
        "extras_added": off in EXTRAS,
        "digits_swapped": off != 0 and off % 9 == 0,
    }
    return tuple(Slip(code) for code, may_be in is_likely_by_code.items() if may_be)
