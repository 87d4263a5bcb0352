"""Lower rows where the paper would be too short."""

import re

import pytest

from scorekeeper.printing.line_fit import HEIGHTS, row_size
from scorekeeper.printing.sheet import blank_sheet, sheet_of
from scorekeeper.rules.presets import PRESETS
from tests.printing.evening import EVENING, PRINTED_AT, Json, many, match
from tests.processes import PROJECT

LATE: Json = {"adjust": {"A": 1}, "reason": "late to the table"}
SIDES = {side: {"name": "Παπαχριστοδούλου " * 2, "players": ["Χ" * 40] * 2} for side in "AB"}


def test_the_style_sheet_has_the_same_heights() -> None:
    css = (PROJECT / "static/css/print.css").read_text()
    heights = re.findall(r"\.rows-(\d) \.row td \{\s*height: ([\d.]+)mm;", css)

    assert heights == [(str(size), str(height)) for size, height in enumerate(HEIGHTS)]


@pytest.mark.parametrize("preset", PRESETS)
def test_blank_sheets_and_plain_ones_have_the_highest_rows(preset: str) -> None:
    plain = sheet_of(match(EVENING, rules=preset), PRINTED_AT) if preset == "cafe" else None
    for sheet in filter(None, (blank_sheet(PRESETS[preset]), plain)):
        assert row_size(sheet, sheet.pages[0]) == 0


@pytest.mark.parametrize(
    ("hands", "head"),
    [
        ([*many(24), LATE, LATE], {}),
        (EVENING, {"sides": SIDES}),
        ([{"adjust": {"A": 1}, "reason": "word " * 16}] * 4 + many(20), {}),
    ],
    ids=["more rows", "long names", "long reasons"],
)
def test_rows_shrink_when_more_rows_long_names_or_reasons_need_room(
    hands: list[Json], head: Json
) -> None:
    sheet = sheet_of(match(hands, target=5000, **head), PRINTED_AT)

    assert 0 < row_size(sheet, sheet.pages[0]) < len(HEIGHTS)
