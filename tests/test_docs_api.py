"""docs/api.md, from its first line to its last, by a shell and a server.

`python -m tests.test_docs_api` writes its tables of operations anew.
"""

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
    """What each block of commands says, in one shell."""
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
    assert len(shown) == 13
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


def table(operations):
    """The operations as the page lists them, with their prose in the document."""
    schemas = document_at("")["components"]["schemas"]
    rows = ["| `op` | and beside `revision` | |", "|---|---|---|"]
    for one in operations:
        needed = ", ".join(f"`{name}`" for name in one.form.names)
        optional = ", ".join(f"`{name}`" for name, _ in one.form.optional)
        fields = "; maybe ".join(filter(None, (needed, optional))) if needed else optional
        told = schemas[one.form.schema].get("description")
        assert told, f"scorekeeper/web/api/openapi.json: {one.form.schema} lacks a description"
        rows.append(f"| `{one.name}` | {fields} | {told} |".replace("|  |", "| |"))
    return "\n".join(rows)


def with_tables(page):
    tables = iter(map(table, (OPERATIONS, TOURNAMENT_OPERATIONS, CLUB_OPERATIONS)))
    return re.sub(
        r"^\| `op` \|.*\n(?:\|.*(?:\n|\Z))+", lambda _: f"{next(tables)}\n", page, flags=re.M
    )


def test_it_names_every_operation():
    assert with_tables(PAGE) == PAGE, "python -m tests.test_docs_api"


if __name__ == "__main__":
    FILE.write_text(with_tables(PAGE))
