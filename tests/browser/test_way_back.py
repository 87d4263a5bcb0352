"""The browser's way back from the ledger: past written forms, with no press for nothing."""

from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.phone import SERVERS_LEDGER, TAP_MS


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
