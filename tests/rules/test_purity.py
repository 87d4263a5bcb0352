"""The rules know the game and nothing else: no framework, no clock, no chance, no log."""

import json
import subprocess
import sys

import pytest

from tests.processes import PROJECT

MODULES = [
    f"scorekeeper.{file.parent.name}.{file.stem}"
    for room in ("rules", "sheets", "seasons", "lines")
    for file in sorted((PROJECT / "scorekeeper" / room).glob("[!_]*.py"))
]
PROBE = """
import importlib, json, sys
before = set(sys.modules)
for name in sys.argv[1:]:
    importlib.import_module(name)
print(json.dumps(sorted(set(sys.modules) - before)))
"""


def modules_loaded_by(*names):
    """Every module that a fresh interpreter loads for these."""
    ran = subprocess.run(
        [sys.executable, "-c", PROBE, *names], capture_output=True, text=True, check=True
    )
    return json.loads(ran.stdout)


@pytest.fixture(scope="module")
def loaded():
    return modules_loaded_by(*MODULES)


@pytest.mark.parametrize(
    "stranger",
    [
        *(
            "flask",
            "flask_sqlalchemy",
            "flask_babel",
            "sqlalchemy",
            "jinja2",
            "werkzeug",
            "alembic",
        ),
        *("weasyprint", "wtforms", "datetime", "time", "random", "secrets", "uuid", "logging"),
        *(
            "sqlite3",
            "socket",
            "subprocess",
            "threading",
            "asyncio",
            "urllib",
            "pathlib",
            "tempfile",
        ),
        *("gettext", "locale"),
    ],
)
def test_the_rules_load_no(stranger, loaded):
    assert [name for name in loaded if name.split(".")[0] == stranger] == []


def test_the_rules_load_the_standard_library_alone(loaded):
    roots = {name.split(".")[0] for name in loaded}
    assert roots - set(sys.stdlib_module_names) == {"scorekeeper"}


def test_the_rules_load_only_the_reader_of_json_beside_them(loaded):
    own = [name for name in loaded if name.startswith("scorekeeper.")]
    rooms = tuple(f"scorekeeper.{room}" for room in ("rules", "sheets", "seasons", "lines"))
    assert [name for name in own if not name.startswith(rooms)] == ["scorekeeper.json_parts"]
    assert set(MODULES) <= set(own)


def test_importing_the_project_loads_no_framework():
    assert modules_loaded_by("scorekeeper") == ["scorekeeper"]
