"""Every row of the tables, and whether the tables distinguish the rules."""

from collections import Counter

import pytest

from scorekeeper.rules.model import CODES, RULES
from tests.rules import naive, naive_problems
from tests.rules.naive import CHOICES, PRESETS, VECTORS
from tests.rules.table import all_rows, rows_of, ruling

ROWS = all_rows()
EXAMPLES = [
    *("T1", "T2", "T3", "T4", "T6b", "T8", "T10", "T12", "T15"),
    *("P1", "P3", "P6", "P10", "P12", "P14", "K1", "K3", "K4", "S3b", "S0a", "S0b"),
    *(f"E{number}" for number in range(1, 15)),
    *(f"X{number}" for number in range(1, 7)),
]
# They decide the match, the auction and the play, never a hand's score.
NOT_OF_ONE_HAND = {
    *("target", "both_over", "claim", "plays", "deal_passes", "pass_out", "leads"),
    *("pass_is_final", "overtrump"),
}


@pytest.mark.parametrize(
    "row", [pytest.param(row, id=f"{table}-{row['id']}") for table, row in ROWS]
)
def test_ruling(row):
    given = ruling(row["rules"], row["hand"])
    expected = {key: row[key] for key in ("score", "made", "lines", "problems") if key in row}
    assert {key: given.get(key) for key in expected} == expected, row["why"]
    assert ("problems" in given) == ("problems" in row), row["why"]


@pytest.mark.parametrize(
    "row", [pytest.param(row, id=f"{table}-{row['id']}") for table, row in ROWS]
)
def test_naive_reading_gives_the_same_ruling(row):
    request = {"rules": row["rules"], "hand": row["hand"]}
    reply = naive_problems.answer(request)
    assert reply["ok"] == ("score" in row), row["why"]
    if reply["ok"]:
        assert [reply["A"], reply["B"]] == row["score"], row["why"]
    else:
        told = [f"{one['code']} {one['field']}" for one in reply["problems"]]
        assert told == row["problems"], row["why"]


def test_no_row_was_lost():
    assert {path.stem for path in VECTORS.glob("*.json")} == {*PRESETS, "house"}
    assert len(ROWS) >= 262
    assert Counter((table, row["id"]) for table, row in ROWS).most_common(1)[0][1] == 1


def test_every_worked_example_is_a_row():
    ids = Counter(row["id"] for _, row in ROWS)
    assert [example for example in EXAMPLES if ids[example] != 1] == []


def test_every_row_says_who_says_so_and_why():
    assert [row["id"] for _, row in ROWS if not (row.get("source") and row.get("why"))] == []


def test_every_preset_has_its_own_table():
    assert all(row["rules"] == preset for preset in PRESETS for row in rows_of(preset))


def test_every_rule_has_a_line():
    named = {line.split()[2] for _, row in ROWS for line in row.get("lines", [])}
    assert named == set(RULES)


def test_every_problem_of_a_hand_has_a_row():
    told = {problem.split()[0] for _, row in ROWS for problem in row.get("problems", [])}
    assert told == set(CODES) - {"not_json", "after_end", "claim_not_played"}


SWITCH_VALUES = [
    (switch, value)
    for switch, values in CHOICES.items()
    if switch not in NOT_OF_ONE_HAND
    for value in values
]


@pytest.mark.parametrize(("switch", "value"), SWITCH_VALUES)
def test_every_switch_value_decides_a_row(switch, value):
    """Some row under this value comes out otherwise under another value of the switch."""
    others = [other for other in CHOICES[switch] if other is not value]
    for _, row in ROWS:
        if naive_problems.rule_problems(row["rules"]):
            continue
        rules = {"preset": "cafe", **naive.rule_set(row["rules"])}
        if not naive_problems.is_one_of(rules[switch], [value]):
            continue
        given = ruling(rules, row["hand"])
        if any(ruling({**rules, switch: other}, row["hand"]) != given for other in others):
            return
    pytest.fail(f"no row depends on {switch} being {value}")
