"""A hand for every switch that changes a score, on which the switch's values part.

In all of them side A bids. What they come to is worked out when it is asked, by any rule set.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from scorekeeper.rules.codec import read_fields
from scorekeeper.rules.model import Hand, RuleSet
from scorekeeper.rules.switches import SWITCHES, ExampleHand, SwitchValue, turn_switches


class Example(NamedTuple):
    """A hand, and the switches without which it would show nothing."""

    hand: Hand
    needs: Mapping[str, tuple[SwitchValue, ...]]
    """The values of a switch that will do; the first is taken where the rules have none of them."""


def _read(example_hand: ExampleHand) -> Example:
    return Example(read_fields({"bidder": "A", **example_hand.hand})[0], example_hand.needs)


EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    name: tuple(map(_read, switch.examples)) for name, switch in SWITCHES.items() if switch.examples
}
"""The examples of each switch. What changes no score has none here: see `table_examples`."""


def needed(example: Example, rules: RuleSet) -> dict[str, SwitchValue]:
    """The switches that these rules must turn before the example shows anything."""
    return {
        field: values[0]
        for field, values in example.needs.items()
        if getattr(rules, field) not in values
    }


def plays_a_part(field: str, rules: RuleSet) -> bool:
    """Can the switch decide anything by these rules?

    >>> plays_a_part("none_all_bonus", RuleSet())
    False
    """
    return field not in EXAMPLES or any(not needed(example, rules) for example in EXAMPLES[field])


def rules_for(example: Example, rules: RuleSet, field: str, value: SwitchValue) -> RuleSet:
    """These rules with the one switch at that value, and with what the example needs."""
    return turn_switches(rules, {**needed(example, rules), field: value})
