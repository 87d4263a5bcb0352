"""The first questions to every mutant: lines of tests/rules/test_runtimes.py, with the right
answers.

In that test the unchanged runtime answers them; here both have answered already.
"""

import json
from typing import NamedTuple

from tests.rules.runtimes import ANSWERS, PARTS, SCORE
from tests.rules.test_runtimes import (
    every_edge,
    every_preset,
    every_row,
    every_row_and_a_stranger,
    parts_of_every_row,
)
from tests.rules.wild import Wild


class Asked(NamedTuple):
    """Lines to a program of tests/js/, or to its twin in Python, and their answers."""

    program: str
    lines: list[bytes]
    answers: list[object]


def asked():
    """The tables and the first of the random hands, parts and matches; first what is soon told."""
    hands, parts, matches = Wild(0).lines(5000), Wild(0).parts(3000), Wild(0).matches(250)
    tables = [*every_row(), *every_row_and_a_stranger(), *every_edge()]
    return [
        _answered(SCORE, [*tables, *hands[:300]]),
        _answered(PARTS, [*every_preset(), *parts_of_every_row(), *parts[:300], *matches[:30]]),
        _answered(SCORE, hands[300:]),
        _answered(PARTS, [*parts[300:], *matches[30:]]),
    ]


def _answered(program, lines):
    return Asked(program, lines, [json.loads(ANSWERS[program](line)) for line in lines])
