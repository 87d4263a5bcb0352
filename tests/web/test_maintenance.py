"""During maintenance of the server every page says so, and phones wait."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from scorekeeper.config import settings_of
from scorekeeper.operating import maintenance
from tests.phone import Phone
from tests.program import Program
from tests.table import MADE

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
