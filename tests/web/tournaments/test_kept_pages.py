"""A tournament's page is made once for all who ask, also with a query that it does not know."""

import re

import pytest
from werkzeug.exceptions import TooManyRequests

from scorekeeper.web import page_memory
from scorekeeper.web.tournaments import remembered_pages
from scorekeeper.web.tournaments.remembered_pages import _in_turn, _turn
from tests.phone import Phone

PATHS = ("", "standings", "results", "cross", "history", "screen", "rounds/1")
EMBEDS = ("standings", "round", "tables/1")
TOKEN = re.compile(r'name="csrf_token" value="[^"]+"')


@pytest.fixture
def organiser(organise):
    return organise(4, then=lambda desk: desk.draw().result(1, 351, 240))


@pytest.fixture
def guest(app):
    return Phone(app)


def text(phone, url):
    answer = phone.client.get(url)
    assert answer.status_code == 200
    return TOKEN.sub("", answer.text)


@pytest.fixture(params=[*PATHS, *(f"embed/{name}" for name in EMBEDS)])
def url(request, organiser):
    path = request.param
    if path.startswith("embed/"):
        return path.replace("embed/", f"/embed{organiser.url}")
    return f"{organiser.url}{path}"


def test_unknown_query_gets_the_page_that_is_kept(guest, url, monkeypatch):
    kept = text(guest, url)
    monkeypatch.setattr(page_memory, "_Page", lambda *_: 1 / 0)
    assert text(guest, f"{url}?x=1") == kept
    assert text(guest, f"{url}?mark=1&y=<script>") == kept


def test_unknown_query_of_a_match_gets_the_page_that_is_kept(keep, stranger, monkeypatch):
    match_url = keep().url
    kept = text(stranger, match_url)
    monkeypatch.setattr(page_memory, "_Page", lambda *_: 1 / 0)
    assert text(stranger, f"{match_url}?fbclid=1") == kept


def test_page_for_one_reader_counts_for_a_stranger(guest, organiser, monkeypatch):
    def count():
        raise TooManyRequests

    monkeypatch.setattr(remembered_pages, "count_rare_page", count)
    for path in ("?name=odd1", "history?until=1", "screen?stay=1", "screen?page=9999"):
        assert guest.client.get(f"{organiser.url}{path}").status_code == 429
        assert organiser.client.get(f"{organiser.url}{path}").status_code == 200


def test_page_is_made_while_no_other_thread_makes_one(guest, organiser, monkeypatch):
    made = []
    render = _in_turn

    def in_turn(make):
        return render(lambda: made.append(_turn.locked()) or make())

    monkeypatch.setattr(remembered_pages, "_in_turn", in_turn)
    text(guest, organiser.url)
    text(guest, f"{organiser.url}?name=odd1")
    assert made == [True, True]
