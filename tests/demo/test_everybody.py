"""In the demo every browser is its one phone; without the setting no browser is."""

import pytest

from scorekeeper.cli import main, server
from scorekeeper.config import read_settings, settings_of
from scorekeeper.demo import all_stories
from scorekeeper.journal.identifiers import new_secret
from scorekeeper.match import matches
from scorekeeper.match.phones import enrol_phone
from tests.support.databases import SETTINGS
from tests.support.phone import Phone, Scorer
from tests.support.table import MADE, Table
from tests.web.routes import ROWS, ask, of_a_match

STORIES = all_stories.STORIES[:2]
SHUT = [key for key in of_a_match() if ROWS[key].stranger == 403]


@pytest.fixture
def table(app):
    """The one phone of a demo, and a match of it."""
    with app.app_context():
        return Table(claim=True).play(MADE)


@pytest.fixture
def at_the_demo(make_app, table):
    """The browser of a visitor."""
    visitor = Scorer(make_app(DEMO_PHONE=table.secret))
    visitor.url = f"/m/{table.kept.public_id}/"
    return visitor


def test_it_is_off_where_nobody_sets_it(tmp_path, monkeypatch):
    monkeypatch.delenv("TEFTERI_DEMO_PHONE", raising=False)
    values = read_settings({"INSTANCE": tmp_path})
    assert (values.demo_phone, values.for_flask()["SESSION_COOKIE_NAME"]) == (
        None,
        "tefteri_session",
    )
    monkeypatch.setenv("TEFTERI_DEMO_PHONE", "")
    assert read_settings({"INSTANCE": tmp_path}).demo_phone is None


def test_the_environment_sets_it(tmp_path, monkeypatch):
    monkeypatch.setenv("TEFTERI_DEMO_PHONE", "a secret")
    values = read_settings({"INSTANCE": tmp_path})
    assert (values.demo_phone, values.for_flask()["SESSION_COOKIE_NAME"]) == (
        "a secret",
        "tefteri_demo",
    )


def test_anybody_sees_the_matches_and_writes(at_the_demo):
    home = at_the_demo.get("/")
    assert at_the_demo.url in home.links()
    assert "A demo: whoever opens it writes in it" in home.words()
    at_the_demo.save("A:90", 97)
    assert at_the_demo.totals() == (38, 12)


def test_it_gives_nobody_a_cookie_of_a_phone(at_the_demo):
    """A cookie knows no port: it would take the place of that of the real server beside it."""
    at_the_demo.start()
    at_the_demo.save("A:90", 97)
    assert at_the_demo.cookie("phone") is None
    assert at_the_demo.cookie("tefteri_session") is None
    assert at_the_demo.cookie("tefteri_demo") is not None


def test_without_the_setting_the_same_matches_are_shut(app, table):
    asking, owner = Phone(app), Scorer.at(app, table)
    found = {key: ask(asking, key, owner).status for key in SHUT}
    assert found == dict.fromkeys(SHUT, 403)
    assert owner.url not in asking.get("/").links()
    assert "demo" not in asking.get("/").words()


def test_a_secret_that_is_nobodys_opens_nothing(make_app, table):
    visitor = Phone(make_app(DEMO_PHONE=new_secret()))
    assert visitor.get("/").links().count(f"/m/{table.kept.public_id}/") == 0
    assert visitor.get(f"/m/{table.kept.public_id}/hand", follow=True).status == 403


def test_the_match_of_another_phone_stays_its_own(app, at_the_demo):
    with app.app_context():
        other = Table().play(MADE)
        assert not matches.is_scorer(other.kept.public_id, enrol_phone()[0])
    assert at_the_demo.get(f"/m/{other.kept.public_id}/hand", follow=True).status == 403


# --- the command ---


@pytest.fixture
def run_demo(monkeypatch, tmp_path, make_app):
    """Runs the command; the server it would become is an app that can be asked.

    It has two matches: tests/browser/ starts a demo with the whole evening.
    """
    monkeypatch.setattr(all_stories, "STORIES", STORIES)
    monkeypatch.setattr(server, "tell_tournament", lambda _phone: None)
    monkeypatch.setattr(server, "tell_club", lambda _phone: None)
    monkeypatch.setenv("TEFTERI_INSTANCE", str(tmp_path))
    monkeypatch.setenv("TEFTERI_DEMO_PHONE", "")
    monkeypatch.setattr(server, "is_free", lambda _host, _port: True)
    monkeypatch.setattr(server, "start", lambda *_told: 0)

    def run():
        made = []

        def create():
            made.append(make_app(INSTANCE=None, **{"SECRET_KEY": SETTINGS["SECRET_KEY"]}))
            return made[-1]

        main(create, ["demo", "--host", "127.0.0.1", "--port", "8123"])
        monkeypatch.setenv("TEFTERI_INSTANCE", str(tmp_path))
        return made[-1]

    return run


def test_it_leaves_the_database_of_a_server_alone(run_demo, monkeypatch, tmp_path):
    monkeypatch.setenv("DATABASE_URL", "postgresql:///tefteri")
    assert settings_of(run_demo()).database_file.is_relative_to(tmp_path / "demo")


@pytest.mark.slow
def test_it_keeps_to_its_own_folder_and_is_made_afresh(run_demo, tmp_path, capsys):
    real = tmp_path / "tefteri.sqlite3"
    real.write_text("my matches")
    first = run_demo()
    told = capsys.readouterr().out
    assert f"{len(STORIES)} matches" in told
    assert "Tefteri: http://127.0.0.1:8123/" in told
    assert settings_of(first).database_file == tmp_path / "demo" / "8123" / "tefteri.sqlite3"
    own = Scorer(first).start().url
    again = Phone(run_demo())
    assert again.get(own).status == 404
    listed = {link.split("/")[2] for link in again.get("/").links() if link.startswith("/m/")}
    assert len(listed) == len(STORIES)
    assert real.read_text() == "my matches"


def test_it_says_that_a_port_is_taken_and_touches_nothing(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("TEFTERI_INSTANCE", str(tmp_path))
    monkeypatch.setattr(server, "is_free", lambda _host, _port: False)
    monkeypatch.setattr(server, "fresh_folder", lambda _port: pytest.fail("it was emptied"))
    assert main(lambda _port: pytest.fail("no app is needed"), ["demo", "--port", "8123"]) == 1
    assert "make demo PORT=8124" in capsys.readouterr().err
