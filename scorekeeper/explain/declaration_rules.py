"""The rule by which two sides' declarations are compared, for readers who do not know it."""

from typing import Final

from scorekeeper.explain.explained_hand import ExplainedHand
from scorekeeper.explain.ruling import Reason, decided_by
from scorekeeper.i18n.language import _l
from scorekeeper.i18n.sentences import Sentences
from scorekeeper.rules.declarations import ComparisonReason, rivals

_HEADING: Final = Sentences({"rule": _l("The rule of comparison")})
_RULES: Final[Sentences[ComparisonReason]] = Sentences(
    {
        "none": _l("Nothing was declared."),
        "alone": _l("Only the declarations of two sides are compared."),
        "table": _l("What the table ruled stands in place of any comparison."),
        "value": _l("The value comes first; the better side scores all of its own."),
        "four": _l("Of equal value, a four is compared with a run before any length."),
        "length": _l("Of equal value the longer run is better."),
        "top": _l("Of equal length the higher card is better."),
        "trumps": _l("Of equal length and height the run in trumps is better."),
        "leader": _l("They are equal by these rules, and so the lead decides."),
        "equal": _l("They are equal by these rules, and so nobody's are better."),
    }
)
_TRUMPS: Final = Sentences(
    {
        "last": _l("Trumps count only between equal ones."),
        "never": _l("That a run is in trumps counts for nothing."),
    }
)
_SWITCHES: Final[dict[ComparisonReason, tuple[str, ...]]] = {
    "four": ("four_beats_run",),
    "top": ("declaration_order",),
    "trumps": ("trump_breaks_tie",),
    "leader": ("declaration_tie",),
    "equal": ("declaration_tie",),
}
"""The switches behind each reason, whether or not another value would change the ruling."""


def rule_of_comparison(case: ExplainedHand) -> Reason:
    """The rule that decided, with the switches that say so and their sources."""
    why = case.ruling.reason
    text = _RULES.say(why)
    switches = list(_SWITCHES.get(why, ()))
    if why in ("leader", "equal") and not any(rivals(case.hand)):
        switches.append("four_beats_run")
    if why in ("top", "leader", "equal") and _has_run_in_trumps(case):
        switches.append("trump_breaks_tie")
        text += " " + _TRUMPS.say("last" if case.rules.trump_breaks_tie else "never")
    return Reason(text, _HEADING.say("rule"), decided_by(case.rules, *switches))


def _has_run_in_trumps(case: ExplainedHand) -> bool:
    rivalling = rivals(case.hand)
    is_suit = case.hand.trump not in ("none", "all")
    return is_suit and any(one.in_trumps for one in (*rivalling.A, *rivalling.B))
