"""Scores one hand by many rules: which switches make the difference, and how near the contract was.

Nothing is concluded from what a switch is about. Switches are replaced and the hand is scored anew,
until the results agree.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final, Literal, NamedTuple

from scorekeeper.rules.checks import outcome, problems
from scorekeeper.rules.declarations import score_of_declarations
from scorekeeper.rules.model import KAPO, NO_DECLARATIONS, BySide, Hand, Problem, RuleSet
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.scoring import card_points, contract_points, is_made
from scorekeeper.rules.switches import SwitchValue, differing_switches, switch_values, turn_switches

NearCode = Literal[
    "more",
    "fewer",
    "without_declarations",
    "without_pilotta",
    "without_both",
    "better_declarations",
]
NEAR: Final = 20
"""Card points within which a verdict was near to the other: the dearest card, a jack of trumps."""


class Near(NamedTuple):
    """Something by which the bid had been made, or had failed."""

    code: NearCode
    points: int
    """Card points more or fewer; of the declarations or the pilotta, what they are worth."""


def nearness(hand: Hand, rules: RuleSet) -> tuple[Near, ...]:
    """Find what would have changed a scored hand's verdict; () for a kapo and a passed-out hand.

    >>> from scorekeeper.rules.model import BySide
    >>> nearness(Hand(bidder="A", bid=90, points=BySide(89, None)), RuleSet())
    (Near(code='more', points=1),)
    """
    if hand.passed_out or hand.bid == KAPO or hand.kapo is not None:
        return ()
    declared = score_of_declarations(hand, rules)
    if is_made(hand, rules, declared):
        return (*_fewer(hand, rules), *_without(hand, rules))
    return (*_more(hand, rules), *_better_declarations(hand, rules))


def _over(hand: Hand, rules: RuleSet) -> int:
    assert isinstance(hand.bid, int)
    return contract_points(hand, rules, score_of_declarations(hand, rules)) - hand.bid


def _fewer(hand: Hand, rules: RuleSet) -> tuple[Near, ...]:
    fewer = _over(hand, rules) + 1
    return (Near("fewer", fewer),) if _is_near(hand, rules, -fewer) else ()


def _more(hand: Hand, rules: RuleSet) -> tuple[Near, ...]:
    more = -_over(hand, rules)
    return (Near("more", more),) if _is_near(hand, rules, more) else ()


def _is_near(hand: Hand, rules: RuleSet, change: int) -> bool:
    """Whether the bidder's cards may have been worth so much more, or less.

    No cards give 161 in a suit hand, for one.
    """
    cards = _cards(hand, rules) + change
    points = BySide(cards, None) if hand.bidder == "A" else BySide(None, cards)
    found = problems(replace(hand, points=points), rules)
    return abs(change) <= NEAR and all(problem.field != "points" for problem in found)


def _cards(hand: Hand, rules: RuleSet) -> int:
    assert hand.bidder is not None
    return card_points(hand, hand.bidder, rules)


def _without(hand: Hand, rules: RuleSet) -> tuple[Near, ...]:
    bare = replace(hand, declarations=NO_DECLARATIONS, declarations_to=None)
    mute = replace(hand, pilotta=None)
    extras: dict[NearCode, Hand] = {"without_declarations": bare, "without_pilotta": mute}
    had = _over(hand, rules)
    found = [
        Near(code, had - _over(other, rules))
        for code, other in extras.items()
        if _over(other, rules) < 0
    ]
    plain = _over(replace(bare, pilotta=None), rules)
    return tuple(found) if found or plain >= 0 else (Near("without_both", had - plain),)


def _better_declarations(hand: Hand, rules: RuleSet) -> tuple[Near, ...]:
    assert hand.bidder is not None
    own = hand.declarations.of(hand.bidder)
    if hand.declarations_to is not None:
        return ()  # The table ruled, whichever were the better.
    if not own or score_of_declarations(hand, rules)[0] == hand.bidder:
        return ()
    other_ruling = replace(hand, declarations_to=hand.bidder)
    if _over(other_ruling, rules) < 0:
        return ()
    return (Near("better_declarations", sum(one.value for one in own)),)


_MOST_SWITCHES: Final = 2
"""Switches at once; nine presets are then traced in a tenth of a second, whatever one's rules."""


class TracedResult(NamedTuple):
    """A hand's score by a rule set, or why it has none."""

    made: bool | None
    A: int
    B: int
    problems: tuple[Problem, ...] = ()
    """The problems that the rules do not solve, or ask the table; with any of them nothing is
    scored.
    """


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
    """The switches that lead there from the own rules; empty for the result of the own rules."""


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
    """Return the presets by their result for the hand; the result of the own rules comes first."""
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
