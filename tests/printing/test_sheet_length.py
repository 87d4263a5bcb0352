"""A sheet has as many rows as its match can need: at most 1 of 100 to its target runs over."""

import itertools
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.printing.tables import hands_needed
from scorekeeper.rules.model import TARGETS
from scorekeeper.rules.presets import PRESETS
from tests.parameters import rarely
from tests.printing.match_lengths import cafe_lengths, lengths

HANDS = 12_000
OFTEN = {151, 351, "cafe", "simple", "cardrules"}


def but_few_rarely(values: Iterable[Any]) -> list[Any]:
    """Most of them are for the long tests: they hold a table that no everyday change touches."""
    return [value if value in OFTEN else rarely(value) for value in values]


@pytest.mark.parametrize("target", but_few_rarely(TARGETS))
def test_the_cafe_s_hands_have_room(target: int) -> None:
    rows = hands_needed(replace(PRESETS["cafe"], target=target))
    found = cafe_lengths(target, HANDS, seed=target)
    over = sum(length > rows for length in found) / len(found)
    assert over <= 0.02, "one of a hundred, and what chance adds to so few matches"
    assert max(found) > rows - 6, "and not much more room than that"


@pytest.mark.parametrize("preset", but_few_rarely(PRESETS))
def test_the_hands_of_every_rules_have_room(preset: str) -> None:
    rules = PRESETS[preset]
    found = lengths(rules, HANDS // 4)
    assert sum(length > hands_needed(rules) for length in found) <= 0.03 * len(found)


def test_hands_and_minutes_say_it_themselves() -> None:
    rules = PRESETS["cafe"]
    assert hands_needed(rules, hands=12) == 12
    assert hands_needed(rules, hands=12, needs_winner=True) == 13
    assert hands_needed(rules, minutes=75) == 25


def test_between_the_targets_of_the_table_it_grows_evenly() -> None:
    needed = [hands_needed(replace(PRESETS["cafe"], target=target)) for target in range(21, 5001)]
    assert needed == sorted(needed)
    assert max(b - a for a, b in itertools.pairwise(needed)) == 1
