"""The phone's engine in Node: its own tests, its rows of the tables, its version."""

import re
import subprocess

import pytest

from scorekeeper.rules.model import ENGINE_VERSION
from tests.rules.runtimes import ROOT
from tests.rules.table import all_rows

TESTS = sorted((ROOT / "tests/js").glob("*.test.mjs"))
PRINT_VERSION = 'import { VERSION } from "./static/js/rules.js"; console.log(VERSION);'


def run(*arguments):
    return subprocess.run(
        ["node", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def told():
    """What Node tells of all its tests: a line `ok …` or `not ok …` each."""
    return run("--test", "--test-reporter=tap", *TESTS)


def test_nothing_fails(told):
    failed = re.split(r"^ *# Subtest: ", told.stdout, flags=re.MULTILINE)[1:]
    assert [one for one in failed if re.search(r"^ *not ok", one, re.MULTILINE)] == []
    assert told.returncode == 0, told.stdout + told.stderr


def test_every_row_of_the_tables_was_given(told):
    given = re.findall(r"^ *ok \d+ - row (\S+)$", told.stdout, re.MULTILINE)
    assert sorted(given) == sorted(f"{table}-{row['id']}" for table, row in all_rows())


def test_both_engines_are_of_one_version():
    assert run("--input-type=module", "--eval", PRINT_VERSION).stdout == f"{ENGINE_VERSION}\n"
