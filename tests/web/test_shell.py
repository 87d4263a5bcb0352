"""The phone's own views: the same for everybody, for any rules, without anybody's match in them."""

import re

import pytest

from scorekeeper.i18n import LANGUAGES
from scorekeeper.web.site.shell import PARTS, views_url

MARK = re.compile(r"⟦([^⟧]*)⟧")


@pytest.fixture
def views(app, phone):
    def views(language, part="entry"):
        with app.test_request_context():
            return phone.get(views_url(part, language))

    return views


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_they_are_kept_for_a_year_in_their_version(views, language, part):
    answer = views(language, part)
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Set-Cookie" not in answer.headers


def test_another_version_gets_them_as_they_are_and_asks_again(phone):
    answer = phone.get("/views/el/entry.html?v=0123456789")
    assert (answer.status, answer.headers["Cache-Control"]) == (200, "no-cache")


def test_there_are_none_in_a_language_that_nobody_translated(phone):
    assert phone.get("/views/fr/entry.html").status == 404


def test_there_are_none_but_their_parts(phone):
    assert phone.get("/views/el/menu.html").status == 404


@pytest.mark.parametrize("part", PARTS)
def test_each_language_has_the_same_views_with_the_same_marks(views, part):
    greek, english = (views(language, part) for language in ("el", "en"))
    assert greek.html != english.html
    assert sorted(MARK.findall(greek.html)) == sorted(MARK.findall(english.html))
    assert names_in(greek) == names_in(english)


def test_the_first_touch_has_the_entry_and_what_it_is_worth(views):
    assert names_in(views("en")) == ["view-entry", "live-view", "tops-view"]
    assert "view-match" in names_in(views("en", "match"))


def names_in(page):
    return [template.get("id") for template in page.for_scripts().findall(".//template[@id]")]


@pytest.mark.parametrize("part", ["entry", "match"])
def test_no_form_in_them_carries_a_token_or_an_operation(views, part):
    page = views("en", part).for_scripts()
    for name in ("csrf_token", "op_id", "contract_op_id"):
        hidden = page.findall(f".//input[@name='{name}']")
        sent = {one.get("value", "") for one in hidden}
        assert all(one == "" or re.fullmatch(r"⟦\w+⟧", one) for one in sent), name
    assert page.findall(".//input[@name='op_id']")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("contract", {"A:kapo", "B:kapo", "A:80", "B:250"}),
        ("trump", {"hearts", "spades", "none", "all"}),
        ("doubled", {"2", "4"}),
        ("ones", {"", "1", "9"}),
        ("pilotta_failed", {"A", "B"}),
    ],
)
def test_the_entry_has_every_control_that_any_rules_play(views, language, name, values):
    """Rules hide what they do not play; the views must hide nothing."""
    controls = views(language).for_scripts().findall(f".//input[@name='{name}']")
    assert values <= {one.get("value", "") for one in controls}


def test_the_entry_leads_to_a_claim(views):
    links = views("en").for_scripts().findall(".//template[@id='view-entry']//a")
    [claim] = [link for link in links if link.get("data-if") == "claim"]
    assert claim.get("href") == "/m/__match__/claim"


def test_a_page_without_a_match_asks_for_the_views_and_the_words(phone):
    phone.headers["Accept-Language"] = "el"
    page = phone.get("/shell")
    views = page.find(".//link[@id='views']")
    assert views.get("href").startswith("/views/el/entry.html?v=")
    assert views.get("data-later").startswith("/views/el/match.html?v=")
    assert page.find(".//link[@id='words']").get("href").startswith("/words/el.json?v=")
    assert page.findall(".//script[@id='acts']") == []
