"""The hands of a sheet as it was typed in: what they come to, and where a phone tells otherwise."""

from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from scorekeeper.rules.match import Row
from scorekeeper.rules.model import SIDES, BySide, Hand, RuleSet
from scorekeeper.tournament.sheets.score_slips import slips_of_total
from scorekeeper.tournament.sheets.sheet_check import (
    NO_FOOT,
    Foot,
    SheetCheck,
    WrongHand,
    check_sheet,
    written_points,
)
from scorekeeper.tournament.sheets.sheet_scores import ScoreCheck, check_scores
from scorekeeper.tournament.sheets.sheet_slips import SheetHand, Slip, WrittenHand

MOST_HANDS: Final = 99


SheetHands = Sequence[SheetHand | None]
"""In their order; None stands for one that was passed out."""


class Difference(NamedTuple):
    """A hand that a sheet and a phone tell in two ways, or that one of them has not."""

    number: int
    """On the sheet, or where it is not there on the phone."""
    sheet: SheetHand | None
    phone: SheetHand | None


def totals_of(hands: SheetHands) -> BySide[int]:
    """Add up both sides' hands."""
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
    """Check the card points, each score against them, and the totals, if the sheet has some.

    >>> swept = SheetHand(WrittenHand(BySide(250, 0), kapo="A", doubled=2), BySide(43, 2))
    >>> check_hands([swept], RuleSet()).wrong[0].slips[0].code
    'doubled_shared'
    """
    check = check_sheet([hand.written if hand else None for hand in hands], rules, foot)
    off_points = {one.number: one for one in check.wrong}
    shared = set(_shared(hands, rules))
    scored = {
        number: hand for number, hand in enumerate(hands, 1) if hand and number not in off_points
    }
    sums = totals_of(hands)
    off = totals and BySide(totals.A - sums.A, totals.B - sums.B)
    scores = check_scores(scored, rules, off)
    wrong = {number: WrongHand(number, 0, slips) for number, slips in scores.wrong.items()}
    wrong |= off_points
    for number in shared:
        wrong_hand = off_points.get(number, WrongHand(number, 0, ()))
        wrong[number] = wrong_hand._replace(
            slips=(*wrong_hand.slips, Slip("doubled_shared", number))
        )
    return check._replace(
        wrong=tuple(wrong[number] for number in sorted(wrong)),
        slips=(*check.slips, *scores.hidden, *_slips_of_total(sums, totals, scores, off_points)),
        are_scores_held=True,
    )


def _slips_of_total(
    sums: BySide[int], totals: BySide[int] | None, scores: ScoreCheck, off_points: Collection[int]
) -> Iterator[Slip]:
    """Find wrong totals; none is likely while a row is wrong, because its score is unknown then."""
    if scores.total is None and not off_points:
        return
    for slip in slips_of_total(sums, totals):
        yield slip._replace(is_likely=bool(scores.total) and not off_points)


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
        if _numbers_of(one[1]) != _numbers_of(other[1]):
            return Difference(one[0] or other[0], one[1], other[1])
    return None


def _numbers_of(hand: SheetHand | None) -> tuple[BySide[int], BySide[int]] | None:
    return (hand.written.points, hand.score) if hand else None
