"""The matches with the cases that the demo's own tables leave out."""

import pytest

from scorekeeper.demo.all_stories import STORIES, default_stories, default_story, switch_story
from scorekeeper.demo.story import match_of, rule_set
from scorekeeper.match.acts.body import MatchAct
from scorekeeper.match.acts.head_acts import Started
from scorekeeper.match.match_journal import replay
from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.switches import switch_values

SWITCH_VALUES = [(field, value) for field, values in switch_values().items() for value in values]


def sound(story):
    """Is every hand of it one that its rules score?"""
    ledger = replay([MatchAct(1, Started.of(match_of(story)))])
    for step in story.steps:
        step.act(ledger).check(ledger)  # raises what is wrong with it
    return True


def test_nothing_is_told_twice():
    assert default_stories(STORIES) == ()


def test_a_preset_that_nobody_plays_gets_its_match():
    told = [story for story in STORIES if not story.rematch_of]
    others = [story for story in told if rule_set(story.rules).preset != "simple"]
    made = {story.name: story for story in default_stories(others)}
    assert rule_set(made["simple"].rules) == PRESETS["simple"]
    assert len(made["simple"].steps) == 3
    assert sound(made["simple"])
    # Only there does a kapo have no bonus.
    assert {f"kapo_bonus {bonus}" for bonus in (0, 88, 90, 100)} <= {*made}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_told(preset):
    story = default_story(preset, PRESETS[preset], ())
    assert rule_set(story.rules) == PRESETS[preset]


@pytest.mark.parametrize(("field", "value"), SWITCH_VALUES)
def test_every_value_of_a_switch_can_be_told(field, value):
    story = switch_story(field, value)
    assert getattr(rule_set(story.rules), field) == value
    assert sound(story)
