"""Choosing the language, and light or dark."""

import pytest

from scorekeeper.i18n.language import LANGUAGES, language_name
from tests.support.phone import Phone
from tests.support.table import MADE


def choose(phone, **fields):
    form = [("csrf_token", phone.token()), *fields.items()]
    return phone.post("/preferences", form)


def test_it_switches_the_language_and_remembers_it(phone):
    page = phone.get("/settings")
    assert page.find("html").get("lang") == "en"
    chosen = phone.press(page, "Ελληνικά")
    assert chosen.status == 303
    assert phone.get(chosen.goes_to).find("html").get("lang") == "el"
    assert phone.get("/").find("html").get("lang") == "el"


def test_it_switches_back(app):
    phone = Phone(app, language="el")
    assert phone.get("/").find("html").get("lang") == "el"
    choose(phone, lang="en")
    assert phone.get("/").find("html").get("lang") == "en"


@pytest.mark.parametrize(
    ("accepts", "language"),
    [("el-GR,el;q=0.9,en;q=0.8", "el"), ("en-GB", "en"), ("xx,yy;q=0.5", "en"), ("el-CY", "el")],
)
def test_it_begins_in_the_browsers_language(app, accepts, language):
    assert Phone(app, language=accepts).get("/").find("html").get("lang") == language


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_chooses_light_or_dark(phone, theme):
    page = phone.get("/settings")
    assert "data-theme" not in page.find("html").attrib
    phone.press(page, theme.capitalize())
    page = phone.get("/settings")
    assert page.find("html").get("data-theme") == theme
    phone.press(page, "As the phone")
    assert "data-theme" not in phone.get("/").find("html").attrib


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_ground_around_the_sheet_has_the_chosen_theme(keep, theme):
    scorer = keep(MADE)
    choose(scorer, theme=theme)
    assert scorer.get(f"{scorer.url}sheet").find("html").get("data-theme") == theme
    choose(scorer, theme="")
    assert "data-theme" not in scorer.get(f"{scorer.url}sheet").find("html").attrib


def test_it_chooses_big_letters_and_the_usual_ones_again(phone):
    for big in ("big", None, "big"):
        phone.press(phone.get("/settings"), "Big letters")
        page = phone.get("/")
        assert page.find("html").get("data-letters") == big
        sheets = [one.get("href") for one in page.findall(".//link[@rel='stylesheet']")]
        assert any("letters.css" in sheet for sheet in sheets) == bool(big)


def test_more_contrast_is_for_big_letters_and_for_whoever_asks_for_it(phone):
    def sheets():
        return [one.get("href") for one in phone.get("/").findall(".//link[@rel='stylesheet']")]

    def contrast_in(address):
        ink = "--ink:var(--light,#14191b)"
        return ink, phone.get(address).html.partition(ink)[0]

    [everybodys] = [one for one in sheets() if one.endswith("all.css")]
    ink, before = contrast_in(everybodys)
    assert before.rpartition("@media ")[2] == "(prefers-contrast:more){:root{"
    assert ink in phone.get(everybodys).html
    choose(phone, letters="big")
    [own] = [one for one in sheets() if one.endswith("contrast.css")]
    assert contrast_in(own)[1] == ":root{"


def test_it_shows_which_is_chosen(phone):
    choose(phone, theme="dark")
    buttons = phone.get("/settings").findall(".//button[@aria-pressed]")
    pressed = {one.text: one.get("aria-pressed") for one in buttons}
    languages = {language_name(one): str(one == "en").lower() for one in LANGUAGES}
    assert {"Ελληνικά", "English"} <= {*languages}
    assert pressed == {
        **languages,
        "As the phone": "false",
        "Light": "false",
        "Dark": "true",
        "Big letters": "false",
        "Simple entry, without declarations": "false",
    }


@pytest.mark.parametrize(
    "fields", [{"lang": "xx"}, {"theme": "<script>"}, {"lang": ""}, {"letters": "huge"}, {}]
)
def test_it_takes_no_other_choice(phone, fields):
    assert choose(phone, **fields).status == 303
    assert phone.cookie("lang") is None
    assert phone.cookie("theme") is None
    assert phone.cookie("letters") is None


def test_it_survives_a_cookie_that_is_no_choice(phone):
    phone.client.set_cookie("theme", '"><script>')
    phone.client.set_cookie("lang", "tlh")
    page = phone.get("/")
    assert page.status == 200
    assert "<script>" not in page.find("html").get("lang")
    assert not page.has(".//script[@data-none]")
    assert 'data-theme=""><script>' not in page.html


def test_the_way_back_leads_to_the_page_before_also_after_a_choice(keep):
    scorer = keep(MADE)
    path = scorer.url + "hands/2"
    settings = scorer.send("GET", "/settings", None, Referer=scorer.origin + path + "?a=1")
    assert settings.find(".//a[@class='back']").get("href") == path + "?a=1"
    chosen = scorer.press(settings, "Dark").goes_to
    assert chosen.startswith("/settings?")
    assert scorer.get(chosen).find(".//a[@class='back']").get("href") == path + "?a=1"


@pytest.mark.parametrize(
    ("address", "referrer"),
    [
        ("/settings", "http://evil.example/x"),
        ("/settings", "http://[evil"),
        ("/settings", ""),
        ("/settings?next=//evil.example", ""),
    ],
)
def test_the_way_back_leads_to_no_other_site(phone, address, referrer):
    page = phone.send("GET", address, None, Referer=referrer)
    assert page.find(".//a[@class='back']").get("href") == "/"


@pytest.mark.parametrize(
    "path", ["/", "/m/abc/", "/matches/new?x=1&y=ΑΒ", "/m/a/hand?op=" + "0" * 32]
)
def test_it_goes_on_to_a_path_of_its_own(phone, path):
    assert choose(phone, theme="dark", next=path).goes_to == path.replace("ΑΒ", "%CE%91%CE%92")


@pytest.mark.parametrize(
    "target",
    [
        "http://evil.example/",
        "https://localhost/",
        "//evil.example",
        "///evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        " //evil.example",
        "javascript:alert(1)",
        "evil.example",
        "?next=/",
        "",
        "http:evil.example",
        "http://[evil",
        "/\x00//evil.example",
        None,
    ],
)
def test_it_goes_home_instead_of_elsewhere(phone, target):
    fields = {} if target is None else {"next": target}
    assert choose(phone, theme="dark", **fields).goes_to == "/"
