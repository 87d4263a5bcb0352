"""Erasing names in a tournament by its pages, and what is kept of a pair as a file."""

import json

import pytest

from scorekeeper.i18n.paper_words import PAPERS
from tests.phone import Phone

PAGES = ("", "standings", "rounds/1", "pairs", "names", "tournament.json", "results.csv", "screen")
NAMES = ("Cup", "Odd1", "Even1", "Odd2", "Even4", "late once")


def story(desk):
    desk.draw().play().do("adjusted", pair="1", to="wins", points=-2, reason="late once")


@pytest.fixture
def organiser(organise):
    return organise(4, then=story)


def shown(phone, url):
    told = "".join(phone.get(url + page).html for page in PAGES)
    return [name for name in NAMES if name in told]


def press(organiser, path, button, **typed):
    return organiser.press(organiser.page(path), button, **typed)


def test_whoever_ticks_the_box_erases_them_from_every_page(organiser, app):
    assert shown(organiser, organiser.url) == list(NAMES)
    done = press(organiser, "names", "Erase all names of the tournament", sure="1")
    assert (done.status, done.goes_to) == (303, organiser.url)
    assert shown(organiser, organiser.url) == []
    assert shown(Phone(app), organiser.url) == []


def test_pairs_and_tournament_are_called_what_they_are(organiser):
    press(organiser, "names", "Erase all names of the tournament", sure="1")
    words = organiser.page().words()
    assert "Pair 1" in words
    assert "Tournament" in organiser.page().words(".//h2")
    for path in ("standings", "pairs", "rounds/1", "pairs/1", "screen", "standings/1/wins"):
        assert organiser.page(path).status in (200, 404)


def test_the_names_of_a_pair_go_and_the_others_stay(organiser):
    done = press(organiser, "pairs/1/names", "Erase the names of this pair", sure="1")
    assert (done.status, done.goes_to) == (303, f"{organiser.url}pairs")
    assert shown(organiser, organiser.url) == ["Cup", "Odd2", "Even4"]
    assert "The names were erased:" in organiser.page("pairs/1/names").words()
    assert "The names were erased:" not in organiser.page("pairs/2/names").words()


@pytest.mark.parametrize(
    ("path", "button"),
    [
        ("names", "Erase all names of the tournament"),
        ("pairs/1/names", "Erase the names of this pair"),
    ],
)
def test_nothing_is_erased_without_the_tick(organiser, path, button):
    page = press(organiser, path, button, sure=None)
    assert page.status == 422
    assert "Tick the box first" in page.words()
    assert shown(organiser, organiser.url) == list(NAMES)


def test_who_watches_is_told_whom_to_ask(organiser, app):
    page = Phone(app).get(f"{organiser.url}names")
    assert "Ask the organiser" in page.words()
    assert "Erase all names" not in page.words()


def test_the_pages_lead_there(organiser):
    assert f"{organiser.url}names" in organiser.page().links()
    assert f"{organiser.url}pairs/1/names" in organiser.page("pairs/1").links()
    assert f"{organiser.url}pairs/1/pair.json" in organiser.page("pairs/1/names").links()


def test_what_is_kept_of_a_pair_comes_as_a_file(organiser):
    page = organiser.page("pairs/1/pair.json")
    assert page.headers["Content-Disposition"] == 'attachment; filename="tefteri-pair-1.json"'
    told = json.loads(page.html)
    (table,) = told["tables"]
    assert told["players"] == ["Odd1", "Even1"]
    assert told["adjustments"] == [{"pair": "1", "to": "wins", "points": -2, "reason": "late once"}]
    assert table["round"] == 1
    assert 351 in table["score"]
    drawn = organiser.tournament().table_of("1", 1)
    mine = drawn.result.score[0 if drawn.a == "1" else 1]
    assert table["score"][0] == mine, "its own points first"
    assert table["against"] == (drawn.b if drawn.a == "1" else drawn.a)
    assert "Odd2" not in page.html, "of others their numbers"


@pytest.mark.parametrize("paper", PAPERS)
def test_everything_can_still_be_printed(organiser, paper):
    press(organiser, "names", "Erase all names of the tournament", sure="1")
    assert organiser.page(f"papers/{paper}?round=1").status == 200


@pytest.mark.parametrize("path", ["pairs/5/names", "pairs/0/names", "pairs/5/pair.json"])
def test_there_must_be_such_a_pair(organiser, path):
    assert organiser.page(path).status == 404
