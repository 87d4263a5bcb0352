"""`serve`, `migrate` and `maintenance`, also on a database that this version cannot use."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from scorekeeper.app import create_app
from scorekeeper.cli import main
from scorekeeper.cli.server import TOO_OLD
from scorekeeper.config import settings_of
from scorekeeper.match.links import make_link
from scorekeeper.operating import maintenance
from scorekeeper.store.db import db
from scorekeeper.store.migrator import bring_to, bring_up_to_date
from scorekeeper.store.schema import close_connections, current_migration, newest_migration
from tests.support.databases import SETTINGS
from tests.support.examples import rarely
from tests.support.processes import PROJECT, is_gone, wait_until
from tests.support.server import HOST, Server, reserve_port
from tests.support.table import MADE, Table

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


# --- maintenance and migrate: their words and their status ---


@pytest.fixture
def run_here(app, capfd):
    """Runs a command in the app: its status, and what it wrote."""

    def run_command(*arguments, lang="en"):
        status = main(lambda: app, [*arguments, "--lang", lang])
        return status, *capfd.readouterr()

    return run_command


@pytest.fixture
def flag(app):
    return settings_of(app).maintenance


def test_it_begins_and_ends_maintenance(run_here, flag):
    told = "Maintenance is on. Phones keep what they have to send.\n"
    assert run_here("maintenance", "on") == (0, told, "")
    assert maintenance.is_on(flag)
    assert run_here("maintenance", "off") == (0, "Maintenance is off.\n", "")
    assert not maintenance.is_on(flag)
    assert run_here("maintenance", "off") == (0, "Maintenance was off.\n", "")


def test_it_takes_how_long_and_what_is_said_last_holds(run_here, flag):
    run_here("maintenance", "on", "--minutes", "20")
    left = maintenance.promised_end(flag) - datetime.now(UTC)
    assert timedelta(minutes=19) < left <= timedelta(minutes=20)
    run_here("maintenance", "on")
    assert maintenance.promised_end(flag) is None


def test_it_says_where_it_cannot_be_written(run_here, flag, change_settings):
    change_settings(maintenance=f"{flag}/no/folder")
    status, out, err = run_here("maintenance", "on", lang="el")
    assert (status, out) == (1, "")
    assert err.startswith("Ο δίσκος γέμισε ή δεν γράφεται")


def test_it_goes_down_and_up_again(run_here, app):
    assert run_here("migrate", "0003") == (0, "The database is at migration 0003.\n", "")
    with app.app_context():
        assert current_migration() == "0003"
        newest = newest_migration()
    assert run_here("migrate") == (0, f"The database is at migration {newest}.\n", "")


@pytest.mark.slow
def test_it_refuses_where_something_would_be_lost(run_here, app):
    with app.app_context():
        table = Table().play(MADE)
        make_link(table.kept.public_id, table.phone, "A")
    status, out, err = run_here("migrate", "0002")
    assert (status, out) == (1, "")
    assert err == (
        "Migration 0002 has no room for these rows: link 1. Nothing was changed. "
        "To lose them, add --yes.\n"
    )
    assert run_here("migrate", "0002", "--yes")[0] == 0


def test_it_refuses_what_it_does_not_know(run_here):
    status, out, err = run_here("migrate", "0000", lang="el")
    assert (status, out) == (1, "")
    assert err == "Αυτή η έκδοση δεν ξέρει τη μετάβαση 0000.\n"
