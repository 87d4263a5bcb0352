"""The manual: one text in two languages, behind “Help” on every page, at the page's place in it."""

import re

import pytest

from scorekeeper.i18n import LANGUAGES, SOURCE_LANGUAGE, gettext, use_locale
from scorekeeper.web.site.manual import FILES, PLACES
from tests.support.phone import Phone
from tests.support.processes import PROJECT
from tests.support.table import MADE

TRANSLATED = [language for language in LANGUAGES if language != SOURCE_LANGUAGE]
TEXTS = {language: file.read_text(encoding="utf-8") for language, file in FILES.items()}
ANCHORS = {
    language: re.findall(r'^#{2,3} .+ <a id="([a-z-]+)"></a>$', text, re.MULTILINE)
    for language, text in TEXTS.items()
}


def help_of(page):
    """Return the address behind “Help” in the page's menu."""
    [link] = [link for link in page.findall(".//*[@id='menu']//a") if link.text == "Help"]
    return link.get("href")


def test_there_is_one_in_every_language():
    assert list(FILES) == list(LANGUAGES)


def buttons(language):
    return re.findall(r"\*\*(.+?)\*\*", TEXTS[language])


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_button_in_it_is_called_as_on_the_screen(language):
    english = buttons(SOURCE_LANGUAGE)
    assert len(english) >= 80
    with use_locale(language):
        assert list(zip(map(gettext, english), english, strict=True)) == list(
            zip(buttons(language), english, strict=True)
        )


def test_every_button_in_it_is_in_the_catalogue():
    """A word that is the same in both languages would pass above."""
    with use_locale("el"):
        assert [word for word in buttons(SOURCE_LANGUAGE) if gettext(word) == word] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_all_languages_tell_the_same_at_the_same_places(language):
    assert len(ANCHORS[SOURCE_LANGUAGE]) > 20
    assert ANCHORS[language] == ANCHORS[SOURCE_LANGUAGE]
    for marks in (r"^(?:#+|-|\d\.|!)(?= |\[)", r"\]\((#[a-z-]+)\)"):
        english = re.findall(marks, TEXTS[SOURCE_LANGUAGE], re.MULTILINE)
        assert english
        assert re.findall(marks, TEXTS[language], re.MULTILINE) == english


@pytest.mark.parametrize("language", FILES)
def test_every_heading_below_the_title_is_a_place(language):
    headings = re.findall(r"^##+ ", TEXTS[language], re.MULTILINE)
    assert len(ANCHORS[language]) == len(headings) == len({*ANCHORS[language]})


@pytest.mark.parametrize("language", FILES)
def test_its_links_lead_to_places_of_its_own_and_to_another_language(language):
    linked = re.findall(r"(?<!!)\[[^]]*\]\(([^)]+)\)", TEXTS[language])
    assert linked[0] in {file.name for known, file in FILES.items() if known != language}
    assert {link.removeprefix("#") for link in linked[1:]} <= {*ANCHORS[language]}
    assert all(link.startswith("#") for link in linked[1:])


def test_a_place_of_a_page_is_in_the_manual_and_the_page_is_there(app):
    assert {*PLACES.values()} <= {*ANCHORS["el"]}
    known = {*app.blueprints, *(rule.endpoint for rule in app.url_map.iter_rules())}
    assert {*PLACES} <= known


@pytest.mark.parametrize(("language", "words"), [("el", "Νέο χέρι"), ("en", "New hand")])
def test_it_is_shown_in_the_reader_s_language(app, language, words):
    page = Phone(app, language).get("/help")
    assert page.status == 200
    assert words in page.words(".//main")
    assert [element.get("id") for element in page.findall(".//main//*[@id]")] == [
        "all",
        "contents",
        *ANCHORS[language],
    ]
    assert "manual.md" not in page.html


def test_each_chapter_leads_back_to_the_contents(phone):
    for chapter in phone.get("/help").findall(".//main//section"):
        assert chapter.find("p/a").get("href") == "#contents"


def test_nothing_in_it_is_left_to_the_policy(phone):
    """No style or script of an element's own, which browsers would refuse."""
    page = phone.get("/help")
    attributes = {name for element in page.findall(".//main//*") for name in element.attrib}
    assert attributes <= {"class", "id", "href", "src", "alt", "width", "height", "loading"}


def test_its_pictures_are_there_small_and_of_the_size_that_is_said(app):
    for language in FILES:
        page = Phone(app, language).get("/help")
        pictures = page.findall(".//main//img")
        assert len(pictures) == 4
        for picture in pictures:
            assert page.headers["Content-Security-Policy"].count("img-src 'self'") == 1
            assert Phone(app).get_file(picture.get("src")) == 200
            assert 200 < int(picture.get("width")) < 700
    files = [*(PROJECT / "static" / "manual").glob("*.png")]
    assert len(files) == 8
    assert [file.name for file in files if file.stat().st_size > 60_000] == []


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/", "start"),
        ("/matches/new", "start"),
        ("/rules", "rules"),
        ("/rules/cafe", "rules"),
        ("/settle/why", "settle"),
        ("/help/offline", "offline"),
        ("/offline", "offline"),
        ("/privacy", "names"),
        ("/tournaments/", "organise"),
        ("/tournaments/new", "set-up"),
    ],
)
def test_help_leads_to_the_place_of_the_page(phone, path, place):
    assert help_of(phone.get(path)) == f"/help#{place}"


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("", "ledger"),
        ("hand", "entry"),
        ("hands/2", "correct"),
        ("hands/2/correct", "correct"),
        ("change", "other"),
        ("pencil/", "pencil"),
        ("history", "history"),
        ("big", "watch"),
        ("names", "names"),
        ("share", "share"),
        ("evening", "end"),
    ],
)
def test_help_leads_to_the_place_of_a_page_of_a_match(keep, path, place):
    scorer = keep(MADE)
    assert help_of(scorer.get(scorer.url + path, follow=True)) == f"/help#{place}"


def test_each_of_the_phone_s_own_views_has_help_at_its_place(phone):
    parts = [phone.get(f"/views/en/{part}.html").html for part in ("entry", "match")]
    views = [view for part in parts for view in part.split('<template id="view-')[1:]]
    helps = {
        view.split('"')[0]: re.findall(r'href="/help#([\w-]+)">Help</a>', view) for view in views
    }
    assert helps == {
        "match": ["ledger"],
        "hand": ["correct"],
        "adjustment": ["other"],
        "change": ["correct"],
        "entry": ["entry"],
        "claim": ["end"],
        "adjust": ["other"],
        "turned": ["sides"],
    }


def test_a_page_that_is_not_there_has_help_at_its_beginning(phone):
    assert help_of(phone.get("/nothing")) == "/help"
