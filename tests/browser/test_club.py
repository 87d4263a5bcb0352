"""A club on a small Greek phone: an evening, a season's set-up, and its pages as axe reads them."""

import json
from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GREEK_FIRST
from tests.engines.test_crawl import Walk
from tests.support.browser_phone import PHONE
from tests.support.server import Demo

OF_CLUBS = ("/c/", "/clubs", "/embed/c/")
LEAST = 25
"""Pages: a walk that finds less has lost its way."""
OPEN_ALL = "for (const one of document.querySelectorAll('details')) one.open = true"


@pytest.fixture
def club(open_phone):
    """The organiser's phone at its new club, in which there is one person."""
    organiser = open_phone("el", PHONE)
    organiser.page.goto("/clubs/new")
    organiser.page.locator("[name=name]").fill("Ο Πλάτανος")
    organiser.tap("Begin the club")
    organiser.arrive("**/c/*/")
    organiser.club_url = organiser.page.url
    organiser.tap("Roster")
    organiser.page.locator("[name=name]").fill("Μαρία Χαραλάμπους")
    organiser.tap("Add the person")
    expect(organiser.page.locator("ul.rows").get_by_text("Χαραλάμπους")).to_be_visible()
    return organiser


@GREEK_FIRST
def test_a_match_is_two_taps_from_the_clubs_page_and_a_hand_six_touches(open_phone, club, language):
    phone = open_phone(language, PHONE)
    phone.page.goto(club.club_url)
    phone.tap("New match here", "Start match")
    phone.arrive_at_ledger()
    assert phone.touches == 2
    phone.touches = 0
    phone.open_entry()
    phone.bid("A", 9)
    phone.tap("Hearts")
    phone.type_points(97)
    phone.save()
    assert phone.touches == 6
    phone.sees_totals(19, 6)
    match = phone.page.url
    phone.page.goto(club.club_url)
    listed = phone.page.get_by_role("listitem").filter(has_text="19")
    expect(listed).to_contain_text("6")
    listed.get_by_role("link").tap()
    phone.arrive(match)


@pytest.mark.parametrize(
    ("path", "field", "done", "empty"),
    [
        ("persons", "name", "Add the person", ""),
        ("/clubs/new", "name", "Begin the club", ""),
        ("persons/1", "note", "Save the person", "Η γιαγιά"),
        ("setup", "place", "Save", "Η γιαγιά"),
        ("links", "called", "A link for this helper", ""),
    ],
)
def test_text_typed_in_a_club_form_stays_until_it_is_saved(club, path, field, done, empty):
    page, typed = club.page, club.page.locator(f"[name={field}]")
    address = urljoin(club.club_url, path)
    page.goto(address)
    typed.fill("Η γιαγιά")
    page.reload()
    expect(typed).to_have_value("Η γιαγιά")
    page.goto(club.club_url)
    page.goto(address)
    expect(typed).to_have_value("Η γιαγιά")
    with page.expect_event("load"):
        club.tap(done)
    page.goto(address)
    expect(typed).to_have_value(empty)
    form = page.locator(f"form:has([name={field}])").get_attribute("data-typed")
    assert page.evaluate("(form) => sessionStorage.getItem(`draft:typed:${form}`)", form) is None


def test_a_person_is_offered_as_the_name_is_typed_and_sits_there_once_chosen(open_phone, club):
    phone = open_phone("el", PHONE)
    phone.page.goto(club.club_url)
    phone.tap("New match here")
    phone.open_line("Names")
    field = phone.page.locator("[name=player_A1]")
    field.press_sequentially("xaral")
    offered = phone.page.locator("#offered-A1 .chip").first
    expect(offered).to_be_visible()
    expect(field).to_have_value("xaral")  # a name alone means no person
    offered.tap()
    expect(field).to_have_value("Μαρία Χαραλάμπους")
    phone.tap("Start match")
    phone.arrive_at_ledger()
    phone.tap("Menu", "More", "Club and who sits where")
    phone.arrive("**/club/")
    expect(phone.page.locator("[name='0-A1']")).to_have_value("1")


def test_a_match_begun_without_the_server_is_the_clubs_once_it_is_there(open_phone, club):
    phone = open_phone("el", PHONE)
    phone.watch.expect("ERR_", "status of")
    phone.page.goto(club.club_url)
    phone.tap("New match here")
    phone.arrive("**/matches/new*")
    away = ("**/readyz", "**/api/v1/matches/*")
    for address in away:
        phone.page.route(address, lambda route: route.abort())
    phone.tap("Start match")
    phone.arrive("**/m/*/")
    path = phone.page.evaluate("location.pathname")
    for address in away:
        phone.page.unroute(address)
    phone.page.reload()
    phone.arrive_at_ledger()
    club.page.goto(club.club_url)
    expect(club.page.locator(f"a[href='{path}']")).to_be_visible()


# --- a season: at most twelve touches, as the manual's two examples ---


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


# --- axe, on the pages of two seasons, light and dark ---


@pytest.fixture
def demo(tmp_path):
    demo = Demo(tmp_path).start()
    yield demo
    demo.kill()


# A screen on the wall and a frame in another's page come again by themselves: theirs to do.
def is_meant(violation):
    return ": meta-refresh: " in violation


@pytest.mark.timeout(300)
def test_axe_finds_nothing_at_a_club(open_phone, axe, demo):
    phone = open_phone("el", PHONE, at=demo)
    pages = [one for one in Walk(demo, of_a_kind=2).pages("/clubs/") if one.startswith(OF_CLUBS)]
    assert len(pages) >= LEAST
    found = []
    for address in pages:
        phone.page.goto(address)
        phone.page.evaluate(OPEN_ALL)
        found += [one for one in axe.faults(phone, address) if not is_meant(one)]
    assert found == []
