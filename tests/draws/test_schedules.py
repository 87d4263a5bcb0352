"""Schedules, written draws and exported ones."""

import json
import subprocess
import sys
from collections import Counter
from itertools import chain, pairwise, product
from pathlib import Path

import pytest

from scorekeeper.draws.codec import answer
from scorekeeper.draws.model import BYE, FORMATS, PAIR_FORMATS, RULES
from scorekeeper.draws.next_round import odd_even, round_robin
from scorekeeper.export.tournament_export import tournament_json
from tests.draws.playing import (
    drawn,
    meetings,
    names,
    results_of,
    rounds_of,
    rules_broken,
    seated,
)
from tests.support.desk import Desk
from tests.support.examples import rarely
from tests.support.processes import PATIENCE, PROJECT

NUMBERS = [*range(2, 42), 99, 100, 199, 200]


def all_rounds(schedule):
    return [schedule.round_at(turn) for turn in range(schedule.length)]


def test_in_a_round_robin_everyone_meets_everyone_once():
    for count in NUMBERS:
        rounds = all_rounds(round_robin(names(count)))
        chairs = count + count % 2
        assert len(rounds) == chairs - 1, count
        assert {len({*chain.from_iterable(tables)}) for tables in rounds} == {chairs}, count
        met = {frozenset(table) for tables in rounds for table in tables}
        assert len(met) == chairs * (chairs - 1) // 2, f"{count}, the bye as one more to meet"


BERGER = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3"
    " | 3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1",
    12: "1-12 2-11 3-10 4-9 5-8 6-7 | 12-7 8-6 9-5 10-4 11-3 1-2 | 2-12 3-1 4-11 5-10 6-9 7-8"
    " | 12-8 9-7 10-6 11-5 1-4 2-3 | 3-12 4-2 5-1 6-11 7-10 8-9 | 12-9 10-8 11-7 1-6 2-5 3-4"
    " | 4-12 5-3 6-2 7-1 8-11 9-10 | 12-10 11-9 1-8 2-7 3-6 4-5 | 5-12 6-4 7-3 8-2 9-1 10-11"
    " | 12-11 1-10 2-9 3-8 4-7 5-6 | 6-12 7-5 8-4 9-3 10-2 11-1",
}
"""As federations print them (FIDE Handbook C.05, annex 1)."""


@pytest.mark.parametrize("count", BERGER)
def test_a_round_robin_goes_by_the_berger_tables(count):
    rounds = rounds_of("round_robin", count, count - 1)
    told = [" ".join(f"{a}-{b}" for a, b in reply["tables"]) for reply in rounds]
    assert " | ".join(told) == BERGER[count]


@pytest.mark.parametrize("count", BERGER)
def test_of_an_odd_number_the_last_place_of_the_tables_is_the_bye(count):
    rounds = rounds_of("round_robin", count - 1, count - 1)
    told = [[f"{a}-{b}" for a, b in reply["tables"]] for reply in rounds]
    printed = [part.split() for part in BERGER[count].split(" | ")]
    last = str(count)
    assert told == [[one for one in part if last not in one.split("-")] for part in printed]
    assert [[*reply["byes"], last] for reply in rounds] == [
        sorted(one.split("-"), key=int)
        for part in printed
        for one in part
        if last in one.split("-")
    ]


def numbered(reply):
    """The table of each pair of a round."""
    numbers = reply.get("numbers") or range(1, len(reply["tables"]) + 1)
    return {
        pair: number
        for number, table in zip(numbers, reply["tables"], strict=True)
        for pair in table
    }


@pytest.mark.parametrize("count", [*range(2, 14), 41])
def test_odd_pairs_keep_their_tables_and_even_ones_go_to_the_next(count):
    rounds = [numbered(reply) for reply in rounds_of("odd_even", count, (count + 1) // 2)]
    tables = (count + 1) // 2
    for place, pair in enumerate(names(count)):
        sat = [told.get(pair) for told in rounds]
        if place % 2 == 0:
            assert {*sat} <= {place // 2 + 1, None}, pair
        else:
            first = place // 2
            assert sat == [(first + turn) % tables + 1 for turn in range(tables)], pair


def test_odd_pairs_keep_their_tables_when_one_is_absent():
    told = numbered(drawn("odd_even", 9, absent=["1", "4"]))
    assert {pair: told[pair] for pair in "57"} == {"5": 3, "7": 4}


def test_by_odd_and_even_every_odd_pair_meets_every_even_one_once():
    for count in NUMBERS:
        rounds = all_rounds(odd_even(range(1, count + 1)))
        met = Counter(table for tables in rounds for table in tables)
        evens = [*range(2, count + 1, 2), *([BYE] if count % 2 else [])]
        assert met == Counter(product(range(1, count + 1, 2), evens)), count
        assert {len({*chain.from_iterable(tables)}) for tables in rounds} == {count + count % 2}


def test_the_odd_pair_stays_and_the_even_one_comes_to_the_next_table():
    for count in NUMBERS:
        for before, after in pairwise(all_rounds(odd_even(names(count)))):
            assert [table.a for table in before] == [table.a for table in after], count
            assert [table.b for table in before] == [table.b for table in after[1:] + after[:1]]


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 9, 12])
def test_a_whole_round_robin_is_drawn_round_by_round(count):
    replies = rounds_of("round_robin", count, count - 1 + count % 2)
    assert all(seated(reply) == sorted(names(count)) for reply in replies)
    assert set(Counter(meetings(replies)).values()) == {1}
    assert [reply for reply in replies if "broken" in reply] == []


@pytest.mark.parametrize("format_", ["round_robin", "odd_even"])
def test_a_schedule_that_is_played_begins_again_and_says_so(format_):
    length = 5 if format_ == "round_robin" else 3
    replies = rounds_of(format_, 6, 2 * length)
    assert [reply["tables"] for reply in replies[:length]] == [
        reply["tables"] for reply in replies[length:]
    ]
    for reply in replies[length:]:
        assert rules_broken(reply) == [f"rematch {a} {b}" for a, b in reply["tables"]]


@pytest.mark.parametrize("format_", ["round_robin", "odd_even"])
def test_no_seed_changes_a_schedule(format_):
    one, other = (drawn(format_, 9, seed=seed) for seed in (1, 2))
    assert one == other


@pytest.mark.parametrize("format_", ["round_robin", "odd_even"])
def test_opponent_of_an_absent_pair_has_a_bye(format_):
    [opponent] = [
        pair
        for table in drawn(format_, 8)["tables"]
        if "5" in table
        for pair in table
        if pair != "5"
    ]
    reply = drawn(format_, 8, absent=["5"])
    assert reply["byes"] == [opponent]
    assert len(reply["tables"]) == 3
    assert "broken" not in reply


def test_a_fixed_table_brings_its_round_forward():
    [turn] = [
        place
        for place, reply in enumerate(rounds_of("round_robin", 8, 7))
        if frozenset("12") in meetings([reply])
    ]
    assert turn != 0
    replies = rounds_of("round_robin", 8, 7)
    assert drawn("round_robin", 8, fixed=[["1", "2"]])["tables"] == replies[turn]["tables"]


def test_the_round_robin_is_whole_after_a_round_that_was_brought_forward():
    first = results_of("round_robin", 8, 1, fixed=[["1", "2"]])
    results, replies = list(first), []
    for _ in range(6):
        replies.append(drawn("round_robin", 8, results))
        results.append([{"a": a, "b": b, "score": [1, 0]} for a, b in replies[-1]["tables"]])
    met = [{table["a"], table["b"]} for table in first[0]]
    assert all(set(pair) not in met for pair in meetings(replies))
    assert max(Counter(meetings(replies)).values()) == 1


def test_a_round_off_the_schedule_says_so():
    fixed = [["1", "2"], ["3", "4"]]
    reply = drawn("round_robin", 6, fixed=fixed)
    assert meetings([reply])[:2] == [frozenset("12"), frozenset("34")]
    assert rules_broken(reply) == ["schedule"]


def test_two_odd_pairs_meet_where_the_organiser_says_so():
    reply = drawn("odd_even", 6, fixed=[["1", "3"]])
    assert frozenset("13") in meetings([reply])
    assert "schedule" in rules_broken(reply)


def test_a_forbidden_table_is_played_in_another_round():
    [first, *_] = drawn("odd_even", 6)["tables"]
    reply = drawn("odd_even", 6, forbidden=[first])
    assert first not in reply["tables"]
    assert "broken" not in reply


def test_one_who_came_late_has_yet_to_meet_everyone():
    results = results_of("round_robin", 6, 2)
    reply = drawn("round_robin", [*names(6), "late"], results)
    assert seated(reply) == sorted([*names(6), "late"])
    assert [rule for rule in rules_broken(reply) if rule.startswith("rematch")] == []


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
    assert {path.stem for path in FOLDER.glob("*.json")} == {*PAIR_FORMATS, "individual"}


def test_every_rule_that_a_draw_can_break_is_broken_in_a_row():
    by_hand = {"bracket"}
    told = {one["rule"] for _, row in ROWS for one in row["drawn"].get("broken", [])}
    assert told == {*RULES, "partner"} - by_hand


def test_no_row_was_lost():
    assert len({(format_, row["id"]) for format_, row in ROWS}) == len(ROWS) == 33


OFTEN = {"swiss", "knockout"}
COMMAND = (sys.executable, "-m", "scorekeeper", "draw")


def redrawn(file, exported):
    """Return the exit status, and the rounds as the command prints them."""
    file.write_text(json.dumps(exported))
    ran = subprocess.run(
        [*COMMAND, str(file)], capture_output=True, cwd=PROJECT, timeout=PATIENCE, check=False
    )
    return ran.returncode, [json.loads(line) for line in ran.stdout.splitlines()]


@pytest.mark.parametrize("format_", [one if one in OFTEN else rarely(one) for one in FORMATS])
def test_every_round_is_drawn_again_alike_swaps_by_hand_included(format_, context, tmp_path):
    desk = Desk(9, format=format_).draw().play().do("attended", present=[], absent=["4"]).draw()
    one, other = desk.tournament.last_round.tables[0], desk.tournament.last_round.tables[-1]
    desk.swap(one.a, other.b)
    byes = desk.tournament.last_round.byes
    if byes:
        desk.swap(byes[0], other.b)
    status, rounds = redrawn(tmp_path / "exported.json", tournament_json(desk.held))
    assert (status, [one["alike"] for one in rounds]) == (0, [True, True])
    last = desk.tournament.last_round
    assert rounds[1]["tables"] == [[one.number, one.a, one.b] for one in last.tables]


def test_a_round_that_was_not_drawn_so_is_named(context, tmp_path):
    exported = tournament_json(Desk(8).draw().play().draw().held)
    table = exported["drawn"][1]["tables"][0]
    table["a"], table["b"] = table["b"], table["a"]
    status, rounds = redrawn(tmp_path / "exported.json", exported)
    assert (status, [one["alike"] for one in rounds]) == (1, [True, False])


def test_file_without_an_exported_tournament_is_refused(tmp_path):
    assert redrawn(tmp_path / "exported.json", {"hands": []}) == (1, [])
