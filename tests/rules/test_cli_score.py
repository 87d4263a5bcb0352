"""JSON Lines in and out by a real process: `python -m scorekeeper score`, tests/js/score.mjs."""

import json
import subprocess
import sys

import pytest

from tests.support.processes import PATIENCE, PROJECT, Conversation

PYTHON = (sys.executable, "-m", "scorekeeper", "score")
NODE = ("node", "tests/js/score.mjs")
GOOD = b'{"rules": "cafe", "hand": {"bidder": "A", "bid": 90, "points": {"A": 97}}}'


@pytest.fixture(scope="module", params=[PYTHON, NODE], ids=["python", "node"])
def command(request):
    """Either program: their answers must not differ."""
    return request.param


@pytest.fixture(scope="module")
def score(command):
    """Gives the answers to whole lines of bytes, from a process that must end with status 0."""

    def answers(lines):
        ran = subprocess.run(
            command, input=b"\n".join(lines), capture_output=True, cwd=PROJECT, check=False
        )
        assert (ran.returncode, ran.stderr) == (0, b"")
        return [json.loads(line) for line in ran.stdout.splitlines()]

    return answers


@pytest.fixture(scope="module")
def conversation(command):
    with Conversation(command) as talk:
        yield talk


def test_a_hand_is_scored(score):
    assert score([GOOD]) == [
        {
            "ok": True,
            "made": True,
            "A": 19,
            "B": 6,
            "lines": [
                {"side": "A", "points": 9, "rule": "cards"},
                {"side": "B", "points": 6, "rule": "cards"},
                {"side": "A", "points": 1, "rule": "missing_point"},
                {"side": "A", "points": 9, "rule": "stake"},
            ],
        }
    ]


def test_a_passed_out_hand_has_no_made(score):
    passed = b'{"rules": "simple", "hand": {"passed_out": true}}'
    assert score([passed]) == [{"ok": True, "made": None, "A": 0, "B": 0, "lines": []}]


def test_nothing_in_nothing_out(score):
    assert score([]) == []


def test_the_last_line_needs_no_end(score):
    assert len(score([GOOD, GOOD])) == 2


def test_answers_come_in_order(score):
    lines = [GOOD[:-1] + b', "id": %d}' % number for number in range(200)]
    lines[50] = b"no JSON"
    answers = score(lines)
    assert [reply.get("id") for reply in answers] == [*range(50), None, *range(51, 200)]


@pytest.mark.parametrize(
    ("hand", "what"),
    [
        (b'{"bidder": "A", "bid": %s, "points": {"A": 97}}' % (b"9" * 5000), "5,000 digits"),
        (b'{"bidder": "A", "bid": 1e999, "points": {"A": 97}}', "infinity by another name"),
        (b'{"bidder": "A", "bid": 90, "points": {"A": 9e307}}', "308 digits"),
        (b'{"bidder": "A", "bid": 90, "points": %s}' % (b"[" * 400 + b"]" * 400), "nesting"),
        (b'{"\\ud800": 1}', "half a character"),
        (b'{"bidder": "%s"}' % (b"A" * 1_000_000), "a long line"),
    ],
)
def test_hostile_hands_are_refused_and_the_rest_go_on(hand, what, conversation):
    reply = conversation.ask(b'{"rules": "cafe", "hand": %s}' % hand)
    assert reply["ok"] is False, what
    assert conversation.ask(GOOD)["ok"], f"the line after {what}"


@pytest.mark.parametrize(
    "name",
    ["7", '"η παρτίδα"', "[1, {}]", "false", "0", "1.5", '"\\ud800"', "12345678901234567890"],
)
def test_an_id_comes_back(name, conversation):
    line = GOOD[:-1] + b', "id": %s}' % name.encode()
    assert conversation.ask(line)["id"] == json.loads(name)
    refused = conversation.ask(b'{"rules": "nope", "hand": {}, "id": %s}' % name.encode())
    assert (refused["id"], refused["ok"]) == (json.loads(name), False)


@pytest.mark.parametrize("name", [b"1e999", b"9" * 5000, b"[" * 900 + b"]" * 900])
def test_an_id_that_cannot_be_written_stops_nothing(name, conversation):
    reply = conversation.ask(GOOD[:-1] + b', "id": ' + name + b"}")
    assert isinstance(reply["ok"], bool)
    assert conversation.ask(GOOD)["ok"]


def test_any_other_key_is_unknown(conversation):
    reply = conversation.ask(GOOD[:-1] + b', "Rules": 1, "id": 3}')
    assert reply == {"id": 3, "ok": False, "problems": [{"code": "unknown", "field": "Rules"}]}


def test_an_empty_object_misses_both(conversation):
    problems = [{"code": "missing", "field": field} for field in ("hand", "rules")]
    assert conversation.ask(b"{}") == {"ok": False, "problems": problems}


def test_a_reader_that_leaves_is_no_error(command):
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=PROJECT
    )
    process.stdout.close()
    process.stdin.write((GOOD + b"\n") * 100)
    process.stdin.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(PATIENCE) == 0
