"""All stories of the evening, those of each preset and switch too, told as yesterday's."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

from scorekeeper.config import current_settings
from scorekeeper.demo import cafe, happenings, preset_stories
from scorekeeper.demo.story import Story, played, rule_set, tell
from scorekeeper.rules.checks import outcome
from scorekeeper.rules.codec import write_rules
from scorekeeper.rules.examples import EXAMPLES, rules_for
from scorekeeper.rules.model import Hand, RuleSet
from scorekeeper.rules.presets import CAFE, PRESETS
from scorekeeper.rules.switches import SwitchValue, switch_values, turn_switches

_HANDS: Final = tuple(
    EXAMPLES[field][0].hand for field in ("unit", "failed_declarations", "kapo_bonus")
)
"""One that is made, one that fails, a kapo."""


def default_stories(stories: Iterable[Story]) -> tuple[Story, ...]:
    """Make the matches that these stories leave out: of presets, and of all values of a switch."""
    played = [_rules_of(story) for story in stories if not story.rematch_of]
    names = {rules.preset for rules in played}
    presets = [
        default_story(name, rules, _HANDS) for name, rules in PRESETS.items() if name not in names
    ]
    switches = [
        switch_story(field, value)
        for field, values in switch_values().items()
        if {getattr(rules, field) for rules in played} != {*values}
        for value in values
    ]
    return (*presets, *switches)


def switch_story(field: str, value: SwitchValue) -> Story:
    """Make a match by the café's rules with the switch at this value, of the switch's examples."""
    name = f"{field} {value}"
    if field not in EXAMPLES:
        return default_story(name, turn_switches(CAFE, {field: value}), _HANDS)
    examples = EXAMPLES[field]
    rules = rules_for(examples[0], CAFE, field, value)
    return default_story(name, rules, [example.hand for example in examples])


def default_story(name: str, rules: RuleSet, hands: Sequence[Hand]) -> Story:
    """Make a match of those of the hands that the rules know."""
    steps = [played(hand) for hand in hands if outcome(hand, rules).score]
    return Story(name=name, at="22:40", rules=write_rules(rules), steps=tuple(steps))


def _rules_of(story: Story) -> RuleSet:
    """Find the rules that the whole match is scored by at its end."""
    changes = [step.rules for step in story.steps if step.rules is not None]
    return changes[-1] if changes else rule_set(story.rules)


_STORIES: Final = (*cafe.STORIES, *preset_stories.STORIES, *happenings.STORIES)
STORIES: Final = (*_STORIES, *default_stories(_STORIES))


def tell_evening(phone_id: int) -> dict[str, str]:
    """Write every match as this phone's; by the stories' names, their addresses."""
    zone = current_settings().zone
    # Yesterday: whatever the hour is now, the evening is over and nothing lies in the future.
    return tell(STORIES, datetime.now(zone).date() - timedelta(days=1), phone_id)
