"""`make bench` runs from end to end. What it measures is told in docs/performance.md, not here."""

import math
import re
import subprocess
import sys

import pytest

from bench.flows import Played, Refused, ToldSaves
from bench.server import __main__ as main
from bench.server.processes import memory_at
from bench.server.sunday import Each, need_of_sunday, sunday_lines
from bench.table import at_most, milliseconds, row
from bench.wire import Answer
from tests.processes import PROJECT

# All benches once, in short: minutes on a machine that is busy with other work.
pytestmark = pytest.mark.timeout(600)

ROWS = (
    "One hand: checks and lines",
    "A second: hands by the engine in Node",
    "Streaming `score`",
    "Drawing round 6 of 40 pairs",
    "Standings after it",
    "Slow 3G: first visit of the entry, plain HTTP",
    "Slow 3G: next visit of the entry, plain HTTP",
    "Slow 3G: first visit of the entry, with the service worker",
    "Slow 3G: next visit of the entry, with the service worker",
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
    "Peak memory of a server process",
    "CPU of a season of 4 tournaments of 8 pairs, cold / 1 s",
    "CPU of a season of 4 tournaments of 8 pairs, cold / their standings alone",
    "CPU of a season of 4 tournaments of 8 pairs, unchanged / cold",
    "CPU of the record of a person with 40 matches, 480 hands, cold / 3 s",
    "CPU of the record of a person with 40 matches, 480 hands, cold / folding the matches alone",
    "CPU of the record of a person with 40 matches, 480 hands, after one more / cold",
    "CPU of saving a hand of a club's match / of one of no club",
    "CPU of a save with the digest of its event",
    "Time of a save with pysqlite3",
    "One-page PDF",
    "CPU of 10 sheets of a round",
    "CPU of 20 sheets of a round",
    "A page of 10 sheets",
    "The first of 10 sheets",
    "Peak memory of the printing process, 20 sheets / 120 MB",
    "Peak memory of the printing process, 20 sheets / 10",
)


def printed_by(module, *arguments):
    """What the bench prints, measured as quickly as can be."""
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
    """What each row measures, and its ratio."""
    lines = [line.split(" | ") for line in told.splitlines() if line.startswith("| ")]
    return {cells[0].removeprefix("| "): cells[3] for cells in lines[1:]}


@pytest.fixture(scope="module")
def table():
    return ratios_in(printed_by("bench"))


@pytest.mark.long
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


@pytest.mark.long
def test_watchers_are_told_of_every_hand():
    """`make watchers`; it fails where anybody is refused, or has not seen the last hand."""
    told = printed_by("bench.watchers")
    assert re.search(r"\| polls, nothing new \| [\d,]+ \|", told)
    assert re.search(r"\| saves \| [1-9]", told)
    assert "Errors: 0." in told


@pytest.mark.long
def test_saves_go_on_in_a_hall_that_is_watched_and_prints():
    """`make hall`; it fails where anybody is refused."""
    told = printed_by("bench.hall")
    for what in ("saves in peace", "saves", "polls, nothing new", "sheets of all tables"):
        assert re.search(rf"^\| {what} \| [1-9]", told, re.MULTILINE), what
    assert "Errors: 0." in told


@pytest.mark.long
def test_saves_go_on_while_strangers_ask_for_what_is_costly():
    """`make strangers`; it fails where anybody who saves is refused."""
    told = printed_by("bench.strangers")
    check_ratio("p99 of a save while strangers ask / 250 ms", ratios_in(told))
    for what in ("next round of", "long lists of", "history of", "senseless operations"):
        assert re.search(rf"^{what}.*: [1-9]", told, re.MULTILINE), what
    assert "Errors of those who save: 0." in told


@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", ["PostgreSQL", "SQLite"])
def test_set_ups_of_servers_are_measured_side_by_side(kind):
    """`make bench-server`, its load; no save and no poll may be answered with anything else."""
    told = printed_by("bench.server", "--parts", "load", "--databases", kind)
    table = ratios_in(told)
    check_ratio(f"Bare synced inserts a second, 2 writers / one, {kind}", table)
    for name in (f"{kind}, one server", f"{kind}, two servers"):
        for what in (
            f"A second: saves, 2 writers, {name}",
            f"p99 of saves, 2 writers, {name}",
            f"A second: polls after a change, {name}",
            f"A second: unchanged polls, {name}",
            f"Memory of a server, {name}",
        ):
            check_ratio(what, table)
        assert re.search(rf"^\| {name} \| [\d.]+ ms \|", told, re.MULTILINE), "a Sunday on paper"


@pytest.mark.long
@pytest.mark.parametrize("kind", ["SQLite", "PostgreSQL"])
def test_a_save_is_measured_as_its_database_grows(kind):
    told = printed_by("bench.server", "--parts", "growth", "--databases", kind)
    check_ratio(f"Time of a save in 60 hands / in 30, {kind}", ratios_in(told))


@pytest.mark.long
@pytest.mark.parametrize("kind", ["PostgreSQL", "SQLite"])
def test_servers_that_are_killed_soak_and_lose_no_hand(kind):
    """It fails where a hand that was called saved is not there once and in its order."""
    told = printed_by("bench.server", "--parts", "soak", "--databases", kind)
    check_ratio("Memory of a server after", ratios_in(told))
    assert re.search(
        rf"^{kind}, two servers, .* [1-9]\d* kills, [1-9]\d* hands", told, re.MULTILINE
    )


def test_a_hand_that_was_refused_is_sent_again_as_it_was():
    flow = ToldSaves("save", 1, [Played("m" * 22, 1, "secret", 3)], 30)
    first, _ = flow.request()
    with pytest.raises(Refused):
        flow.heard(Answer(503, b"", b""))
    assert flow.request() == (first, True)
    flow.heard(Answer(201, b"", b""))
    assert flow.request() != (first, True)


@pytest.mark.parametrize(
    ("ratio", "arguments", "status"), [(1.3, [], 1), (1.1, [], 0), (1.3, ["--quick"], 0)]
)
def test_a_ratio_that_is_missed_is_its_status(ratio, arguments, status, monkeypatch):
    """But for a quick look, whose ratios say nothing."""
    told = row("Time of a save", [ratio], [1.0], milliseconds, at_most(1.2))
    monkeypatch.setattr(main.Bench, "rows", lambda _bench: iter([told]))
    assert main.main(arguments) == status


def test_a_national_sunday_is_the_sum_of_what_it_asks_for():
    """2,500 polls a second, of which each save of a table changes those of its ten watchers."""
    saves, changed, unchanged = need_of_sunday()
    assert (round(saves, 2), round(changed, 1)) == (6.67, 66.7)
    assert round(changed + unchanged) == 2500
    costs = Each(0.3 / saves, 0.2 / changed, 0.5 / unchanged)
    *_, told = sunday_lines({"SQLite, one server": costs})
    assert told.startswith("| SQLite, one server | 45.0 ms | 3.0 ms | 0.2 ms |")
    assert told.endswith("| 1.0 | 4.0 × |")


def test_what_two_processes_share_is_counted_once():
    """A parent with 64 MB that its child sees, too."""
    keep = "kept = bytes(range(256)) * 2**18; os.fork() or print(flush=True); sys.stdin.read()"
    script = f"import os, sys; {keep}"
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as parent:
        parent.stdout.readline()
        held = memory_at(parent.pid)
        parent.stdin.close()
    assert 64 * 2**20 < held < 100 * 2**20
