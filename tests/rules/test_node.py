"""The phone's modules in Node: their own tests, the rows of the engine's tables, its version."""

import re

import pytest

from scorekeeper.rules.model import ENGINE_VERSION
from tests.node import exported, failed_in, run_tests
from tests.processes import PROJECT
from tests.rules.table import all_rows

TESTS = sorted((PROJECT / "tests/js").glob("*.test.mjs"))


@pytest.fixture(scope="module")
def told():
    return run_tests(TESTS)


def test_nothing_fails(told):
    assert failed_in(told) == []
    assert told.returncode == 0, told.stdout + told.stderr


def test_every_row_of_the_tables_was_given(told):
    given = re.findall(r"^ *ok \d+ - row (\S+)$", told.stdout, re.MULTILINE)
    assert sorted(given) == sorted(f"{table}-{row['id']}" for table, row in all_rows())


def test_both_engines_are_of_one_version():
    assert exported("rules.js", "VERSION") == ENGINE_VERSION
