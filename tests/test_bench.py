"""`make bench` runs from end to end. What it measures is told in docs/performance.md, not here."""

import math
import re
import subprocess
import sys

import pytest

from scorekeeper.config import PROJECT

ROWS = (
    "One hand: checks and lines",
    "A second: hands by the engine in Node",
    "Streaming `score`",
    "Drawing round 6 of 40 pairs",
    "Standings after it",
    "Slow 3G: first visit of the entry, plain HTTP",
    "Slow 3G: next visit of the entry, plain HTTP",
    "Slow 3G: first visit of the entry, with the worker",
    "Slow 3G: next visit of the entry, with the worker",
    "p50 of touch to preview",
    "p99 of touch to preview",
    "p50 of touch to “on this phone”",
    "First visit",
    "One saved hand",
    "A second: saves, 2 writers",
    "p99 of saves, 2 writers",
    "A second: match pages, 30 hands",
    "A second: saves, 20 hands",
    "A second: match pages, 20 hands",
    "A second: unchanged polls",
    "A second: polls after a change",
    "Time of a save in 20 matches",
    "Time of a match page in 20 matches",
    "p99 of saves while",
    "p99 of match pages while",
    "Peak memory of a worker",
    "One-page PDF",
    "CPU of 10 sheets of a round",
    "CPU of 20 sheets of a round",
    "A page of 10 sheets",
    "The first of 10 sheets",
    "Peak memory of the printing process, 20 sheets / 120 MB",
    "Peak memory of the printing process, 20 sheets / 10",
)


def printed_by(module):
    """What the bench prints, measured as quickly as can be."""
    ran = subprocess.run(
        [sys.executable, "-m", module, "--quick"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def table():
    """What each row measures, and its ratio."""
    told = printed_by("bench")
    lines = [line.split(" | ") for line in told.splitlines() if line.startswith("| ")]
    return {cells[0].removeprefix("| "): cells[3] for cells in lines[1:]}


@pytest.mark.long
@pytest.mark.parametrize("what", ROWS)
def test_it_prints_a_row_with_a_ratio(what, table):
    found = [ratio for name, ratio in table.items() if name.startswith(what)]
    assert len(found) == 1
    ratio = float(re.match(r"[\d.]+", found[0])[0])
    assert math.isfinite(ratio)
    assert ratio > 0


def test_watchers_are_told_of_every_hand():
    """`make watchers`; it fails where anybody is refused, or has not seen the last hand."""
    told = printed_by("bench.watchers")
    assert re.search(r"\| polls, nothing new \| [\d,]+ \|", told)
    assert re.search(r"\| saves \| [1-9]", told)
    assert "Errors: 0." in told


def test_saves_go_on_in_a_hall_that_is_watched_and_prints():
    """`make hall`; it fails where anybody is refused."""
    told = printed_by("bench.hall")
    for what in ("saves in peace", "saves", "polls, nothing new", "sheets of all tables"):
        assert re.search(rf"^\| {what} \| [1-9]", told, re.MULTILINE), what
    assert "Errors: 0." in told
