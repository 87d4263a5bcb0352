"""A whole sheet as lines: read into the rows of the form, with faults at their rows."""

from typing import Final, NamedTuple

from scorekeeper.explain.line_fault_words import LINE_PARTS
from scorekeeper.i18n import gettext as _
from scorekeeper.rules.model import KAPO, Hand, RuleSet
from scorekeeper.rules.scoring import card_points, score_hand
from scorekeeper.services.tournaments.list_lines import without_chat
from scorekeeper.sheets.sheet_hands import MOST_HANDS
from scorekeeper.web.hand_line import read_typed_line
from scorekeeper.web.tournaments.typed_form import PASSED, TRUMPS, TypedHand

LONGEST_LINES: Final = 20_000
"""Characters of a whole sheet; what is behind them is not read."""


class SheetLines(NamedTuple):
    """The lines of a sheet, and what came of them."""

    hands: tuple[TypedHand, ...]
    """A row for each line; an empty one where it is no hand."""
    faults: dict[int, str]
    """What is wrong, by the number of the row."""


def read_sheet_lines(text: str, rules: RuleSet) -> SheetLines:
    """Read each line that is not blank as a hand, and score it by these rules.

    It may be a message of an exported chat, with its date and sender.
    """
    lines = [line for line in text[:LONGEST_LINES].splitlines() if line.strip()]
    hands: list[TypedHand] = []
    faults: dict[int, str] = {}
    for number, line in enumerate(lines[:MOST_HANDS], 1):
        found = read_typed_line(without_chat(line)[0], rules)
        if isinstance(found, str):
            faults[number] = found
        hands.append(TypedHand(number) if isinstance(found, str) else _row(number, found, rules))
    if len(lines) > MOST_HANDS:
        faults[MOST_HANDS] = _("A sheet has at most %(most)s hands.", most=MOST_HANDS)
    return SheetLines(tuple(hands), faults)


def _row(number: int, hand: Hand, rules: RuleSet) -> TypedHand:
    """The row that somebody would have typed for the hand; its score follows from the rules."""
    if hand.passed_out:
        return TypedHand(number, mark=PASSED)
    score = score_hand(hand, rules)
    is_kapo = hand.kapo is not None
    typed = TypedHand(
        number,
        "" if is_kapo else str(card_points(hand, "A", rules)),
        "" if is_kapo else str(card_points(hand, "B", rules)),
        str(score.A),
        str(score.B),
        hand.kapo or "",
        str(hand.doubled) if hand.doubled > 1 else "",
        hand.trump if hand.trump in TRUMPS else "",
        LINE_PARTS.say("kapo") if hand.bid == KAPO else str(hand.bid),
    )
    return typed.completed(rules)
