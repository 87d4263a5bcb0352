"""The phone's engine in Node: its own tests, its rows of the tables, its version."""

import re
import subprocess

import pytest

from scorekeeper.rules.model import ENGINE_VERSION
from tests.node import exported
from tests.processes import PROJECT
from tests.rules.table import all_rows

TESTS = sorted((PROJECT / "tests/js").glob("*.test.mjs"))


@pytest.fixture(scope="module")
def told():
    """The report of Node's tests: a line `ok …` or `not ok …` each."""
    command = ["node", "--test", "--test-reporter=tap", *TESTS]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)


def test_nothing_fails(told):
    failed = re.split(r"^ *# Subtest: ", told.stdout, flags=re.MULTILINE)[1:]
    assert [one for one in failed if re.search(r"^ *not ok", one, re.MULTILINE)] == []
    assert told.returncode == 0, told.stdout + told.stderr


def test_every_row_of_the_tables_was_given(told):
    given = re.findall(r"^ *ok \d+ - row (\S+)$", told.stdout, re.MULTILINE)
    assert sorted(given) == sorted(f"{table}-{row['id']}" for table, row in all_rows())


def test_both_engines_are_of_one_version():
    assert exported("rules.js", "VERSION") == ENGINE_VERSION
