"""The rules know the game and nothing else; `make mutants` sees what it should."""

import json
import subprocess
import sys

import pytest

from tests.mutants import js_mutants, python_mutants
from tests.mutants.asked import Asked
from tests.mutants.equivalent import EQUIVALENT
from tests.rules.runtimes import ANSWERS, SCORE
from tests.support.processes import PROJECT

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
RUNTIMES = [python_mutants, js_mutants]
RULES = b'{"preset": "cafe", "unit": "points"}'
KAPO = b'{"rules": %s, "hand": {"bidder": "A", "bid": "kapo", "kapo": "A"}}' % RULES


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


# --- whether any change goes unseen, only it can tell ---


@pytest.fixture(params=RUNTIMES)
def runtime(request):
    return request.param


@pytest.fixture
def judge(runtime):
    """Asks one hand, and then runs the tests."""
    judge = runtime.Judge([Asked(SCORE, [KAPO], [json.loads(ANSWERS[SCORE](KAPO))])])
    yield judge
    judge.close()


def test_another_stake_of_a_kapo_is_seen(runtime, judge):
    of_kapo = [one for one in runtime.mutants() if one.change == "250 → 251"]
    assert [judge.passes(one) for one in of_kapo] == [False]


@pytest.mark.slow
@pytest.mark.thorough
def test_another_version_of_the_engine_is_seen_by_no_test_of_one_runtime(runtime, judge):
    of_version = [one for one in runtime.mutants() if "VERSION" in one.source]
    assert [judge.passes(one) for one in of_version] == [True]


def test_each_equivalent_mutant_in_the_list_is_made():
    made = {mutant.name for runtime in RUNTIMES for mutant in runtime.mutants()}
    assert EQUIVALENT.keys() - made == set()
