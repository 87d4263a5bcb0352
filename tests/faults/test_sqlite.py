"""SQLite's file: the power fails in a save, the disk has a hand first, two libraries take turns.

A match of many hands is taken in, in one transaction that SQLite begins to write before its end.
Its process is killed there, and the journal is torn. The files are then torn further, as on a disk
that has written only a part of the unsynced data.
"""

import json
import os
import random
import re
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from secrets import token_hex

import pytest

from scorekeeper.store.backends.sqlite import SAFE_WAL
from tests.support.examples import ALL
from tests.support.http_scorer import SCORES, Scorer
from tests.support.processes import PROJECT, wait_until
from tests.support.server import Server
from tests.support.truth import check_file, check_match, check_paper_at_length

PAGE, SECTOR = 4096, 512
TIMES = 17
"""As many hands as in the match are taken in."""
CUTS = [SECTOR + 3000]
"""Bytes of the journal that reached the disk, before a byte of the database did."""
CALLS = "trace=pwrite64,write,fsync,fdatasync,unlink,sendto,sendmsg,writev"
ANSWER = re.compile(r'"HTTP/1\.1 303')
SYNC = re.compile(r"f(?:data)?sync\(\d+<(.+?)>\)")
LIBRARIES = ("python", "pysqlite3")


if ALL:
    CUTS += [
        0,
        1,
        27,
        28,
        SECTOR - 1,
        SECTOR,
        SECTOR + 4,
        SECTOR + PAGE + 8,
        2 * PAGE,
        3 * PAGE + 100,
    ]


MIXES = 40 if ALL else 1


TAKE_IN = """
import sys
from scorekeeper.__main__ import _create_app
from scorekeeper.cli import main
from scorekeeper.store.db import db
from sqlalchemy import event, text

def stop_here(session):
    if session.execute(text("SELECT 1 FROM match WHERE id > 1")).first():
        print("written", flush=True)
        sys.stdin.read()
def few_pages(connection, _record):
    connection.execute("PRAGMA cache_size=1")
app = _create_app()
with app.app_context():
    event.listen(db.engine, "connect", few_pages)
event.listen(db.session, "before_commit", stop_here)
main(lambda: app, ["import", sys.argv[1]])
"""


@pytest.fixture(scope="module")
def played(make_server):
    """A scorer at a stopped server's match, what was acknowledged, and the match as a file."""
    server = make_server()
    scorer = Scorer(server).start_match()
    acknowledged = {scorer.write(points): points for points in list(SCORES) * 3}
    match_file = scorer.get(f"/m/{scorer.public_id}/match.json").text
    server.stop()
    return scorer, acknowledged, match_file


@pytest.fixture(scope="module")
def torn(played, tmp_path_factory):
    """The database as it was and as the kill left it; the journal's path, and what is in it."""
    scorer, _, match_file = played
    folder = scorer.server.folder
    file = tmp_path_factory.mktemp("taken") / "match.json"
    taken = json.loads(match_file)
    taken["hands"] *= TIMES
    file.write_text(json.dumps(taken))
    with subprocess.Popen(
        [sys.executable, "-c", TAKE_IN, str(file)],
        cwd=PROJECT,
        env=os.environ | {"TEFTERI_INSTANCE": str(folder)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as taking:
        assert taking.stdout.readline() == "written\n"
        taking.kill()
    (journal,) = [one for one in folder.iterdir() if one.name.endswith(("-journal", "-wal"))]
    after, beside = scorer.server.database.read_bytes(), journal.read_bytes()
    return taken_back(scorer.server.database), after, journal, beside


def taken_back(database):
    """The database as it was when the transaction began, which was not when its process did."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("SELECT 1 FROM match").fetchone()
    return database.read_bytes()


def pages(content):
    return [content[at : at + PAGE] for at in range(0, len(content), PAGE)]


def mixed(before, after, chance):
    """The database with some pages written, some not, and some in part, in sectors."""
    old, new = pages(before), pages(after)
    old += [bytes(PAGE)] * (len(new) - len(old))
    found = []
    for one, other in zip(old, new, strict=True):
        cut = chance.choice([0, PAGE, SECTOR * chance.randrange(PAGE // SECTOR)])
        found.append(other[:cut] + one[cut:])
    return b"".join(found)


def check_start(played, journal, database, beside, *, paper=False):
    """Start a server on what the power cut left, look at what it makes of it, and go on."""
    scorer, acknowledged, _ = played
    server = scorer.server
    for file in server.folder.glob("tefteri.sqlite3*"):
        file.unlink()
    server.database.write_bytes(database)
    journal.write_bytes(beside)
    server.start()
    try:
        check_match(server, scorer, acknowledged)
        check_file(server)
        op_id = scorer.write(89)
        check_match(server, scorer, acknowledged | {op_id: 89})
        if paper:
            check_paper_at_length(server, scorer)
    finally:
        server.stop()


@pytest.mark.smoke
def test_a_kill_in_the_middle_of_writing_takes_it_all_back(played, torn):
    before, after, journal, beside = torn
    assert after != before or journal.name.endswith("-wal"), "SQLite has begun to write"
    check_start(played, journal, after, beside, paper=True)


@pytest.mark.parametrize("cut", CUTS)
def test_a_journal_that_is_torn_before_the_database_is_touched_changes_nothing(played, torn, cut):
    before, _, journal, beside = torn
    assert cut < len(beside)
    check_start(played, journal, before, beside[:cut])


@pytest.mark.parametrize("mix", range(MIXES))
def test_a_database_that_is_written_in_part_is_taken_back_by_its_journal(played, torn, mix):
    before, after, journal, beside = torn
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    check_start(played, journal, mixed(before, after, random.Random(seed)), beside)


# --- the disk has a hand before the server calls it saved ---


@pytest.fixture(params=LIBRARIES)
def watched_server(request, tmp_path):
    watched_server = Server(tmp_path / "instance", SQLITE=request.param).start()
    yield watched_server
    watched_server.kill()


@contextmanager
def traced(server, folder):
    """Write the system calls of the server's threads meanwhile, a file for each thread."""
    pids = [word for pid in server.workers() for word in ("-p", str(pid))]
    command = ["strace", "-ff", "-y", "-s", "40", "-e", CALLS, "-o", folder / "calls", *pids]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as strace:
        try:
            for _worker in server.workers():
                line = strace.stderr.readline()
                assert "attached" in line, line
            yield
            wait_until(lambda: saved_in(folder), "no call that answers")
        finally:
            strace.terminate()


def saved_in(folder):
    """The calls of the thread that answered the save, up to its answer."""
    for file in folder.glob("calls.*"):
        lines = file.read_text().splitlines()
        answers = [at for at, line in enumerate(lines) if ANSWER.search(line)]
        if answers:
            return lines[: answers[0]]
    return []


@pytest.mark.smoke
def test_server_answers_a_save_after_the_disk_has_it(watched_server, tmp_path):
    scorer = Scorer(watched_server).start_match()
    with traced(watched_server, tmp_path):
        assert scorer.post_hand(token_hex(16), 1, 97).status == 303
    calls = saved_in(tmp_path)
    database, folder = str(watched_server.database), str(watched_server.folder)
    synced = [found[1] for found in map(SYNC.match, calls) if found]
    if watched_server.health()["database"]["journal"] == "wal":
        written = max(at for at, call in enumerate(calls) if f"<{database}-wal>" in call)
        assert SYNC.match(calls[written]), "the last call about the log writes it"
        return
    assert database in synced
    removed = max(at for at, call in enumerate(calls) if call.startswith(f'unlink("{database}-jo'))
    after = [found[1] for found in map(SYNC.match, calls[removed:]) if found]
    # Else the journal may be there again after a power cut, and takes the hand back.
    assert folder in after


# --- one file goes from one SQLite to the other and back, also behind a killed server ---


@contextmanager
def served(folder, library):
    server = Server(folder, SQLITE=library).start()
    try:
        yield server
    finally:
        server.kill()


def save(scorer, server, hands):
    scorer.server = server
    saved = [token_hex(16) for _ in range(hands)]
    for op_id in saved:
        assert scorer.post_hand(op_id, scorer.revision(), 97).status == 303
    return saved


def test_database_goes_from_one_sqlite_to_the_other_and_back(tmp_path):
    scorer, saved = None, []
    for library in ("python", "pysqlite3", "python"):
        with served(tmp_path, library) as server:
            scorer = scorer or Scorer(server).start_match()
            saved += save(scorer, server, 3)
            database = server.health()["database"]
            is_new = tuple(map(int, database["sqlite"].split("."))) >= SAFE_WAL
            assert database["journal"] == ("wal" if is_new else "delete")
    with served(tmp_path, "pysqlite3") as server:
        scorer.server = server
        check_match(server, scorer, dict.fromkeys(saved, 97))
