"""Two runtimes, one engine: the phone's answers are Python's, problems and lines included."""

import json

import pytest

from scorekeeper.rules.codec import write_rules
from scorekeeper.rules.presets import PRESETS
from tests.rules.runtimes import PARTS, SCORE, differences
from tests.rules.table import all_rows
from tests.rules.test_enumeration import asked_and_answered, contracts, hands
from tests.rules.wild import Wild

SEEDS = range(20)
"""Of 5,000 hands each, 100,000 in all."""


def lines_of(requests):
    return [json.dumps(request).encode() for request in requests]


def every_row():
    return lines_of({"rules": row["rules"], "hand": row["hand"]} for _, row in all_rows())


EDGES = {
    "version": ("0", "1", "1.0", "9" * 100, "1" + "0" * 100, "1e99", "1e100", "true", "1.5"),
    "target": ("20", "21", "5000", "5001", "5000.0", "21.5"),
}


def every_edge():
    """The first and last numbers that a rule set may have, and their neighbours."""
    rules = '{"rules": {"preset": "cafe", "%s": %s}, "hand": {"passed_out": true}}'
    return [(rules % (field, n)).encode() for field, numbers in EDGES.items() for n in numbers]


def every_preset():
    written = [{"rules": write_rules(rules)} for rules in PRESETS.values()]
    return lines_of([*({"rules": name} for name in PRESETS), *written])


def test_every_row_of_the_tables():
    assert differences(SCORE, every_row()) == []


def test_every_edge():
    assert differences(SCORE, every_edge()) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_random_hands(seed):
    assert differences(SCORE, Wild(seed).lines(5000)) == []


@pytest.mark.parametrize("preset", PRESETS)
def test_every_hand(preset):
    """`test_enumeration` holds Python's answers to them against the naive ones."""
    every = [told for hand in hands(preset) for told in asked_and_answered(preset, hand)]
    assert differences(SCORE, lines_of({"rules": preset, "hand": told} for told in every)) == []


@pytest.mark.parametrize("preset", ["cardrules", "simple"])
def test_every_hand_without_a_trump_suit(preset):
    every = [
        {**contract, "trump": trump, "points": {"B": points}}
        for contract in contracts(preset)
        for trump in ("none", "all")
        for points in range(-1, 260)
    ]
    assert differences(SCORE, lines_of({"rules": preset, "hand": told} for told in every)) == []


@pytest.mark.parametrize("seed", range(4))
def test_parts_of_hands_and_rules(seed):
    assert differences(PARTS, Wild(seed).parts(3000)) == []


@pytest.mark.parametrize("seed", range(4))
def test_matches_row_for_row(seed):
    assert differences(PARTS, Wild(seed).matches(250)) == []


def test_every_preset():
    assert differences(PARTS, every_preset()) == []
