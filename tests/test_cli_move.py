"""`export`, `import` and `move`: from one database to another, their words, their status."""

import csv
import json
import os
import subprocess
import sys
from io import BytesIO, StringIO

import pytest
from PIL import Image

from scorekeeper.app import create_app
from scorekeeper.cli import import_export, main
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.keeping import database_restore
from scorekeeper.match import links
from scorekeeper.match.matches import find_match, is_scorer
from scorekeeper.match.phones import enrol_phone
from scorekeeper.store.db import db
from scorekeeper.store.faults import DatabaseLocked
from tests.rules.table import MADE, match_file
from tests.support.databases import SETTINGS, OnServer
from tests.support.examples import rarely
from tests.support.processes import PROJECT
from tests.support.server import reserve_port
from tests.support.table import FAILED, KAPO, OPEN, Table

BAD_NAME = '=cmd|" /C calc"!A0'


@pytest.fixture
def house(tmp_path):
    """Makes apps, each with another database."""
    made = []

    def make(name):
        made.append(create_app({"INSTANCE": tmp_path / name, **SETTINGS}))
        return made[-1]

    yield make
    for app in made:
        with app.app_context():
            db.engine.dispose()


@pytest.fixture
def run(capfdbinary):
    """Runs a command in an app: its status, and what it wrote."""

    def run_command(app, *arguments):
        status = main(lambda: app, [*map(str, arguments), "--lang", "en"])
        out, err = capfdbinary.readouterr()
        return status, out, err.decode()

    return run_command


@pytest.fixture
def kept(app):
    """A match with a bit of everything, and its app."""
    late = {"adjust": {"A": -12, "B": 5}, "reason": BAD_NAME}
    with app.app_context():
        table = Table().play(MADE, FAILED).do("adjusted", **late).play(KAPO)
        return table.do("contract", contract=OPEN).kept


def test_a_match_goes_from_one_house_to_another(app, kept, house, run, tmp_path):
    file = tmp_path / "match.json"
    assert run(app, "export", kept.public_id, "-o", file) == (0, b"", "")
    other = house("other")
    status, told, _ = run(other, "import", file)
    assert status == 0
    path = told.decode().splitlines()[0]
    public_id = path.split("/")[2]
    with other.app_context():
        taken = find_match(public_id).ledger
    assert taken.match == kept.ledger.match
    assert taken.standing == kept.ledger.standing
    for kind in ("--csv", "--lang=en"):
        exported = run(app, "export", kept.public_id, kind)
        assert exported == run(other, "export", path, kind)


def test_the_phone_that_opens_the_printed_link_goes_on_with_it(app, run, tmp_path):
    file = tmp_path / "m.json"
    file.write_text(json.dumps(match_file()))
    status, told, _ = run(app, "import", file)
    path, link, words = told.decode().splitlines()
    assert (status, words) == (0, "Whoever opens this link may write in the match.")
    with app.app_context():
        phone, _ = enrol_phone()
        opened = links.open_link(link.removeprefix("/s#"), phone, new_operation_id())
        assert path == f"/m/{opened.loaded_match.public_id}/"
        assert is_scorer(opened.loaded_match.public_id, phone)


def test_the_address_is_told_also_where_there_is_no_link(app, run, tmp_path, monkeypatch):
    def fail(*_row):
        raise DatabaseLocked

    file = tmp_path / "m.json"
    file.write_text(json.dumps(match_file()))
    monkeypatch.setattr(links.MATCH_LINKS, "add", fail)
    status, told, err = run(app, "import", file)
    assert (status, err) == (1, "The server is busy\n")
    assert run(app, "export", told.decode().strip())[0] == 0, "it was taken in, and is not again"


def test_it_finds_a_match_by_its_whole_address(app, kept, run):
    by_id = run(app, "export", kept.public_id)
    for address in (
        f"/m/{kept.public_id}/",
        f"http://10.0.0.2:8000/m/{kept.public_id}/hands/2?x=1",
    ):
        assert run(app, "export", address) == by_id
    assert json.loads(by_id[1])["rules"]["preset"] == "cafe"


def test_it_writes_a_spreadsheet(app, kept, run):
    _, content, _ = run(app, "export", kept.public_id, "--csv")
    rows = list(csv.DictReader(StringIO(content.decode("utf-8-sig"), newline="")))
    assert [row["Hand"] for row in rows] == ["1", "2", "", "3", "4"]
    assert rows[2]["Note"] == f"'{BAD_NAME}"


def test_it_draws_a_picture(app, kept, run):
    _, content, _ = run(app, "export", kept.public_id, "--png")
    assert Image.open(BytesIO(content)).width == 720


def test_export_names_the_player_who_sat_there_before(app, run, monkeypatch):
    with app.app_context():
        table = Table().play(MADE).do("changed", players={"A1": "Sotiris"}, from_now=True)
    _, content, _ = run(app, "export", table.kept.public_id, "--csv")
    [row] = csv.DictReader(StringIO(content.decode("utf-8-sig"), newline=""))
    assert row["Dealer"] == "Maria"
    monkeypatch.setattr(import_export, "render_png", str.encode)
    _, content, _ = run(app, "export", table.kept.public_id, "--png")
    assert "From hand 2: Sotiris in Maria&#39;s chair." in content.decode()


@pytest.mark.parametrize("address", ["nowhere", "http://x/m/nowhere/", ""])
def test_it_says_that_there_is_no_such_match(app, run, address):
    status, out, err = run(app, "export", address)
    assert (status, out) == (1, b"")
    assert err == f"There is no match {address} here.\n"


def test_it_says_which_hands_must_be_decided(app, run):
    with app.app_context():
        table = Table().play(MADE, {**MADE, "points": {"A": 86}})
        table.do("changed", rules={"six_six": "ask"})
    status, out, err = run(app, "export", table.kept.public_id)
    assert (status, out) == (1, b"")
    assert err == "Correct hand 2 first: these rules cannot score it.\n"


def test_it_says_everything_that_is_wrong_with_a_file(app, run, tmp_path):
    file = tmp_path / "bad.json"
    rows = [{**MADE, "bid": 95}, {**MADE, "points": {"A": 1}}]
    file.write_text(json.dumps(match_file(hands=rows, started="2026-13-45")))
    status, out, err = run(app, "import", file)
    assert (status, out) == (1, b"")
    told = err.splitlines()
    assert told[0].startswith("the start cannot be read")
    assert told[1:] == [
        "Row 1: Bids go up by 10: 95 is not one.",
        "Row 2: No cards are worth 1 point: 1–161 cannot be. Count again.",
    ]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "There is no file"),
        (b"{", "This is no JSON object"),
        (b" " * 300_000, "is too large for a match file"),
        (json.dumps(match_file(hands=[{"passed_out": True}] * 481)).encode(), "more than 480 rows"),
    ],
)
def test_it_says_what_it_cannot_read(app, run, tmp_path, content, words):
    file = tmp_path / "m.json"
    if content is not None:
        file.write_bytes(content)
    status, out, err = run(app, "import", file)
    assert (status, out) == (1, b"")
    assert words in err


def test_it_says_where_it_cannot_write(app, kept, run, tmp_path):
    status, _, err = run(app, "export", kept.public_id, "-o", tmp_path / "no" / "m.json")
    assert status == 1
    assert "cannot be written" in err


def test_it_makes_the_database_where_there_is_none(house, run, tmp_path):
    file = tmp_path / "m.json"
    file.write_text(json.dumps(match_file()))
    assert run(house("fresh"), "import", file)[0] == 0


@pytest.mark.slow
def test_it_is_a_command_of_the_real_thing(tmp_path):
    file = tmp_path / "m.json"
    file.write_text(json.dumps(match_file(), ensure_ascii=False))

    def run(*arguments):
        return subprocess.run(
            [sys.executable, "-m", "scorekeeper", *arguments],
            cwd=PROJECT,
            env={"TEFTERI_INSTANCE": str(tmp_path / "instance"), "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    path = run("import", str(file)).splitlines()[0]
    assert json.loads(run("export", path))["sides"] == match_file()["sides"]


# --- to PostgreSQL, and what it is not for ---


@pytest.fixture(scope="module")
def server(cluster, tmp_path_factory):
    server = OnServer(cluster, tmp_path_factory.mktemp("move"), "moves")
    yield server
    server.close()


@pytest.fixture
def target(server):
    """The address of an empty database."""
    return server.without_tables()["DATABASE_URL"]


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
def test_it_moves_and_says_what_to_do_next(app, run_in, target, make_app, lang, moved, next_step):
    with app.app_context():
        table = Table().play(MADE)
    status, out, err = run_in(app, "move", "--to", target, lang=lang)
    assert (status, err) == (0, "")
    first, second = out.splitlines()
    assert moved in first
    assert next_step in second
    with make_app(DATABASE_URL=target).app_context():
        assert find_match(table.kept.public_id).ledger == table.ledger


def test_it_says_that_something_is_there_already(app, run_in, server):
    status, out, err = run_in(app, "move", "--to", server.settings["DATABASE_URL"])
    assert (status, out) == (1, "")
    assert err == "There is something in that database already: give an empty one.\n"


def test_it_says_what_postgresql_says(app, run_in, cluster):
    status, out, err = run_in(app, "move", "--to", cluster.url("nowhere"))
    assert (status, out) == (1, "")
    assert err.startswith("PostgreSQL does not take it: ")
    assert 'database "nowhere" does not exist' in err


def test_it_goes_to_postgresql_only(app, run_in):
    status, out, err = run_in(app, "move", "--to", "mysql://me:pass@db/tefteri")
    assert (status, out) == (1, "")
    assert err.startswith("DATABASE_URL: give PostgreSQL's address")


def test_it_says_what_is_wrong_with_the_address(app, run_in):
    status, out, err = run_in(app, "move", "--to", "postgresql://me:hunter@a:1,b:2/tefteri")
    assert (status, out) == (1, "")
    assert err == "DATABASE_URL: its port cannot be read: give one number\n"


@pytest.mark.slow
def test_it_says_what_did_not_arrive(app, run_in, target, monkeypatch):
    monkeypatch.setattr(database_restore, "other_table", lambda _source: "role")
    status, out, err = run_in(app, "move", "--to", target)
    assert (status, out, err) == (1, "", "The table role did not arrive as it is.\n")


@pytest.mark.parametrize("command", ["backup x", rarely("move --to URL"), rarely("restore x")])
def test_postgresql_is_refused_with_its_own_tools_named(
    make_app, run_in, server, tmp_path, command
):
    app = make_app(**server.settings)
    there = [server.settings["DATABASE_URL"] if word == "URL" else word for word in command.split()]
    status, out, err = run_in(app, *[tmp_path / word if word == "x" else word for word in there])
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
