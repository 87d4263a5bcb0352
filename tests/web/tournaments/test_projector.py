"""The projector's page: it goes from screen to screen by itself, without scripts."""

from datetime import timedelta

import pytest

from scorekeeper.services import clock
from tests.phone import Phone


@pytest.fixture
def guest(app):
    return Phone(app)


def show(phone, url):
    """Every screen once, in the order in which they follow each other."""
    screens, address = {}, f"{url}screen?page=1"
    while address not in screens:
        page = screens[address] = phone.get(address)
        told = page.find(".//meta[@http-equiv='refresh']").get("content")
        seconds, address = told.split("; url=")
        assert int(seconds) > 5, "there is time to read it"
    return list(screens.values())


def titles(screens):
    return [page.words(".//p[@class='screen-title']") for page in screens]


def test_the_public_page_leads_to_it(guest, organise):
    drawn = organise(4, then=lambda desk: desk.draw())
    assert f"{drawn.url}screen" in guest.get(drawn.url).links()


def test_it_shows_draw_results_and_standings_and_begins_again(guest, organise):
    drawn = organise(5, then=lambda desk: desk.draw().result(1, 351, 240))
    screens = show(guest, drawn.url)
    assert titles(screens) == ["Round 1 of 5: tables", "Round 1 of 5: results", "Standings"]
    tables, results, standings = screens
    assert len(tables.findall(".//ol[@class='shown']/li")) == 2
    assert "Bye:" in tables.words()
    assert "351 – 240" in results.words(".//ol[@class='shown']")
    assert len(results.findall(".//ol[@class='shown']/li")) == 1
    assert len(standings.findall(".//table[@class='standings']/tbody/tr")) == 5


def test_many_tables_take_many_screens(guest, organise):
    drawn = organise(52, then=lambda desk: desk.draw())
    screens = show(guest, drawn.url)
    assert titles(screens)[:4] == [f"Round 1 of 5: tables {page}/4" for page in (1, 2, 3, 4)]
    numbers = [at.text for page in screens for at in page.findall(".//ol[@class='shown']/li/b")]
    assert numbers == [str(number) for number in range(1, 27)]
    places = [row for page in screens for row in page.findall(".//table/tbody/tr")]
    assert len(places) == 52


def test_it_shows_how_long_is_left(guest, organise):
    drawn = organise(4, length="minutes", limit=40, then=lambda desk: desk.draw())
    started = clock.now()
    with clock.at(started):
        drawn.press(drawn.page("rounds/1"), "Start the clock")
    with clock.at(started + timedelta(minutes=15)):
        assert titles(show(guest, drawn.url))[0] == "Round 1 of 5: tables 25 min left"
        assert "25 min left" in guest.get(drawn.url).words(), "the public page as well"


@pytest.mark.parametrize("page", ["0", "9", "x"])
def test_a_screen_that_is_not_there_is_the_first(guest, organise, page):
    drawn = organise(4, then=lambda desk: desk.draw())
    assert titles([guest.get(f"{drawn.url}screen?page={page}")]) == ["Round 1 of 5: tables"]


def test_before_the_first_draw_it_waits(guest, organise):
    page = guest.get(f"{organise(4).url}screen")
    assert "No round is drawn yet." in page.words()
    assert page.has(".//meta[@http-equiv='refresh']")
