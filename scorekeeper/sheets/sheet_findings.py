"""All that a check of a sheet found in one list, the likeliest first."""

from typing import Literal, NamedTuple

from scorekeeper.sheets.sheet_check import SheetCheck
from scorekeeper.sheets.sheet_slips import SlipCode

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
    >>> from scorekeeper.sheets.sheet_hands import check_hands
    >>> from scorekeeper.sheets.sheet_slips import SheetHand, WrittenHand
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
