"""What README and docstrings show is what happens."""

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import scorekeeper.draws
import scorekeeper.rules
from scorekeeper.i18n import gettext, use_locale

PROJECT = Path(__file__).resolve().parent.parent
PURE = [
    f"{package.__name__}.{module.name}"
    for package in (scorekeeper.rules, scorekeeper.draws)
    for module in pkgutil.iter_modules(package.__path__)
]


@pytest.mark.parametrize("name", PURE)
def test_the_examples_in_the_docstrings_are_true(name: str) -> None:
    failed, _tried = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_there_are_examples_in_the_docstrings() -> None:
    finder = doctest.DocTestFinder()
    modules = [importlib.import_module(name) for name in PURE]
    assert sum(bool(found.examples) for m in modules for found in finder.find(m)) >= 5


def test_the_readme_s_examples_are_what_the_command_line_answers() -> None:
    readme = (PROJECT / "README.md").read_text()
    examples = re.findall(r"\$ echo '(\{.*\})' \| \S+ -m scorekeeper (\w+)\n(\{.*\})", readme)
    assert [name for _, name, _ in examples] == ["score", "draw"]
    for asked, name, answered in examples:
        command = [sys.executable, "-m", "scorekeeper", name]
        done = subprocess.run(
            command, input=asked, text=True, capture_output=True, cwd=PROJECT, check=True
        )
        assert done.stdout.strip() == answered


def test_the_readme_names_only_files_that_are_there() -> None:
    readme = (PROJECT / "README.md").read_text()
    linked = re.findall(r"\]\(([\w./]+)\)", readme)
    assert linked
    assert [path for path in linked if not (PROJECT / path).exists()] == []


def test_the_operator_is_sent_only_to_files_that_are_there() -> None:
    told = (PROJECT / "docs/operating.md").read_text()
    named = set(re.findall(r"\b(?:deploy|scripts)/[\w./@-]*\w", told))
    assert "deploy/nginx/tefteri.conf" in named
    assert [path for path in sorted(named) if not (PROJECT / path).exists()] == []


def test_the_readme_calls_the_buttons_what_they_are_called_in_greek() -> None:
    readme = (PROJECT / "README.md").read_text()
    pairs = re.findall(r"\*\*([^*]+)\*\* \(([^)]+)\)", readme)
    assert len(pairs) >= 4
    with use_locale("el"):
        assert [(gettext(english), english) for _, english in pairs] == pairs


def test_the_readme_names_only_targets_that_make_has() -> None:
    targets = set(re.findall(r"^(\w+):", (PROJECT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"`?make (\w+)", (PROJECT / "README.md").read_text()))
    assert named
    assert named <= targets
