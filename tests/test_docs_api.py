"""docs/api.md, from its first line to its last, by a shell and a server."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from scorekeeper.web.api.document import (
    CLUB_OPERATIONS,
    OPERATIONS,
    TOURNAMENT_OPERATIONS,
    document_at,
)
from tests.processes import PATIENCE
from tests.server import Server

FILE = Path(__file__).parent.parent / "docs" / "api.md"
PAGE = FILE.read_text()
SHOWN = re.findall(r"```(sh|json|)\n(.*?)```", PAGE, re.DOTALL)
"""The commands, and what is shown under some of them."""
MARK = "--- the next"


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """The output of each block of commands, in one shell."""
    server = Server(tmp_path_factory.mktemp("docs")).start()
    commands = [text for kind, text in SHOWN if kind == "sh"]
    script = f"echo '{MARK}'\n".join(["set -eu\n", *commands])
    try:
        ran = subprocess.run(
            ["bash", "-c", script.replace("http://127.0.0.1:8000", server.url)],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    finally:
        server.kill()
    assert ran.returncode == 0, ran.stderr
    return [said.strip() for said in ran.stdout.split(MARK)][1:]


@pytest.mark.slow
def test_its_commands_answer_what_it_shows(answers):
    shown = [(answers[place], text.strip()) for place, text in _answers_shown()]
    assert len(shown) == 12
    for answer, expected in shown:
        assert answer == expected


def _answers_shown():
    place = -1
    for kind, text in SHOWN:
        if kind == "sh":
            place += 1
        else:
            yield place, text


def test_its_match_is_written_and_exported(answers):
    done = next(json.loads(answer) for answer in answers if '"op_id"' in answer)
    assert done["match"]["standing"]["totals"] == {"A": 19, "B": 6}
    exported = next(json.loads(answer) for answer in answers if '"hands"' in answer)
    assert exported["hands"] == [{"bidder": "A", "bid": 90, "points": {"A": 97}}]


@pytest.mark.parametrize(
    "operation", [*OPERATIONS, *TOURNAMENT_OPERATIONS, *CLUB_OPERATIONS], ids=lambda one: one.name
)
def test_document_describes_every_operation(operation):
    """The page leaves the list of them to the document."""
    assert document_at("")["components"]["schemas"][operation.form.schema]["description"]
