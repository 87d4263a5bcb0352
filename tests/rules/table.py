"""The tables of vectors, small match files, and what other tests say again and again."""

import json
from pathlib import Path

from scorekeeper.rules.codec import answer
from scorekeeper.rules.match_file import read_match
from tests.rules.naive import PRESETS, VECTORS

SETTLING = Path(__file__).parent / "settling"
"""The tables of what settles a dispute beside a hand's score."""
MADE = {"bidder": "A", "bid": 80, "points": {"A": 100}}  # 18-6
SIDES = {
    "A": {"name": "Εμείς", "players": ["Μαρία", "Γιώργος"]},
    "B": {"name": "Αυτοί", "players": []},
}


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


def match_file(**changes):
    """A small match file with some of its fields changed; None takes a field out."""
    file = {
        "format": 1,
        "sides": SIDES,
        "rules": "cafe",
        "first_dealer": "A1",
        "hands": [MADE],
        "open": None,
        "ended": None,
    }
    return {name: value for name, value in (file | changes).items() if value is not None}


def match_of(**changes):
    match, wrong = read_match(match_file(**changes))
    assert wrong == ()
    return match


def problems_of(**changes):
    """The problems as `row code field`, without the row where they are the file's own."""
    match, wrong = read_match(match_file(**changes))
    assert (match is None) == bool(wrong)
    return [" ".join(str(part) for part in problem if part is not None) for problem in wrong]


def sound_file(rules, rows, **changes):
    """A match file of those rows that can be scored, the others left out."""
    file = match_file(**{"rules": rules, "hands": rows, **changes})
    match, wrong = read_match(file)
    while match is None:
        bad = {problem.row for problem in wrong}
        assert None not in bad, wrong
        file["hands"] = [row for place, row in enumerate(file["hands"], 1) if place not in bad]
        match, wrong = read_match(file)
    return file
