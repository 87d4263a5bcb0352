"""A desktop with a keyboard: digits, Enter, Escape, and Tab to everything."""

import pytest
from playwright.sync_api import expect

from tests.support.browser_phone import DESKTOP

FOCUSED = """
() => {
  const one = document.activeElement;
  if (one === document.body) return null;
  const outlines = [one, one.closest(".chip, .box") ?? one].map(each => getComputedStyle(each));
  return {
    name: one.ariaLabel || one.textContent.trim(),
    shown: outlines.some(style => style.outlineStyle !== "none"),
  };
}
"""


@pytest.fixture
def phone(open_phone):
    return open_phone(viewport=DESKTOP, touch=False)


def press(phone, *keys):
    for key in keys:
        phone.page.keyboard.press(key)


def test_digits_are_typed_and_enter_saves(entry):
    entry.bid("A", 9)
    press(entry, "9", "7")
    entry.sees_result(19, 6)
    press(entry, "Enter")
    entry.arrive_at_ledger()
    assert entry.ledger() == [["1", "+19 19", "‹ 9", "6 +6"]]


def test_digits_may_come_first(entry):
    press(entry, "9", "7")
    entry.bid("A", 9)
    entry.sees_result(19, 6)


def test_backspace_takes_the_last_digit_off(entry):
    entry.bid("B", 8)
    press(entry, "9", "7", "Backspace", "8")
    entry.sees_points(64, 98)


def test_escape_goes_back_to_the_ledger_and_keeps_what_is_typed(entry):
    entry.bid("A", 9)
    press(entry, "9", "7")
    entry.sees_result(19, 6)
    press(entry, "Escape")
    entry.arrive_at_ledger()
    assert entry.ledger() == []
    entry.go_on(1)
    entry.sees_result(19, 6)


@pytest.mark.smoke
def test_a_hand_with_its_suit_is_nine_keys(match):
    """From one save to the next, the suit with it: the focus stands on what is done next."""
    match.control("New hand").focus()
    counts = [keys_of_a_hand(match) for _ in range(2)]
    assert max(counts) <= 9, counts
    expect(match.page.locator("#ledger .unsent")).to_have_count(0)
    assert match.ledger()[1] == ["2", "+19 38", "‹ 9 ♥", "12 +6"]


def keys_of_a_hand(phone):
    pressed = []

    def key(name):
        pressed.append(name)
        press(phone, name)

    def tab_to(name):
        while phone.page.evaluate(FOCUSED) is None or phone.page.evaluate(FOCUSED)["name"] != name:
            assert len(pressed) < 40, pressed
            key("Tab")

    phone.page.wait_for_timeout(450)  # a second Enter at once would be none
    tab_to("+New hand")
    key("Enter")
    phone.arrive("**/hand**")
    expect(phone.points("A")).to_have_value("")
    expect(phone.live).to_have_text("Who bid, and how much?")
    tab_to("Bid by Us: 8")
    key("ArrowRight")
    tab_to("Hearts")
    for name in ("Space", "9", "7"):
        key(name)
    phone.sees_result(19, 6)
    key("Enter")
    phone.arrive("**/m/*/")
    expect(phone.page.locator("#ledger")).to_be_visible()
    return len(pressed)


def test_escape_closes_a_panel_first(entry):
    entry.of_side("A", "declarations")
    press(entry, "Escape")
    expect(entry.panel("A")).to_be_hidden()
    expect(entry.save_button).to_be_visible()


def test_enter_on_a_button_presses_that_button(entry):
    entry.bid("A", 9)
    entry.control("Delete digit").focus()
    press(entry, "9", "7", "Enter")
    entry.sees_points(9, 153)


def test_enter_twice_saves_one_hand(entry):
    entry.bid("A", 9)
    press(entry, "9", "7")
    entry.sees_result(19, 6)
    press(entry, "Enter", "Enter")
    entry.arrive_at_ledger()
    assert len(entry.ledger()) == 1


def test_every_control_is_reached_by_tab_and_shows_its_focus(entry):
    expect(entry.control("Bid by Us: 8")).to_be_focused()
    reached = []
    for _ in range(80):
        press(entry, "Tab")
        focused = entry.page.evaluate(FOCUSED)
        if focused is None:
            break
        assert focused["shown"], f"no visible focus on {focused['name']}"
        reached.append(focused["name"])
    wanted = ("Hearts", "×2 doubled", "Us pilotta", "1", "Switch side", "Save hand")
    assert [name for name in wanted if name not in reached] == []


def test_a_suit_is_chosen_by_space_and_arrows(entry):
    entry.control("Hearts").focus()
    press(entry, "Space")
    assert entry.is_chosen("Hearts")
    press(entry, "ArrowRight")
    assert entry.is_chosen("Diamonds")


def test_the_answer_to_a_question_keeps_the_focus(entry):
    entry.bid("A", 8)
    press(entry, "9", "0")
    entry.declare("A", "run of 3")
    entry.declare("B", "run of 3")
    entry.control("Them").focus()
    press(entry, "Space")
    entry.sees_result(17, 9)
    assert entry.page.evaluate("document.activeElement.id") == "answer-declarations_to-B"
