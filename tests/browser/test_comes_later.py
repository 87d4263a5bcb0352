"""A scorer's page can be used before all of it is there: taps for the rest wait for it."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_in_place import let_go_on, pages_asked

SCRIPTS = "modules"
REST = "**/views/*/match.html*"
LIST = "**/views/*/outbox.html*"
ROW = ["1", "+19 19", "‹ 9 ♥", "6 +6"]


@pytest.fixture
def begun(phone):
    """Opens a new match, and does this with what its page asks for last: then it is usable."""

    def begun(do_with, what=REST):
        asked = []

        def note(route):
            asked.append(route)
            do_with(route)

        phone.page.route(what, note)
        phone.start_match()
        while not asked:
            phone.page.wait_for_timeout(20)
        return asked

    return begun


def hold(_route):
    """Let it wait."""


def lose(route):
    route.abort()


@pytest.fixture
def phone(phone):
    phone.watch.expect("ERR_FAILED", "ERR_INTERNET_DISCONNECTED")
    return phone


def test_a_hand_is_entered_before_the_rest_is_there_and_saved_once_it_is(phone, begun):
    rest = begun(hold)
    pages = pages_asked(phone)
    phone.type_hand()
    phone.tap("Save hand")
    expect(phone.page.locator("#entry")).to_be_visible()
    let_go_on(phone, rest)
    phone.sees_saved(ROW)
    assert pages == []


def test_tap_fetches_again_what_failed_while_the_page_was_idle(phone, begun):
    begun(lose)
    phone.page.unroute(REST)
    with phone.page.expect_response(REST):
        phone.page.locator("#standing").tap()


def test_server_form_saves_a_hand_when_the_phone_views_fail_to_load(phone, begun):
    begun(lose)
    phone.page.goto(f"{phone.match_url}hand")
    phone.bid("A", 9)
    phone.tap("Hearts")
    phone.type_points(97)
    phone.sees_result(19, 6)
    phone.tap("Save hand")
    phone.sees_saved(ROW)


def test_a_form_that_the_phone_drew_says_so_and_is_saved_once_there_is_a_network(phone, begun):
    begun(lose)
    pages = pages_asked(phone)
    phone.type_hand()
    phone.tap("Save hand")
    expect(phone.message).to_contain_text("No connection")
    phone.sees_result(19, 6)
    phone.page.unroute(REST)
    phone.sees_saved(ROW)
    assert pages == []


def test_back_from_the_entry_waits_for_the_ledger(phone, begun):
    rest = begun(hold)
    phone.open_entry()
    phone.page.go_back()
    let_go_on(phone, rest)
    expect(phone.page.locator(".plus")).to_be_visible()
    expect(phone.page.locator("#entry")).to_have_count(0)


def test_the_list_of_what_is_unsent_opens_before_it_was_there(phone, begun):
    held = begun(hold, LIST)
    phone.tap("Menu", "Waiting to be sent")
    let_go_on(phone, held)
    sheet = phone.page.locator("#outbox")
    expect(sheet).to_contain_text(phone.say("All is sent: nothing waits on this phone."))
    expect(sheet).to_be_visible()


def test_an_open_menu_does_not_move_below_a_finger(phone, begun):
    held = begun(hold)
    phone.tap("Menu")
    below = phone.page.get_by_role("button", name="Stop the match here")
    before = below.bounding_box()
    let_go_on(phone, held)
    phone.settle()
    assert below.bounding_box() == before
    expect(phone.page.locator("#menu [data-say]")).to_be_enabled()
    phone.tap("Stop the match here")
    expect(phone.page.locator("#stop")).to_be_visible()


def test_an_idle_page_has_all_that_it_needs_without_a_network(phone):
    phone.start_match()
    phone.settle()
    phone.page.context.set_offline(True)
    phone.type_hand()
    phone.tap("Save hand")
    phone.sees_state("on this phone")
    phone.tap("Menu", "Waiting to be sent")
    expect(phone.page.locator("#outbox [role=listitem]")).to_have_count(1)


def test_a_script_that_failed_once_comes_by_a_reload_which_keeps_what_was_typed(phone, begun):
    """A browser may remember that an import failed as long as the page is there."""
    loaded = []

    def lose_until_reloaded(route):
        route.continue_() if loaded else route.abort()

    begun(lose_until_reloaded, "**/js/phone/rest.js")
    phone.type_hand()
    phone.page.on("request", lambda asked: asked.is_navigation_request() and loaded.append(asked))
    with phone.page.expect_event("load"):
        phone.tap("Save hand")
    phone.sees_result(19, 6)
    phone.tap("Save hand")
    phone.sees_saved(ROW)
