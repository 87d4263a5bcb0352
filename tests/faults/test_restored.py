"""A restore under a running server: all see it, saving goes on, and a kill breaks nothing."""

import math
import random
import re
import secrets
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress

import pytest

from tests.support.examples import ALL
from tests.support.http_scorer import SCORES, Writer
from tests.support.processes import PROJECT, environment_for, wait_until
from tests.support.truth import check_file, check_match, check_paper_at_length, events

LARGE = 3_000
"""Phones of a kilobyte: more than SQLite keeps in memory, so that it writes while it restores."""
RESTORES = 20 if ALL else 1
SLOWLY = """
import sys
from scorekeeper.__main__ import _create_app
from scorekeeper.cli import main
from scorekeeper.store import copies

on_step = copies.on_step
def slowly(deadline):
    give_up = on_step(deadline)
    def tell(status, remaining, total):
        give_up(status, remaining, total)
        print("step", total - remaining, total, flush=True)
        sys.stdin.readline()  # no step ahead of who looks
    return tell
copies.PAGES = 5
copies.on_step = slowly
sys.exit(main(_create_app, ["restore", sys.argv[1], "--yes", "--lang=en"]))
"""

HALF_MADE = """
import sys, time
from scorekeeper.__main__ import _create_app
from scorekeeper.cli import main
from scorekeeper.store import copies

def stop_here(_part):
    print("filled", flush=True)
    time.sleep(60)
copies.check = stop_here
main(_create_app, ["backup", sys.argv[1]])
"""


def run(server, *arguments):
    """Return the output of a command, which must succeed."""
    done = subprocess.run(
        [sys.executable, "-m", "scorekeeper", *map(str, arguments), "--lang=en"],
        cwd=PROJECT,
        env=environment_for(server.folder),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done
    return done.stdout.splitlines()


class Reader(threading.Thread):
    """Looks at the match's page until `stop`, and remembers the answers."""

    def __init__(self, scorer):
        super().__init__(daemon=True)
        self.seen = set()
        self.faults = []
        self._scorer = scorer
        self._stopping = threading.Event()

    def run(self):
        while not self._stopping.is_set():
            answer = self._scorer.get(f"/m/{self._scorer.public_id}/")
            if answer.status == 200:
                self.seen.add(totals(answer))
            else:
                self.faults.append(answer)

    def stop(self):
        self._stopping.set()
        self.join(60)
        assert not self.is_alive()


def totals(answer):
    return tuple(
        map(
            int,
            re.search(
                r"<title>\s*(?:Us|Side A) (\d+) – (\d+) (?:Them|Side B)", answer.text
            ).groups(),
        )
    )


def seen_by_all_workers(scorer):
    """Return the totals in many answers; the kernel deals the requests out to the workers."""
    return {totals(scorer.get(f"/m/{scorer.public_id}/")) for _ in range(40)}


def test_all_workers_show_what_was_restored_and_saving_goes_on(scorer, tmp_path):
    server = scorer.server
    kept = {scorer.write(points): points for points in SCORES}
    file = run(server, "backup", tmp_path)[0]
    before = totals(scorer.get(f"/m/{scorer.public_id}/"))
    # The one that does jobs calls itself so a moment after it is there.
    wait_until(lambda: len(server.workers()) == 2, "they are not two")
    for points in (97, 120, 97):
        scorer.write(points)
    assert seen_by_all_workers(scorer) != {before}, "and now every worker remembers more"
    told = run(server, "restore", file, "--yes")
    assert told[1] == told[-1].replace("Restored", "In the file")
    assert seen_by_all_workers(scorer) == {before}
    check_file(server)
    check_match(server, scorer, kept)
    kept[scorer.write(89)] = 89
    check_match(server, scorer, kept)


def test_an_operation_is_known_or_not_as_the_restored_state_says(scorer, tmp_path):
    """Phones go on with the state on their screens, and send unanswered operations again."""
    server = scorer.server
    revision = scorer.revision()
    kept = scorer.write(97)
    file = run(server, "backup", tmp_path)[0]
    gone_revision = scorer.revision()
    gone = scorer.write(120)
    run(server, "restore", file, "--yes")
    assert scorer.post_hand(kept, revision, 97).status == 303, "written before the backup"
    check_match(server, scorer, {kept: 97})
    later = scorer.post_hand(secrets.token_hex(16), gone_revision + "0", 100)
    assert later.status == 409, "decided on a hand that is gone"
    assert 'value="100"' in later.text, "what was typed is kept"
    for _ in range(2):
        assert scorer.post_hand(gone, gone_revision, 120).status == 303, "written anew, once"
    check_file(server)
    check_match(server, scorer, {kept: 97, gone: 120})
    check_paper_at_length(server, scorer)


def test_somebody_saves_and_reads_while_it_is_restored(scorer, tmp_path):
    """The match holds the restored hands and all those acknowledged after them, in order."""
    server = scorer.server
    kept = [scorer.write(points) for points in SCORES]
    file = run(server, "backup", tmp_path)[0]
    # Each restore takes its hands away again: however many it writes, no match ends.
    writer = Writer(scorer.sharing(), list(SCORES), most=math.inf)
    reader = Reader(scorer.sharing())
    writer.start()
    reader.start()
    for _ in range(RESTORES):
        time.sleep(0.5)
        run(server, "restore", file, "--yes")
    at_restore = len(writer.acknowledged)
    writer.wait_for(at_restore + 2)  # saving goes on; one of them may have been begun before
    writer.stop()
    reader.stop()
    check_file(server)
    found = [op_id for _, op_id, *_ in events(server, scorer.public_id)][1:]
    assert found[: len(kept)] == kept
    after = found[len(kept) :]
    acknowledged = list(writer.acknowledged)
    assert after == acknowledged[len(acknowledged) - len(after) :]
    assert len(after) >= len(acknowledged) - at_restore, "nothing saved after it is lost"
    assert reader.faults == []
    assert len(reader.seen) > 1


def enlarge(server, mark):
    """Put phones into the database by which its two states differ."""
    with closing(sqlite3.connect(server.database)) as connection:
        connection.execute("DELETE FROM phone WHERE length(secret_hash) > 64")
        rows = [(f"{mark}{number:_>1000}",) for number in range(LARGE)]
        connection.executemany(
            "INSERT INTO phone (secret_hash, since) VALUES (?, '2026-01-01 00:00:00.000000')", rows
        )
        connection.commit()


def marks(server):
    """Return the mark of the phones in the database; their number must be unchanged."""
    with closing(sqlite3.connect(server.database)) as connection:
        found = connection.execute(
            "SELECT substr(secret_hash, 1, 3), count(*) FROM phone"
            " WHERE length(secret_hash) > 64 GROUP BY 1"
        ).fetchall()
    assert [count for _, count in found] == [LARGE], found
    return found[0][0]


@pytest.fixture
def two_states(scorer, tmp_path):
    """A server whose database is `new`, and a backup of it as it was when it was `old`."""
    enlarge(scorer.server, "old")
    scorer.write(97)
    file = run(scorer.server, "backup", tmp_path)[0]
    enlarge(scorer.server, "new")
    scorer.write(120)
    return file


def restore_slowly(server, file):
    return started(server, SLOWLY, file)


def started(server, code, argument):
    """A process that runs the code on the server's folder."""
    return subprocess.Popen(
        [sys.executable, "-c", code, argument],
        cwd=PROJECT,
        env=environment_for(server.folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_restore_that_is_killed_leaves_the_present_state(two_states, scorer):
    server = scorer.server
    for hands, part in enumerate([0.02, 0.5, 0.95], 2):
        with restore_slowly(server, two_states) as restoring:
            wait_for(restoring, part)
            # The file is torn now: its former bytes lie in the journal beside it.
            written = sum(file.stat().st_size for file in beside(server))
            restoring.kill()
        assert restoring.returncode == -9
        assert part < 0.9 or written > 1_000_000, "the kill came before anything was written"
        assert marks(server) == "new"
        check_file(server)
        assert len(events(server, scorer.public_id)) == 1 + hands
        scorer.write(97)
    check_file(server)
    assert server.health()["ok"]


def wait_for(restoring, part):
    """Until so much of the pages is copied."""
    for line in restoring.stdout:
        if line.startswith("step"):
            _, done, total = line.split()
            if int(done) >= part * int(total):
                return
            with suppress(BrokenPipeError):  # it ended
                print(file=restoring.stdin, flush=True)
    raise AssertionError(f"it ended before: {restoring.wait()}")


def beside(server):
    """The journals beside the database that are there."""
    return [file for file in server.folder.iterdir() if file.name.endswith(("-journal", "-wal"))]


@pytest.mark.faults
def test_a_restore_that_is_killed_at_any_moment_is_done_or_not(two_states, scorer):
    """Also in the middle of its commit."""
    server = scorer.server
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    chance = random.Random(seed)
    found = []
    with restore_slowly(server, two_states) as restoring:
        wait_for(restoring, 0.99)
        restoring.stdin.close()
        left = time.monotonic()
        restoring.wait()
        rest = time.monotonic() - left
    assert marks(server) == "old"
    enlarge(server, "new")
    for _ in range(RESTORES):
        with restore_slowly(server, two_states) as restoring:
            wait_for(restoring, 0.99)
            restoring.stdin.close()  # no reader is left
            time.sleep(chance.uniform(0, rest))
            restoring.kill()
        found.append(marks(server))
        check_file(server)
        if found[-1] == "old":
            enlarge(server, "new")
    assert set(found) <= {"old", "new"}
    assert server.health()["ok"]
    scorer.write(97)


def test_a_backup_that_is_killed_leaves_nothing_that_looks_like_one(scorer, tmp_path):
    folder = tmp_path / "backups"
    with started(scorer.server, HALF_MADE, str(folder)) as making:
        assert making.stdout.readline() == "filled\n"
        making.kill()
    assert [file.suffix for file in folder.iterdir()] == [".part"]
    scorer.write(97)
    file = run(scorer.server, "backup", folder)[0]
    assert [str(found) for found in folder.glob("*.sqlite3")] == [file]
