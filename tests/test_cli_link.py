"""`python -m scorekeeper link`: a scorer's link for the operator."""

import logging

import pytest

from scorekeeper.cli import main
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match import links
from scorekeeper.match.matches import DatabaseUnavailable, NotWritable, is_scorer
from scorekeeper.match.phones import enrol_phone
from scorekeeper.store.alembic_runs import downgrade
from scorekeeper.store.db import writing_lock
from scorekeeper.store.schema import current_migration
from tests.table import Table


@pytest.fixture
def table(app):
    with app.app_context():
        yield Table()


@pytest.fixture
def run(app, capfd):
    """Runs a command in the app: its status, and what it wrote."""

    def run_command(*arguments, lang="en"):
        status = main(lambda: app, [*map(str, arguments), "--lang", lang])
        return status, *capfd.readouterr()

    return run_command


def secret_in(out):
    link, _words = out.splitlines()
    return link.partition("/s#")[2]


def test_phone_that_opens_the_link_may_write(table, run):
    phone, _ = enrol_phone()
    status, out, err = run("link", table.kept.public_id)
    assert (status, err) == (0, "")
    opened = links.open_link(secret_in(out), phone, new_operation_id())
    assert (opened.loaded_match.public_id, opened.kind) == (table.kept.public_id, "scorer")
    assert is_scorer(table.kept.public_id, phone)
    assert is_scorer(table.kept.public_id, table.phone), "who writes already goes on"


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
def test_it_begins_with_the_site_as_far_as_it_is_known(table, run, address, more, begins):
    status, out, _ = run("link", address.format(table.kept.public_id), *more)
    assert status == 0
    assert out.startswith(begins)
    assert links.look_up(secret_in(out)).loaded_match == table.kept


def test_the_one_before_it_is_ended(table, run):
    first, second = (secret_in(run("link", table.kept.public_id)[1]) for _ in range(2))
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
def test_it_says_in_one_line_what_it_is(table, run, lang, words):
    assert run("link", table.kept.public_id, lang=lang)[1].splitlines()[1] == words


@pytest.mark.parametrize("address", ["nowhere", "http://x/m/nowhere/", ""])
def test_it_says_that_there_is_no_such_match(table, run, address):
    assert run("link", address) == (1, "", f"There is no match {address} here.\n")


def test_it_migrates_nothing(app, run):
    with app.app_context():
        downgrade("0002")
        assert run("link", "nowhere") == (
            1,
            "",
            "No matches of this version are here: start the server once.\n",
        )
        assert current_migration() == "0002"


@pytest.mark.slow
def test_it_says_that_the_database_is_held(table, run, change_settings):
    change_settings(busy_seconds=0.05)
    with writing_lock():
        status, out, err = run("link", table.kept.public_id)
    assert (status, out, err) == (1, "", "The server is busy\n")


@pytest.mark.parametrize("fault", [DatabaseUnavailable, NotWritable])
def test_a_link_that_was_not_kept_is_not_printed(table, run, monkeypatch, fault):
    def fail(*_row):
        raise fault("disk I/O error")

    monkeypatch.setattr(links.MATCH_LINKS, "add", fail)
    status, out, err = run("link", table.kept.public_id)
    assert (status, out) == (1, "")
    assert err


def test_the_secret_is_printed_and_in_no_log(table, run, caplog):
    caplog.set_level(logging.DEBUG)
    _, out, err = run("link", table.kept.public_id)
    assert len(secret_in(out)) == 43
    assert secret_in(out) not in caplog.text + err
