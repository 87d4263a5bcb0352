"""`python -m scorekeeper season` and `record`: JSON Lines in and out by a real process."""

import json
import subprocess
import sys

import pytest

from tests.processes import NOT_JSON, ROOT, Conversation
from tests.seasons.parts import event, played, ranked, season

GOOD = {
    "season": season(event(1, ranked("p1 p2", 1, score=351))),
    "record": {"matches": [played({"bidder": "A", "bid": 80, "points": {"A": 100}})]},
}
ANSWERED = {"season": "rows", "record": "records"}


@pytest.fixture(scope="module", params=GOOD)
def command(request):
    return request.param


@pytest.fixture(scope="module")
def conversation(command):
    with Conversation((sys.executable, "-m", "scorekeeper", command)) as talk:
        yield talk


def test_each_line_is_answered_before_the_next_is_written(command, conversation):
    for _ in range(3):
        reply = conversation.ask(json.dumps(GOOD[command]).encode())
        assert reply["ok"]
        assert reply[ANSWERED[command]]


@pytest.mark.parametrize(
    "line", [b"", b"NaN", b"\xff", b"[1]", b"null", b"[" * 100_000, b'{"events": [NaN]}']
)
def test_line_that_is_no_json_object_is_answered_and_the_next_one_too(line, command, conversation):
    assert conversation.ask(line) == NOT_JSON
    assert conversation.ask(json.dumps(GOOD[command]).encode())["ok"]


@pytest.mark.parametrize(
    "value", [b"9" * 5000, b"1e999", b"9e307", b"[" * 400 + b"]" * 400, b'"\\ud800"', b"{}"]
)
@pytest.mark.parametrize("field", [b"best", b"events", b"points", b"matches"])
def test_hostile_lines_are_answered(field, value, conversation):
    reply = conversation.ask(b'{"%s": %s}' % (field, value))
    assert reply["ok"] is False
    assert reply["problems"]


def test_they_load_no_web_framework(command):
    timed = [sys.executable, "-X", "importtime", "-m", "scorekeeper", command]
    line = json.dumps(GOOD[command]).encode()
    ran = subprocess.run(timed, input=line, capture_output=True, cwd=ROOT, check=True)
    loaded = {part.split("|")[-1].strip() for part in ran.stderr.decode().splitlines()}
    module = {"season": "season_reader", "record": "record_codec"}[command]
    assert f"scorekeeper.club.seasons.{module}" in loaded
    assert loaded.isdisjoint({"flask", "sqlalchemy", "random", "datetime", "rustworkx"})
