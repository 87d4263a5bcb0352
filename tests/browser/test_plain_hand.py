"""One hand on the phone, one phone in the hand: touches, no scroll, no keyboard, nothing moves."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GREEK_FIRST
from tests.browser.watch import forget_shifts, layout_shifts
from tests.support.browser_phone import DESKTOP, LOW_PHONE, PHONE, SMALL_PHONE, TABLET
from tests.support.examples import rarely

# Every control of the entry, and whether any of it lies outside the screen.
OUTSIDE = """
() => [...document.querySelectorAll("#entry :is(.chip, .key, .box, [data-save]), .bar *")]
  .filter(one => one.checkVisibility() && !one.closest("[popover]"))
  .filter(one => {
    const box = one.getBoundingClientRect();
    return box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth;
  })
  .map(one => one.textContent.trim())
"""
TOO_SMALL = """
() => [...document.querySelectorAll("#entry :is(.chip, .key, [data-save])")]
  .filter(one => one.checkVisibility() && !one.closest("[popover], .answers"))
  .map(one => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 40 || box.height < 36)
  .map(([name, box]) => `${name} ${box.width} × ${box.height}`)
"""
CLIPPED = """
() => [...document.querySelectorAll("#entry .chip > span, .bids > legend, .box > span")]
  .filter(one => one.checkVisibility() && !one.closest("[popover]"))
  .filter(one => {
    const chip = one.closest(".chip, legend, .box").getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(one);
    const words = range.getBoundingClientRect();
    return words.left < chip.left || words.right > chip.right + 0.5;
  })
  .map(one => one.textContent)
"""
# The parts of keypad, result and save button below an open panel.
COVERED = """
() => [...document.querySelectorAll("#entry :is(.key, .box, #live, [data-save])")]
  .filter(one => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2).closest(".sheet");
  })
  .map(one => one.textContent.trim())
"""
BOXES = """
() => Object.fromEntries(
  [...document.querySelectorAll("#entry :is(.chip, .key, .box, .live, .save, .save > *), .bar > *")]
    .filter(one => !one.closest("[popover], .answers, #save-bid"))
    .map((one, place) => {
      const box = one.getBoundingClientRect();
      const input = one.querySelector("input[aria-label]");
      const name = input?.ariaLabel ?? one.ariaLabel ?? one.className;
      return [`${place} ${name}`, [box.x, box.y, box.width, box.height].join(" ")];
    }))
"""


def does_not_scroll(page):
    height, visible, width, room = page.evaluate(
        "[document.scrollingElement.scrollHeight, innerHeight,"
        " document.scrollingElement.scrollWidth, innerWidth]"
    )
    return height <= visible and width <= room


def test_a_match_is_two_taps_from_home(phone):
    phone.go_home()
    phone.tap("New match", "Start match")
    phone.arrive_at_ledger()
    assert phone.touches == 2
    phone.sees_totals(0, 0)
    expect(phone.control("New hand")).to_be_visible()


def test_the_second_match_brings_the_first_ones_names_back_in_two_taps(phone):
    phone.go_home()
    phone.tap("New match")
    phone.open_line("Names")
    phone.page.get_by_label("Our side", exact=True).fill("Λάρνακα")
    phone.page.get_by_role("radio", name="201", exact=True).check()
    phone.tap("Start match")
    phone.arrive_at_ledger()
    phone.go_home()
    phone.touches = 0
    phone.tap("New match", "Start match")
    phone.arrive_at_ledger()
    assert phone.touches == 2
    totals = phone.page.get_by_role("region", name="Totals")
    expect(totals).to_contain_text("Λάρνακα")
    expect(totals).to_contain_text("201")


@pytest.mark.smoke
@pytest.mark.parametrize("viewport", [PHONE, rarely(LOW_PHONE)], ids=["640", "550"])
@GREEK_FIRST
def test_a_plain_hand_is_six_touches_without_scroll_or_keyboard(open_phone, language, viewport):
    phone = open_phone(language, viewport)
    phone.start_match()
    phone.touches = 0
    phone.open_entry()
    assert phone.page.evaluate(OUTSIDE) == []
    phone.sees_no_keyboard()
    phone.bid("A", 9)
    phone.tap("Hearts")
    phone.type_points(97)
    phone.sees_no_keyboard()
    phone.sees_result(19, 6)
    assert does_not_scroll(phone.page)
    assert phone.page.evaluate(OUTSIDE) == []
    assert phone.page.evaluate("scrollY") == 0
    phone.save()
    assert phone.touches == 6
    phone.sees_totals(19, 6)
    expect(phone.page.get_by_text(f"✓ {phone.say('saved')}")).to_be_visible()


@pytest.mark.parametrize("viewport", [PHONE, LOW_PHONE, SMALL_PHONE], ids=["640", "550", "568"])
@GREEK_FIRST
def test_every_target_is_large_enough_and_shows_its_whole_word(open_phone, language, viewport):
    phone = open_phone(language, viewport)
    phone.start_match()
    phone.open_entry()
    assert phone.page.evaluate(TOO_SMALL) == []
    assert phone.page.evaluate(CLIPPED) == []


def test_on_a_small_phone_result_and_save_are_always_in_view(open_phone):
    phone = open_phone(viewport=SMALL_PHONE)
    phone.start_match()
    phone.open_entry()
    expect(phone.live).to_be_in_viewport(ratio=1)
    phone.bid("A", 9)
    phone.next_step()
    assert phone.page.evaluate(OUTSIDE) == []
    expect(phone.live).to_be_in_viewport(ratio=1)
    expect(phone.save_button).to_be_in_viewport(ratio=1)
    assert phone.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


def test_large_letters_on_a_low_phone_bring_the_whole_keypad_into_view(open_phone):
    phone = open_phone(viewport={"width": 320, "height": 480})
    phone.start_match()
    phone.open_entry()
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    phone.bid("A", 9)
    phone.next_step()
    keypad, foot = (phone.page.locator(one).bounding_box() for one in (".keypad", ".foot"))
    assert keypad["y"] + keypad["height"] <= foot["y"]


@pytest.mark.parametrize("viewport", [TABLET, DESKTOP], ids=["tablet", "desktop"])
def test_it_fits_a_tablet_and_a_desktop_too(open_phone, viewport):
    phone = open_phone(viewport=viewport, touch=viewport is TABLET)
    phone.start_match()
    phone.open_entry()
    assert phone.page.evaluate(OUTSIDE) == []
    assert does_not_scroll(phone.page)


def test_three_digits_are_seven_touches(match):
    match.touches = 0
    match.write("A", 10, 105, "spades")
    assert match.touches == 7
    assert match.ledger() == [["1", "+20 20", "‹ 10 ♠", "6 +6"]]


def test_without_the_suit_it_is_five_touches(match):
    match.touches = 0
    match.write("B", 8, 97)
    assert match.touches == 5
    assert match.ledger() == [["1", "+6 6", "8 ›", "18 +18"]]


def test_a_pilotta_is_one_touch_more(match):
    match.open_entry()
    match.touches = 0
    match.bid("A", 9)
    match.type_points(75)
    match.of_side("A", "pilotta")
    match.sees_result(18, 9)
    match.save()
    assert match.touches == 5


def test_a_declaration_is_two_touches_more(match):
    match.touches = 0
    match.open_entry()
    match.bid("A", 9)
    match.tap("Hearts")
    match.type_points(97)
    match.of_side("A", "declarations")
    match.touch("Us: run of 3, 20")
    match.sees_result(21, 6)
    match.save()
    assert match.touches == 8
    match.sees_totals(21, 6)


def test_a_declaration_told_before_the_points_costs_no_more(match):
    match.touches = 0
    match.open_entry()
    match.bid("A", 9)
    match.tap("Hearts")
    match.of_side("A", "declarations")
    match.touch("Us: run of 3, 20")
    assert match.page.evaluate(COVERED) == []
    match.type_points(97)  # the first digit closes the panel and is typed
    expect(match.panel("A")).to_be_hidden()
    match.sees_result(21, 6)
    match.save()
    assert match.touches == 8
    match.sees_totals(21, 6)


def test_no_panel_swallows_the_tap_beside_it(match):
    match.open_entry()
    match.bid("A", 9)
    match.of_side("A", "declarations")
    match.of_side("B", "pilotta")
    expect(match.panel("A")).to_be_hidden()
    assert match.is_chosen("Them pilotta")
    match.tap("Us: more bids")
    match.type_points(9)
    expect(match.page.locator("#more-A")).to_be_hidden()
    match.sees_points(9, 153)


def test_all_the_points_are_seven_touches_and_kapo_is_asked_in_one(match):
    match.touches = 0
    match.open_entry()
    match.bid("A", 9)
    match.tap("Hearts")
    match.type_points(162)
    match.touch("Yes 34 – 0")
    match.arrive_at_ledger()
    assert match.touches == 7
    assert match.ledger() == [["1", "+34 34", "‹ 9 ♥ kapo", "0 –"]]


def test_passed_out_is_three_touches(match):
    match.touches = 0
    match.open_entry()
    match.tap("Menu", "All four passed")
    match.arrive_at_ledger()
    assert match.touches == 3
    assert len(match.ledger()) == 1


def test_the_contract_first_costs_two_touches_more(match):
    match.touches = 0
    match.open_entry()
    match.bid("A", 9)
    match.tap("Hearts", "Save the bid")
    match.arrive_at_ledger()
    match.tap("Points of hand 1")
    match.arrive_at_entry()
    match.type_points(97)
    match.sees_result(19, 6)
    match.save()
    assert match.touches == 8


def test_a_kapo_is_one_touch_and_no_digits(match):
    match.touches = 0
    match.open_entry()
    match.bid("A", 9)
    match.tap("Hearts")
    match.of_side("A", "kapo")
    match.sees_result(34, 0)
    match.save()
    assert match.touches == 5
    assert match.ledger() == [["1", "+34 34", "‹ 9 ♥ kapo", "0 –"]]


def test_a_match_that_cannot_start_brings_what_is_wrong_into_view(phone):
    phone.watch.expect("status of 422")
    phone.page.goto("/matches/new")
    phone.page.get_by_role("radio", name="Another", exact=True).check()
    phone.page.get_by_label("Target of your own").fill("7")
    phone.page.evaluate("scrollTo(0, 0)")
    phone.tap("Start match")
    expect(phone.page.get_by_text("A number from 21 to 5000.")).to_be_in_viewport(ratio=1)


# --- under the finger, whatever the preview says ---


def boxes(phone):
    """Return the places of all boxes, once the preview has come."""
    phone.settle()
    return phone.page.evaluate(BOXES)


def first_boxes(phone):
    """Return the places of all boxes once the page is there; no tap caused earlier moves."""
    found = boxes(phone)
    forget_shifts(phone.page)
    return found


def moved(before, after):
    return {
        name: (place, after.get(name)) for name, place in before.items() if place != after[name]
    }


def test_nothing_moves_from_the_first_tap_to_the_last(match):
    match.open_entry()
    before = first_boxes(match)
    steps = [
        lambda: match.bid("A", 9),
        lambda: match.tap("Hearts"),
        lambda: match.touch("9"),
        lambda: match.touch("7"),
        lambda: match.tap("×2 doubled"),
        lambda: match.of_side("B", "pilotta"),
        lambda: match.declare("A", "run of 3"),
        lambda: match.declare("B", "run of 3"),  # asks whose is better
        lambda: match.touch("Them"),
        lambda: match.tap("Switch side"),
        lambda: match.tap("Delete digit"),
        lambda: match.of_side("A", "kapo"),
        lambda: match.of_side("A", "kapo"),
        lambda: match.high_bid("B", 25),
    ]
    for number, step in enumerate(steps):
        step()
        assert moved(before, boxes(match)) == {}, f"step {number}"
    assert layout_shifts(match.page) == []


def test_nothing_moves_when_the_preview_asks_or_complains(open_phone):
    phone = open_phone(viewport=LOW_PHONE)
    phone.start_match()
    phone.open_entry()
    before = first_boxes(phone)
    phone.bid("A", 9)
    for digits, told in (("162", "Was it kapo?"), ("163", "162"), ("1", "")):
        for _ in range(3):
            phone.tap("Delete digit")
        phone.type_points(digits)
        phone.settle()
        assert told in phone.live.inner_text()
        assert moved(before, boxes(phone)) == {}, digits
    assert layout_shifts(phone.page) == []


def test_a_greek_page_with_long_names_stands_still_too(open_phone):
    phone = open_phone("el", LOW_PHONE)
    phone.names = {"A": "Οι αχώνευτοι του καφενείου της πλατείας", "B": "Ω" * 40}
    phone.start_match(name_A=phone.names["A"], name_B=phone.names["B"])
    phone.open_entry()
    before = first_boxes(phone)
    phone.bid("B", 12)
    phone.type_points(130)
    phone.declare("A", "run of 4")
    phone.declare("B", "run of 4")
    assert moved(before, boxes(phone)) == {}
    assert layout_shifts(phone.page) == []
    assert phone.page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
