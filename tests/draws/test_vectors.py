"""Every row of the tables: rounds that must be drawn again as they were."""

import json
from pathlib import Path

import pytest

from scorekeeper.draws.codec import answer
from scorekeeper.draws.model import FORMATS, RULES

FOLDER = Path(__file__).parent / "vectors"
ROWS = [
    (path.stem, row)
    for path in sorted(FOLDER.glob("*.json"))
    for row in json.loads(path.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(
    ("format_", "row"), [pytest.param(*one, id=f"{one[0]}-{one[1]['id']}") for one in ROWS]
)
def test_round(format_, row):
    assert answer({"format": format_, **row["given"]}) == row["drawn"], row["why"]


def test_every_format_has_a_table():
    assert {path.stem for path in FOLDER.glob("*.json")} == set(FORMATS)


def test_every_rule_that_a_draw_can_break_is_broken_in_a_row():
    by_hand = {"bracket"}
    told = {one["rule"] for _, row in ROWS for one in row["drawn"].get("broken", [])}
    assert told == set(RULES) - by_hand


def test_no_row_was_lost():
    assert len({(format_, row["id"]) for format_, row in ROWS}) == len(ROWS) == 29
