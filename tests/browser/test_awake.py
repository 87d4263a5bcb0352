"""During a match the screen stays awake, where the browser allows it."""

import pytest
from playwright.sync_api import expect

COUNT = """
window.asked = 0;
Object.defineProperty(navigator, "wakeLock", { value: {
  request: () => { window.asked += 1; return %s; },
} });
"""


@pytest.fixture
def phone(open_phone):
    phone = open_phone()
    phone.page.add_init_script(COUNT % "Promise.resolve()")
    return phone


def asked(phone):
    return phone.page.evaluate("window.asked")


def test_the_ledger_and_the_entry_keep_it_awake(match):
    assert asked(match) == 1
    match.open_entry()
    assert asked(match) == 1


def test_it_is_asked_again_when_the_page_is_seen_again(match):
    match.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert asked(match) == 2


@pytest.mark.long
def test_the_first_page_lets_it_sleep(phone):
    phone.go_home()
    assert asked(phone) == 0


@pytest.mark.long
def test_a_refusal_is_no_error(open_phone):
    phone = open_phone()
    phone.page.add_init_script(COUNT % "Promise.reject(new DOMException('low battery'))")
    phone.start_match()
    assert asked(phone) == 1
    expect(phone.control("New hand")).to_be_visible()


@pytest.mark.long
def test_the_ledger_drawn_where_a_hand_was_corrected_keeps_it_awake(match):
    match.play(("A", 9, 97))
    match.open_hand(1)
    assert asked(match) == 0
    match.tap("Correct the hand", "Clubs")
    match.confirm("Write the correction")
    match.arrive_at_ledger()
    assert asked(match) == 1
