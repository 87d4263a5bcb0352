"""An upgrade that is killed anywhere: the next start brings every match over, with its backup."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from scorekeeper.app import create_app
from scorekeeper.store.alembic_runs import downgrade
from scorekeeper.store.db import db
from tests.support.examples import ALL
from tests.support.http_scorer import SCORES, Scorer
from tests.support.processes import PROJECT
from tests.support.truth import check_file, check_match, check_paper_at_length

OLD = "0001"
AFTER = range(1, 1000) if ALL else (12,)
"""SQL statements of a start, until there are no more; one of the upgrade's in the middle."""
FEWEST = 10
"""Statements that there are at least."""

START = """
import sys
from scorekeeper.__main__ import _create_app
from scorekeeper.cli import main, server
from scorekeeper.store import copies
from scorekeeper.store.db import db
from sqlalchemy import event

def stop_here(*_):
    print("here", flush=True)
    sys.stdin.read()
def count(*_):
    global left
    left -= 1
    if not left:
        stop_here()
def ended(*_):
    print("ended", flush=True)
    sys.exit()
app = _create_app()
if sys.argv[1] == "backup":
    copies.check = stop_here
elif sys.argv[1] == "commit":
    with app.app_context():
        event.listen(db.engine, "commit", stop_here)
else:
    left = int(sys.argv[1])
    with app.app_context():
        event.listen(db.engine, "after_cursor_execute", count)
server.start = ended
main(lambda: app, ["serve", "--host", "127.0.0.1", "--port", sys.argv[2]])
"""


@pytest.fixture(scope="module")
def old(make_server):
    """Scorers at two matches of a stopped server of the version before, and what they know."""
    server = make_server()
    scorers = [Scorer(server).start_match() for _ in range(2)]
    known = [{one.write(points): points for points in SCORES} for one in scorers]
    server.stop()
    app = create_app({"INSTANCE": server.folder})
    with app.app_context():
        downgrade(OLD)
        db.engine.dispose()
    return server, scorers, known, server.database.read_bytes()


def kill_upgrade(server, where):
    """Start a server and kill it there; was it still at it?"""
    with subprocess.Popen(
        [sys.executable, "-c", START, str(where), str(server.port)],
        cwd=PROJECT,
        env=os.environ | {"TEFTERI_INSTANCE": str(server.folder)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as upgrading:
        said = next(line for line in upgrading.stdout if line in ("here\n", "ended\n"))
        upgrading.kill()
    return said == "here\n"


def check_start(server, scorers, known, *, paper=False):
    """Start it once more: everything is there, the state before it too, and writing goes on."""
    server.start()
    try:
        check_file(server)
        for scorer, acknowledged in zip(scorers, known, strict=True):
            check_match(server, scorer, acknowledged)
        check_backup(server, sum(map(len, known)) + len(scorers))
        op_id = scorers[0].write(89)
        check_match(server, scorers[0], known[0] | {op_id: 89})
        if paper:
            check_paper_at_length(server, scorers[0])
    finally:
        server.stop()


def check_backup(server, count):
    """The old database is kept beside the new one, whole."""
    (backup,) = backups(server)
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (OLD,)
        assert connection.execute("SELECT count(*) FROM event").fetchone() == (count,)


def backups(server):
    return list(server.folder.glob(f"tefteri-before-*-from-{OLD}.sqlite3"))


def put_back(server, content):
    """The old database, and nothing of an upgrade."""
    for file in [*server.folder.glob("tefteri.sqlite3*"), *server.folder.glob("*-before-*")]:
        file.unlink()
    server.database.write_bytes(content)


@pytest.mark.parametrize("where", ["backup", "commit"])
def test_every_match_comes_over_after_an_upgrade_was_killed(old, where):
    """While the backup was made, and when nothing but the commit was left to do."""
    server, scorers, known, content = old
    put_back(server, content)
    assert kill_upgrade(server, where)
    assert len(backups(server)) == (where == "commit")
    check_start(server, scorers, known, paper=where == "commit")


def test_every_match_comes_over_wherever_the_upgrade_was_killed(old):
    server, scorers, known, content = old
    for statement in AFTER:
        put_back(server, content)
        if not kill_upgrade(server, statement):
            break
        check_start(server, scorers, known)
    assert statement > FEWEST
