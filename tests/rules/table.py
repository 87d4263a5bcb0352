"""The tables of vectors, and what other tests say again and again."""

import json
from pathlib import Path

from scorekeeper.rules.codec import answer
from tests.rules.naive import PRESETS, VECTORS

SETTLING = Path(__file__).parent / "settling"
"""The tables of what settles a dispute beside a hand's score."""


def rows_of(table):
    """The rows of a table, each with the rules that it is scored by."""
    told = json.loads((VECTORS / f"{table}.json").read_text(encoding="utf-8"))
    return [{"rules": table, **row} for row in told["rows"]]


def all_rows():
    return [(table, row) for table in (*PRESETS, "house") for row in rows_of(table)]


def ruling(rules, hand):
    """The engine's answer in the words of a vector: score, made and lines, or problems."""
    reply = answer({"rules": rules, "hand": hand})
    if not reply["ok"]:
        return {"problems": [f"{one['code']} {one['field']}" for one in reply["problems"]]}
    lines = [f"{line['side']} {line['points']} {line['rule']}" for line in reply["lines"]]
    return {"score": [reply["A"], reply["B"]], "made": reply["made"], "lines": lines}


def scores(hand, rules="cafe"):
    """The scores [A, B] of a hand that has no problem."""
    return ruling(rules, hand)["score"]


def problems(hand, rules="cafe"):
    """The problems of a hand, each `code field`; [] if it can be scored."""
    return ruling(rules, hand).get("problems", [])
