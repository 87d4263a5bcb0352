"""`python -m scorekeeper draw`: JSON Lines in and out by a real process."""

import json
import os
import subprocess
import sys

import pytest

from scorekeeper.draws.codec import answer
from scorekeeper.draws.model import PAIR_FORMATS
from tests.draws.playing import request, results_of
from tests.draws.wild_draws import wild_individual
from tests.examples import rarely
from tests.processes import NOT_JSON, PATIENCE, ROOT, Conversation

COMMAND = (sys.executable, "-m", "scorekeeper", "draw")
GOOD = json.dumps(request("swiss", 4)).encode()


@pytest.fixture(scope="module")
def conversation():
    with Conversation(COMMAND) as talk:
        yield talk


def answers(lines, **environment):
    """The answers to whole lines, from a process that must end with status 0."""
    ran = subprocess.run(
        COMMAND,
        input="\n".join(json.dumps(line) for line in lines).encode(),
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, **environment},
        timeout=PATIENCE,
        check=True,
    )
    assert ran.stderr == b""
    return [json.loads(line) for line in ran.stdout.splitlines()]


def test_the_second_round_of_three_is_drawn(conversation):
    results = [[{"a": "1", "b": "2", "score": [351, 240]}, {"bye": "3"}]]
    reply = conversation.ask(json.dumps(request("swiss", 3, results)).encode())
    assert reply == {"ok": True, "tables": [["3", "1"]], "byes": ["2"]}


def test_each_line_is_answered_before_the_next_is_written(conversation):
    for number in range(4):
        reply = conversation.ask(GOOD[:-1] + b', "id": %d}' % number)
        assert (reply["ok"], reply["id"]) == (True, number)


@pytest.mark.parametrize(
    "line",
    [
        *(b"", b"  ", b"NaN", b"\xff", GOOD[:-1], GOOD + GOOD, b"[1]", b'"swiss"', b"null"),
        *(b"[" * 100_000, GOOD[:-1] + b', "seed": NaN}'),
    ],
)
def test_line_that_is_no_json_object_is_answered_and_the_next_one_too(line, conversation):
    assert conversation.ask(line) == NOT_JSON
    assert conversation.ask(GOOD)["ok"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seed", b"9" * 5000),
        ("seed", b"1e999"),
        ("pairs", b"[" * 400 + b"]" * 400),
        ("results", b'[[{"a": "1", "b": "2", "score": [%s, 0]}]]' % (b"9" * 5000)),
        ("absent", b'["\\ud800"]'),
    ],
)
def test_hostile_tournaments_are_refused_and_the_rest_go_on(field, value, conversation):
    reply = conversation.ask(GOOD[:-1] + b', "%s": %s}' % (field.encode(), value))
    assert [problem["field"] for problem in reply["problems"]] == [field]
    assert conversation.ask(GOOD)["ok"]


def test_half_a_character_is_a_name_like_any_other(conversation):
    line = GOOD.replace(b'"1"', b'"\\ud800"')
    assert conversation.ask(line)["ok"]


@pytest.mark.parametrize("seed", ["1", rarely("0"), rarely("4711")])
def test_another_process_with_other_hashes_draws_the_same(seed):
    lines = [
        request(format_, 21, results_of(format_, 21, 3), absent=["4"], forbidden=[["1", "2"]])
        for format_ in PAIR_FORMATS
    ]
    lines += [wild_individual(number) for number in (2, 3)] + [wild_individual(1, 40, 50)]
    here = [answer(line) for line in lines]
    assert answers(lines, PYTHONHASHSEED=seed) == here


@pytest.mark.parametrize("format_", [rarely("round_robin"), rarely("odd_even"), "knockout"])
def test_format_without_matching_does_not_load_rustworkx(format_):
    timed = [sys.executable, "-X", "importtime", *COMMAND[1:]]
    line = json.dumps(request(format_, 9)).encode()
    ran = subprocess.run(timed, input=line, capture_output=True, cwd=ROOT, check=True)
    loaded = {part.split("|")[-1].strip() for part in ran.stderr.decode().splitlines()}
    assert "scorekeeper.draws.codec" in loaded
    assert loaded.isdisjoint({"rustworkx", "numpy", "flask", "sqlalchemy", "random"})
