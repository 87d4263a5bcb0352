"""`python -m scorekeeper move`, and what PostgreSQL is not for: their words, their status."""

import os
import subprocess
import sys

import pytest

from scorekeeper.cli import main
from scorekeeper.keeping import database_restore
from scorekeeper.match.matches import find_match
from tests.databases import SETTINGS, OnServer
from tests.examples import rarely
from tests.processes import PROJECT
from tests.server import reserve_port
from tests.table import MADE, Table


@pytest.fixture(scope="module")
def server(cluster, tmp_path_factory):
    server = OnServer(cluster, tmp_path_factory.mktemp("move"), "moves")
    yield server
    server.close()


@pytest.fixture
def target(server):
    """The address of an empty database."""
    return server.without_tables()["DATABASE_URL"]


@pytest.fixture
def run(capfd):
    """Runs a command in an app: its status, and what it wrote."""

    def run_command(app, *arguments, lang="en"):
        status = main(lambda: app, [*map(str, arguments), "--lang", lang])
        return status, *capfd.readouterr()

    return run_command


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lang", "moved", "next_step"),
    [
        (
            "en",
            "compared: matches: 1, tournaments: 0, events: 2",
            "Start the server with DATABASE_URL",
        ),
        rarely("el", "Μεταφέρθηκαν και συγκρίθηκαν: ", "Από εδώ και πέρα"),
    ],
)
def test_it_moves_and_says_what_to_do_next(app, run, target, make_app, lang, moved, next_step):
    with app.app_context():
        table = Table().play(MADE)
    status, out, err = run(app, "move", "--to", target, lang=lang)
    assert (status, err) == (0, "")
    first, second = out.splitlines()
    assert moved in first
    assert next_step in second
    with make_app(DATABASE_URL=target).app_context():
        assert find_match(table.kept.public_id).ledger == table.ledger


def test_it_says_that_something_is_there_already(app, run, server):
    status, out, err = run(app, "move", "--to", server.settings["DATABASE_URL"])
    assert (status, out) == (1, "")
    assert err == "There is something in that database already: give an empty one.\n"


def test_it_says_what_postgresql_says(app, run, cluster):
    status, out, err = run(app, "move", "--to", cluster.url("nowhere"))
    assert (status, out) == (1, "")
    assert err.startswith("PostgreSQL does not take it: ")
    assert 'database "nowhere" does not exist' in err


def test_it_goes_to_postgresql_only(app, run):
    status, out, err = run(app, "move", "--to", "mysql://me:pass@db/tefteri")
    assert (status, out) == (1, "")
    assert err.startswith("DATABASE_URL: give PostgreSQL's address")


def test_it_says_what_is_wrong_with_the_address(app, run):
    status, out, err = run(app, "move", "--to", "postgresql://me:hunter@a:1,b:2/tefteri")
    assert (status, out) == (1, "")
    assert err == "DATABASE_URL: its port cannot be read: give one number\n"


@pytest.mark.slow
def test_it_says_what_did_not_arrive(app, run, target, monkeypatch):
    monkeypatch.setattr(database_restore, "other_table", lambda _source: "role")
    status, out, err = run(app, "move", "--to", target)
    assert (status, out, err) == (1, "", "The table role did not arrive as it is.\n")


@pytest.mark.parametrize("command", ["backup x", rarely("move --to URL"), rarely("restore x")])
def test_postgresql_is_refused_with_its_own_tools_named(make_app, run, server, tmp_path, command):
    app = make_app(**server.settings)
    there = [server.settings["DATABASE_URL"] if word == "URL" else word for word in command.split()]
    status, out, err = run(app, *[tmp_path / word if word == "x" else word for word in there])
    assert (status, out) == (1, "")
    assert err.startswith("The database is PostgreSQL's. To back it up: pg_dump --format=custom ")
    assert "pg_restore --clean --if-exists --no-owner --single-transaction" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_no_server_starts_without_its_database(cluster, tmp_path):
    port = reserve_port()
    ended = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "serve", "--port", str(port.getsockname()[1])],
        cwd=PROJECT,
        env={
            **os.environ,
            "DATABASE_URL": cluster.url("nowhere"),
            "TEFTERI_INSTANCE": str(tmp_path),
            "TEFTERI_SECRET_KEY": SETTINGS["SECRET_KEY"],
        },
        capture_output=True,
        text=True,
    )
    port.close()
    assert (ended.returncode, ended.stdout) == (1, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith("The database does not answer: ")
