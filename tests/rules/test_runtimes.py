"""Two runtimes, one engine: the phone's answers are Python's, problems and lines included."""

import json

import pytest

from scorekeeper.rules.codec import write_rules
from scorekeeper.rules.presets import PRESETS
from tests.examples import ALL_EXAMPLES
from tests.parameters import rarely
from tests.rules.runtimes import PARTS, SCORE, differences
from tests.rules.table import all_rows
from tests.rules.test_enumeration import asked_and_answered, contracts, hands
from tests.rules.wild import Wild

SEEDS = [0, *(rarely(seed) for seed in range(1, 5))]
"""Of so many hands each; Node is slow until it has answered a few thousand."""
HANDS, MATCHES = (20_000, 1_000) if ALL_EXAMPLES else (8_000, 300)


def lines_of(requests):
    return [json.dumps(request).encode() for request in requests]


def every_row():
    return lines_of({"rules": row["rules"], "hand": row["hand"]} for _, row in all_rows())


def every_row_and_a_stranger():
    """Return rows with a problem or a question, each with another problem before it."""
    rows = [row for _, row in all_rows() if "problems" in row]
    return lines_of({"rules": row["rules"], "hand": row["hand"], "jokers": 2} for row in rows)


def parts_of_every_row():
    scored = [row for _, row in all_rows() if "score" in row]
    return lines_of({"hand": {"rules": row["rules"], "hand": row["hand"]}} for row in scored)


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


def test_every_row_and_a_stranger():
    assert differences(SCORE, every_row_and_a_stranger()) == []


def test_the_parts_of_every_row():
    assert differences(PARTS, parts_of_every_row()) == []


def test_every_edge():
    assert differences(SCORE, every_edge()) == []


@pytest.mark.thorough
@pytest.mark.parametrize("seed", SEEDS)
def test_random_hands(seed):
    assert differences(SCORE, Wild(seed).lines(HANDS)) == []


@pytest.mark.thorough
@pytest.mark.parametrize("preset", PRESETS)
def test_every_hand(preset):
    """`test_enumeration` holds Python's answers to them against the naive ones."""
    every = [told for hand in hands(preset) for told in asked_and_answered(preset, hand)]
    # Of the others some splits of each contract will do.
    every = every[:: 1 if preset == "cafe" or ALL_EXAMPLES else 7]
    assert differences(SCORE, lines_of({"rules": preset, "hand": told} for told in every)) == []


@pytest.mark.thorough
@pytest.mark.parametrize("preset", ["cardrules", "simple"])
def test_every_hand_without_a_trump_suit(preset):
    every = [
        {**contract, "trump": trump, "points": {"B": points}}
        for contract in contracts(preset)
        for trump in ("none", "all")
        for points in range(-1, 260)
    ]
    # Each of the 261 splits comes up with every fourth contract.
    assert differences(SCORE, lines_of({"rules": preset, "hand": t} for t in every[::4])) == []


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [0, rarely(1)])
def test_parts_of_hands_and_rules(seed):
    assert differences(PARTS, Wild(seed).parts(6000)) == []


def test_matches_row_for_row():
    assert differences(PARTS, Wild(0).matches(MATCHES)) == []


def test_every_preset():
    assert differences(PARTS, every_preset()) == []
