"""Languages of a reader, numbers in words, and syllables."""

from collections.abc import Iterator
from datetime import date, datetime

import pytest
from babel.messages.pofile import read_po
from flask import Flask, render_template_string

from scorekeeper import i18n
from scorekeeper.i18n import LANGUAGES, Language, choose_locale, current_locale, gettext, use_locale
from scorekeeper.i18n.language import catalogue_file
from scorekeeper.i18n.number_words import LARGEST, spell
from scorekeeper.i18n.syllables import LONGEST_WHOLE, SOFT_HYPHEN, syllables
from tests.support.node import answers, assert_alike


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


SAID: dict[Language, dict[int, str]] = {
    "el": {
        0: "μηδέν",
        1: "ένα",
        6: "έξι",
        14: "δεκατέσσερα",
        19: "δεκαεννιά",
        21: "είκοσι ένα",
        99: "ενενήντα εννιά",
        100: "εκατό",
        101: "εκατόν ένα",
        138: "εκατόν τριάντα οκτώ",
        200: "διακόσια",
        351: "τριακόσια πενήντα ένα",
        1000: "χίλια",
        1999: "χίλια εννιακόσια ενενήντα εννιά",
        2001: "δύο χιλιάδες ένα",
        3104: "τρεις χιλιάδες εκατόν τέσσερα",
        14013: "δεκατέσσερις χιλιάδες δεκατρία",
        21000: "είκοσι μία χιλιάδες",
        100_000: "εκατό χιλιάδες",
        234_567: "διακόσιες τριάντα τέσσερις χιλιάδες πεντακόσια εξήντα επτά",
        -20: "μείον είκοσι",
        LARGEST + 1: "1000000",
    },
    "en": {
        0: "zero",
        19: "nineteen",
        40: "forty",
        99: "ninety-nine",
        100: "one hundred",
        138: "one hundred and thirty-eight",
        351: "three hundred and fifty-one",
        1000: "one thousand",
        2005: "two thousand and five",
        2105: "two thousand one hundred and five",
        234_567: "two hundred and thirty-four thousand five hundred and sixty-seven",
        -20: "minus twenty",
        -LARGEST - 1: "-1000000",
    },
}


@pytest.mark.parametrize(
    ("language", "number", "words"),
    [(language, number, words) for language in SAID for number, words in SAID[language].items()],
)
def test_it_is_said_as_at_a_table(language: Language, number: int, words: str) -> None:
    assert spell(number, language) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_numbers_are_said_alike(language: Language) -> None:
    numbers = range(-2000, 20_000)
    assert len({spell(number, language) for number in numbers}) == len(numbers)


def test_the_phone_says_the_same() -> None:
    asked = [(number, language) for language in LANGUAGES for number in _numbers()]
    assert answers("number_words.mjs", asked) == [spell(*one) for one in asked]


def _numbers() -> Iterator[int]:
    yield from range(-1200, 3300)
    yield from range(3300, LARGEST, 997)
    yield from (LARGEST, LARGEST + 1, -LARGEST, -LARGEST - 1)


@pytest.mark.parametrize(
    ("word", "broken"),
    [
        ("Χατζηκωνσταντινίδης", "Χα-τζη-κων-στα-ντι-νί-δης"),
        ("Παπαχριστοδουλοπούλου", "Πα-πα-χρι-στο-δου-λο-πού-λου"),
        ("Χατζησάββας", "Χα-τζη-σάβ-βας"),
        ("Κωνσταντίνος", "Κων-στα-ντί-νος"),
        ("Παρασκευαΐδης", "Πα-ρα-σκευαΐ-δης"),
        ("ΧΑΤΖΗΓΕΩΡΓΙΟΥ", "ΧΑ-ΤΖΗ-ΓΕΩΡ-ΓΙΟΥ"),
        ("Constantinou", "Con-stan-ti-nou"),
        ("Hadjichristodoulou", "Had-ji-chri-sto-dou-lou"),
    ],
)
def test_a_long_word_is_broken_between_syllables(word, broken):
    assert syllables(word).replace(SOFT_HYPHEN, "-") == broken


def test_a_short_word_stays_whole_and_a_name_of_two_parts_is_broken_in_each():
    assert syllables("Αντώνης – Σάββας 12345678901234") == "Αντώνης – Σάββας 12345678901234"
    told = syllables("Παναγιώτης-Ευάγγελος")
    assert told.split("-")[1].replace(SOFT_HYPHEN, "|") == "Ευάγ|γε|λος"
    assert len("Αντώνης") == LONGEST_WHOLE


@pytest.mark.parametrize(
    "text", ["", "ΒΓΔΖΘΚΛΜΝΞΠΡΣΤΦΧΨ", "🃏" * 20, "<b>aaaaaaaaaaaaaaa</b>", "שלוםשלוםשלוםשלום"]
)
def test_nothing_is_lost(text):
    assert syllables(text).replace(SOFT_HYPHEN, "") == text


def test_a_name_may_be_broken_into_shorter_parts():
    assert syllables("Μαρία Αντωνία", 4).replace(SOFT_HYPHEN, "-") == "Μα-ρία Αντω-νία"


def test_no_syllable_is_a_letter_alone():
    assert all(len(part) > 1 for part in syllables("Αλεξανδροπουλίδου").split(SOFT_HYPHEN))


def test_a_phone_breaks_them_at_the_same_places():
    with catalogue_file("el").open("rb") as file:
        texts = [str(part) for said in read_po(file) for part in (said.id, said.string)]
    names = ["Χατζηκωνσταντινίδης", "ΠΑΡΑΣΚΕΥΑΪΔΗΣ", "Hadjichristodoulou", "🃏" * 20, "ΒΓΔΖΘΚΛΜΝΞ"]
    assert_alike("syllables.mjs", [(text, syllables(text, 4)) for text in [*names, *texts]])
