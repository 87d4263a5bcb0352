"""The checksum: hands and kapos by the rule set's own figures against the points written."""

import pytest

from scorekeeper.printing.sheet import blank_sheet
from scorekeeper.printing.sheet_parts import Check, check_of
from scorekeeper.rules.model import BySide
from scorekeeper.rules.presets import PRESETS
from tests.printing.evening import EVENING, PASSED_OUT, Json, hand, match

PLAIN = EVENING[0]
KAPO = hand("A", 90, "hearts", kapo="A")
NONE, ALL = hand("A", 90, "none", 80), hand("A", 90, "all", 100)

SUMS = [
    (EVENING, "cafe", ((13, 162),), 1, 2194, "13 × 162 + 88"),
    ([PASSED_OUT, PLAIN, PASSED_OUT], "cafe", ((1, 162),), 0, 162, "passed out: not counted"),
    ([PLAIN, {"adjust": {"A": 50}}], "cafe", ((1, 162),), 0, 162, "adjustments are no points"),
    ([KAPO, KAPO], "cardrules", ((2, 162),), 2, 504, "a bonus of 90"),
    ([KAPO, PLAIN], "simple", ((2, 162),), 1, 324, "a bonus of 0"),
    ([NONE, PLAIN, ALL], "simple", ((1, 162), (1, 130), (1, 258)), 0, 550, "130 and 258"),
    ([NONE, ALL], "cardrules", ((1, 162), (1, 258)), 0, 420, "no trump as 162"),
    ([{**KAPO, "doubled": 2}, KAPO], "openclose", ((2, 162),), 1, 412, "doubled and plain: once"),
]


@pytest.mark.parametrize(
    ("hands", "rules", "counted", "kapos", "total", "why"), SUMS, ids=[s[5] for s in SUMS]
)
def test_sum(
    hands: list[Json],
    rules: str,
    counted: tuple[tuple[int, int], ...],
    kapos: int,
    total: int,
    why: str,
) -> None:
    played = match(hands, rules=rules, target=5000)
    check = check_of(played.standing().rows, played.rules)

    assert check is not None
    assert (check.hands, check.kapos) == (counted, kapos), why
    assert check.expected == sum(check.written) == total, why
    assert check.agrees


def test_it_agrees_only_if_the_points_do() -> None:
    assert not Check(((13, 162),), 1, 88, BySide(1254, 941)).agrees


@pytest.mark.parametrize("hands", [[], [PASSED_OUT], [{"adjust": {"A": 50}}]])
def test_without_a_scored_hand_there_is_nothing_to_check(hands: list[Json]) -> None:
    played = match(hands)

    assert check_of(played.standing().rows, played.rules) is None


@pytest.mark.parametrize(
    ("preset", "figures", "bonus"),
    [
        ("cafe", [162], 88),
        ("cardrules", [162, 258], 90),
        ("simple", [162, 130, 258], 0),
    ],
)
def test_a_blank_sheet_has_the_rules_own_figures(
    preset: str, figures: list[int], bonus: int
) -> None:
    sheet = blank_sheet(PRESETS[preset])

    assert [points for _, points in sheet.figures.hands] == figures
    assert sheet.figures.bonus == bonus
