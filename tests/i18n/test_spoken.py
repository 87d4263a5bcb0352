"""One wording, two runtimes: the phone says what Python says, to the last letter."""

import json
from collections.abc import Iterable
from typing import Any

import pytest

from scorekeeper.i18n import Language
from scorekeeper.i18n.field_words import HAND_FIELDS
from scorekeeper.i18n.vocabulary import vocabulary
from tests.i18n.spoken import said_by_phone, told
from tests.rules.table import all_rows
from tests.rules.wild import Wild

NAMES = {"A": "Οι γείτονες από πάνω", "B": "Μαρία $& Γιώργος"}


def differences(language: Language, hands: list[dict[str, Any]]) -> list[str]:
    """Each hand of which the phone says something else, with both; at most three."""
    lines = [{**hand, "names": NAMES} for hand in hands]
    _, *answers = said_by_phone([{"speak": json.loads(vocabulary(language))}, *lines])
    pairs = zip(lines, map(told, lines), answers, strict=True)
    return [
        f"{line}\n  Python: {ours}\n  Node:   {theirs}"
        for line, ours, theirs in pairs
        if ours != theirs
    ][:3]


def random_hands(seed: int, count: int) -> list[dict[str, Any]]:
    """Hands of all rules, some of them spoilt."""
    wild = Wild(seed)
    return _of_a_phone(wild.asked_of_hand()["hand"] for _ in range(count))


def _of_a_phone(asked: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those that a phone's form can hold: with the fields of a hand and no others."""
    return [one for one in asked if {*one["hand"]} <= HAND_FIELDS.keys()]


def test_every_row_of_the_tables(language: Language) -> None:
    rows = _of_a_phone({"rules": row["rules"], "hand": row["hand"]} for _, row in all_rows())
    assert differences(language, rows) == []


@pytest.mark.parametrize("seed", range(3))
def test_random_hands(language: Language, seed: int) -> None:
    assert differences(language, random_hands(seed, 2000)) == []
