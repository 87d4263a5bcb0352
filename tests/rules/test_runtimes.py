"""The phone's engine in Node: its tests, its tables, and the same answers as Python's."""

import json
import re

import pytest

from scorekeeper.rules.codec import write_rules
from scorekeeper.rules.model import ENGINE_VERSION
from scorekeeper.rules.names import is_fit_name, shorten, tidy_name
from scorekeeper.rules.presets import PRESETS
from tests.rules.runtimes import PARTS, SCORE, differences
from tests.rules.table import all_rows
from tests.rules.test_names import ENGLAND, ENGLAND_AND_OTHERS
from tests.rules.test_properties import asked_and_answered, contracts, hands
from tests.rules.wild import Wild
from tests.support.examples import ALL_EXAMPLES, rarely
from tests.support.node import assert_alike, exported, failed_in, run_tests
from tests.support.processes import PROJECT

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


TESTS = sorted((PROJECT / "tests/js").glob("*.test.mjs"))


@pytest.fixture(scope="module")
def told():
    return run_tests(TESTS)


def test_nothing_fails(told):
    assert failed_in(told) == []
    assert told.returncode == 0, told.stdout + told.stderr


def test_every_row_of_the_tables_was_given(told):
    given = re.findall(r"^ *ok \d+ - row (\S+)$", told.stdout, re.MULTILINE)
    assert sorted(given) == sorted(f"{table}-{row['id']}" for table, row in all_rows())


def test_both_engines_are_of_one_version():
    assert exported("rules.js", "VERSION") == ENGINE_VERSION


SEPARATORS = range(0x1C, 0x20)
"""White space to Python alone; no keyboard has it."""
NAMES = [
    *("", " ", "Μαρία", "  Μαρία   Χ. ", "a" * 40, "a" * 41, "😀" * 40, "😀" * 41),
    *(
        "e\u0301" * 40,
        "\u200d",
        "\u200c\u200d",
        "👩\u200d🦰",
        "🏴\U000e0067\U000e007f",
        "\U000e0001",
        *("z\u0335\u0336", "z\u0335\u0336\u0337", "z\u0335\u20dd\u0337", "1\ufe0f\u20e3"),
    ),
    *("🇨🇾" * 7, "a" + "🇨🇾" * 7, "👍🏽" * 7, "👩\u200d👩\u200d👧\u200d👦" * 3, "1\ufe0f\u20e3" * 4),
    *ENGLAND_AND_OTHERS,
    *("Mar\u200dia", "Mar\u200cia", "\U000e0041Maria", "Maria\u200d🃏", "👩\u200d", "👩\u200c🦰"),
    *(
        "👩\u200d\u200d🦰",
        "👩" + ENGLAND[1:],
        ENGLAND[:-1],
        "🏴\U000e0067\U000e0062\U000e007fMaria",
    ),
    *("x\u200d\u200d" * 5, "Παπαχριστοδούλου", "Παπαχρισ δούλου", "\u0915\u093f" * 6),
]


@pytest.mark.thorough
def test_the_phone_takes_the_names_that_the_server_takes():
    marks = [chr(number) for number in range(0x10000) if number not in SEPARATORS]
    names = [*NAMES, *(f" a {mark}b" for mark in marks)]
    tidied = [tidy_name(name) for name in names]
    expected = [[name, is_fit_name(name), shorten(name, 10)] for name in tidied]
    assert_alike("names.mjs", list(zip(names, expected, strict=True)))
