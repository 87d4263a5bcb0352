"""Finds the switches on which a part of a score hangs."""

from collections.abc import Callable
from typing import Final

from scorekeeper.explain.explained_hand import ExplainedHand
from scorekeeper.explain.ruling import Decided, decided_by
from scorekeeper.explain.switch_words import named_sources, our_reading
from scorekeeper.i18n.language import _l
from scorekeeper.i18n.sentences import Sentences
from scorekeeper.rules.declarations import ComparisonReason, score_of_declarations
from scorekeeper.rules.model import Rule
from scorekeeper.rules.scoring import contract_points
from scorekeeper.rules.switches import SWITCHES
from scorekeeper.rules.tracing import decides, decides_contract

_COMPARED_BY: Final[dict[ComparisonReason, tuple[str, ...]]] = {
    "four": ("four_beats_run",),
    "top": ("declaration_order",),
    "trumps": ("trump_breaks_tie",),
    "leader": ("declaration_tie", "four_beats_run", "trump_breaks_tie"),
    "equal": ("declaration_tie", "four_beats_run", "trump_breaks_tie"),
}
"""The switches behind a comparison of declarations."""
_ODD_BID: Final = Sentences(
    {
        "title": _l("The stake is rounded"),
        "value": _l("86 is 9, 85 is 8"),
    }
)
_UNCUT: Final = Sentences(
    {
        "title": _l("The bid is compared"),
        "value": _l("with the points before a digit is cut"),
    }
)
_CUT: Final = 10
"""Points by which a bid may be missed, and be made if they were rounded first."""


def deciders(case: ExplainedHand, rule: Rule) -> tuple[Decided, ...]:
    """Find the switches about this rule with which the hand would have another result."""
    about = (*_about(rule), *(_ABOUT[rule](case) if rule in _ABOUT else ()))
    found = [field for field in about if decides(case.hand, case.rules, field)]
    switch_values = decided_by(case.rules, *found)
    return (*switch_values, *_rounding(case)) if rule == "stake" else switch_values


def contract_deciders(case: ExplainedHand) -> tuple[Decided, ...]:
    """Find the switches about the contract with which the bid would have gone otherwise."""
    about = _about("contract")
    found = [field for field in about if decides_contract(case.hand, case.rules, field)]
    return (*decided_by(case.rules, *found), *_compared_uncut(case))


def _about(part: str) -> list[str]:
    """The switches that may decide this part of any hand."""
    return [field for field, switch in SWITCHES.items() if part in switch.decides]


def _compared_uncut(case: ExplainedHand) -> tuple[Decided, ...]:
    """Cite who tests the bid before points are rounded, where that may decide."""
    if case.rules.unit != "tenths" or case.hand.kapo or not isinstance(case.hand.bid, int):
        return ()
    declared = score_of_declarations(case.hand, case.rules)
    lacking = case.hand.bid - contract_points(case.hand, case.rules, declared)
    if not 0 < lacking < _CUT:
        return ()
    source = named_sources(("gamerules", "kypros"))
    return (Decided(_UNCUT.say("title"), _UNCUT.say("value"), source),)


def _rounding(case: ExplainedHand) -> tuple[Decided, ...]:
    """Tell how an odd stake is rounded, which no switch decides and no source says."""
    if not case.has_odd_stake:
        return ()
    return (Decided(_ODD_BID.say("title"), _ODD_BID.say("value"), our_reading()),)


def _missing_point(case: ExplainedHand) -> tuple[str, ...]:
    equal = case.points_of("A") % 10 == case.points_of("B") % 10
    return ("six_six",) if equal else ("unit",)


def _cards(case: ExplainedHand) -> tuple[str, ...]:
    if not case.hand.kapo:
        return ("unit",)
    # A bonus that is not 0 has a line of its own.
    return () if case.rules.kapo_bonus else ("kapo_bonus",)


def _pack(case: ExplainedHand) -> tuple[str, ...]:
    return ("doubling", "kapo_bonus", "kapo_when_doubled") if case.winner_takes_all else ()


def _stake(case: ExplainedHand) -> tuple[str, ...]:
    return ("doubling",) if case.winner_takes_all else ("stake_to",)


def _declarations(case: ExplainedHand) -> tuple[str, ...]:
    who = ("doubling",) if case.winner_takes_all else ("failed_declarations", "reversed_extras")
    return (*_COMPARED_BY.get(case.ruling.reason, ()), *who)


def _pilotta(case: ExplainedHand) -> tuple[str, ...]:
    return ("doubling",) if case.winner_takes_all else ("failed_pilotta", "reversed_extras")


_ABOUT: Final[dict[Rule, Callable[[ExplainedHand], tuple[str, ...]]]] = {
    "cards": _cards,
    "missing_point": _missing_point,
    "all_cards": _pack,
    "stake": _stake,
    "declarations": _declarations,
    "pilotta": _pilotta,
}
"""The switches that may decide a line of such a hand, beside those that may in any hand."""
