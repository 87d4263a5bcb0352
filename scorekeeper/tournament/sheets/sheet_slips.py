"""The slips of people who write points down or type them in, in a number and in a row."""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from scorekeeper.rules.cards import LAST_TRICK
from scorekeeper.rules.model import OTHER, PILOTTA, SIDES, VALUES, Bid, BySide, RuleSet, Side, Trump

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


ScoreSlipCode = Literal[
    "stake_left_out",
    "missing_point_wrong_side",
    "missing_point_left_out",
    "score_swapped",
    "declarations_left_out",
    "pilotta_left_out",
    "score_digits_swapped",
    "off_by_one",
    "score_digit_wrong",
    "doubling_wrong",
    "bid_wrong",
    "score_impossible",
]
"""Slips in what a hand scored, held against its card points."""
SlipCode = (
    NumberSlip
    | ScoreSlipCode
    | Literal[
        "kapo_unmarked",
        "bonus_left_out",
        "bonus_doubled",
        "trump_wrong",
        "in_tenths",
        "last_trick_left_out",
        "last_trick_twice",
        "extras_added",
        "sides_swapped",
        "entered_twice",
        "hand_too_many",
        "hand_left_out",
        "sum_wrong",
        "hand_lacks",
        "total_wrong",
        "doubled_shared",
    ]
)
EXTRAS: Final = frozenset(
    declared + pilotta
    for declared in (0, *VALUES.values())
    for pilotta in (0, PILOTTA)
    if declared + pilotta
)
"""Points that stand in other columns: declarations and the pilotta."""


class WrittenHand(NamedTuple):
    """A hand as it stands on the paper."""

    points: BySide[int]
    """Card points; a kapo's with its bonus."""
    kapo: Side | None = None
    trump: Trump | None = None
    doubled: Literal[1, 2, 4] = 1
    bid: Bid | None = None
    """The bid; None where the paper does not say it."""


class SheetHand(NamedTuple):
    """A hand with its score, as both stand on the paper."""

    written: WrittenHand
    score: BySide[int]


class Slip(NamedTuple):
    """Something that may have happened."""

    code: SlipCode
    hand: int | None = None
    """Its number; None where it may be any, or none."""
    side: Side | None = None
    """The side whose number is meant; None where it is both sides'."""
    meant: BySide[int] | None = None
    """The numbers that should stand there: the hand's points, its score, or the sums at the foot.

    For a hand that lacks something, the missing points.
    """
    like: int | None = None
    """The number of the hand that this one repeats."""
    is_likely: bool = True
    """False for what is named only because nothing rules it out."""


def slips_of_hand(number: int, hand: WrittenHand, total: int, rules: RuleSet) -> tuple[Slip, ...]:
    """Find possible slips of a hand whose points do not sum to `total`, the likeliest first."""
    in_numbers = list(_number_slips(number, hand, total, rules))
    swapped = [slip for slip in in_numbers if slip.code == "digits_swapped"]
    others = [slip for slip in in_numbers if slip.code != "digits_swapped"]
    found = [
        *_marks(number, hand, total, rules),
        *swapped,
        *_counting(number, hand, total),
        *others,
    ]
    return tuple(found)


def _marks(number: int, hand: WrittenHand, total: int, rules: RuleSet) -> Iterator[Slip]:
    """Something beside the points is missing: kapo, its bonus, or the trump."""
    written = sum(hand.points)
    swept = next((side for side in SIDES if hand.points.of(OTHER[side]) == 0), None)
    if rules.kapo_bonus and swept and hand.kapo is None and written == total + rules.kapo_bonus:
        yield Slip("kapo_unmarked", number, swept, hand.points)
    if hand.kapo and written == rules.total(hand.trump) == hand.points.of(hand.kapo):
        yield Slip("bonus_left_out", number, hand.kapo, _with(hand.points, hand.kapo, total))
    if hand.kapo and hand.doubled > 1 and written == total + rules.kapo_bonus:
        yield Slip("bonus_doubled", number, hand.kapo, _with(hand.points, hand.kapo, total))
    if rules.trumps == "with_none_all" and hand.kapo is None:
        trumps: tuple[Trump | None, ...] = ("none", "all", None)
        if any(written == rules.total(trump) for trump in trumps):
            yield Slip("trump_wrong", number, None, hand.points)


def _counting(number: int, hand: WrittenHand, total: int) -> Iterator[Slip]:
    """The points themselves were counted in another way."""
    written = sum(hand.points)
    off = written - total
    if written in (total // 10, total // 10 - 1):
        yield Slip("in_tenths", number)
    if off == -LAST_TRICK:
        yield Slip("last_trick_left_out", number)
    if off == LAST_TRICK:
        yield Slip("last_trick_twice", number)
    if off in EXTRAS:
        yield Slip("extras_added", number)


def _number_slips(number: int, hand: WrittenHand, total: int, rules: RuleSet) -> Iterator[Slip]:
    """Find slips by which one of the two numbers does not complement the other."""
    for side in SIDES:
        meant = total - hand.points.of(OTHER[side])
        code = number_slip(hand.points.of(side), meant)
        if code and _can_be(meant, total, hand, rules):
            yield Slip(code, number, side, _with(hand.points, side, meant))


def _can_be(points: int, total: int, hand: WrittenHand, rules: RuleSet) -> bool:
    """Can a side have these points? No cards of a suit hand give 1, or all but 1."""
    if hand.kapo:
        return points in (0, total)
    suit = hand.trump not in ("none", "all")
    return 0 <= points <= total and not (suit and points in (1, total - 1))


def _with(points: BySide[int], side: Side, meant: int) -> BySide[int]:
    return BySide(meant, points.B) if side == "A" else BySide(points.A, meant)
