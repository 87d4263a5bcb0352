"""Cutting for the dealer: every row of the table, and each suit with another seat."""

import json

import pytest

from scorekeeper.rules.cutting import named_seats
from scorekeeper.rules.model import SEATS, SUITS
from scorekeeper.rules.presets import PRESETS
from tests.rules.table import SETTLING

ROWS = json.loads((SETTLING / "cutting.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in ROWS])
def test_ruling(row):
    named = named_seats(row["shuffler"], PRESETS[row.get("rules", "cafe")])
    [found] = [one for one in named if one.suit == row["suit"]]
    assert (found.seat, found.chair) == (row["dealer"], row["chair"]), row["why"]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("shuffler", SEATS)
def test_every_suit_names_a_seat_of_its_own(preset, shuffler):
    named = named_seats(shuffler, PRESETS[preset])
    assert {one.seat for one in named} == set(SEATS)
    assert tuple(one.suit for one in named) == SUITS
    assert named[0].seat == shuffler
