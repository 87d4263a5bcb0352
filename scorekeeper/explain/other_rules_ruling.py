"""A hand by the rules of every preset: those that agree, and the switches of the others."""

from typing import Final, Literal

from scorekeeper.explain.explained_hand import AND_ALSO
from scorekeeper.explain.labels import preset_name, rules_name
from scorekeeper.explain.problems import problem_text
from scorekeeper.explain.ruling import Decided, Reason, Ruling
from scorekeeper.explain.score_explanation import hand_words, score_words
from scorekeeper.explain.switch_words import switch_source, switch_title, switch_value
from scorekeeper.i18n.language import Sentences, _, _l, ngettext
from scorekeeper.rules.model import BySide, Hand, RuleSet
from scorekeeper.rules.presets import PRESETS, is_house_rules
from scorekeeper.rules.score_traces import (
    RulesOfResult,
    TracedResult,
    TurnedSwitch,
    by_all_rules,
    result_of,
)

_SENTENCES: Final = Sentences(
    {
        "all": _l("By all rules the same: %(score)s."),
    }
)

_IN_UNIT: Final[Sentences[Literal["tenths", "points"]]] = Sentences(
    {
        "tenths": _l("%(score)s (in tenths)"),
        "points": _l("%(score)s (in points)"),
    }
)

_OUTSIDE: Final = Sentences(
    {
        "doubling_not_played": _l("No score: nothing is doubled"),
        "kapo_bid_not_played": _l("No score: there is no kapo bid"),
        "trump_not_played": _l("No score: there is no no-trump and no all-trump"),
        "bid_step": _l("No score: %(bid)s is no bid"),
        "tie_point_needed": _l("The table is asked who gets the missing point"),
        "leader_needed": _l("It depends on which side led to the first trick"),
    }
)
"""The problems of other rules with a hand that one's own rules can score."""


def compare_rules(hand: Hand, own: RuleSet, names: BySide[str]) -> Ruling:
    """Compare what each preset makes of a hand that one's own rules can score."""
    groups = by_all_rules(hand, own)
    score = _result_words(hand, own, groups[0].result, names)
    same = sum(len(one.presets) for one in groups[0].traced)
    verdict = (
        _SENTENCES.say("all", score=score)
        if len(groups) == 1
        else _by_some(rules_name(own), score, same)
    )
    reasons = [_own(hand, own, groups[0], names)]
    for group in groups[1:]:
        reasons += _others(hand, group, names)
    return Ruling(hand_words(hand, own, names), verdict, tuple(reasons))


def scores_by_preset(hand: Hand) -> dict[str, str]:
    """Return the presets by their score: `{"19 – 6": "Café, Simple"}`, or by words for none."""
    found: dict[str, list[str]] = {}
    for name, rules in PRESETS.items():
        result = result_of(hand, rules)
        score = f"{result.A} – {result.B}"
        found.setdefault(_("no score") if result.problems else score, []).append(preset_name(name))
    return {score: ", ".join(names) for score, names in found.items()}


def _by_some(rules: str, score: str, same: int) -> str:
    return ngettext(
        "%(rules)s: %(score)s. So says %(num)s of the %(all)s sets of rules.",
        "%(rules)s: %(score)s. So say %(num)s of the %(all)s sets of rules.",
        same,
        rules=rules,
        score=score,
        all=len(PRESETS),
    )


def _own(hand: Hand, own: RuleSet, group: RulesOfResult, names: BySide[str]) -> Reason:
    presets = [preset_name(name) for one in group.traced for name in one.presets]
    if is_house_rules(own):
        presets.insert(0, rules_name(own))
    return Reason(AND_ALSO.join(presets), _result_words(hand, own, group.result, names))


def _others(hand: Hand, group: RulesOfResult, names: BySide[str]) -> list[Reason]:
    return [
        Reason(
            AND_ALSO.join(map(preset_name, presets)),
            _result_words(hand, PRESETS[presets[0]], group.result, names),
            tuple(map(_difference, switches)),
        )
        for presets, switches in group.traced
    ]


def _result_words(hand: Hand, rules: RuleSet, result: TracedResult, names: BySide[str]) -> str:
    if result.problems:
        problem = result.problems[0]
        if problem.code in _OUTSIDE:
            return _OUTSIDE.say(problem.code, bid=hand.bid)
        return problem_text(problem, hand, rules)
    score = score_words(result.A, result.B, names)
    return _IN_UNIT.say(rules.unit, score=score) if result.A or result.B else score


def _difference(switch: TurnedSwitch) -> Decided:
    ours, theirs = (switch_value(switch.field, value) for value in (switch.ours, switch.theirs))
    source = switch_source(switch.field, switch.theirs)
    return Decided(switch_title(switch.field), f"{ours} → {theirs}", source)
