"""Without a connection: each hand stays on the phone, and is saved later."""

import time

import pytest
from playwright.sync_api import expect

from tests.support.truth import events

CUT = ("ERR_INTERNET_DISCONNECTED", "htmx:sendError", "ERR_CONNECTION")
SAVED = ["1", "+19 19", "‹ 9 ♥", "6 +6"]
ON_THIS_PHONE = ["1•", *SAVED[1:]]
API = "**/api/v1/**"
PAGES = ["/settle", "/rules", "/matches/new", "/privacy", "/tournaments/new"]
SOON_S = 6.5
"""Five seconds, and what a slow machine takes."""


@pytest.fixture
def typed(match):
    match.watch.expect(*CUT)
    match.type_hand()
    match.settle()  # what is written without a network comes when the page is idle
    return match


@pytest.fixture
def unsent(typed):
    """The hand is written, and there is no connection."""
    typed.page.context.set_offline(True)
    typed.tap("Save hand")
    typed.sees_state("on this phone")
    return typed


def reopen(phone):
    """The browser is closed, and opened again with a connection."""
    phone.page.close()
    phone.page.context.set_offline(False)
    phone.page = phone.page.context.new_page()
    phone.open_ledger()


def test_a_save_without_a_connection_says_where_the_hand_is_and_saves_it_later(unsent):
    assert unsent.ledger() == [ON_THIS_PHONE]
    unsent.sees_totals(19, 6)
    expect(unsent.control("Not sent: 1")).to_be_visible()
    unsent.page.context.set_offline(False)
    unsent.sees_saved(SAVED)
    unsent.sees_state("saved")
    expect(unsent.control("Not sent: 1")).to_have_count(0)


@pytest.mark.smoke
def test_the_match_goes_on_without_a_connection(unsent):
    unsent.tap("New hand")
    expect(unsent.page.get_by_role("heading", level=1)).to_contain_text("Hand 2")
    unsent.bid("B", 10)
    unsent.type_points(94)
    unsent.sees_result(26, 0)
    unsent.tap("Save hand")
    unsent.sees_totals(45, 6)
    unsent.tap("Undo")
    unsent.sees_totals(19, 6)
    unsent.tap("Bring back")
    unsent.sees_totals(45, 6)
    expect(unsent.control("Not sent: 4")).to_be_visible()
    unsent.page.context.set_offline(False)
    unsent.sees_saved(SAVED, ["2", "+26 45", "~10~ ›", "6 –"])


def test_a_double_tap_on_undo_without_a_connection_undoes_one_hand(unsent):
    unsent.tap("New hand")
    unsent.bid("B", 8)
    unsent.type_points(97)
    unsent.tap("Save hand")
    unsent.sees_totals(25, 24)
    undo = unsent.control("Undo")
    undo.evaluate("undo => { undo.click(); undo.click(); }")
    expect(unsent.control("Bring back")).to_be_visible()
    unsent.page.context.set_offline(False)
    unsent.sees_saved(SAVED)


def test_a_hand_that_is_saved_while_its_correction_is_typed_is_corrected(unsent):
    unsent.page.locator("#ledger tbody a").tap()
    unsent.tap("Correct the hand", "Spades")
    unsent.page.context.set_offline(False)
    expect(unsent.page.locator("#outbox [data-op]")).to_have_count(0)
    unsent.tap("See what changes")
    versions = unsent.page.locator("table.lines").first.locator("tbody th")
    expect(versions).to_contain_text(["old:", "new:"])
    unsent.page.wait_for_timeout(450)
    unsent.tap("Write the correction")
    unsent.sees_saved(["1", "+19 19", "‹ 9 ♠", "6 +6"])


def test_the_way_forward_to_a_hand_that_is_void_leads_to_the_ledger(unsent):
    unsent.page.locator("#ledger tbody a").tap()
    unsent.tap("Void the hand")
    unsent.page.wait_for_timeout(450)
    unsent.tap("Void it")
    expect(unsent.control("New hand")).to_be_visible()
    expect(unsent.page.locator("#ledger tbody tr")).to_have_count(0)
    for _ in range(2):
        unsent.page.go_forward()
        unsent.page.wait_for_timeout(100)
    expect(unsent.control("New hand")).to_be_visible()
    assert unsent.page.url == unsent.match_url


def test_typing_goes_on_without_a_connection(typed):
    typed.page.context.set_offline(True)
    typed.tap("Delete digit")
    typed.type_points(9)
    typed.sees_points(99, 63)
    typed.sees_result(19, 6)
    typed.tap("Delete digit")
    typed.sees_points(9, 153)
    typed.sees_result(0, 25)  # 9 misses 90


def test_points_typed_offline_survive_a_browser_restart(typed):
    typed.page.context.set_offline(True)
    typed.tap("Delete digit")
    typed.type_points(9)
    typed.sees_points(99, 63)
    reopen(typed)
    assert typed.ledger() == []
    typed.go_on(1)
    typed.sees_points(99, 63)
    typed.sees_result(19, 6)


def test_hand_saved_offline_survives_a_browser_restart(unsent):
    reopen(unsent)
    unsent.sees_saved(SAVED)


def test_draft_of_the_next_hand_survives_the_sending_of_the_last(unsent):
    """Its draft knows the last hand by its operation, the page that comes by its number."""
    unsent.tap("New hand")
    unsent.bid("B", 10)
    unsent.type_points(94)
    unsent.page.context.set_offline(False)
    expect(unsent.page.locator("#outbox [data-op]")).to_have_count(0)
    unsent.page.reload()
    unsent.sees_points(68, 94)
    unsent.sees_result(26, 0)


# --- any open page sends what waits, and says that it waits ---


@pytest.fixture
def waiting(match):
    """A hand that waits on this phone: its requests do not come through."""
    match.watch.expect("ERR_", "status of")
    match.page.context.route(API, lambda route: route.abort())
    match.type_hand()
    match.tap("Save hand")
    match.sees_state("on this phone")
    return match


def hands(phone, server):
    return len(events(server, phone.match_url.split("/")[-2])) - 1


def waits(phone):
    return phone.page.locator("#waits")


@pytest.mark.parametrize("address", PAGES)
def test_a_hand_is_sent_from_every_page_and_the_page_says_that_it_waits(waiting, server, address):
    waiting.page.goto(address)
    expect(waits(waiting)).to_have_text("Not sent: 1")
    waiting.page.context.unroute(API)
    since = time.monotonic()
    expect(waits(waiting)).to_be_hidden()
    assert time.monotonic() - since < SOON_S
    assert hands(waiting, server) == 1


def test_the_words_lead_to_the_list(waiting):
    waiting.page.goto("/rules")
    waits(waiting).get_by_role("link").tap()
    expect(waiting.control("Not sent: 1")).to_be_visible()


def test_a_page_that_is_open_already_takes_over_what_another_tab_left(waiting, server):
    other = waiting.page.context.new_page()
    waiting.page.close()
    other.goto("/settle")
    expect(other.locator("#waits")).to_be_visible()
    waiting.page.context.unroute(API)
    expect(other.locator("#waits")).to_be_hidden()
    assert hands(waiting, server) == 1


def test_page_does_not_fetch_the_outbox_when_nothing_waits(phone):
    asked = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.page.goto("/rules")
    phone.page.wait_for_load_state("networkidle")
    assert not [address for address in asked if address.endswith("/outbox.js")]
    expect(waits(phone)).to_be_hidden()


@pytest.mark.parametrize("way", ["cut", "hang"])
def test_a_server_that_comes_back_is_noticed_though_the_phone_had_its_network(
    open_phone, server, proxy, way
):
    """It was restarted, or the network beyond the café was gone: the browser says nothing."""
    phone = open_phone(at=proxy)
    phone.watch.expect("ERR_", "status of")
    phone.start_match()
    phone.type_hand()
    getattr(proxy, way)()
    phone.tap("Save hand")
    phone.sees_state("on this phone")
    phone.page.wait_for_timeout(15_000)
    proxy.restore()
    since = time.monotonic()
    phone.sees_saved(["1", "+19 19", "‹ 9 ♥", "6 +6"])
    assert time.monotonic() - since < SOON_S
    assert hands(phone, server) == 1
