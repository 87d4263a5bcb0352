"""`python -m scorekeeper maintenance` and `migrate`: their words and their status."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.cli import main
from scorekeeper.config import settings_of
from scorekeeper.match.links import make_link
from scorekeeper.operating import maintenance
from scorekeeper.store.schema import current_migration, newest_migration
from tests.table import MADE, Table


@pytest.fixture
def run(app, capfd):
    """Runs a command in the app: its status, and what it wrote."""

    def run_command(*arguments, lang="en"):
        status = main(lambda: app, [*arguments, "--lang", lang])
        return status, *capfd.readouterr()

    return run_command


@pytest.fixture
def flag(app):
    return settings_of(app).maintenance


def test_it_begins_and_ends_maintenance(run, flag):
    told = "Maintenance is on. Phones keep what they have to send.\n"
    assert run("maintenance", "on") == (0, told, "")
    assert maintenance.is_on(flag)
    assert run("maintenance", "off") == (0, "Maintenance is off.\n", "")
    assert not maintenance.is_on(flag)
    assert run("maintenance", "off") == (0, "Maintenance was off.\n", "")


def test_it_takes_how_long_and_what_is_said_last_holds(run, flag):
    run("maintenance", "on", "--minutes", "20")
    left = maintenance.promised_end(flag) - datetime.now(UTC)
    assert timedelta(minutes=19) < left <= timedelta(minutes=20)
    run("maintenance", "on")
    assert maintenance.promised_end(flag) is None


def test_it_says_where_it_cannot_be_written(run, flag, change_settings):
    change_settings(maintenance=f"{flag}/no/folder")
    status, out, err = run("maintenance", "on", lang="el")
    assert (status, out) == (1, "")
    assert err.startswith("Ο δίσκος γέμισε ή δεν γράφεται")


def test_it_goes_down_and_up_again(run, app):
    assert run("migrate", "0003") == (0, "The database is at migration 0003.\n", "")
    with app.app_context():
        assert current_migration() == "0003"
        newest = newest_migration()
    assert run("migrate") == (0, f"The database is at migration {newest}.\n", "")


@pytest.mark.slow
def test_it_refuses_where_something_would_be_lost(run, app):
    with app.app_context():
        table = Table().play(MADE)
        make_link(table.kept.public_id, table.phone, "A")
    status, out, err = run("migrate", "0002")
    assert (status, out) == (1, "")
    assert err == (
        "Migration 0002 has no room for these rows: link 1. Nothing was changed. "
        "To lose them, add --yes.\n"
    )
    assert run("migrate", "0002", "--yes")[0] == 0


def test_it_refuses_what_it_does_not_know(run):
    status, out, err = run("migrate", "0000", lang="el")
    assert (status, out) == (1, "")
    assert err == "Αυτή η έκδοση δεν ξέρει τη μετάβαση 0000.\n"
