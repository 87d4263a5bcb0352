"""Errors are pages in the reader's language: a damaged match, a server that is looked after."""

import json
import logging
import sqlite3
from datetime import UTC, datetime, timedelta
from io import BytesIO
from zoneinfo import ZoneInfo

import pytest

from scorekeeper.config import settings_of
from scorekeeper.match.acts.body import Full
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.operating import maintenance
from scorekeeper.store.faults import DatabaseLocked
from scorekeeper.tournament.service import TOURNAMENT_JOURNAL, TournamentFull
from scorekeeper.web import errors
from tests.rules.table import match_file
from tests.support.databases import change_event
from tests.support.desk import Desk
from tests.support.page import Page
from tests.support.phone import Phone, Scorer
from tests.support.program import Program
from tests.support.table import MADE, Table


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


def test_first_page_of_a_stranger_tells_no_damage(app, table):
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


TITLE = "The server is being looked after"


@pytest.fixture
def flag(app):
    return settings_of(app).maintenance


@pytest.fixture
def on(flag):
    """Maintenance is on, without a promised end."""
    maintenance.begin(flag, None)


@pytest.mark.parametrize("language", ["en", "el"])
def test_every_page_says_it_in_the_readers_language(app, on, language):
    page = Phone(app, language=language).get("/")
    assert page.status == 503
    assert (TITLE in page.words()) == (language == "en")
    assert page.find("html").get("lang") == language
    assert int(page.headers["Retry-After"]) == 10


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/matches/new", "/settle", "/tournaments/", "/worker.js", "/m/x/live?mark=0"],
)
def test_nothing_else_is_answered(app, on, path):
    assert app.test_client().get(path).status_code == 503


@pytest.mark.parametrize("path", ["/healthz", "/static/icon.svg", "/words/el.json", "/readyz"])
def test_static_files_and_health_checks_are_answered_during_maintenance(app, on, path):
    with app.test_client().get(path) as answer:
        assert (answer.status_code == 503) == (path == "/readyz")
        assert TITLE not in answer.text


def test_a_proxy_is_told_to_ask_another_server(app, on, flag):
    client = app.test_client()
    assert client.get("/readyz").get_json() == {"ready": False, "why": "maintenance"}
    maintenance.end(flag)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.get_json()) == (200, {"ready": True, "why": ""})


def test_a_proxy_is_told_so_where_the_database_is_another_versions(app):
    settings_of(app).database_file.write_bytes(b"")
    answer = app.test_client().get("/readyz")
    assert (answer.status_code, answer.get_json()["why"]) == (503, "database")


def test_a_poll_that_would_find_nothing_new_is_told_too(app, keep, flag):
    url = f"{keep(MADE).url}live?part=page"
    mark = Phone(app).get(url, htmx=True).find(".//input[@id='mark']").get("value")
    asked = f"{url}&mark={mark}"
    assert app.test_client().get(asked).status_code == 204
    maintenance.begin(flag, None)
    assert app.test_client().get(asked).status_code == 503


def test_it_asks_nothing_of_the_database(app, keep, on):
    scorer = keep(MADE)
    settings_of(app).database_file.unlink()
    assert TITLE in scorer.get(scorer.url).words()
    assert not settings_of(app).database_file.exists()


def test_a_part_of_a_page_is_one_line_beside_what_was_pressed(app, on):
    line = Phone(app).get("/m/x/live", htmx=True)
    assert line.status == 503
    assert line.headers["HX-Retarget"] == "#message"
    assert line.words().startswith(TITLE)


def test_a_program_is_told_a_problem_and_when_to_ask_again(app, flag):
    program = Program(app).start()
    maintenance.begin(flag, None)
    answer = program.do("record", hand=MADE)
    assert (answer.status, answer.headers["Retry-After"]) == (503, "10")
    assert answer.data["title"] == TITLE
    maintenance.end(flag)
    assert program.do("record", hand=MADE).status == 201


def test_a_form_of_a_page_without_scripts_is_not_lost(keep, flag):
    scorer = keep()
    entry = scorer.entry()
    maintenance.begin(flag, None)
    answer = scorer.press(entry, "Save hand", contract="A:90", points_A="97")
    assert "Nothing was saved. What you typed is not lost" in answer.words()
    maintenance.end(flag)
    assert scorer.press(answer, "Try again").status == 303
    assert scorer.totals() == (19, 6)


@pytest.mark.parametrize(
    ("minutes", "told"), [(20, "It is to be done at"), (-1, "It takes longer than was thought.")]
)
def test_it_says_when_it_is_to_be_done(app, flag, minutes, told):
    until = datetime.now(UTC) + timedelta(minutes=minutes)
    maintenance.begin(flag, until)
    words = Phone(app).get("/").words()
    assert told in words
    clock = f"{until.astimezone(ZoneInfo('Asia/Nicosia')):%H:%M}"
    assert (clock in words) == (minutes > 0)


def test_a_promise_that_nobody_can_read_is_none(app, flag, on):
    with open(flag, "w") as file:
        file.write("soon")
    assert TITLE in Phone(app).get("/").words()
