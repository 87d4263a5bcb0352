"""A season is set up at the club's page in at most twelve touches, as the manual's two examples."""

import json

import pytest
from playwright.sync_api import expect

MOST_TOUCHES = 12


@pytest.fixture
def organiser(open_phone, server):
    """A phone at the page of its new club."""
    phone = open_phone("en")
    phone.page.goto(f"{server.url}/clubs/new")
    phone.page.get_by_label("Name of the club").fill("Club")
    phone.tap("Begin the club")
    phone.arrive("**/c/*/")
    phone.touches = 0
    return phone


def write(phone, label, digits):
    """A tap into the field, and one for each digit on the phone's keys."""
    field = phone.page.get_by_label(label)
    field.tap()
    field.press("ControlOrMeta+a")  # a tap into such a field chooses what stands there
    phone.page.keyboard.type(digits)
    phone.touches += 1 + len(digits)


def stored_rules(phone):
    """The rules of the club's only season, from its file."""
    club = phone.page.url.split("/seasons/")[0]
    return json.loads(phone.page.request.get(f"{club}/club.json").text())["seasons"][0]["rules"]


def test_best_five_of_eight_by_pair(organiser):
    organiser.tap("New season")
    write(organiser, "So many of the best evenings count", "5")
    organiser.tap("Begin the season")
    expect(organiser.page.get_by_text("Nothing is counted yet")).to_be_visible()
    assert organiser.touches <= MOST_TOUCHES
    rules = stored_rules(organiser)
    assert (rules["by"], rules["best"]) == ("pair", 5)
    assert rules["points"]["table"][:4] == [25, 18, 15, 12]


def test_eighteen_fridays_by_player(organiser):
    organiser.tap("New season", "Players, with whatever partner")
    organiser.page.get_by_role("group", name="Points of an evening").get_by_role(
        "radio", name="By results"
    ).tap()
    organiser.page.locator("summary", has_text="By results").tap()
    organiser.touches += 2
    write(organiser, "One point more for so many points of the evening", "1000")
    organiser.tap("Begin the season")
    expect(organiser.page.get_by_text("Nothing is counted yet")).to_be_visible()
    assert organiser.touches <= MOST_TOUCHES
    rules = stored_rules(organiser)
    assert (rules["by"], rules["best"]) == ("player", None)
    points = rules["points"]
    assert (points["win"], points["loss"], points["bye"]) == (4, 2, 3)
    assert points["score_per"] == 1000
