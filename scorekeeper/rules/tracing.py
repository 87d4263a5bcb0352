"""Scores one hand by many rules, and finds the switches that make the difference.

Nothing is concluded from what a switch is about. Switches are replaced and the hand is scored anew,
until the results agree.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from scorekeeper.rules.model import Hand, Problem, RuleSet
from scorekeeper.rules.outcome import outcome
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.switches import SwitchValue, differing_switches, switch_values, turn_switches

_MOST_SWITCHES: Final = 2
"""Switches at once; nine presets are then traced in a tenth of a second, whatever one's rules."""


class TracedResult(NamedTuple):
    """A hand's score by a rule set, or why it has none."""

    made: bool | None
    A: int
    B: int
    problems: tuple[Problem, ...] = ()
    """What the rules do not know, or ask the table; then nothing is scored."""


class TurnedSwitch(NamedTuple):
    """One step from a rule set to another."""

    field: str
    ours: SwitchValue
    theirs: SwitchValue
    result: TracedResult
    """The hand's result with this switch, and those before it, as theirs."""


class TracedPresets(NamedTuple):
    """Presets that come to a result through the same switches."""

    presets: tuple[str, ...]
    switches: tuple[TurnedSwitch, ...]
    """The switches that lead there from one's own rules; none where the result is one's own."""


class RulesOfResult(NamedTuple):
    """The rules by which the hand has one result."""

    result: TracedResult
    traced: tuple[TracedPresets, ...]


def result_of(hand: Hand, rules: RuleSet) -> TracedResult:
    """The hand's result by these rules.

    >>> result_of(Hand(bidder="A", bid=90, kapo="A"), PRESETS["cafe"])
    TracedResult(made=True, A=34, B=0, problems=())
    """
    score, found = outcome(hand, rules)
    return TracedResult(score.made, score.A, score.B) if score else TracedResult(None, 0, 0, found)


def decides(hand: Hand, rules: RuleSet, field: str) -> bool:
    """Has the hand another result with this switch, and no other, at another of its values?"""
    was = result_of(hand, rules)
    return any(result_of(hand, other) != was for other in _single_changes(rules, field))


def decides_contract(hand: Hand, rules: RuleSet, field: str) -> bool:
    """Is the bid made with the switch at one of its values, and failed at another?"""
    was = result_of(hand, rules).made
    return any(result_of(hand, other).made != was for other in _single_changes(rules, field))


def _single_changes(rules: RuleSet, field: str) -> Iterator[RuleSet]:
    """The rules with the switch at each of its other values."""
    for value in switch_values()[field]:
        if value != getattr(rules, field):
            yield turn_switches(rules, {field: value})


def by_all_rules(hand: Hand, own: RuleSet) -> tuple[RulesOfResult, ...]:
    """The presets by what they make of the hand, one's own result first, be it no preset's."""
    groups: dict[TracedResult, dict[tuple[TurnedSwitch, ...], list[str]]] = {
        result_of(hand, own): {}
    }
    for name, preset in PRESETS.items():
        causes = groups.setdefault(result_of(hand, preset), {})
        causes.setdefault(trace(hand, own, preset), []).append(name)
    return tuple(
        RulesOfResult(
            result,
            tuple(TracedPresets(tuple(names), switches) for switches, names in causes.items()),
        )
        for result, causes in groups.items()
    )


def trace(hand: Hand, ours: RuleSet, theirs: RuleSet) -> tuple[TurnedSwitch, ...]:
    """The switches that turn our result into theirs; () where both agree.

    Without any one of them it is another result. Up to two they are the fewest that do it.
    """
    differing = differing_switches(ours, theirs)
    target = result_of(hand, theirs)
    enough = _fewest_switches(hand, ours, theirs, differing)
    for size in range(min(len(enough), _MOST_SWITCHES + 1)):
        for fields in combinations(differing, size):
            if result_of(hand, _with(ours, theirs, fields)) == target:
                return _in_steps(hand, ours, theirs, fields)
    return _in_steps(hand, ours, theirs, enough)


def _fewest_switches(
    hand: Hand, ours: RuleSet, theirs: RuleSet, fields: Sequence[str]
) -> tuple[str, ...]:
    """Put back every switch that changes nothing, and return the others."""
    target = result_of(hand, theirs)
    remaining = list(fields)
    for field in fields:
        others = [one for one in remaining if one != field]
        if result_of(hand, _with(ours, theirs, others)) == target:
            remaining = others
    if len(remaining) < len(fields):
        # Without a later one, an earlier one may be needed no more.
        return _fewest_switches(hand, ours, theirs, remaining)
    return tuple(remaining)


def _with(ours: RuleSet, theirs: RuleSet, fields: Iterable[str]) -> RuleSet:
    return turn_switches(ours, {field: getattr(theirs, field) for field in fields})


def _in_steps(
    hand: Hand, ours: RuleSet, theirs: RuleSet, fields: tuple[str, ...]
) -> tuple[TurnedSwitch, ...]:
    """The switches one after the other, those first that change something at once."""
    steps: list[TurnedSwitch] = []
    now, remaining = ours, list(fields)
    while remaining:
        before = result_of(hand, now)
        after = {field: result_of(hand, _with(now, theirs, [field])) for field in remaining}
        field = next((one for one in remaining if after[one] != before), remaining[0])
        steps.append(
            TurnedSwitch(field, getattr(ours, field), getattr(theirs, field), after[field])
        )
        now = _with(now, theirs, [field])
        remaining.remove(field)
    return tuple(steps)
