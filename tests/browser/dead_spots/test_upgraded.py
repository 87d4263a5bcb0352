"""The server becomes a newer one while an old page is open, and hands are on the phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_installed import WAITING

PAGE_VERSION = "document.querySelector('link[href*=\"sheets/all.css\"]').href"


@pytest.fixture
def phone(carry, own_server):
    """At a match that lasts long, on a server that can be upgraded."""
    return carry(own_server).install().start_match(target=5000)


def test_an_old_page_goes_on_and_its_hands_come_to_the_newer_server(phone, own_server, check):
    phone.write_hand(97)
    phone.sees_saved()
    old = phone.page.evaluate(PAGE_VERSION)
    phone.cut()
    phone.write_hands(100, 120)
    own_server.upgrade()
    phone.write_hand(89)
    phone.correct_hand(2, 97)
    phone.sees_unsent(4)
    phone.restore()
    check(phone, [97, 97, 120, 89], own_server)
    assert shows_newer(phone, old)


def shows_newer(phone, old):
    """Are its pages the newer server's? One that takes its time is shown as it was kept."""
    for _ in range(5):
        phone.open_ledger()
        if phone.page.evaluate(PAGE_VERSION) != old:
            return True
    return False


def test_a_hand_that_was_being_typed_meanwhile_is_saved(phone, own_server, check):
    phone.open_entry()
    phone.bid("A", 8)
    own_server.upgrade()
    phone.type_points(97)
    phone.sees_result(18, 6)
    phone.tap("Save hand")
    phone.sees_ledger()
    check(phone, [97], own_server)


def test_an_update_is_offered_once_every_hand_is_saved(phone, own_server, check):
    phone.cut()
    phone.write_hands(97, 100)
    own_server.upgrade()
    phone.context.route("**/api/v1/**", lambda route: route.abort())
    phone.restore()
    phone.go_home()
    phone.page.evaluate(WAITING)
    phone.page.reload()
    expect(phone.page.locator("#unsent li")).to_have_count(1)
    expect(phone.page.locator("#update")).to_be_hidden()
    phone.context.unroute("**/api/v1/**")
    expect(phone.page.locator("#unsent")).to_be_hidden(timeout=90_000)
    phone.go_home()
    with phone.page.expect_event("load"):
        phone.tap("Update")
    expect(phone.page.locator("#update")).to_be_hidden()
    phone.open_ledger()
    check(phone, [97, 100], own_server)


def test_an_update_in_one_tab_leaves_the_hand_in_another_alone(phone, own_server, check):
    phone.open_entry()
    phone.bid("A", 8)
    phone.type_points(97)
    own_server.upgrade()
    entry, phone.page = phone.page, phone.context.new_page()
    phone.go_home()
    phone.page.evaluate(WAITING)
    phone.page.reload()
    with phone.page.expect_event("load"):
        phone.tap("Update")
    phone.page = entry
    phone.sees_result(18, 6)
    phone.cut()
    phone.tap("Save hand")
    phone.sees_ledger()
    phone.sees_unsent(1)
    phone.write_hand(100)
    phone.restore()
    check(phone, [97, 100], own_server)
