"""The phone's own views: the same for everybody, for any rules, without anybody's match in them."""

import re

import pytest

from scorekeeper.i18n import LANGUAGES
from scorekeeper.rules.codec import switch_values
from scorekeeper.web.shell import EVERYTHING, views_url

MARK = re.compile(r"⟦([^⟧]*)⟧")


@pytest.fixture
def views(app, phone):
    def views(language):
        with app.test_request_context():
            return phone.get(views_url(language))

    return views


@pytest.mark.parametrize("language", LANGUAGES)
def test_they_are_kept_for_a_year_in_their_version(views, language):
    answer = views(language)
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Set-Cookie" not in answer.headers


def test_another_version_gets_them_as_they_are_and_asks_again(phone):
    answer = phone.get("/views/el.html?v=0123456789")
    assert (answer.status, answer.headers["Cache-Control"]) == (200, "no-cache")


def test_there_are_none_in_a_language_that_nobody_translated(phone):
    assert phone.get("/views/fr.html").status == 404


def test_each_language_has_the_same_views_with_the_same_marks(views):
    greek, english = (views(language) for language in ("el", "en"))
    assert greek.html != english.html
    assert sorted(MARK.findall(greek.html)) == sorted(MARK.findall(english.html))
    assert names_in(greek) == names_in(english) != []


def names_in(page):
    return [template.get("id") for template in page.findall(".//template[@id]")]


def test_no_form_in_them_carries_a_token_or_an_operation(views):
    page = views("en")
    hidden = page.findall(".//input[@name='csrf_token']")
    assert {one.get("value") for one in hidden} == {""}


def test_the_entry_has_every_control_that_any_rules_play():
    """Rules hide what they do not play; the views must hide nothing."""
    hides = {
        "bid_step": 1,
        "kapo_bid": True,
        "trumps": "with_none_all",
        "pilotta_failed_penalty": 20,
        "claim": True,
    }
    for switch, value in hides.items():
        assert value in switch_values()[switch]
        assert getattr(EVERYTHING, switch) == value
    assert EVERYTHING.doubling != "off"


def test_a_page_without_a_match_asks_for_the_views_and_the_words(phone):
    phone.headers["Accept-Language"] = "el"
    page = phone.get("/shell")
    assert page.find(".//link[@id='views']").get("href").startswith("/views/el.html?v=")
    assert page.find(".//link[@id='words']").get("href").startswith("/words/el.json?v=")
    assert page.findall(".//script[@id='acts']") == []
