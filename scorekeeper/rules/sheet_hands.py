"""The hands of a sheet as it was typed in: what they come to, and where a phone tells otherwise."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from scorekeeper.rules.foot_slips import slips_of_total
from scorekeeper.rules.match import Row
from scorekeeper.rules.model import SIDES, BySide, Hand, RuleSet
from scorekeeper.rules.sheet_check import (
    NO_FOOT,
    Foot,
    SheetCheck,
    WrongHand,
    check_sheet,
    written_points,
)
from scorekeeper.rules.sheet_slips import Slip, WrittenHand

MOST_HANDS: Final = 99


class SheetHand(NamedTuple):
    """A hand with what it counted, as both stand on the paper."""

    written: WrittenHand
    score: BySide[int]


SheetHands = Sequence[SheetHand | None]
"""In their order; None stands for one that was passed out."""


class Difference(NamedTuple):
    """A hand that a sheet and a phone tell in two ways, or that one of them has not."""

    number: int
    """On the sheet, or where it is not there on the phone."""
    sheet: SheetHand | None
    phone: SheetHand | None


def totals_of(hands: SheetHands) -> BySide[int]:
    """What both sides' hands add up to."""
    return BySide(*(sum(hand.score.of(side) for hand in hands if hand) for side in SIDES))


def running_totals(hands: SheetHands) -> tuple[BySide[int], ...]:
    """The totals after each hand."""
    return tuple(totals_of(hands[:number]) for number in range(1, len(hands) + 1))


def hands_won(hands: SheetHands) -> BySide[int]:
    """How many hands each side won."""
    return won_of([hand.score for hand in hands if hand])


def won_of(scores: Sequence[tuple[int, int]]) -> BySide[int]:
    """How many hands of these scores each side won; one that gave both the same is nobody's."""
    return BySide(sum(a > b for a, b in scores), sum(b > a for a, b in scores))


def check_hands(
    hands: SheetHands, rules: RuleSet, foot: Foot = NO_FOOT, totals: BySide[int] | None = None
) -> SheetCheck:
    """Check the card points, what doubled hands counted, and the totals, if the sheet has some.

    >>> swept = SheetHand(WrittenHand(BySide(250, 0), kapo="A", doubled=2), BySide(43, 2))
    >>> check_hands([swept], RuleSet()).wrong[0].slips[0].code
    'doubled_shared'
    """
    check = check_sheet([hand.written if hand else None for hand in hands], rules, foot)
    wrong = {one.number: one for one in check.wrong}
    for number in _shared(hands, rules):
        known = wrong.get(number, WrongHand(number, 0, ()))
        wrong[number] = known._replace(slips=(*known.slips, Slip("doubled_shared", number)))
    return check._replace(
        wrong=tuple(wrong[number] for number in sorted(wrong)),
        slips=(*check.slips, *slips_of_total(totals_of(hands), totals)),
    )


def _shared(hands: SheetHands, rules: RuleSet) -> Iterator[int]:
    """The doubled hands in which both sides have something, where the winner takes everything."""
    for number, hand in enumerate(hands, 1):
        if hand and hand.written.doubled > 1 and rules.doubling == "stake" and min(hand.score) > 0:
            yield number


def hand_of(row: Row) -> SheetHand | None:
    """A hand of a ledger as a sheet would have it; None for one that was passed out."""
    hand = row.entry
    assert isinstance(hand, Hand)
    if hand.passed_out or row.score is None:
        return None
    points = BySide(*(written_points(hand, side, row.rules) for side in SIDES))
    trump = hand.trump if hand.trump in ("none", "all") else None
    score = BySide(row.score.A, row.score.B)
    return SheetHand(WrittenHand(points, hand.kapo, trump, hand.doubled), score)


def first_difference(sheet: SheetHands, phone: SheetHands, *, is_over: bool) -> Difference | None:
    """The first hand whose points or score differ; nobody has to write one that was passed out.

    A phone that is not over may have stopped anywhere: what it has not told is no difference.
    """
    ours, theirs = (
        [(number, hand) for number, hand in enumerate(hands, 1) if hand] for hands in (sheet, phone)
    )
    for one, other in zip_longest(ours, theirs, fillvalue=(0, None)):
        if other[1] is None and not is_over:
            return None
        if _told(one[1]) != _told(other[1]):
            return Difference(one[0] or other[0], one[1], other[1])
    return None


def _told(hand: SheetHand | None) -> tuple[BySide[int], BySide[int]] | None:
    return (hand.written.points, hand.score) if hand else None
