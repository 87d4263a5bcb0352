"""The organiser's desk: choices of a way to play, and answers that come into their page."""

import pytest
from playwright.sync_api import expect

from tests.browser.evening import Organiser
from tests.browser.test_grid import field, pairs
from tests.browser.test_tournaments import press, set_up

CHOICES = {
    "rounds": {"rounds", "final", "format"},
    "groups": {"groups", "first", "consolation"},
    "everybody": {"rounds", "final"},
    "ranking": {"rounds", "final", "counted"},
    "individual": {"rounds", "counted", "sit_out"},
    "knockout": {"places", "losers"},
}


@pytest.fixture
def page(open_phone):
    page = open_phone("el", java_script_enabled=False).page
    page.goto("/tournaments/new")
    page.get_by_text("Βαθμολογία", exact=True).click()
    return page


def shown(page, within):
    controls = page.locator(f"{within} [name]").all()
    return {one.get_attribute("name") for one in controls if one.is_visible()}


@pytest.mark.slow
def test_chosen_way_to_play_shows_its_choices_alone(page):
    for way, names in CHOICES.items():
        page.locator(f"[name=way][value={way}]").check()
        assert shown(page, ".its-choices") == names, way


@pytest.mark.slow
def test_choice_opens_what_follows_from_it(page):
    for way in ("rounds", "everybody", "ranking"):
        page.locator(f"[name=way][value={way}]").check()
        page.locator("label:has([name=final][value='4'])").click()
        assert "places" in shown(page, ".its-choices"), way
    page.locator("label:has([name=counted][value=total])").click()
    assert "drop" in shown(page, ".its-choices")
    page.locator("[name=way][value=knockout]").check()
    page.locator("label:has([name=places][value=all])").click()
    assert "losers" not in shown(page, ".its-choices")


@pytest.mark.slow
def test_standings_ask_nothing_that_players_do_not_have(page):
    asked = {"by", "tie_break_1", "points_won", "bye"}
    assert shown(page, ".lines-that-open") >= asked
    page.locator("[name=way][value=ranking]").check()
    assert asked & shown(page, ".lines-that-open") == asked - {"by"}
    page.locator("[name=way][value=individual]").check()
    assert not asked & shown(page, ".lines-that-open")


# --- forms whose page is not loaded anew ---


@pytest.fixture
def url(laptop):
    return set_up(laptop, pairs(4))


def test_saved_fee_leaves_what_is_typed_into_the_other_form(laptop, url):
    laptop.page.goto(f"{url}fees")
    desk = Organiser(laptop)
    field(laptop, "payment-2").fill("5")
    field(laptop, "fee").fill("20")
    desk.stay(click="Save fee and prizes")
    expect(laptop.page.locator("main")).to_contain_text("Paid: 0 € of 80 €")
    expect(field(laptop, "payment-2")).to_have_value("5")
    desk.stay(click="Save what was paid")
    expect(laptop.page.locator("main")).to_contain_text("Paid: 5 € of 80 €")
    field(laptop, "payment-3").fill("7")
    laptop.page.reload()
    expect(field(laptop, "payment-3")).to_have_value("7")
    expect(field(laptop, "payment-2")).to_have_value("5")
    assert desk.loads == 1, "the reload"


def test_refused_wish_stays_typed_beside_its_reason(laptop, url):
    laptop.page.goto(f"{url}draw?open=wishes&forbidden=3-4")
    desk = Organiser(laptop)
    field(laptop, "one").fill("1")
    field(laptop, "other").fill("99")
    desk.stay(click="Keep them apart")
    laptop.watch.expect("422")
    expect(laptop.page.locator("#wrong-apart")).to_be_visible()
    expect(field(laptop, "other")).to_have_value("99")
    field(laptop, "other").fill("2")
    desk.stay(click="Keep them apart")
    expect(laptop.page.locator("#wishes ul.pairs > li")).to_have_count(1)
    expect(field(laptop, "forbidden")).to_have_value("3-4")
    assert desk.loads == 0


def test_answer_of_another_kind_is_a_page_of_its_own(laptop, url):
    laptop.page.goto(f"{url}fees")
    refusal = {"status": 403, "content_type": "text/html", "body": "<main>Not now</main>"}
    laptop.page.route("**/fees*", lambda route: route.fulfill(**refusal))
    laptop.watch.expect("403", "htmx:responseError")
    field(laptop, "fee").fill("20")
    press(laptop, "Save fee and prizes")
    expect(laptop.page.locator("body")).to_have_text("Not now")


def test_button_whose_answer_was_lost_is_sent_again_with_what_it_says(laptop, url):
    laptop.page.goto(f"{url}fees")
    field(laptop, "fee").fill("20")
    Organiser(laptop).stay(click="Save fee and prizes")
    field(laptop, "payment-2").fill("5")
    laptop.page.route("**/fees/pairs", lambda route: route.abort(), times=1)
    laptop.watch.expect("net::ERR_FAILED", "htmx:afterRequest", "htmx:sendError")
    press(laptop, "All paid")
    expect(laptop.page.locator("main")).to_contain_text("nothing is saved yet")
    expect(field(laptop, "payment-3")).to_have_value("20")
    expect(laptop.page.locator("main")).to_contain_text("Paid: 0 € of 80 €")


def test_form_whose_answer_was_lost_is_written_once(laptop, url):
    laptop.page.goto(f"{url}draw?open=wishes")

    def lose(route):
        route.fetch()
        route.abort()

    laptop.page.route("**/wishes/apart*", lose, times=1)
    laptop.watch.expect("net::ERR_FAILED", "htmx:afterRequest", "htmx:sendError")
    field(laptop, "one").fill("1")
    field(laptop, "other").fill("2")
    press(laptop, "Keep them apart")
    expect(laptop.page.locator("#wishes ul.pairs > li")).to_have_count(1)
    laptop.page.goto(f"{url}history")
    told = laptop.page.locator(".history .what", has_text="never meet")
    expect(told).to_have_count(1)
