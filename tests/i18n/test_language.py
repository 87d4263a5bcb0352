"""The choice of the language for a reader."""

from datetime import date, datetime

import pytest
from flask import Flask, render_template_string

from scorekeeper import i18n
from scorekeeper.i18n import choose_locale, current_locale, gettext, use_locale


@pytest.fixture
def app() -> Flask:
    app = Flask(__name__)
    i18n.init_app(app)
    app.add_url_rule("/", "home", lambda: render_template_string("{{ _('Passed out') }}"))
    return app


@pytest.mark.parametrize(
    ("cookie", "header", "expected", "why"),
    [
        (None, None, "el", "a browser that says nothing sits at the table"),
        (None, "", "el", "an empty header says nothing"),
        (None, "el", "el", "the browser's language"),
        (None, "en-GB,en;q=0.9", "en", "the browser's language"),
        (None, "el-CY,el;q=0.9,en;q=0.8", "el", "a region is no other language"),
        (None, "en;q=0.5,el;q=0.9", "el", "the better of the two"),
        (None, "xx,yy;q=0.8", "en", "none of ours: English"),
        (None, "xx,el;q=0.1", "el", "one of ours, however little it is liked"),
        ("en", "el", "en", "what the reader chose stands"),
        ("el", "en", "el", "what the reader chose stands"),
        ("xx", "en", "en", "a cookie of a language that is not there does not count"),
    ],
)
def test_the_reader_chooses(
    app: Flask, cookie: str | None, header: str | None, expected: str, why: str
) -> None:
    headers = {} if header is None else {"Accept-Language": header}
    if cookie:
        headers["Cookie"] = f"lang={cookie}"
    with app.test_request_context(headers=headers):
        assert choose_locale() == expected, why
        assert current_locale() == expected, why


@pytest.mark.parametrize(("header", "words"), [("el", "Πάσο όλοι"), ("en", "Passed out")])
def test_a_page_speaks_the_readers_language(app: Flask, header: str, words: str) -> None:
    response = app.test_client().get("/", headers={"Accept-Language": header})
    assert response.text == words


def test_two_requests_in_one_context_do_not_share_a_language(app: Flask) -> None:
    with app.app_context():
        client = app.test_client()
        assert client.get("/", headers={"Accept-Language": "en"}).text == "Passed out"
        assert client.get("/", headers={"Accept-Language": "el"}).text == "Πάσο όλοι"


def test_without_an_application_the_language_is_what_was_said() -> None:
    assert gettext("Passed out") == "Πάσο όλοι", "the table's own where nobody said"
    with use_locale("en"):
        assert gettext("Passed out") == "Passed out"
        with use_locale("el"):
            assert gettext("Passed out") == "Πάσο όλοι"
        assert gettext("Passed out") == "Passed out", "the inner block is over"


def test_a_language_said_in_a_request_goes_before_the_readers(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "el"}):
        with use_locale("en"):
            assert render_template_string("{{ _('Passed out') }}") == "Passed out"
        assert render_template_string("{{ _('Passed out') }}") == "Πάσο όλοι"


def test_it_speaks_no_other_language() -> None:
    with pytest.raises(ValueError, match="xx"), use_locale("xx"):
        pass


def test_it_counts_in_words() -> None:
    with use_locale("el"):
        assert i18n.ngettext("%(num)s point", "%(num)s points", 1) == "1 πόντος"
        assert i18n.ngettext("%(num)s point", "%(num)s points", 97) == "97 πόντοι"


@pytest.mark.parametrize(
    ("language", "day"), [("el", "Κυριακή 22 Νοεμβρίου 2026"), ("en", "Sunday 22 November 2026")]
)
def test_days_and_times_are_written_as_on_a_sheet(language: str, day: str) -> None:
    with use_locale(language):
        assert i18n.long_date(date(2026, 11, 22)) == day
        assert i18n.short_moment(datetime(2026, 11, 22, 18, 42)) == "22.11.2026 18:42"


def test_a_lazy_word_is_translated_when_it_is_read() -> None:
    word = i18n._l("Passed out")
    with use_locale("en"):
        assert str(word) == "Passed out"
    with use_locale("el"):
        assert str(word) == "Πάσο όλοι"
