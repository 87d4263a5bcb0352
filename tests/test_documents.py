"""Documents and docstrings are true to the program, docs/api.md from its first line to its last.

The buttons that they name: tests/web/test_manual.py.
"""

import doctest
import importlib
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from PIL import Image

from scorekeeper import __version__
from scorekeeper.web.api.document import (
    CLUB_OPERATIONS,
    OPERATIONS,
    TOURNAMENT_OPERATIONS,
    document_at,
)
from tests.support.processes import PATIENCE, PROJECT
from tests.support.server import Server

DECISIONS = PROJECT / "docs" / "decisions"
DESIGN = PROJECT / "docs" / "design"
PAGES = [*sorted(PROJECT.glob("*.md")), *sorted((PROJECT / "docs").rglob("*.md"))]
WITH_EXAMPLES = [
    ".".join(file.relative_to(PROJECT).with_suffix("").parts)
    for file in sorted((PROJECT / "scorekeeper").rglob("*.py"))
    if ">>>" in file.read_text(encoding="utf-8")
]
FILE = PROJECT / "docs" / "api.md"
PAGE = FILE.read_text()
SHOWN = re.findall(r"```(sh|json|)\n(.*?)```", PAGE, re.DOTALL)
"""The commands, and what is shown under some of them."""
MARK = "--- the next"


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_the_examples_in_the_docstrings_are_true(name: str) -> None:
    failed, _tried = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_there_are_examples_in_the_docstrings() -> None:
    finder = doctest.DocTestFinder()
    modules = [importlib.import_module(name) for name in WITH_EXAMPLES]
    assert [m for m in modules if not any(found.examples for found in finder.find(m))] == []
    assert len(modules) >= 20


def test_the_examples_of_the_command_line_are_what_it_answers() -> None:
    page = (PROJECT / "docs" / "command-line.md").read_text()
    examples = re.findall(r"\$ echo '(\{.*\})' \| \S+ -m scorekeeper (\w+)\n(\{.*\})", page)
    assert [name for _, name, _ in examples] == ["score", "draw", "season"]
    for asked, name, answered in examples:
        command = [sys.executable, "-m", "scorekeeper", name]
        done = subprocess.run(
            command, input=asked, text=True, capture_output=True, cwd=PROJECT, check=True
        )
        assert done.stdout.strip() == answered


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(PROJECT).as_posix())
def test_a_page_links_only_to_files_that_are_there(page: Path) -> None:
    linked = re.findall(r"\]\(([\w./-]+)(?:#[\w-]+)?\)", page.read_text())
    assert [path for path in linked if not (page.parent / path).exists()] == []


FOLDERS = "bench", "deploy", "docs", "scorekeeper", "scripts", "static", "templates", "tests"


FILES = [file.as_posix() for folder in FOLDERS for file in (PROJECT / folder).rglob("*.*")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(PROJECT).as_posix())
def test_a_page_names_only_files_that_are_there(page: Path) -> None:
    """Those of this project: `web/match/polls.py` stands for `scorekeeper/web/match/polls.py`."""
    named = re.findall(r"`([\w-]+(?:/[\w.-]+)+\.(?:py|m?js|css|html))`", page.read_text())
    missing = [path for path in named if not any(one.endswith(f"/{path}") for one in FILES)]
    assert missing == []


def test_the_readme_leads_to_every_page_of_the_documents() -> None:
    linked = _linked(PROJECT / "README.md")
    behind = {*DECISIONS.glob("*.md"), *DESIGN.glob("*.md")}
    pages = {*PAGES} - behind - {PROJECT / "README.md"}
    pages |= {DECISIONS / "README.md", PROJECT / "LICENSE", PROJECT / "NOTICE"}
    assert pages <= linked


def test_the_list_of_the_decisions_leads_to_each_file_of_them() -> None:
    assert _linked(DECISIONS / "README.md") == {*DECISIONS.glob("*.md")} - {DECISIONS / "README.md"}


def test_the_architecture_leads_to_each_page_of_the_design() -> None:
    pages = {*DESIGN.glob("*.md")}
    assert pages
    assert pages <= _linked(PROJECT / "docs" / "architecture.md")


def test_each_decision_says_that_it_holds() -> None:
    told = [part for page in DECISIONS.glob("*.md") for part in page.read_text().split("\n## ")[1:]]
    assert len(told) > 50
    assert [one for one in told if not re.match(r"[^\n]+\n\nAccepted\b", one)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(PROJECT).as_posix())
def test_a_link_to_a_decision_leads_to_its_heading(page: Path) -> None:
    for file, anchor in re.findall(r"\]\(([\w./-]+)#([\w-]+)\)", page.read_text()):
        decisions = (page.parent / file).resolve()
        if decisions.parent == DECISIONS:
            headings = re.findall(r"^#+ (.+)$", decisions.read_text(), re.MULTILINE)
            anchors = {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings}
            assert anchor in anchors, f"{file}#{anchor}"


def _linked(page: Path) -> set[Path]:
    paths = re.findall(r"\]\(([\w./-]+)\)", page.read_text())
    return {(page.parent / path).resolve() for path in paths}


@pytest.mark.parametrize(("name", "most"), [("README.md", 500), ("CONTRIBUTING.md", 1_700)])
def test_page_has_at_most_so_many_words(name: str, most: int) -> None:
    assert len((PROJECT / name).read_text().split()) <= most


def test_first_lines_of_the_readme_have_the_demo_and_a_light_moving_picture() -> None:
    first = "\n".join((PROJECT / "README.md").read_text().splitlines()[:10])
    assert "\nmake demo\n" in first
    [name] = re.findall(r'<img [^>]*src="([^"]+)"', first)
    picture = PROJECT / name
    assert picture.stat().st_size <= 600_000
    with Image.open(picture) as frames:
        assert getattr(frames, "n_frames", 1) > 6


def test_the_operator_is_sent_only_to_files_that_are_there() -> None:
    pages = [PROJECT / "docs" / name for name in ("operating.md", "operating-many.md")]
    told = "\n".join(page.read_text() for page in pages)
    named = set(re.findall(r"\b(?:deploy|scripts)/[\w./@-]*\w", told))
    assert "deploy/nginx/tefteri.conf" in named
    assert [path for path in sorted(named) if not (PROJECT / path).exists()] == []


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "docs/operating.md"])
def test_a_page_names_only_targets_that_make_has(name: str) -> None:
    targets = set(re.findall(r"^([\w-]+):", (PROJECT / "Makefile").read_text(), re.MULTILINE))
    code = _code((PROJECT / name).read_text())
    named = set(re.findall(r"^ *make ([a-z-]+)", code, re.MULTILINE))
    assert named
    assert named <= targets


def _code(text: str) -> str:
    """Return the texts between backticks, a line each."""
    blocks = re.findall(r"```\w*\n(.*?)```", text, re.DOTALL)
    rest = re.sub(r"```\w*\n.*?```", "", text, flags=re.DOTALL)
    return "\n".join([*blocks, *re.findall(r"`([^`]+)`", rest)])


def test_every_place_that_tells_the_version_tells_the_same() -> None:
    """Other tests hold the command line and `/healthz` to `__version__`."""
    changes = (PROJECT / "CHANGELOG.md").read_text()
    assert re.findall(r"^## (.+) \(\d{4}-\d\d-\d\d\)$", changes, re.MULTILINE)[0] == __version__
    operating = (PROJECT / "docs" / "operating.md").read_text()
    assert re.findall(r'"version": "(.+)"', operating) == [__version__]
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
    assert "version" in project["dynamic"]
    assert "version" not in project


def test_the_changes_are_by_version_the_newest_first() -> None:
    changes = (PROJECT / "CHANGELOG.md").read_text()
    headings = re.findall(r"^## (\d+)\.(\d+)\.(\d+) \((.+)\)$", changes, re.MULTILINE)
    versions = [(tuple(map(int, numbers)), day) for *numbers, day in headings]
    assert versions == sorted(versions, reverse=True)
    assert len(versions) == len(re.findall(r"^## ", changes, re.MULTILINE))
    assert {*re.findall(r"^### (.+)$", changes, re.MULTILINE)} <= {"Added", "Changed", "Fixed"}


def test_every_file_that_is_somebody_elses_is_in_the_notice() -> None:
    notice = (PROJECT / "NOTICE").read_text()
    others = [
        file.relative_to(PROJECT).as_posix()
        for folder in ("fonts", "vendor")
        for file in (PROJECT / "static" / folder).iterdir()
        if file.name != "README.md"
    ]
    assert others
    assert [name for name in others if name not in notice] == []


FOR_ENGINEERS = [PROJECT / "CONTRIBUTING.md", PROJECT / "docs" / "architecture.md"]


@pytest.mark.parametrize(
    "page", [*FOR_ENGINEERS, *sorted(DESIGN.glob("*.md"))], ids=lambda page: page.name
)
def test_a_page_for_engineers_names_only_files_that_are_there(page: Path) -> None:
    named = re.findall(
        r"`([\w.-]+(?:/[\w.-]+)*(?:/|\.(?:py|js|json|html|css|md|po)))`", _prose(page)
    )
    scripts = PROJECT / "static" / "js"
    folders = (PROJECT, PROJECT / "scorekeeper", scripts, scripts / "phone", PROJECT / "docs")
    assert len(named) > (30 if page in FOR_ENGINEERS else 5)
    missing = [path for path in named if not any((one / path).exists() for one in folders)]
    assert missing == []


def _prose(page: Path) -> str:
    """The page without its blocks of code."""
    return re.sub(r"```\w*\n.*?```", "", page.read_text(), flags=re.DOTALL)


# --- docs/api.md, by a shell and a server ---


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


@pytest.mark.slow
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
