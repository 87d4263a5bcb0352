"""`python -m scorekeeper erase`: names taken out by the operator."""

from datetime import timedelta

import pytest

from scorekeeper.cli import erasure, main, server
from scorekeeper.config import settings_of
from scorekeeper.journal.clock import now
from scorekeeper.keeping import retention
from scorekeeper.match.matches import NotWritable
from scorekeeper.store.alembic_runs import downgrade
from scorekeeper.store.faults import DatabaseLocked
from scorekeeper.store.schema import current_migration
from scorekeeper.tournament.erasure import ErasurePending
from tests.club_desk import ClubDesk
from tests.databases import content
from tests.desk import Desk
from tests.table import MADE, Table


@pytest.fixture
def table(app):
    with app.app_context():
        yield Table().play(MADE)


@pytest.fixture
def desk(app):
    with app.app_context():
        yield Desk(4).draw()


@pytest.fixture
def run(app, capfd):
    """Runs the command in the app: its status, and what it wrote."""

    def run_command(*arguments, lang="en"):
        status = main(lambda: app, ["erase", *map(str, arguments), "--lang", lang])
        return status, *capfd.readouterr()

    return run_command


@pytest.mark.parametrize("address", ["{}", "/m/{}/", "https://tefteri.example.org/m/{}/history/"])
def test_it_erases_the_names_of_a_match(table, run, address):
    status, out, err = run("match", address.format(table.kept.public_id))
    assert (status, out, err) == (0, "The names of the match are erased.\n", "")
    assert b"Maria" not in content()


@pytest.mark.parametrize("address", ["{}", "/t/{}/", "https://tefteri.example.org/t/{}/pairs"])
def test_it_erases_the_names_of_a_tournament(desk, run, address):
    status, out, err = run("tournament", address.format(desk.public_id))
    assert (status, out, err) == (0, "The names of the tournament are erased.\n", "")
    assert b"Odd1" not in content()


def test_it_erases_the_names_of_a_pair(desk, run):
    status, out, err = run("pair", desk.public_id, 2)
    assert (status, out, err) == (0, "The names of the pair are erased.\n", "")
    assert b"Odd2" not in content()
    assert b"Odd1" in content()


def test_it_erases_the_names_of_a_person_and_of_a_club(desk, run):
    club = ClubDesk("Maria Z.", "Eleni Z.")
    status, out, err = run("person", f"/c/{club.public_id}/", 1)
    assert (status, out, err) == (0, "The names of the person are erased.\n", "")
    assert b"Maria Z." not in content()
    assert b"Eleni Z." in content()
    assert run("club", club.public_id)[:2] == (0, "The names of the club are erased.\n")
    assert b"Eleni Z." not in content()
    assert run("person", club.public_id, 9) == (1, "", "There is no such person.\n")
    assert run("club", "nowhere")[0] == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("match", "nowhere"), "There is no match, tournament or club nowhere here.\n"),
        (("tournament", "nowhere"), "There is no match, tournament or club nowhere here.\n"),
        (("pair", "nowhere", 1), "There is no match, tournament or club nowhere here.\n"),
        (("pair", "{}", 9), "There is no such pair.\n"),
    ],
)
def test_it_says_what_is_not_there(desk, run, arguments, said):
    what, address, *more = arguments
    assert run(what, address.format(desk.public_id), *more) == (1, "", said)


@pytest.fixture
def in_a_year(monkeypatch):
    """The command is called a year from now."""
    monkeypatch.setattr(erasure, "now", lambda: now() + timedelta(days=365))


def test_it_erases_what_is_as_old_as_told(table, desk, run, in_a_year):
    assert run("old", "--days", 400)[:2] == (
        0,
        "The names of 0 matches, tournaments and clubs are erased.\n",
    )
    assert run("old", "--days", 300)[:2] == (
        0,
        "The names of 2 matches, tournaments and clubs are erased.\n",
    )
    assert b"Maria" not in content()
    assert b"Odd1" not in content()


def test_it_erases_what_is_as_old_as_the_settings_say(table, run, in_a_year, change_settings):
    change_settings(erase_after_days=300)
    assert run("old")[:2] == (0, "The names of 1 match, tournament or club are erased.\n")
    assert b"Maria" not in content()


def test_it_erases_nothing_where_nobody_says_how_old(table, run, in_a_year):
    status, out, err = run("old")
    assert (status, out) == (1, "")
    assert "TEFTERI_ERASE_AFTER_DAYS" in err
    assert b"Maria" in content()


@pytest.mark.parametrize("days", ["0", "-1", "x"])
def test_it_wants_a_number_of_days(table, run, days):
    with pytest.raises(SystemExit):
        run("old", "--days", days)
    assert b"Maria" in content()


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (DatabaseLocked(), "The server is busy"),
        (ErasurePending(), "Only some of the names"),
        (NotWritable("full"), "The disk is full"),
    ],
)
def test_it_says_what_stands_in_the_way(table, run, monkeypatch, fault, said):
    def fail(*_names):
        raise fault

    monkeypatch.setattr(retention.queries, "old_matches", fail)
    status, out, err = run("old", "--days", 1)
    assert (status, out) == (1, "")
    assert said in err


def test_it_speaks_greek(table, run):
    assert (
        run("match", table.kept.public_id, lang="el")[1] == "Σβήστηκαν τα ονόματα της παρτίδας.\n"
    )


def test_it_leaves_another_version_s_database_alone(table, run):
    downgrade("0003")
    status, out, err = run("match", table.kept.public_id)
    assert (status, out) == (1, "")
    assert "start the server once" in err
    assert current_migration() == "0003"


def test_server_start_removes_the_papers_of_an_older_version(app):
    instance = settings_of(app).instance
    (instance / "papers").mkdir()
    (instance / "papers" / "one.pdf").write_text("Maria")
    for _ in range(2):
        assert server.make_ready(app, "en") == 0
        assert not (instance / "papers").exists()
