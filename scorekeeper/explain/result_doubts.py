"""What is asked about a result before it is written."""

from collections.abc import Iterable
from typing import Final

from scorekeeper.explain.labels import number_text
from scorekeeper.i18n.language import _l
from scorekeeper.i18n.sentences import Sentences
from scorekeeper.services.tournaments.plausibility import Doubt, DoubtCode

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
    """Everything that is asked about a result."""
    return [doubt_text(doubt) for doubt in doubts]
