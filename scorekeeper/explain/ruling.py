"""A ruling in words: the question, the verdict, and its reasons."""

from typing import Final, NamedTuple

from flask_babel.speaklater import LazyString

from scorekeeper.explain.reasons import ExplainedRow
from scorekeeper.explain.switch_words import switch_source, switch_title, switch_value
from scorekeeper.i18n.language import _l
from scorekeeper.rules.model import RuleSet
from scorekeeper.rules.switches import SwitchValue

TOPICS: Final[dict[str, tuple[LazyString, LazyString]]] = {
    "why": (_l("Why this score?"), _l("A hand's score, reason by reason")),
    "other-rules": (_l("And by other rules?"), _l("The same hand by every set of rules")),
    "tricks": (_l("Who counted wrong?"), _l("Tap the cards of a pile and see its points")),
    "declaration": (_l("Whose declaration?"), _l("Two declarations, or eight cards")),
    "auction": (_l("Was the auction right?"), _l("Bids in turn, passes, doubling")),
    "card": (_l("Which card may be played?"), _l("The trick so far, and a hand")),
    "dealer": (_l("Who deals first?"), _l("Cut for the dealer")),
}
"""Each topic's title, and what it is for."""


class Decided(NamedTuple):
    """The switch of a rule set that decided something, as a player reads it."""

    title: str
    value: str
    source: str
    """The source of the rule, or `Tefteri's reading`."""


class Reason(NamedTuple):
    """One step of the argument."""

    text: str
    heading: str = ""
    """What the step is about, in a word or two."""
    decided: tuple[Decided, ...] = ()
    """The switches that it hangs on; none where all rules agree."""
    row: ExplainedRow | None = None
    """The row of the score that it explains."""


class Ruling(NamedTuple):
    """The answer to a dispute, for the screen, the picture and the paper alike."""

    asked: str
    """The question in a line, as it would be told to somebody who was not there."""
    verdict: str
    """The answer and its reason in one sentence, to be read aloud."""
    reasons: tuple[Reason, ...]


def decided_by(rules: RuleSet, *fields: str) -> tuple[Decided, ...]:
    """The switches of these fields, as the rules have them."""
    return tuple(decided_value(field, getattr(rules, field)) for field in fields)


def decided_value(field: str, value: SwitchValue) -> Decided:
    """A switch at any of its values."""
    return Decided(switch_title(field), switch_value(field, value), switch_source(field, value))


def topic_title(key: str) -> str:
    """What the topic is called, as a question."""
    return str(TOPICS[key][0])


def topic_note(key: str) -> str:
    """What the topic is for, in a line."""
    return str(TOPICS[key][1])
