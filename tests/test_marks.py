"""`make test` looks for tests that run alone in some folders only; no other folder has such."""

import re

from tests.processes import PROJECT

RUNS = (PROJECT / "scripts" / "run-tests").read_text()
FOLDERS = tuple(re.search(r"^marked=\((.+)\)$", RUNS, re.MULTILINE)[1].split())


def test_they_are_where_they_are_looked_for():
    marked = [
        file.relative_to(PROJECT).as_posix()
        for file in (PROJECT / "tests").rglob("*.py")
        if re.search(r"pytest\.mark\.alone\b", file.read_text())
    ]
    assert marked
    assert [file for file in marked if not file.startswith(FOLDERS)] == []
