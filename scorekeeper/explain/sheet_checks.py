"""A sheet typed in from paper: whether its numbers can be, and what may have happened.

A hand that can be is not called right: another bid may have been meant.
"""

from collections.abc import Iterable
from typing import Final, get_args

from scorekeeper.explain import labels
from scorekeeper.explain.labels import number_text
from scorekeeper.i18n.language import Sentences, _l, ngettext
from scorekeeper.rules.model import BySide
from scorekeeper.tournament.plausibility import Doubt, DoubtCode
from scorekeeper.tournament.sheets.sheet_check import SheetCheck, WrongHand
from scorekeeper.tournament.sheets.sheet_codec import Difference
from scorekeeper.tournament.sheets.sheet_slips import ScoreSlipCode, SheetHand, Slip, WrittenHand

VERDICTS: Final = Sentences(
    {
        "agrees": _l("The card points add up to %(expected)s."),
        "hands": _l("The sum of %(expected)s is right, but not every hand is."),
        "scores": _l("The card points add up to %(expected)s, but not every score fits them."),
        "scores_agree": _l("The card points add up to %(expected)s. Each score fits them."),
        "foot": _l(
            "The card points of each hand add up, but the foot of the sheet says otherwise."
        ),
        "scores_foot": _l("Every hand can be right, but the foot of the sheet says otherwise."),
    }
)
_TOO_MANY: Final = _l("Hand %(hand)s: %(off)s too many.")
_SCORE_CANNOT_BE: Final = _l("Hand %(hand)s: no bid and no declaration gives this score.")
SLIPS: Final = Sentences(
    {
        "digits_swapped": _l("Two digits swapped? Perhaps %(points)s for %(side)s."),
        "digit_left_out": _l("A digit left out? Perhaps %(points)s for %(side)s."),
        "digit_too_many": _l("A digit too many? Perhaps %(points)s for %(side)s."),
        "digit_misread": _l("A digit misread? Perhaps %(points)s for %(side)s."),
        "kapo_unmarked": _l("A kapo not marked for %(side)s?"),
        "bonus_left_out": _l("The kapo without its bonus? It gives %(points)s."),
        "bonus_doubled": _l("By these rules a doubled kapo has no bonus: it gives %(points)s."),
        "trump_wrong": _l("Another trump: a suit, no trump or all trump?"),
        "in_tenths": _l("Written in tenths? Card points are wanted."),
        "last_trick_left_out": _l("The last trick's 10 forgotten?"),
        "last_trick_twice": _l("The last trick's 10 counted by both sides?"),
        "extras_added": _l("Declarations or a pilotta among the card points?"),
        "sides_swapped": _l("Hand %(hand)s: the two sides swapped? Then %(a)s – %(b)s."),
        "entered_twice": _l("Hand %(hand)s: entered twice? It is the same as hand %(like)s."),
        "hand_too_many": _l("Hand %(hand)s: is it of another sheet? The foot does not count it."),
        "hand_left_out": _l("A hand left out? It would be %(a)s – %(b)s."),
        "sum_wrong": _l("Foot's sum wrong for %(side)s? The hands give %(points)s."),
        "hand_lacks": _l(
            "One hand lacks %(points)s for %(side)s: a pilotta or declarations forgotten?"
        ),
        "total_wrong": _l("Total added up wrongly for %(side)s? The hands give %(points)s."),
        "doubled_shared": _l("Doubled: one side takes everything. Both have something here."),
        "stake_left_out": _l("The stake forgotten?"),
        "missing_point_wrong_side": _l("The missing point to the wrong side?"),
        "missing_point_left_out": _l("The missing point forgotten?"),
        "score_swapped": _l("The two scores swapped?"),
        "declarations_left_out": _l("Declarations forgotten?"),
        "pilotta_left_out": _l("The pilotta forgotten?"),
        "score_digits_swapped": _l("Two digits of the score swapped?"),
        "off_by_one": _l("One too many or too few?"),
        "score_digit_wrong": _l("A digit of the score wrong?"),
        "doubling_wrong": _l("×2 or ×4 not marked, or marked in the wrong hand?"),
        "bid_wrong": _l("Another bid? With others this score can be."),
        "score_impossible": _l("No usual slip explains it: look at the paper once more."),
    }
)
SCORE_SLIPS: Final = frozenset(get_args(ScoreSlipCode))
ROWS: Final = Sentences(
    {
        "sides_swapped": _l("The card points of the two sides swapped?"),
    }
)
"""Slips in words, where they stand beside their hand."""
ANYWHERE: Final = Sentences(
    {
        "digits_swapped": _l("Two digits of a number swapped?"),
        "kapo_unmarked": _l("A kapo that is not counted?"),
        "bonus_left_out": _l("A kapo without its bonus?"),
        "hand_too_many": _l("A hand too many?"),
        "hand_left_out": _l("A hand left out?"),
    }
)
"""Slips in words, where the hand is not known."""
_MEANING: Final = _l("Then %(a)s – %(b)s.")
_UNLIKELY: Final = _l("Not ruled out: %(slip)s")
DIFFERENCES: Final = Sentences(
    {
        "both": _l("Hand %(hand)s differs first: the sheet has %(sheet)s, the phone %(phone)s."),
        "sheet": _l("Hand %(hand)s is on the sheet alone: %(sheet)s."),
        "phone": _l("Hand %(hand)s is on the phone alone: %(phone)s."),
    }
)


def verdict_text(check: SheetCheck) -> str:
    """Say whether the sheet adds up, or by how much it does not."""
    values = {"written": check.written, "expected": check.expected}
    if check.off > 0:
        return ngettext(
            "%(num)s card point too many: %(written)s are written for %(expected)s.",
            "%(num)s card points too many: %(written)s are written for %(expected)s.",
            check.off,
            **values,
        )
    if check.off:
        return ngettext(
            "%(num)s card point too few: %(written)s are written for %(expected)s.",
            "%(num)s card points too few: %(written)s are written for %(expected)s.",
            -check.off,
            **values,
        )
    if check.wrong:
        are_points_off = any(wrong.off for wrong in check.wrong)
        return VERDICTS.say("hands" if are_points_off else "scores", **values)
    if check.slips:
        return VERDICTS.say("scores_foot" if check.are_scores_held else "foot")
    return VERDICTS.say("scores_agree" if check.are_scores_held else "agrees", **values)


def wrong_hand_texts(wrong: WrongHand, names: BySide[str]) -> list[str]:
    """Explain what is wrong with a hand, and what may have happened."""
    texts = [] if _says_itself(wrong) else [wrong_hand_text(wrong)]
    return [*texts, *(_row_text(slip, names) for slip in wrong.slips)]


def wrong_hand_text(wrong: WrongHand) -> str:
    """Say by how much a hand does not add up, or that its score cannot be."""
    if not wrong.off:
        return str(_SCORE_CANNOT_BE) % {"hand": wrong.number}
    if wrong.off > 0:
        return too_many_text(wrong.number, wrong.off)
    return ngettext(
        "Hand %(hand)s: %(num)s too few.",
        "Hand %(hand)s: %(num)s too few.",
        -wrong.off,
        hand=wrong.number,
    )


def too_many_text(number: int, off: int) -> str:
    """By how much a hand has too many card points."""
    return str(_TOO_MANY) % {"hand": number, "off": off}


def _says_itself(wrong: WrongHand) -> bool:
    return not wrong.off and [slip.code for slip in wrong.slips] == ["doubled_shared"]


def _row_text(slip: Slip, names: BySide[str]) -> str:
    if slip.code not in ROWS:
        return slip_text(slip, names)
    return _as_likely(_with_meaning(ROWS.say(slip.code), slip), slip)


def _as_likely(text: str, slip: Slip) -> str:
    """Return the question; an unlikely slip says that it is only possible."""
    return text if slip.is_likely else str(_UNLIKELY) % {"slip": text}


def _with_meaning(text: str, slip: Slip) -> str:
    """The question, and what should stand there if that is known."""
    if slip.meant is None:
        return text
    return f"{text} {str(_MEANING) % {'a': slip.meant.A, 'b': slip.meant.B}}"


def slip_text(slip: Slip, names: BySide[str]) -> str:
    """Explain a possible slip, and say so where it is unlikely; `names` are the sides'."""
    return _as_likely(_question(slip, names), slip)


def _question(slip: Slip, names: BySide[str]) -> str:
    is_known = slip.meant is not None or slip.hand is not None
    if slip.code in ANYWHERE and not is_known:
        return ANYWHERE.say(slip.code)
    if slip.code in SCORE_SLIPS:
        return _with_meaning(SLIPS.say(slip.code), slip)
    values: dict[str, object] = {"hand": slip.hand, "like": slip.like}
    if slip.meant:
        values |= {"a": slip.meant.A, "b": slip.meant.B}
    if slip.side:
        values["side"] = names.of(slip.side)
        values["points"] = slip.meant and slip.meant.of(slip.side)
    return SLIPS.say(slip.code, **values)


def difference_text(difference: Difference) -> str:
    """Return the first hand in which a sheet and a phone differ: card points, and the score."""
    number, sheet, phone = difference
    values = {
        "hand": number,
        "sheet": sheet and _hand_text(sheet),
        "phone": phone and _hand_text(phone),
    }
    return DIFFERENCES.say("both" if sheet and phone else "sheet" if sheet else "phone", **values)


def _hand_text(hand: SheetHand) -> str:
    points, score = hand.written.points, hand.score
    return f"{points.A} – {points.B} ({score.A} – {score.B})"


def marks_text(hand: WrittenHand) -> str:
    """Return the marks of a sheet's hand beside its numbers: `kapo ×2`, or nothing."""
    trump = labels.trump_name(hand.trump) if hand.trump else ""
    kapo = labels.kapo_word() if hand.kapo else ""
    return " ".join(filter(None, (kapo, labels.doubled_text(hand.doubled), trump)))


DOUBTS: Final[Sentences[DoubtCode]] = Sentences(
    {
        "nothing": _l("0 – 0: was nothing scored at this table?"),
        "below_zero": _l("A total below zero: was there a penalty?"),
        "target_missed": _l("Nobody reached %(number)s."),
        "after_target": _l(
            "%(a)s was reached at hand %(b)s: are the hands behind it of this match?"
        ),
        "too_little": _l("No match here can have so few: together they are at least %(number)s."),
        "too_much": _l("No match here can give so many: %(number)s is the most."),
        "level": _l("Both have %(number)s: at equal totals one more hand is played."),
        "other_won": _l("By the table's phone the others won: %(a)s – %(b)s."),
        "moves_final": _l(
            "With this other pairs would be in the final. It stays as it was set up."
        ),
    }
)


def doubt_text(doubt: Doubt) -> str:
    """Why it may be a slip."""
    match tuple(map(number_text, doubt.numbers)):
        case (a, b):
            return DOUBTS.say(doubt.code, a=a, b=b)
        case (number,):
            return DOUBTS.say(doubt.code, number=number)
        case _:
            return DOUBTS.say(doubt.code)


def doubt_texts(doubts: Iterable[Doubt]) -> list[str]:
    """Return all questions about a result."""
    return [doubt_text(doubt) for doubt in doubts]
