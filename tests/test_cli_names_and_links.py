"""`python -m scorekeeper erase` and `link`: names taken out, and links, by the operator."""

import logging
from datetime import timedelta
from functools import partial

import pytest

from scorekeeper.cli import erasure, server
from scorekeeper.config import settings_of
from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.keeping import retention
from scorekeeper.match import links
from scorekeeper.match.matches import DatabaseUnavailable, NotWritable, is_scorer
from scorekeeper.match.phones import enrol_phone
from scorekeeper.store.alembic_runs import downgrade
from scorekeeper.store.db import writing_lock
from scorekeeper.store.faults import DatabaseLocked
from scorekeeper.store.schema import current_migration
from scorekeeper.tournament.erasure import ErasurePending
from tests.support.databases import content
from tests.support.desk import ClubDesk, Desk
from tests.support.table import Table


@pytest.fixture
def desk(context):
    return Desk(4).draw()


@pytest.fixture
def run(app, run_in):
    """Runs the command that erases."""
    return partial(run_in, app, "erase")


@pytest.fixture
def run_any(app, run_in):
    return partial(run_in, app)


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


# --- a scorer's link ---


@pytest.fixture
def empty_table(app):
    with app.app_context():
        yield Table()


def secret_in(out):
    link, _words = out.splitlines()
    return link.partition("/s#")[2]


def test_phone_that_opens_the_link_may_write(empty_table, run_any):
    phone, _ = enrol_phone()
    status, out, err = run_any("link", empty_table.kept.public_id)
    assert (status, err) == (0, "")
    opened = links.open_link(secret_in(out), phone, new_operation_id())
    assert (opened.loaded_match.public_id, opened.kind) == (empty_table.kept.public_id, "scorer")
    assert is_scorer(empty_table.kept.public_id, phone)
    assert is_scorer(empty_table.kept.public_id, empty_table.phone), "who writes already goes on"


@pytest.mark.parametrize(
    ("address", "more", "begins"),
    [
        ("{}", (), "/s#"),
        ("/m/{}/", (), "/s#"),
        ("http://10.0.0.2:8000/m/{}/hands/2?x=1", (), "http://10.0.0.2:8000/s#"),
        ("{}", ("--site", "https://tefteri.example.org/"), "https://tefteri.example.org/s#"),
        ("http://10.0.0.2:8000/m/{}/", ("--site", "http://tefteri.lan"), "http://tefteri.lan/s#"),
        ("http://10.0.0.2:8000/m/{}/", ("--site", ""), "/s#"),
    ],
    ids=["id", "path", "address", "site", "site for an address", "no site for an address"],
)
def test_it_begins_with_the_site_as_far_as_it_is_known(empty_table, run_any, address, more, begins):
    status, out, _ = run_any("link", address.format(empty_table.kept.public_id), *more)
    assert status == 0
    assert out.startswith(begins)
    assert links.look_up(secret_in(out)).loaded_match == empty_table.kept


def test_the_one_before_it_is_ended(empty_table, run_any):
    first, second = (secret_in(run_any("link", empty_table.kept.public_id)[1]) for _ in range(2))
    assert links.look_up(second).kind == "scorer"
    with pytest.raises(links.LinkEnded):
        links.look_up(first)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            "Whoever opens this link may write in the match. "
            "The scorer's link before it opens nothing any more.",
        ),
        (
            "el",
            "Όποιος ανοίξει αυτόν τον σύνδεσμο μπορεί να γράφει στην παρτίδα. "
            "Ο προηγούμενος σύνδεσμος για γράψιμο δεν ανοίγει πια τίποτα.",
        ),
    ],
)
def test_it_says_in_one_line_what_it_is(empty_table, run_any, lang, words):
    assert run_any("link", empty_table.kept.public_id, lang=lang)[1].splitlines()[1] == words


@pytest.mark.parametrize("address", ["nowhere", "http://x/m/nowhere/", ""])
def test_it_says_that_there_is_no_such_match(empty_table, run_any, address):
    assert run_any("link", address) == (1, "", f"There is no match {address} here.\n")


def test_it_migrates_nothing(app, run_any):
    with app.app_context():
        downgrade("0002")
        assert run_any("link", "nowhere") == (
            1,
            "",
            "No matches of this version are here: start the server once.\n",
        )
        assert current_migration() == "0002"


@pytest.mark.slow
def test_it_says_that_the_database_is_held(empty_table, run_any, change_settings):
    change_settings(busy_seconds=0.05)
    with writing_lock():
        status, out, err = run_any("link", empty_table.kept.public_id)
    assert (status, out, err) == (1, "", "The server is busy\n")


@pytest.mark.parametrize("fault", [DatabaseUnavailable, NotWritable])
def test_a_link_that_was_not_kept_is_not_printed(empty_table, run_any, monkeypatch, fault):
    def fail(*_row):
        raise fault("disk I/O error")

    monkeypatch.setattr(links.MATCH_LINKS, "add", fail)
    status, out, err = run_any("link", empty_table.kept.public_id)
    assert (status, out) == (1, "")
    assert err


def test_the_secret_is_printed_and_in_no_log(empty_table, run_any, caplog):
    caplog.set_level(logging.DEBUG)
    _, out, err = run_any("link", empty_table.kept.public_id)
    assert len(secret_in(out)) == 43
    assert secret_in(out) not in caplog.text + err
