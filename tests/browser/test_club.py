"""An evening at the club on a small Greek phone: a match from its page, a hand, its persons."""

from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GREEK_FIRST
from tests.browser.phone import PHONE


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


@pytest.mark.smoke
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
