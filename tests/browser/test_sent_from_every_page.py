"""Any open page sends the operations that wait on the phone, and says that they wait."""

import time

import pytest
from playwright.sync_api import expect

from tests.faults.proxy import Proxy
from tests.faults.truth import events

API = "**/api/v1/**"
PAGES = ["/settle", "/rules", "/matches/new", "/privacy", "/tournaments/new"]
SOON_S = 6.5
"""Five seconds, and what a slow machine takes."""


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


@pytest.fixture
def proxy(server):
    proxy = Proxy(server)
    yield proxy
    proxy.close()


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
