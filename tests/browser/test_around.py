"""Around a match: names by Enter, help in the manual, the way back, the API and its page."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from scorekeeper.journal.identifiers import new_operation_id
from tests.browser.conftest import GREEK_FIRST
from tests.support.browser_phone import PHONE, SERVERS_LEDGER, SMALL_PHONE, TAP_MS
from tests.support.table import MADE

PLACES = {"ledger": "The ledger", "entry": "Write a hand"}
WIDTH = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
PUT = """
async ([address, headers, body]) => {
  const answer = await fetch(address, {
    method: "PUT",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return [answer.status, await answer.json()];
}
"""


def type_by_enter(phone, *names):
    """Type the players one after the other, as they sit."""
    first = phone.page.locator("[name=player_A1]")
    first.focus()
    for name in names:
        phone.page.keyboard.type(name)
        phone.page.keyboard.press("Enter")
    for seat, name in zip(("A1", "B1", "A2", "B2"), names, strict=True):
        expect(phone.page.locator(f"[name=player_{seat}]")).to_have_value(name)
    assert phone.page.evaluate("document.activeElement === document.body"), "the last one is left"


def test_enter_leads_from_seat_to_seat(phone):
    phone.page.goto("/matches/new")
    phone.settle()
    phone.open_line("Names")
    type_by_enter(phone, "Maria", "Eleni", "Giorgos", "Andreas")
    assert phone.page.url.endswith("/matches/new")
    phone.tap("Start match")
    phone.arrive_at_ledger()
    phone.sees_dealer("Maria")
    phone.match_url = phone.page.url
    change = f"{phone.match_url}change/"
    phone.page.goto(change)
    phone.open_line("Names")
    for box in phone.page.locator("[name^=player_]").all():
        box.fill("")
    type_by_enter(phone, "Anna", "Nikos", "Petros", "Sofia")
    assert phone.page.url == change
    phone.confirm("Write the change")
    phone.arrive_at_ledger()
    phone.sees_dealer("Anna")


@pytest.fixture
def played(open_phone):
    phone = open_phone()
    phone.start_match()
    phone.play(("A", 9, 97, "hearts"))
    return phone


def test_the_entry_opened_in_place_has_its_own_help_and_keeps_what_is_typed(played):
    played.open_entry()
    played.bid("A", 9)
    played.type_points(12)
    played.tap("Menu", "Help")
    played.arrive("**/help#entry")
    expect(played.page.get_by_role("heading", name=PLACES["entry"])).to_be_in_viewport()
    played.tap("‹ Back")
    played.arrive_at_entry()
    expect(played.page.locator("[name=points_A]")).to_have_value("12")


def test_the_ledger_has_its_own_help(played):
    played.tap("Menu", "More", "Help")
    played.arrive("**/help#ledger")
    expect(played.page.get_by_role("heading", name=PLACES["ledger"])).to_be_in_viewport()


def test_its_list_leads_to_a_place_and_its_pictures_are_drawn(played):
    played.page.goto("/help")
    played.page.get_by_role("link", name="Settle a dispute").tap()
    picture = played.page.get_by_role("img", name="An answer: its reason first")
    expect(played.page.get_by_role("heading", name="Settle a dispute")).to_be_in_viewport()
    picture.scroll_into_view_if_needed()
    played.page.wait_for_function(
        "one => one.complete && one.naturalWidth > 0", arg=picture.element_handle()
    )


# --- the browser's way back: past written forms, with no press for nothing ---


def follow(phone, address):
    """Go there from the page on the screen, as a link does."""
    phone.page.evaluate("address => location.assign(address)", phone.match_url + address)
    phone.arrive(f"**/{address}*")
    phone.page.wait_for_timeout(TAP_MS)


def is_back(phone):
    phone.page.wait_for_url(phone.match_url)
    expect(phone.page.locator(SERVERS_LEDGER)).to_be_visible()
    phone.settle()


def save_served_hand(phone):
    follow(phone, "hand")
    phone.bid("A", 9)
    phone.tap("Hearts")
    phone.type_points(97)
    phone.tap("Save hand")


def correct_hand(phone):
    phone.open_hand(1)
    phone.settle()
    phone.tap("Correct the hand")
    phone.arrive("**/correct*")
    phone.page.wait_for_timeout(TAP_MS)
    phone.type_points(100)
    phone.confirm("Write the correction")


def adjust(phone):
    phone.tap("Menu", "Penalty, ruling, score from paper")
    phone.arrive("**/adjust")
    phone.page.locator("[name=points_A]").fill("10")
    phone.page.locator("[name=reason]").fill("talked")
    phone.confirm("Write it")


def change_name(phone):
    follow(phone, "change/")
    phone.open_line("Names")
    phone.page.locator("[name=name_A]").fill("Eagles")
    phone.confirm("Write the change")


def claim(phone):
    phone.tap("Menu", "Claim the match")
    phone.arrive("**/claim")
    phone.page.wait_for_timeout(TAP_MS)  # no double tap
    phone.page.get_by_role("radio").last.check(force=True)
    phone.page.locator("[name=points]").fill("1")
    phone.tap("Claim")
    expect(phone.page.locator("#wrong-claim")).to_contain_text("Are you sure?")
    phone.page.wait_for_timeout(TAP_MS)
    phone.tap("Yes, won by Eagles")


def way_back(phone):
    """The addresses of the pages that Back leads to, one press after the other."""
    while phone.page.url != "about:blank":
        phone.page.go_back()
        phone.page.wait_for_timeout(3 * TAP_MS)  # for a step that the idle page goes by itself
        if phone.page.url != "about:blank":
            yield urlsplit(phone.page.url).path


def test_back_leads_from_the_ledger_past_all_that_was_written(phone):
    phone.go_home()
    phone.set_up_match(preset="Cards alone")
    for write in (save_served_hand, correct_hand, adjust, change_name):
        write(phone)
        is_back(phone)
    phone.watch.expect("status of 422")
    claim(phone)
    is_back(phone)
    expect(phone.page.locator(".verdict")).to_be_visible()
    assert list(way_back(phone)) == ["/"]


def test_entry_that_is_opened_right_after_a_save_stays_open(phone):
    phone.go_home()
    phone.set_up_match(preset="Cards alone")
    late = []
    phone.page.route(phone.match_url, lambda route: late.append(route))
    save_served_hand(phone)
    phone.page.wait_for_timeout(2000)
    phone.tap("New hand")
    for route in late:
        route.continue_()
    phone.page.wait_for_timeout(1000)
    expect(phone.page.locator("#entry")).to_be_visible()


def test_back_leads_from_a_corrected_adjustment_to_its_page(match):
    adjust(match)
    is_back(match)
    match.page.get_by_role("link", name="talked").click()
    match.arrive("**/adjustments/*")
    adjustment = urlsplit(match.page.url).path
    match.tap("Correct it")
    match.arrive("**/correct")
    match.page.locator("[name=points_A]").fill("20")
    match.confirm("Write it")
    match.page.wait_for_url(match.match_url)
    match.sees_totals(20, 0)
    assert list(way_back(match)) == [adjustment, urlsplit(match.match_url).path]


# --- the API: its page, and what a page may write by its phone's cookie ---


@pytest.mark.parametrize("screen", [SMALL_PHONE, PHONE])
@GREEK_FIRST
def test_its_page_is_found_and_can_be_read(open_phone, axe, language, screen):
    phone = open_phone(language, screen)
    phone.go_home()
    phone.tap("Menu", "Settings and more", "For programmers")
    phone.arrive("**/api/v1/")
    for summary in phone.page.locator("summary").all():
        summary.click()
    assert phone.page.evaluate(WIDTH) == 0
    assert axe.faults(phone) == []


def send(phone, public_id, revision, headers=None):
    address = f"/api/v1/matches/{public_id}/ops/{new_operation_id()}"
    body = {"op": "record", "revision": revision, "hand": MADE}
    return phone.page.evaluate(PUT, [address, headers or {}, body])


def test_a_page_writes_in_its_phones_match_and_in_no_other(match, open_phone):
    public_id = match.match_url.rstrip("/").rpartition("/")[2]
    status, done = send(match, public_id, 1)
    assert (status, done["match"]["standing"]["totals"]) == (201, {"A": 19, "B": 6})
    match.open_ledger()
    match.sees_totals(19, 6)
    other = open_phone()
    other.start_match()
    other.watch.expect("status of 401")
    assert send(other, public_id, 2)[0] == 401
    assert send(match, public_id, 2)[0] == 201


def test_cookie_does_not_count_beside_a_bearer_token(match):
    match.watch.expect("status of 401")
    public_id = match.match_url.rstrip("/").rpartition("/")[2]
    status, problem = send(match, public_id, 1, {"Authorization": "Bearer x"})
    assert (status, problem["type"]) == (401, "/api/v1/#problem-unauthorized")
