"""The words for what a phone says by itself, handed over as a file."""

import json

import pytest

from scorekeeper.explain.spoken import vocabulary
from scorekeeper.i18n import LANGUAGES
from scorekeeper.web.vocabulary import words_url


@pytest.fixture
def address(app):
    def address(language):
        with app.test_request_context():
            return words_url(language)

    return address


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_all_the_words_of_a_language(phone, address, language):
    answer = phone.get(address(language))
    assert answer.headers["Content-Type"] == "application/json"
    assert json.loads(answer.html) == json.loads(vocabulary(language))


def test_its_address_follows_the_reader_and_changes_with_the_words(app, address):
    with app.test_request_context(headers={"Cookie": "lang=en"}):
        assert words_url() == address("en")
    assert address("en").partition("?v=")[2] != address("el").partition("?v=")[2]


def test_under_an_address_with_a_version_it_is_kept_for_a_year(phone, address):
    headers = phone.get(address("el")).headers
    assert headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert phone.get("/words/el.json").headers["Cache-Control"] == "no-cache"


def test_it_is_the_same_for_everybody(phone, address):
    headers = phone.get(address("el")).headers
    assert "Set-Cookie" not in headers
    assert headers.get("Vary", "Accept-Encoding") == "Accept-Encoding"


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_small(app, address, language):
    answer = app.test_client().get(address(language), headers={"Accept-Encoding": "gzip"})
    assert len(answer.data) < 4096


@pytest.mark.parametrize("name", ["fr", "el_GR", "EL", "../el"])
def test_there_are_no_words_of_another_language(phone, name):
    assert phone.get(f"/words/{name}.json").status == 404
