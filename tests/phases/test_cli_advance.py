"""`python -m scorekeeper advance`: JSON Lines in and out by a real process."""

import json
import subprocess
import sys

import pytest

from tests.processes import NOT_JSON, ROOT, Conversation

COMMAND = (sys.executable, "-m", "scorekeeper", "advance")
GOOD = json.dumps({"entrants": ["1", "2"], "phases": [{"format": "swiss", "rounds": 1}]}).encode()
FIELDS = ("entrants", "phases", "results", "by", "ties", "withdrawn", "forbidden", "clubs")


@pytest.fixture(scope="module")
def conversation():
    with Conversation(COMMAND) as talk:
        yield talk


def test_each_line_is_answered_before_the_next_is_written(conversation):
    for number in range(3):
        reply = conversation.ask(GOOD[:-1] + b', "id": %d}' % number)
        assert (reply["ok"], reply["id"]) == (True, number)


@pytest.mark.parametrize(
    "line", [b"", b"NaN", b"\xff", b"[1]", b"null", b"[" * 100_000, b'{"phases": [NaN]}']
)
def test_line_that_is_no_json_object_is_answered_and_the_next_one_too(line, conversation):
    assert conversation.ask(line) == NOT_JSON
    assert conversation.ask(GOOD)["ok"]


@pytest.mark.parametrize(
    "value",
    [
        *(b"9" * 5000, b"1e999", b"-1e999", b"[" * 400 + b"]" * 400, b'"\\ud800"', b"true"),
        *(b"[{}]", b"[[]]", b"[[[{}]]]", b'{"1": 1e999}', b'[{"format": {"a": 1}}]'),
        *(b'[{"format": "swiss", "rounds": 1e999}]', b'[{"format": "swiss", "drawn": [[1]]}]'),
    ],
)
@pytest.mark.parametrize("field", FIELDS)
def test_hostile_values_are_refused(field, value, conversation):
    reply = conversation.ask(GOOD[:-1] + b', "%s": %s}' % (field.encode(), value))
    if reply["ok"]:
        assert (field, value) == ("results", b"[[]]") or field == "clubs"
        return
    assert reply["problems"]


@pytest.mark.parametrize(
    "source", [b'{"phase": 1e999, "best": 1}', b'{"phase": 1, "best": %s}' % (b"9" * 5000), b"[[]]"]
)
def test_hostile_sources_are_refused(source, conversation):
    phases = b'[{"format": "swiss", "rounds": 1}, {"format": "knockout", "from": [%s]}]' % source
    reply = conversation.ask(b'{"entrants": ["1", "2"], "phases": %s}' % phases)
    assert [problem["field"] for problem in reply["problems"]] == ["from"]


def test_number_of_hundreds_of_digits_is_a_number_like_any_other(conversation):
    source = b'{"phase": 1, "best": %s}' % (b"9" * 900)
    phases = b'[{"format": "swiss", "rounds": 1}, {"format": "knockout", "from": [%s]}]' % source
    line = b'{"entrants": ["1", "2"], "phases": %s, "results": [[[{"bye": "1"}]]]}' % phases
    assert conversation.ask(line)["phases"][1]["entrants"] == ["1", "2"]


def test_it_loads_no_web_framework_and_no_matching():
    timed = [sys.executable, "-X", "importtime", *COMMAND[1:]]
    ran = subprocess.run(timed, input=GOOD, capture_output=True, cwd=ROOT, check=True)
    loaded = {part.split("|")[-1].strip() for part in ran.stderr.decode().splitlines()}
    assert "scorekeeper.phases.advance_codec" in loaded
    assert loaded.isdisjoint({"flask", "sqlalchemy", "random", "datetime", "rustworkx"})
