"""`make test` looks for tests with these marks in some folders alone: there are none elsewhere."""

import re

import pytest

from tests.processes import PROJECT

RUNS = (PROJECT / "scripts" / "run-tests").read_text()
FOLDERS = tuple(re.search(r"^marked=\((.+)\)$", RUNS, re.MULTILINE)[1].split())


@pytest.mark.parametrize("mark", ["browser", "faults", "alone"])
def test_they_are_where_they_are_looked_for(mark):
    marked = [
        file.relative_to(PROJECT).as_posix()
        for file in (PROJECT / "tests").rglob("*.py")
        if re.search(rf"pytest\.mark\.{mark}\b", file.read_text())
    ]
    assert marked
    assert [file for file in marked if not file.startswith(FOLDERS)] == []
