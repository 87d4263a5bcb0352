"""`make bench` runs from end to end. Its measurements stand in docs/performance.md, not here."""

import math
import re
import subprocess
import sys

import pytest

from bench import entered
from tests.support.processes import PROJECT

# All benches once, in short: minutes on a machine that is busy with other work.
pytestmark = pytest.mark.timeout(600)

ROWS = (
    "One hand: checks and lines",
    "Drawing round 6 of 40 pairs",
    "p50 of the script's part",
    "+ to a usable entry, 40 hands and more, CPU a quarter, 4000 ms away",
    "save to the ledger, 40 hands and more, CPU a quarter, 4000 ms away",
    "The ledger to the matches, 40 hands, CPU a quarter / a bare page",
    "Continue to the ledger, 40 hands, CPU a quarter / a bare page",
    "First visit",
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
    "Peak memory of a server process",
    "CPU of a season of 4 tournaments of 8 pairs, cold / 1 s",
    "CPU of a season of 4 tournaments of 8 pairs, unchanged / cold",
    "CPU of the record of a person with 40 matches, 480 hands, cold / 3 s",
    "CPU of the record of a person with 40 matches, 480 hands, after one more / cold",
    "CPU of saving a hand of a club's match / of one of no club",
    "CPU of a save with the digest of its event",
    "Time of a save with pysqlite3",
    "CPU of 10 sheets of a round",
    "CPU of 20 sheets of a round",
    "Peak memory of the printing process, 20 sheets / 120 MB",
    "Peak memory of the printing process, 20 sheets / 10",
)


def printed_by(module, *arguments):
    """Return the output of the bench, measured as quickly as can be."""
    ran = subprocess.run(
        [sys.executable, "-m", module, "--quick", *arguments],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def ratios_in(told):
    """Return the name of each row, with its ratio."""
    lines = [line.split(" | ") for line in told.splitlines() if line.startswith("| ")]
    return {cells[0].removeprefix("| "): cells[3] for cells in lines[1:]}


@pytest.fixture(scope="module")
def table():
    return ratios_in(printed_by("bench"))


@pytest.mark.faults
@pytest.mark.parametrize("what", ROWS)
def test_it_prints_a_row_with_a_ratio(what, table):
    check_ratio(what, table)


def check_ratio(what, table):
    """It is there once, and a number."""
    found = [ratio for name, ratio in table.items() if name.startswith(what)]
    assert len(found) == 1
    ratio = float(re.match(r"[\d.]+", found[0])[0])
    assert math.isfinite(ratio)
    assert ratio > 0


@pytest.mark.faults
def test_watchers_are_told_of_every_hand():
    """`make watchers`; it fails where anybody is refused, or has not seen the last hand."""
    told = printed_by("bench.watchers")
    assert re.search(r"\| polls, nothing new \| [\d,]+ \|", told)
    assert re.search(r"\| saves \| [1-9]", told)
    assert "Errors: 0." in told


@pytest.mark.slow
def test_files_of_one_saved_hand_are_listed_in_their_order(capsys):
    entered.main()
    *files, last = capsys.readouterr().out.splitlines()
    assert files.index("web/api/operations.py") < files.index("rules/scoring.py")
    assert re.fullmatch(rf"{len(files)} files, \d+ functions", last)


@pytest.mark.faults
def test_saves_go_on_while_strangers_ask_for_what_is_costly():
    """`make strangers`; it fails where anybody who saves is refused."""
    told = printed_by("bench.strangers")
    check_ratio("p99 of a save while strangers ask / 250 ms", ratios_in(told))
    for what in ("next round of", "long lists of", "history of", "senseless operations"):
        assert re.search(rf"^{what}.*: [1-9]", told, re.MULTILINE), what
    assert "Errors of those who save: 0." in told
