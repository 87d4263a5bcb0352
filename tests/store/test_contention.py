"""Two server processes of eight threads write to one database: nothing is lost, nobody starves."""

import os
import sqlite3
import subprocess
import sys

from scorekeeper.config import PROJECT
from scorekeeper.services.matches import find_match

PROCESSES, THREADS, HANDS = 2, 8, 12
LONGEST = 4.0
"""Seconds for one hand and its voiding: half of what a writer would wait before it gives up."""


def run_writers(folder):
    """The lines that the writers print."""
    command = [sys.executable, "-m", "tests.store.writers", str(folder), str(THREADS), str(HANDS)]
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    running = [
        subprocess.Popen(command, cwd=PROJECT, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(PROCESSES)
    ]
    printed = [process.communicate(timeout=90)[0].splitlines() for process in running]
    assert [process.returncode for process in running] == [0, 0]
    return [line.split() for lines in printed for line in lines]


def test_nothing_is_lost_and_nobody_starves(app):
    lines = run_writers(app.config["INSTANCE"])
    assert len(lines) == PROCESSES * THREADS, "no thread gave up"
    assert max(float(longest) for _, longest in lines) < LONGEST
    with app.app_context():
        for public_id, _ in lines:
            ledger = find_match(public_id).ledger
            kinds = [act.kind for act in ledger.acts]
            assert kinds == ["started", *["recorded", "voided"] * HANDS]
            assert [act.seq for act in ledger.acts] == list(range(1, 2 * HANDS + 2))
    connection = sqlite3.connect(app.config["DATABASE_FILE"])
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
