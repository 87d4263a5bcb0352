"""A match that is not what was written says so in its reader's language; all else goes on."""

import pytest

from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.tournament.service import TOURNAMENT_JOURNAL
from tests.databases import change_event
from tests.desk import Desk
from tests.page import Page
from tests.phone import Phone, Scorer
from tests.table import MADE, Table

TITLES = [("en", "What was written is damaged here"), ("el", "γράφτηκε εδώ δεν διαβάζεται")]


def ask(app, path, language="en"):
    """Any answer, also of 500, which is a fault everywhere else."""
    return Page(app.test_client().get(path, headers={"Accept-Language": language}))


@pytest.fixture
def table(app):
    """A match with a hand whose points are others than were written."""
    with app.app_context():
        table = Table().play(MADE)
        change_event("replace(data, '97', '79')", seq=2)
    MATCH_JOURNAL.forget_all()
    return table


@pytest.fixture
def address(table):
    return f"/m/{table.kept.public_id}/"


@pytest.mark.parametrize(("language", "words"), TITLES)
def test_its_page_says_so_and_no_score(app, address, language, words):
    for path in ("", "hands/2", "history/", "sheet.pdf"):
        page = ask(app, address + path, language)
        assert page.status == 500
        assert words in page.words(".//main")
        assert page.headers["Tefteri"] == "1"
        assert "79" not in page.words(".//main").replace(page.headers["X-Request-Id"], "")


def test_the_log_names_the_match_and_the_event(app, address, caplog):
    ask(app, address)
    assert f"matches.show: {address}: event 2 is not what was written" in caplog.text


def test_a_program_gets_a_problem(app, table):
    path = f"/api/v1/matches/{table.kept.public_id}"
    answer = app.test_client().get(path, headers={"Accept-Language": "en"})
    assert (answer.status_code, answer.mimetype) == (500, "application/problem+json")
    assert answer.get_json()["title"] == "What was written is damaged here"


def test_the_other_matches_of_the_phone_go_on(app, table, address):
    scorer = Scorer.at(app, table)
    assert scorer.get("/matches/new").status == 200
    scorer.start().save("A:90", 97)
    assert scorer.totals() == (19, 6)
    home = scorer.get("/")
    assert home.words(".//p[@class='message bad']") == "A match is damaged on the server"
    assert {address, scorer.url} <= set(home.links())


def test_one_that_was_taken_out_of_the_list_is_told_of_there(app, table, address):
    scorer = Scorer.at(app, table)
    scorer.post(f"{address}remove", [("csrf_token", scorer.token())])
    assert scorer.get(f"/?removed={table.kept.public_id}").status == 200
    assert address in scorer.get("/removed").links()


def test_nobody_else_is_told_on_the_first_page(app, table):
    assert not Phone(app).get("/").has(".//p[@class='message bad']")


@pytest.mark.parametrize(("language", "words"), TITLES)
def test_of_a_tournament_its_page_says_so(app, language, words):
    with app.app_context():
        desk = Desk(4)
        change_event("replace(data, 'Odd1', 'Odd7')", "tournament_event")
    TOURNAMENT_JOURNAL.forget_all()
    scorer = Phone(app, language)
    scorer.client.set_cookie("phone", desk.secret)
    address = f"/t/{desk.public_id}/"
    assert address in scorer.get("/tournaments/").links()
    page = ask(app, address, language)
    assert (page.status, words in page.words(".//main")) == (500, True)


def test_the_phone_s_own_page_still_signs_it_out(app, table):
    scorer = Scorer.at(app, table)
    page = scorer.get("/phone/")
    assert page.status == 200
    assert scorer.press(page, "Sign out of all of it", sure="1").status == 303
