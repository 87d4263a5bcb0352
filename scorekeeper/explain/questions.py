"""Asks what the table has to say next, while a hand is typed."""

from collections.abc import Collection
from typing import Final

from scorekeeper.i18n.language import _l
from scorekeeper.i18n.sentences import Sentences

QUESTIONS: Final = Sentences(
    {
        "swept": _l("Was it kapo?"),
        "tie_point": _l("Equal digits: who gets the point?"),
        "declarations": _l("Equal declarations: whose is higher?"),
        "contract": _l("Who bid, and how much?"),
        "result": _l("The points are still to come."),
    }
)


def question(missing_value: str | None, missing: Collection[str]) -> str:
    """Ask for what the rules need, else for what the hand lacks; nothing where it is complete."""
    if missing_value:
        return QUESTIONS.say(missing_value)
    if "bid" in missing or "bidder" in missing:
        return QUESTIONS.say("contract")
    return QUESTIONS.say("result") if missing else ""
