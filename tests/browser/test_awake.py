"""During a match the screen stays awake, where the browser allows it."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_tournaments import set_up

COUNT = """
window.asked = 0;
class Lock {
  released = false;
  constructor() {
    document.addEventListener("visibilitychange", () => { this.released = true; });
  }
  async release() {
    window.asked -= this.released ? 0 : 1;
    this.released = true;
  }
}
Object.defineProperty(navigator, "wakeLock", { value: {
  request: () => { window.asked += 1; return %s; },
} });
"""


@pytest.fixture
def phone(open_phone):
    phone = open_phone()
    phone.page.add_init_script(COUNT % "Promise.resolve(new Lock())")
    return phone


def expect_asked(phone, times):
    """The script comes a moment after the page."""
    phone.page.wait_for_function("times => window.asked === times", arg=times)


def test_the_ledger_and_the_entry_keep_it_awake(match):
    expect_asked(match, 1)
    match.open_entry()
    expect_asked(match, 1)


def test_it_is_asked_again_when_the_page_is_seen_again(match):
    expect_asked(match, 1)
    match.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect_asked(match, 2)


def test_the_first_page_lets_it_sleep(phone):
    phone.go_home()
    expect_asked(phone, 0)


def test_a_refusal_is_no_error(open_phone):
    phone = open_phone()
    phone.page.add_init_script(COUNT % "Promise.reject(new DOMException('low battery'))")
    phone.start_match()
    expect_asked(phone, 1)
    expect(phone.control("New hand")).to_be_visible()


def test_the_ledger_drawn_where_a_hand_was_corrected_keeps_it_awake(match):
    match.play(("A", 9, 97))
    match.open_hand(1)
    expect_asked(match, 0)
    match.tap("Correct the hand", "Clubs")
    match.confirm("Write the correction")
    match.arrive_at_ledger()
    expect_asked(match, 1)


@pytest.mark.parametrize("path", ["screen", "address"])
def test_page_for_the_wall_keeps_it_awake(phone, path):
    url = set_up(phone)
    phone.page.goto(f"{url}{path}")
    expect_asked(phone, 1)
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect_asked(phone, 2)


def test_clock_that_is_paused_elsewhere_lets_it_sleep(phone):
    url = set_up(phone, minutes="45")
    phone.page.goto(f"{url}rounds/1")
    phone.page.get_by_role("button", name="Start the clock").click()
    expect_asked(phone, 1)
    other = phone.page.context.new_page()
    other.goto(f"{url}rounds/1")
    other.locator("summary", has_text="Clock").click()
    other.get_by_role("button", name="Pause the clock").click()
    expect_asked(phone, 0)  # its board asks for news


def test_running_clock_keeps_it_awake_and_a_paused_one_lets_it_sleep(phone):
    url = set_up(phone, minutes="45")
    phone.page.goto(f"{url}rounds/1")
    expect_asked(phone, 0)
    other = phone.page.context.new_page()
    other.goto(f"{url}rounds/1")
    other.get_by_role("button", name="Start the clock").click()
    expect_asked(phone, 1)  # its board asks for news
    phone.page.reload()
    expect_asked(phone, 1)
    other.locator("summary", has_text="Clock").click()
    other.get_by_role("button", name="Pause the clock").click()
    other.wait_for_load_state()
    expect(other.locator(".left")).to_contain_text("paused")
    phone.page.reload()
    expect_asked(phone, 0)
