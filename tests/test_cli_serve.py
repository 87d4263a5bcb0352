"""`python -m scorekeeper serve` and others on a database that this version cannot use."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest
from sqlalchemy import text

from scorekeeper.app import create_app
from scorekeeper.cli.server import TOO_OLD
from scorekeeper.store.db import db
from scorekeeper.store.migrator import bring_to, bring_up_to_date
from scorekeeper.store.schema import close_connections, newest_migration
from tests.databases import SETTINGS
from tests.examples import rarely
from tests.processes import PROJECT, is_gone, wait_until
from tests.server import HOST, Server, reserve_port
from tests.table import MADE, Table

FILE = "tefteri.sqlite3"


@pytest.fixture
def in_folder(tmp_path):
    """An app of this version, with a match in its database."""
    app = create_app({"INSTANCE": tmp_path, **SETTINGS})
    with app.app_context():
        bring_up_to_date()
        Table().play(MADE)
        yield app
        close_connections()


@pytest.fixture
def newer(in_folder):
    """The database is a newer version's."""
    with db.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))


@pytest.fixture
def run(tmp_path):
    """Run a command in a separate process.

    It returns the status, the line that it wrote, and the new files.
    """

    def run_command(*command, lang="en"):
        before = set(tmp_path.iterdir())
        own = {key: value for key, value in os.environ.items() if not key.startswith("TEFTERI_")}
        with reserve_port() as port:
            ended = subprocess.run(
                [sys.executable, "-m", "scorekeeper", *map(str, command)],
                cwd=PROJECT,
                env={
                    **own,
                    "LANG": lang,
                    "HOST": HOST,
                    "PORT": str(port.getsockname()[1]),
                    "TEFTERI_INSTANCE": str(tmp_path),
                    "TEFTERI_SECRET_KEY": SETTINGS["SECRET_KEY"],
                },
                capture_output=True,
                text=True,
            )
        assert ended.stdout == ""
        (line,) = ended.stderr.splitlines()
        more = {file.name for file in set(tmp_path.iterdir()) - before}
        return ended.returncode, line, more - {"tefteri.lock", "secret_key"}

    return run_command


@pytest.mark.slow
@pytest.mark.usefixtures("newer")
@pytest.mark.parametrize("command", ["serve", rarely("work")])
def test_it_says_that_the_tables_are_a_newer_version_s_and_copies_nothing(run, command):
    status, line, more = run(command)
    assert line == (
        "A newer version has changed the database's tables (migration 9999): start that one, or "
        "go back with its command migrate."
    )
    assert (status, more) == (TOO_OLD, set())


@pytest.mark.slow
@pytest.mark.usefixtures("newer")
def test_it_says_so_in_greek(run):
    status, line, _more = run("serve", lang="el_GR.UTF-8")
    assert line.startswith("Μια νεότερη έκδοση άλλαξε τους πίνακες")
    assert status == TOO_OLD


@pytest.mark.slow
@pytest.mark.usefixtures("newer")
@pytest.mark.parametrize(
    "command",
    ["migrate", rarely("import m.json"), rarely("move --to postgresql:///nowhere")],
)
def test_no_command_changes_them(run, command):
    status, line, more = run(*command.split())
    assert line.startswith("A newer version has changed the database's tables (migration 9999)")
    assert (status, more) == (1, set())


@pytest.mark.slow
@pytest.mark.parametrize("command", ["serve", rarely("work")])
def test_it_says_that_the_database_is_none(run, tmp_path, command):
    (tmp_path / FILE).write_text("no database at all\n" * 999)
    status, line, more = run(command)
    assert line == f"Damaged: {tmp_path / FILE}: file is not a database"
    assert (status, more) == (1, set())


@pytest.mark.slow
def test_it_says_that_its_pages_are_damaged(run, in_folder, tmp_path):
    bring_to("0003")
    close_connections()
    file = tmp_path / FILE
    content = bytearray(file.read_bytes())
    page_size = int.from_bytes(content[16:18], "big")
    with db.engine.connect() as connection:
        asked = "SELECT rootpage FROM sqlite_master WHERE name = 'event'"
        root = connection.execute(text(asked)).scalar_one()
    content[(root - 1) * page_size : root * page_size] = b"\xff" * page_size
    close_connections()
    file.write_bytes(content)
    status, line, more = run("serve")
    assert line.startswith(f"Damaged: {file}: ")
    assert (status, more) == (1, set())


@pytest.mark.slow
def test_it_says_that_it_cannot_copy_the_database_first(run, in_folder, tmp_path):
    bring_to("0003")
    close_connections()
    for copy in tmp_path.glob("*-before-*"):
        copy.unlink()
    (tmp_path / f"tefteri-before-{newest_migration()}-from-0003.part").mkdir()
    status, line, more = run("serve")
    assert line.startswith("The disk is full or cannot be written: ")
    assert (status, more) == (1, set())


@pytest.mark.slow
def test_nobody_else_reads_what_it_keeps_and_it_says_where_its_database_is_not(tmp_path):
    """That is beside its key."""
    (tmp_path / FILE).touch(mode=0o644)
    with a_server_in(tmp_path) as server:
        assert "no database" not in server.log.read_text()
        modes = {file.name: file.stat().st_mode & 0o077 for file in tmp_path.glob("*.sqlite3*")}
    assert set(modes.values()) == {0}, modes
    (tmp_path / FILE).rename(tmp_path / "elsewhere")
    with a_server_in(tmp_path) as server:
        assert f"bring it back: {tmp_path / FILE}" in server.log.read_text()


@pytest.mark.slow
def test_a_server_that_was_killed_is_started_again_at_once(tmp_path):
    with a_server_in(tmp_path) as server:
        orphans = server.children()
        os.kill(server.pid, signal.SIGKILL)
        server._process.wait()
        server.start()  # and is answered, by the orphans even, until they notice
        wait_until(lambda: all(map(is_gone, orphans)), "orphans that go on")
        wait_until(server._answers, "no answer from the new one")


@contextmanager
def a_server_in(folder):
    server = Server(folder)
    try:
        yield server.start()
    finally:
        server.kill()
