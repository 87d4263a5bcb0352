"""A season is set up at the club's page in at most twelve touches, as the manual's two examples."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GREEK_FIRST
from tests.browser.phone import PHONE


@pytest.fixture
def language():
    return "el"


@pytest.fixture
def organiser(open_phone, language):
    """A phone at the page of its new club."""
    phone = open_phone(language, PHONE)
    phone.page.goto("/clubs/new")
    phone.page.locator("[name=name]").fill("Club")
    phone.tap("Begin the club")
    phone.arrive("**/c/*/")
    phone.touches = 0
    return phone


def write(phone, label, digits):
    """A tap into the field, and one for each digit on the phone's keys."""
    field = phone.page.get_by_label(phone.say(label))
    field.tap()
    field.press("ControlOrMeta+a")  # a tap into such a field chooses what stands there
    phone.page.keyboard.type(digits)
    phone.touches += 1 + len(digits)


def stored_rules(phone):
    """The rules of the club's only season, from its file."""
    club = phone.page.url.split("/seasons/")[0]
    return json.loads(phone.page.request.get(f"{club}/club.json").text())["seasons"][0]["rules"]


@GREEK_FIRST
def test_best_five_of_eight_by_pair(organiser):
    organiser.tap("New season")
    write(organiser, "So many of the best evenings count", "5")
    organiser.tap("Begin the season")
    organiser.arrive("**/seasons/1")
    assert organiser.touches <= 4
    rules = stored_rules(organiser)
    assert (rules["by"], rules["best"]) == ("pair", 5)
    assert rules["points"]["table"][:4] == [25, 18, 15, 12]


@GREEK_FIRST
def test_eighteen_fridays_by_player(organiser):
    organiser.tap("New season", "Players, with whatever partner", "By results")
    write(organiser, "One point more for so many points of the evening", "1000")
    organiser.tap("Begin the season")
    organiser.arrive("**/seasons/1")
    assert organiser.touches <= 9
    rules = stored_rules(organiser)
    assert (rules["by"], rules["best"]) == ("player", None)
    points = rules["points"]
    assert (points["win"], points["loss"], points["bye"]) == (4, 2, 3)
    assert points["score_per"] == 1000


def test_names_come_into_the_roster_by_the_keyboard_alone(organiser):
    page = organiser.page
    organiser.tap("Roster")
    organiser.arrive("**/persons")
    name = page.locator(".add-person [name=name]")
    name.fill("Maria")
    for other in ("Giorgos", "Eleni"):
        page.keyboard.press("Enter")
        expect(page.locator(".rows .row")).to_have_count(1 if other == "Giorgos" else 2)
        expect(name).to_be_focused()
        page.keyboard.type(other)
    expect(name).to_have_value("Eleni")


def test_only_the_fields_of_the_chosen_scheme_are_shown(organiser):
    organiser.tap("New season")
    table, win = organiser.page.locator("[name=table]"), organiser.page.locator("[name=win]")
    expect(table).to_be_visible()
    expect(win).to_be_hidden()
    organiser.tap("By results")
    expect(table).to_be_hidden()
    expect(win).to_be_visible()
    organiser.tap("All points of the evening")
    expect(table).to_be_hidden()
    expect(win).to_be_hidden()


def test_typed_season_rules_survive_a_reload_and_the_way_back(organiser):
    page = organiser.page
    organiser.tap("New season", "Players, with whatever partner", "By results")
    page.locator("[name=best]").fill("7")
    page.locator("[name=score_per]").fill("500")
    page.reload()
    expect(page.locator("[name=by][value=player]")).to_be_checked()
    expect(page.locator("[name=score_per]")).to_have_value("500")
    page.locator("a.back").tap()
    organiser.arrive("**/c/*/")
    organiser.tap("New season")
    expect(page.locator("[name=best]")).to_have_value("7")
    expect(page.locator("[name=scheme][value=results]")).to_be_checked()
    organiser.tap("Begin the season")
    organiser.arrive("**/seasons/1")
    assert (stored_rules(organiser)["best"], stored_rules(organiser)["by"]) == (7, "player")
    page.goto(page.url.replace("seasons/1", "seasons/2/setup"))
    expect(page.locator("[name=best]")).to_have_value("")
    expect(page.locator("[name=by][value=pair]")).to_be_checked()


def test_refused_value_is_still_there_after_a_reload(organiser):
    page = organiser.page
    organiser.watch.expect("status of 422")
    organiser.tap("New season")
    page.locator("[name=best]").fill("many")
    organiser.tap("Begin the season")
    expect(page.locator("[name=best]")).to_have_attribute("aria-invalid", "true")
    page.reload()
    expect(page.locator("[name=best]")).to_have_value("many")


def test_a_double_tap_counts_a_tournament_once(organiser):
    page = organiser.page
    organiser.tap("New season")
    organiser.tap("Begin the season")
    organiser.arrive("**/seasons/1")
    club = page.url.split("/seasons/")[0]
    page.goto("/tournaments/new")
    page.locator("[name=title]").fill("Friday")
    page.locator(".start .primary").tap()
    organiser.arrive("**/t/*/pairs")
    page.goto(f"{club}/")
    give = page.get_by_role("button", name=organiser.say("It is the club's"))
    expect(page.locator("[name=season]")).to_be_checked()
    give.dblclick()
    organiser.arrive("**/tournaments/*")
    told = page.request.get(f"{club}/club.json").json()
    assert len(told["tournaments"]) == 1
    assert len(told["seasons"][0]["tournaments"]) == 1
    page.goto(f"{club}/seasons/1/setup")
    tick = page.locator("[name=tournament]")
    tick.dblclick()  # off, and on again
    expect(tick).to_be_checked()


def test_a_new_tournament_from_the_clubs_page_is_counted_without_another_tap(organiser):
    page = organiser.page
    organiser.tap("New season", "Begin the season")
    organiser.arrive("**/seasons/1")
    club = page.url.split("/seasons/")[0]
    page.goto(f"{club}/")
    organiser.tap("New tournament")
    page.locator("[name=title]").fill("Friday")
    organiser.tap("Set it up")
    organiser.arrive("**/t/*/pairs")
    told = page.request.get(f"{club}/club.json").json()
    assert len(told["seasons"][0]["tournaments"]) == 1
