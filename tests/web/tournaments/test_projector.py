"""The projector's page: it goes from screen to screen by itself, without scripts."""

from datetime import timedelta

import pytest

from scorekeeper.journal import clock
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


def numbers(screens):
    """The tables' numbers, in order."""
    return [at.text for page in screens for at in page.findall(".//ol[@class='shown']/li/b")]


def seconds_of(screens):
    """How long all of them take, one after the other."""
    told = [page.find(".//meta[@http-equiv='refresh']").get("content") for page in screens]
    return sum(int(one.split(";")[0]) for one in told)


def test_the_public_page_leads_to_it(guest, organise):
    drawn = organise(4, then=lambda desk: desk.draw())
    assert f"{drawn.url}projector" in guest.get(drawn.url).links()
    shown = guest.press(guest.get(f"{drawn.url}projector"), "Show it")
    assert titles([shown]) == ["Round 1 of 5: tables"]


def test_it_shows_tables_with_results_and_standings_and_begins_again(guest, organise):
    drawn = organise(5, then=lambda desk: desk.draw().result(1, 351, 240))
    screens = show(guest, drawn.url)
    assert titles(screens) == ["Round 1 of 5: tables", "Standings"]
    tables, standings = screens
    assert len(tables.findall(".//ol[@class='shown']/li")) == 2
    assert "Bye:" in tables.words()
    assert "351 240" in tables.words(".//span[@class='points']")
    assert len(tables.findall(".//span[@class='points']")) == 1
    assert len(standings.findall(".//table[@class='standings']/tbody/tr")) == 5


def test_forty_one_pairs_take_forty_seconds_at_most(guest, organise):
    drawn = organise(41, then=lambda desk: desk.draw().play())
    screens = show(guest, drawn.url)
    assert titles(screens)[0] == "Round 1 of 5: tables"
    assert numbers(screens) == [str(number) for number in range(1, 21)]
    places = [row for page in screens for row in page.findall(".//table/tbody/tr")]
    assert len(places) == 41
    assert seconds_of(screens) <= 40


def test_the_organiser_chooses_what_it_shows_and_how_long(guest, organise):
    drawn = organise(4, then=lambda desk: desk.draw())
    form = guest.get(f"{drawn.url}projector").form_of("Show it")
    page = guest.get(form.action, [("show", "names"), ("seconds", "20")])
    assert titles([page]) == ["Round 1 of 5: where do I sit?"]
    assert seconds_of([page]) == 20
    names = [item.text for item in page.findall(".//ol[@class='shown names']/li/bdi")]
    assert names == sorted(f"{name}{number}" for name in ("Even", "Odd") for number in range(1, 5))
    kept = page.find(".//meta[@http-equiv='refresh']").get("content")
    assert "show=names" in kept
    assert "seconds=20" in kept


def test_it_stops_at_a_screen_which_stays_new_and_goes_on(guest, organise):
    drawn = organise(5, then=lambda desk: desk.draw())
    page = guest.get(f"{drawn.url}screen?page=2")
    stopped = guest.get(page.find(".//a[@id='stay']").get("href"))
    assert titles([stopped]) == ["Standings"]
    _seconds, again = stopped.find(".//meta[@http-equiv='refresh']").get("content").split("; url=")
    assert titles([guest.get(again)]) == ["Standings"], "it comes anew and stays"
    gone_on = guest.get(stopped.find(".//a[@id='stay']").get("href"))
    _seconds, other = gone_on.find(".//meta[@http-equiv='refresh']").get("content").split("; url=")
    assert titles([guest.get(other)]) == ["Round 1 of 5: tables"]


def test_the_tournament_s_code_stands_beside_it(guest, organise, change_settings):
    drawn = organise(4, then=lambda desk: desk.draw())
    page = guest.get(f"{drawn.url}screen")
    assert not page.findall(".//div[@class='code']"), "localhost leads other phones nowhere"
    change_settings(address="http://192.168.1.7:8000/")
    page = guest.get(f"{drawn.url}screen?show=tables")
    assert page.words(".//p[@class='address']") == f"http://192.168.1.7:8000{drawn.url}"
    assert page.has(".//div[@class='code']")


def clock_of(page):
    return page.words(".//p[@class='clock']")


def test_the_clock_is_paused_goes_on_and_gets_more_minutes(guest, organise):
    drawn = organise(4, length="minutes", limit=40, then=lambda desk: desk.draw())
    begun = clock.moment()

    def press(name, minute):
        with clock.at(begun + timedelta(minutes=minute)):
            page = drawn.page("projector" if minute else "rounds/1")
            assert drawn.press(page, name).status == 303

    def shown(minute):
        with clock.at(begun + timedelta(minutes=minute)):
            return clock_of(guest.get(f"{drawn.url}screen?show=clock"))

    press("Start the clock", 0)
    assert shown(15) == "25:00"
    press("Pause the clock", 15)
    assert shown(25) == "25:00 paused"
    press("Let the clock go on", 30)
    assert shown(35) == "20:00"
    press("5 minutes more", 35)
    assert shown(36) == "24:00"
    press("Start the clock anew", 36)
    assert shown(37) == "39:00"


def test_it_shows_how_long_is_left(guest, organise):
    drawn = organise(4, length="minutes", limit=40, then=lambda desk: desk.draw())
    started = clock.moment()
    with clock.at(started):
        drawn.press(drawn.page("rounds/1"), "Start the clock")
    with clock.at(started + timedelta(minutes=15)):
        assert clock_of(show(guest, drawn.url)[0]) == "25:00"
        assert "25 min left" in guest.get(drawn.url).words(), "the public page as well"


@pytest.mark.parametrize("page", ["0", "9", "x"])
def test_a_screen_that_is_not_there_is_the_first(guest, organise, page):
    drawn = organise(4, then=lambda desk: desk.draw())
    assert titles([guest.get(f"{drawn.url}screen?page={page}")]) == ["Round 1 of 5: tables"]


def test_before_the_first_draw_it_waits(guest, organise):
    page = guest.get(f"{organise(4).url}screen")
    assert "No round is drawn yet." in page.words()
    assert page.has(".//meta[@http-equiv='refresh']")
