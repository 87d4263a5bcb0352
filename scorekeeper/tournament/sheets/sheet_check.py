"""The check of a sheet typed in from paper: card points, scores and totals, and likely slips.

A row is wrong where no bid, declaration and pilotta makes its score of its points. If every row is
possible but the total differs, the check looks for a slip that a row can hide. For most scorers who
hurried over one row have added up all rows rightly. The total is named all the same, but is likely
only if no such row explains it. Forgotten declarations or a pilotta may belong to any row, so the
check gives the points that one row lacks.

A hand gives 162, or the rule set's total for no trump and all trump. A kapo has its bonus on top.
So one of a hand's two numbers says what the other must be.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from scorekeeper.rules.model import BySide, Hand, RuleSet, Side
from scorekeeper.rules.scoring import card_points
from scorekeeper.tournament.sheets.score_readings import is_possible, weight_of
from scorekeeper.tournament.sheets.score_slips import (
    ScoreSlip,
    mark_slips,
    score_slips,
    slips_of_foot,
    slips_of_numbers,
)
from scorekeeper.tournament.sheets.sheet_slips import (
    SheetHand,
    Slip,
    SlipCode,
    WrittenHand,
    slips_of_hand,
)

_MOST: Final = 3
"""The most slips that are named for one hand, and the most hands that may explain a total."""
_MOST_WRONG_HANDS: Final = 14
"""The most wrong hands that are searched for slips; with more, the sheet is of other rules."""
_LIKELY: Final = 0.2
"""A slip is likely that is at least so likely as the likeliest."""
_LEAST_SHOWN: Final = 0.05
"""A slip that is less likely than this, compared with the best one, is not shown."""
_PLAIN: Final = 0.005
"""Below this weight the numbers alone explain little, and the marks beside them come first."""
_HIDDEN: Final[frozenset[SlipCode]] = frozenset(
    {
        "stake_left_out",
        "missing_point_wrong_side",
        "missing_point_left_out",
        "score_swapped",
        "declarations_left_out",
        "pilotta_left_out",
        "score_digits_swapped",
    }
)
"""Slips that are named first of a row that can be; others are made in a total as easily."""
_EXTRAS: Final[frozenset[SlipCode]] = frozenset({"declarations_left_out", "pilotta_left_out"})
_BELIEVED: Final = 0.05
"""Such a slip is likely that is met so often, against the row being as it is written."""
_BELIEVED_OF_ONE_SIDE: Final = 1.0
"""The same where one side's total alone differs: that happens as easily by adding up wrongly."""
_LEAST_WEIGHT: Final = 1e-12
"""A slip of a hand that is met more rarely explains nothing."""


class ScoreCheck(NamedTuple):
    """The wrong scores of a sheet."""

    wrong: Mapping[int, tuple[Slip, ...]]
    """The hands whose score cannot be, by their numbers."""
    hidden: tuple[Slip, ...]
    """Possible slips in hands that can be right, where the total is another one."""
    total: bool | None
    """Is the total wrong: True where no row explains it, False where one does or may, None where a
    row that cannot be does."""


def check_scores(
    hands: Mapping[int, SheetHand], rules: RuleSet, off: BySide[int] | None
) -> ScoreCheck:
    """Hold each score against its points, and all of them against the total.

    `off` is by how much the sheet's total is more than its rows; None where it has none.
    """
    numbers = [number for number, hand in hands.items() if not is_possible(*hand, rules)]
    wrong = {
        number: _slips_of_row(number, hands[number], rules, off) if at < _MOST_WRONG_HANDS else ()
        for at, number in enumerate(numbers)
    }
    if off is None or off == (0, 0):
        return ScoreCheck(wrong, (), None)
    if wrong:
        # The rows' right scores are not known yet. One row alone may explain the whole total.
        only = hands[next(iter(wrong))]
        reaches = len(wrong) == 1 and is_possible(only.written, _more(only.score, off), rules)
        return ScoreCheck(wrong, (), None if reaches else False)
    return _find_hidden_slip(hands, rules, off)


def _slips_of_row(
    number: int, hand: SheetHand, rules: RuleSet, off: BySide[int] | None
) -> tuple[Slip, ...]:
    """Find possible slips of a row that cannot be right, the likeliest first."""
    found: list[ScoreSlip] = []
    if off and off != (0, 0):
        found = list(score_slips(*hand, rules, _more(hand.score, off)))
    if not found:
        found = list(score_slips(*hand, rules))
        if off == (0, 0):  # the total was made with this score: rather its points are wrong
            found.sort(key=lambda slip: (slip.code != "sides_swapped", -slip.weight))
    slips = _numbered_slips(number, found, hand.written.points)
    if not found or found[0].weight < _PLAIN:
        marks = [
            Slip(code, number, side, hand.written.points if side else None)
            for code, side in mark_slips(*hand, rules)
        ]
        slips = [*marks, *(slip._replace(is_likely=not marks) for slip in slips)]
    return tuple(slips[:_MOST]) or (Slip("score_impossible", number),)


def _numbered_slips(number: int, found: list[ScoreSlip], points: BySide[int]) -> list[Slip]:
    best = found[0].weight if found else 0
    return [
        Slip(
            slip.code,
            number,
            None,
            BySide(points.B, points.A) if slip.code == "sides_swapped" else slip.meant,
            is_likely=slip.weight >= _LIKELY * best,
        )
        for slip in found
        if slip.weight > _LEAST_SHOWN * best
    ]


def _find_hidden_slip(
    hands: Mapping[int, SheetHand], rules: RuleSet, off: BySide[int]
) -> ScoreCheck:
    """Look for the row whose slip explains the total."""
    believed = _BELIEVED_OF_ONE_SIDE if 0 in off else _BELIEVED
    found: list[tuple[float, Slip]] = []
    for number, hand in hands.items():
        slips = [
            slip
            for slip in score_slips(*hand, rules, _more(hand.score, off))
            if slip.weight >= _LEAST_WEIGHT
        ]
        for slip in sorted(slips, key=lambda slip: slip.code not in _HIDDEN)[:1]:
            odds = slip.weight / weight_of(*hand, rules)
            is_likely = slip.code in _HIDDEN and odds >= believed
            numbered_slip = Slip(slip.code, number, None, slip.meant, is_likely=is_likely)
            found.append((odds, numbered_slip))
    found.sort(key=lambda one: (one[1].code not in _HIDDEN, -one[0]))
    named = [slip for _, slip in found[:_MOST]]
    if named and named[0].code in _EXTRAS:
        side: Side = "A" if off.A else "B"
        anywhere = [slip._replace(is_likely=False) for slip in named]
        named = [Slip("hand_lacks", None, side, off), *anywhere]
    return ScoreCheck({}, tuple(named), not found)


def _more(score: BySide[int], off: BySide[int]) -> BySide[int]:
    return BySide(score.A + off.A, score.B + off.B)


class WrongHand(NamedTuple):
    """A hand whose points do not add up."""

    number: int
    off: int
    """How much too many points are written; too few are less than nothing."""
    slips: tuple[Slip, ...]
    """The possible slips, the likeliest first; empty where no slip explains the sum."""


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
