"""A sheet typed in from paper: do its card points add up, and if not, what slip is likely.

A hand gives 162 (a no-trump or all-trump hand what the rule set says) and a kapo its bonus on top.
So one of a hand's two numbers says what the other must be.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from scorekeeper.rules.model import BySide, Hand, RuleSet, Side
from scorekeeper.rules.scoring import card_points
from scorekeeper.tournament.sheets.score_slips import slips_of_foot, slips_of_numbers
from scorekeeper.tournament.sheets.sheet_slips import Slip, SlipCode, WrittenHand, slips_of_hand


class WrongHand(NamedTuple):
    """A hand whose points do not add up."""

    number: int
    off: int
    """How much too many points are written; too few are less than nothing."""
    slips: tuple[Slip, ...]
    """What it may have been, the likeliest first; () where nothing explains it."""


class SheetCheck(NamedTuple):
    """The sum of the points, and what it must be."""

    expected: int
    written: int
    wrong: tuple[WrongHand, ...] = ()
    slips: tuple[Slip, ...] = ()
    """The slips of the whole sheet, against what its foot says."""
    are_scores_held: bool = False
    """Was each hand's score held against its card points?"""

    @property
    def off(self) -> int:
        """How much too many points are written; too few are less than nothing."""
        return self.written - self.expected

    @property
    def agrees(self) -> bool:
        """Does everything add up, hand by hand and at the foot?"""
        return self.off == 0 and not self.wrong and not self.slips


class Foot(NamedTuple):
    """The sums that the sheet has below its hands; None where it has none."""

    hands: int | None = None
    """How many were played, passed-out ones not counted."""
    sums: BySide[int] | None = None
    """The sums of each side's card points."""


NO_FOOT = Foot()


def check_sheet(
    hands: Sequence[WrittenHand | None], rules: RuleSet, foot: Foot = NO_FOOT
) -> SheetCheck:
    """Check a sheet whose hands were all typed in; None stands for one that was passed out.

    >>> typed = [WrittenHand(BySide(97, 65)), None, WrittenHand(BySide(47, 88))]
    >>> check = check_sheet(typed, RuleSet())
    >>> check.off, check.wrong[0].number, check.wrong[0].slips[0].code
    (-27, 3, 'digits_swapped')
    """
    played = {number: hand for number, hand in enumerate(hands, 1) if hand is not None}
    missing = (len(played) if foot.hands is None else foot.hands) - len(played)
    wrong = []
    for number, hand in played.items():
        off = sum(hand.points) - points_of_hand(hand, rules)
        if off:
            slips = slips_of_hand(number, hand, points_of_hand(hand, rules), rules)
            wrong.append(WrongHand(number, off, slips))
    return SheetCheck(
        sum(points_of_hand(hand, rules) for hand in played.values()) + missing * rules.total(None),
        sum(sum(hand.points) for hand in played.values()),
        tuple(wrong),
        slips_of_foot(played, missing, None if wrong else foot.sums),
    )


def check_sums(hands: int, kapos: int, sums: BySide[int], rules: RuleSet) -> SheetCheck:
    """Check a sheet of which only the foot was typed in. All its hands are taken for suit hands.

    >>> check_sums(13, 1, BySide(1254, 940), RuleSet()).agrees
    True
    """
    expected = hands * rules.total(None) + kapos * rules.kapo_bonus
    off = sum(sums) - expected
    return SheetCheck(expected, sum(sums), slips=slips_of_numbers(off, rules))


def points_of_hand(hand: WrittenHand, rules: RuleSet) -> int:
    """The sum that both sides' card points must have in this hand, a kapo's bonus included."""
    marked_hand = Hand(kapo=hand.kapo, trump=hand.trump, doubled=hand.doubled)
    return rules.total(hand.trump) + rules.kapo_bonus * bonus_counts(marked_hand, rules)


def written_points(hand: Hand, side: Side, rules: RuleSet) -> int:
    """The card points that a sheet shows: a kapo's with its bonus."""
    bonus = rules.kapo_bonus if hand.kapo == side and bonus_counts(hand, rules) else 0
    return card_points(hand, side, rules) + bonus


def bonus_counts(hand: Hand, rules: RuleSet) -> bool:
    """Was the hand a kapo, with the bonus of one?"""
    plain = rules.doubling == "stake" and rules.kapo_when_doubled == "plain"
    return hand.kapo is not None and not (hand.doubled > 1 and plain)


FoundCode = SlipCode | Literal["points_off"]


class Finding(NamedTuple):
    """A slip, or that a hand's points do not add up and no slip explains it."""

    hand: int | None
    """Its number; None where it is of the whole sheet."""
    code: FoundCode
    is_likely: bool


def findings_of(check: SheetCheck) -> tuple[Finding, ...]:
    """List the findings: of each wrong hand its likeliest slip first, totals at the end.

    >>> from scorekeeper.rules.model import BySide, RuleSet
    >>> from scorekeeper.tournament.sheets.sheet_codec import check_hands
    >>> from scorekeeper.tournament.sheets.sheet_slips import SheetHand, WrittenHand
    >>> row = SheetHand(WrittenHand(BySide(97, 65)), BySide(10, 6))
    >>> findings_of(check_hands([row], RuleSet()))[0]
    Finding(hand=1, code='stake_left_out', is_likely=True)
    """
    first, others = [], []
    for wrong in check.wrong:
        findings = [Finding(wrong.number, slip.code, slip.is_likely) for slip in wrong.slips]
        code: FoundCode = "points_off" if wrong.off else "score_impossible"
        findings = findings or [Finding(wrong.number, code, is_likely=True)]
        first.append(findings[0])
        others += findings[1:]
    of_sheet = [Finding(slip.hand, slip.code, slip.is_likely) for slip in check.slips]
    found = [*first, *others, *of_sheet]
    return tuple(sorted(found, key=lambda one: (not one.is_likely, one.hand is None)))
