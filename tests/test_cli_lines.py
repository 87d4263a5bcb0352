"""Commands that read JSON Lines: each line has its answer, and no web framework is loaded.

The answer to a right line is asked in the folders of the rules, the draws and the others.
"""

import json
import subprocess
import sys

import pytest

from tests.draws.playing import request
from tests.seasons.parts import event, played, ranked, season
from tests.support.processes import NOT_JSON, PROJECT, Conversation

HAND = {"bidder": "A", "bid": 90, "points": {"A": 97}}
SHEET = {"rules": "cafe", "hands": [{"points": {"A": 97, "B": 65}, "score": {"A": 19, "B": 6}}]}
GOOD = {
    "score": {"rules": "cafe", "hand": HAND},
    "draw": request("swiss", 4),
    "advance": {"entrants": ["1", "2"], "phases": [{"format": "swiss", "rounds": 1}]},
    "season": season(event(1, ranked("p1 p2", 1, score=351))),
    "record": {"matches": [played({"bidder": "A", "bid": 80, "points": {"A": 100}})]},
    "sheet-check": SHEET,
}
ANSWERED = {
    **{"score": "lines", "draw": "tables", "advance": "phases"},
    **{"season": "rows", "record": "records", "sheet-check": "clean"},
}
WITHOUT_ID = {"season", "record"}
"""There it is an unknown field."""
FRAMEWORKS = {"flask", "sqlalchemy", "jinja2", "weasyprint"}
LOADED = {
    "score": ("rules.codec", FRAMEWORKS),
    "advance": ("phases.advance_codec", {*FRAMEWORKS, "random", "datetime", "rustworkx"}),
    "season": ("club.seasons.season_reader", {*FRAMEWORKS, "random", "datetime", "rustworkx"}),
    "record": ("club.seasons.record_codec", {*FRAMEWORKS, "random", "datetime", "rustworkx"}),
}
PROGRAMS = {
    "score in Node": ("score", ("node", "tests/js/score.mjs")),
    **{name: (name, (sys.executable, "-m", "scorekeeper", name)) for name in GOOD},
}


def bad_lines(good):
    """Lines that are no JSON object, some of them made of a right one."""
    yield from (b"", b"   \t", b"NaN", b'"cafe"', b"null", b"90", b"[1]", b"{'rules': 'cafe'}")
    yield from (b"\xff", b"\xff\xfe\x00", b'{"rules": "caf\xe9"}', b'{"events": [NaN]}')
    yield from (b'{"hand": {"bid": NaN}}', b'{"hand": {"bid": -Infinity}}')
    yield from (b"[" * 100_000, b'{"hand":' * 100_000)
    yield from (good[:-1], good + good, good + b",", b"[" + good + b"]")
    yield good[:-1] + b', "seed": NaN}'


@pytest.fixture(scope="module", params=PROGRAMS)
def program(request):
    return PROGRAMS[request.param]


@pytest.fixture(scope="module")
def conversation(program):
    with Conversation(program[1]) as talk:
        yield talk


def test_each_line_is_answered_before_the_next_is_written(program, conversation):
    name, _ = program
    for number in range(5):
        own = {} if name in WITHOUT_ID else {"id": number}
        reply = conversation.ask(json.dumps({**GOOD[name], **own}).encode())
        assert reply["ok"]
        assert reply[ANSWERED[name]]
        assert reply.get("id") == own.get("id")


def test_line_that_is_no_json_object_is_answered_and_the_next_one_too(program, conversation):
    good = json.dumps(GOOD[program[0]]).encode()
    found = {}
    for line in bad_lines(good):
        answer, next_answer = conversation.ask(line), conversation.ask(good)
        if answer != NOT_JSON or not next_answer["ok"]:
            found[line[:80]] = answer, next_answer
    assert not found


@pytest.mark.parametrize("name", LOADED)
def test_it_loads_no_web_framework(name):
    module, others = LOADED[name]
    timed = [sys.executable, "-X", "importtime", "-m", "scorekeeper", name]
    line = json.dumps(GOOD[name]).encode()
    ran = subprocess.run(timed, input=line, capture_output=True, cwd=PROJECT, check=True)
    loaded = {part.split("|")[-1].strip() for part in ran.stderr.decode().splitlines()}
    assert f"scorekeeper.{module}" in loaded
    assert loaded.isdisjoint(others)
