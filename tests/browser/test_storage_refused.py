"""A browser that refuses every kind of storage: everything else goes on."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import DESKTOP
from tests.browser.test_tournaments import set_up

REFUSED = """
const refuse = () => { throw new DOMException("The operation is insecure.", "SecurityError"); };
for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
  Object.defineProperty(window, name, { get: refuse });
}
window.BroadcastChannel = class { constructor() { refuse(); } };
"""
"""A script that runs before those of the page."""


@pytest.fixture
def refused(open_phone):
    """Opens phones whose browser refuses storage."""

    def refused(*given, **options):
        phone = open_phone(*given, **options)
        phone.page.add_init_script(REFUSED)
        return phone

    return refused


def test_keys_of_the_desk_work_without_storage(refused):
    laptop = refused("en", DESKTOP, touch=False)
    page, _ = laptop.page, set_up(laptop)
    page.wait_for_load_state()
    link = page.locator(".sections a[aria-keyshortcuts]").first
    with page.expect_navigation():
        page.keyboard.press(link.get_attribute("aria-keyshortcuts"))
    expect(page.locator(".sections a").first).to_have_attribute("aria-current", "page")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


@pytest.mark.smoke
def test_match_is_begun_and_its_hands_are_written_without_storage(refused):
    phone = refused()
    phone.set_up_match(name_A="Blue")
    phone.names["A"] = "Blue"
    for total in (19, 38):
        phone.open_entry()
        phone.bid("A", 9)
        phone.type_points(97)
        phone.sees_result(19, 6)
        phone.save()
        expect(phone.page.locator("#standing .total b").first).to_have_text(str(total))
    expect(phone.page.locator("#ledger .unsent")).to_have_count(0)


def test_hand_waits_in_the_page_that_has_no_storage(refused, server):
    phone = refused()
    phone.start_match()
    phone.watch.expect("ERR_FAILED", "Failed to fetch")
    phone.page.route("**/ops/*", lambda route: route.abort())
    phone.open_entry()
    phone.bid("A", 9)
    phone.type_points(97)
    phone.tap("Save hand")
    expect(phone.page.locator("#ledger .unsent").first).to_be_visible()
    phone.page.unroute("**/ops/*")
    phone.arrive_at_ledger()
    assert phone.ledger() == [["1", "+19 19", "‹ 9", "6 +6"]]
