"""Errors are pages in the reader's language that say what to do."""

import json
import logging
import sqlite3
from io import BytesIO

import pytest

from scorekeeper.config import settings_of
from scorekeeper.match.acts.body import Full
from scorekeeper.store.faults import DatabaseLocked
from scorekeeper.tournament.service import TournamentFull
from scorekeeper.web import errors
from tests.page import Page
from tests.phone import Phone, Scorer
from tests.rules.match_files import match_file
from tests.table import MADE


def test_it_is_a_page_of_the_site(phone):
    page = phone.get("/nowhere")
    assert page.status == 404
    assert page.find("html").get("lang") == "en"
    assert "There is nothing here" in page.words()
    assert "/" in page.links()


def test_it_speaks_greek(app):
    page = Phone(app, language="el").get("/nowhere")
    assert page.find("html").get("lang") == "el"
    assert "There is nothing here" not in page.words()


STATUSES = (400, 403, 404, 405, 409, 413, 429, 500, 503)


def told(app, status, language, **headers):
    """The error page of this status, as a reader of this language finds it."""
    headers = {"Accept-Language": language, **headers}
    with app.test_request_context("/", headers=headers) as context:
        response = errors.show_status(status)
        response.request = context.request
        page = Page(response)
    assert page.status == status
    return page


def derived(kind):
    return {kind}.union(*(derived(one) for one in type.__subclasses__(kind)))


def test_every_exception_that_names_a_page_names_one_that_there_is():
    ours = [one for one in derived(Exception) if one.__module__.startswith("scorekeeper.")]
    named = {one: one.page for one in ours if hasattr(one, "page")}
    assert {"NOT_FOUND", "TOURNAMENT_FULL", "DAMAGED"} <= set(named.values())
    assert set(named.values()) <= set(errors.ErrorPage.__members__)


def test_a_derived_exception_has_the_page_of_its_own_class():
    assert errors.page_of(TournamentFull()) is errors.ErrorPage.TOURNAMENT_FULL
    assert errors.page_of(Full()) is errors.ErrorPage.FULL
    assert errors.page_of(DatabaseLocked()) is errors.ErrorPage.BUSY
    assert errors.page_of(ValueError()) is errors.ErrorPage.FAULT


@pytest.mark.parametrize("language", ["en", "el"])
def test_it_says_of_every_error_what_it_is_and_what_to_do(app, language):
    notices = {told(app, status, language).words(".//*[@class='notice']") for status in STATUSES}
    assert len(notices) == len(STATUSES), "each has its own words"
    assert all(len(words.split()) > 6 for words in notices)


@pytest.mark.parametrize("status", STATUSES)
def test_it_says_it_in_both_languages_and_in_a_line_for_htmx(app, status):
    pages = {language: told(app, status, language) for language in ("en", "el")}
    words = {name: page.words(".//*[@class='notice']") for name, page in pages.items()}
    assert not set(words["en"].split()) & set(words["el"].split())
    assert "/" in pages["el"].links()
    for language, page in pages.items():
        line = told(app, status, language, **{"HX-Request": "true"})
        assert line.words() == f"{page.words('.//h2')}. {page.words('.//h2/../p')}"
        assert line.find("p").get("role") == "alert"
        assert line.headers["HX-Retarget"] == "#message"


@pytest.mark.parametrize("status", [429, 503])
def test_it_says_when_to_try_again(app, status):
    assert int(told(app, status, "en").headers["Retry-After"]) > 0


def test_it_says_nothing_of_the_programs_insides(app, broken):
    answer = app.test_client().get("/", headers={"Accept-Language": "en"})
    assert answer.status_code == 500
    assert "Something broke on the server" in answer.text
    assert "secret of the program" not in answer.text
    assert "Traceback" not in answer.text


def test_it_logs_a_fault_by_the_name_of_the_view_and_without_what_was_sent(app, broken, caplog):
    app.test_client().get("/?op=hidden", headers={"Cookie": "phone=hidden"})
    (record,) = [one for one in caplog.records if one.levelno == logging.ERROR]
    assert record.getMessage() == "GET home.show"
    assert "hidden" not in caplog.text


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_it_tells_the_number_by_which_the_log_knows_a_fault(app, broken, headers):
    answer = app.test_client().get("/", headers=headers)
    assert f"<code>{answer.headers['X-Request-Id']}</code>" in answer.text


def test_it_is_one_line_for_htmx_beside_what_was_pressed(keep, stranger):
    answer = stranger.get(keep(MADE).url + "hands/2/correct", htmx=True)
    assert answer.status == 403
    assert [one.tag for one in answer.root] == ["p"]
    assert answer.find("p").get("id") == "message"
    assert (answer.headers["HX-Retarget"], answer.headers["HX-Reswap"]) == ("#message", "outerHTML")


def test_it_gives_the_line_the_role_of_an_alert(phone):
    assert phone.get("/nowhere", htmx=True).find("p").get("role") == "alert"


@pytest.fixture
def impatient(make_app, keep):
    """A scorer whose server gives up after a third of a second, and the database's file."""
    scorer = keep(MADE)
    app = make_app(BUSY_SECONDS=0.3)
    other = Scorer(app)
    other.client.set_cookie("phone", scorer.cookie("phone").value)
    other.url = scorer.url
    connection = sqlite3.connect(settings_of(app).database_file, isolation_level=None)
    yield other, connection
    connection.close()


@pytest.mark.parametrize("how", ["IMMEDIATE", "EXCLUSIVE"])
def test_it_says_that_it_is_busy_and_that_nothing_was_saved(impatient, how):
    scorer, connection = impatient
    entry = scorer.entry()
    connection.execute(f"BEGIN {how}")
    answer = scorer.press(entry, "Save hand", contract="A:90", points_A="97")
    connection.rollback()
    assert answer.status == 503
    assert "Nothing was saved" in answer.words()
    assert scorer.ledger().revision == 2


def test_it_holds_what_was_sent_and_saves_it_once_the_database_is_free(impatient):
    """Without scripts, going back would lose it."""
    scorer, connection = impatient
    entry = scorer.entry()
    connection.execute("BEGIN IMMEDIATE")
    busy = scorer.press(entry, "Save hand", contract="A:90", points_A="97", kapo=[None])
    connection.rollback()
    (again,) = [name for name in busy.buttons() if "gain" in name]
    assert scorer.press(busy, again).status == 303
    assert scorer.totals() == (38, 12)


def test_it_saves_the_same_form_once_the_database_is_free(impatient):
    scorer, connection = impatient
    entry = scorer.entry()
    connection.execute("BEGIN IMMEDIATE")
    assert scorer.press(entry, "Save hand", contract="A:90", points_A="97", htmx=True).status == 503
    connection.rollback()
    assert scorer.press(entry, "Save hand", contract="A:90", points_A="97").status == 303
    assert scorer.totals() == (38, 12)


def test_it_holds_the_file_that_was_sent_while_it_was_busy(impatient):
    scorer, connection = impatient
    file = json.dumps(match_file())
    form = {"csrf_token": scorer.token(), "file": (BytesIO(file.encode()), "match.json")}
    connection.execute("BEGIN EXCLUSIVE")
    answer = scorer.client.post(
        "/matches/import", data=form, headers={"Accept-Language": "en", "Origin": scorer.origin}
    )
    connection.rollback()
    busy = Page(answer)
    assert busy.status == 503
    assert busy.form_of("Try again").value("text") == file
    assert scorer.press(busy, "Try again").status == 303
