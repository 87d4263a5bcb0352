"""Two server processes of eight threads on one database: nothing is lost, no writer starves."""

import os
import subprocess
import sys
from bisect import bisect_left, bisect_right
from functools import partial
from itertools import pairwise

import pytest

from scorekeeper.config import settings_of
from scorekeeper.keeping.backup import fold_all
from scorekeeper.match import links
from scorekeeper.match.matches import find_match, is_scorer
from tests.processes import PROJECT
from tests.table import Table

PROCESSES, THREADS, HANDS = 2, 8, 12
MOST = PROCESSES * THREADS * HANDS // 2
"""Of the others' hands, while one waits to be written; who starves waits until all others are done.
Hands and not seconds: a machine that is busy elsewhere holds all of them up."""


@pytest.fixture
def run_servers(app, kept_in):
    """The lines that two processes of a module print."""
    return partial(printed_by, {**os.environ, **kept_in.settings, "PYTHONPATH": str(PROJECT)})


def printed_by(environment, module, *arguments):
    command = [sys.executable, "-m", f"tests.store.{module}", *map(str, arguments)]
    running = [
        subprocess.Popen(command, cwd=PROJECT, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(PROCESSES)
    ]
    printed = [process.communicate(timeout=90)[0].splitlines() for process in running]
    assert [process.returncode for process in running] == [0, 0]
    return [line.split() for lines in printed for line in lines]


@pytest.mark.slow
def test_nothing_is_lost_and_nobody_starves(app, run_servers):
    lines = run_servers("writers", settings_of(app).instance, THREADS, HANDS)
    assert len(lines) == PROCESSES * THREADS, "no thread gave up"
    moments = [[float(moment) for moment in line[1:]] for line in lines]
    ends = sorted(end for of_one in moments for end in of_one[1:])
    overtaken = [
        bisect_left(ends, end) - bisect_right(ends, start)
        for of_one in moments
        for start, end in pairwise(of_one)
    ]
    assert max(overtaken) < MOST
    with app.app_context():
        for public_id, *_ in lines:
            ledger = find_match(public_id).ledger
            kinds = [act.kind for act in ledger.acts]
            assert kinds == ["started", *["recorded", "voided"] * HANDS]
            assert [act.seq for act in ledger.acts] == list(range(1, 2 * HANDS + 2))
        assert fold_all().matches == PROCESSES * THREADS


@pytest.mark.slow
def test_one_of_many_phones_takes_the_pencil(app, run_servers):
    with app.app_context():
        table = Table()
        public_id = table.kept.public_id
        secret = links.make_link(public_id, table.phone, "hand_over")
        lines = run_servers("takers", settings_of(app).instance, THREADS, secret)
        assert sorted(outcome for _, outcome in lines) == [
            *["ended"] * (PROCESSES * THREADS - 1),
            "opened",
        ]
        [taker] = [int(phone) for phone, outcome in lines if outcome == "opened"]
        phones = [table.phone, *(int(phone) for phone, _ in lines)]
        assert [phone for phone in phones if is_scorer(public_id, phone)] == [taker]
        [joined] = table.stored().ledger.acts[1:]
        assert (joined.kind, joined.phone) == ("joined", taker)
