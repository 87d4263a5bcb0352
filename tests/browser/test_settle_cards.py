"""Cards chosen on a phone: tapped, drawn over with a finger, with the keyboard, without scripts."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import DESKTOP, SMALL_PHONE

FRAME_MS = 50
"""Between two places of a finger. To Chromium one that jumps is a fling, which a tap stops."""


@pytest.fixture
def counting(phone):
    phone.page.goto("/settle/tricks")
    phone.tap("Hearts")
    phone.touch("Last trick: Side B")
    return phone


def draw(phone, *cards):
    """Draw one finger from card to card; the test goes on while it still lies there."""
    finger = phone.page.context.new_cdp_session(phone.page)
    places = [centre(phone, card) for card in cards]
    for kind, place in zip(["touchStart", *["touchMove"] * 9], places, strict=False):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [place]})
        phone.page.wait_for_timeout(FRAME_MS)
    return lambda: finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def centre(phone, card):
    box = phone.page.locator(f"[value='{card}']:visible").bounding_box()
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def chosen(phone):
    marked = phone.page.locator("[name=cards]:checked")
    return " ".join(marked.evaluate_all("boxes => boxes.map(box => box.value)"))


def points(phone, side="A"):
    return phone.page.locator(f"[data-count=points_{side}]")


def test_a_finger_marks_every_card_it_is_drawn_over(counting):
    lift = draw(counting, "Ah", "Jh", "10h")
    expect(points(counting)).to_have_text("48")
    lift()
    assert chosen(counting) == "Ah Kh Qh Jh 10h"


def test_a_quick_finger_leaves_out_no_card_on_its_way(counting):
    draw(counting, "Ah", "7h")()
    assert chosen(counting) == "Ah Kh Qh Jh 10h 9h 8h 7h"
    expect(points(counting)).to_have_text("62")


def test_a_finger_that_begins_on_a_marked_card_takes_them_off(counting):
    draw(counting, "Ah", "7h")()
    draw(counting, "Kh", "10h")()
    assert chosen(counting) == "Ah 9h 8h 7h"


def test_a_tap_marks_one_card_and_another_tap_takes_it_off(counting):
    counting.tap("jack, Hearts")
    expect(points(counting)).to_have_text("20")
    counting.tap("jack, Hearts")
    expect(points(counting)).to_have_text("–")


def test_the_ruling_comes_once_the_finger_is_lifted_and_stands_in_the_address(counting):
    draw(counting, "Ah", "7h")()
    expect(counting.page.locator("#verdict")).to_have_text("Side A 62, Side B 100: 6 and 10.")
    assert counting.page.url.count("cards=") == 8


def test_it_counts_without_a_network(counting):
    counting.watch.expect("ERR_INTERNET_DISCONNECTED", "htmx:sendError")
    counting.page.context.set_offline(True)
    counting.tap("jack, Hearts")
    counting.touch("Last trick: Side A")
    expect(points(counting)).to_have_text("30")
    expect(points(counting, "B")).to_have_text("132")
    expect(counting.page.locator("[data-count=cut_B]")).to_have_text("→ 13")


def test_the_keyboard_marks_cards(open_phone):
    phone = open_phone(viewport=DESKTOP, touch=False)
    phone.page.goto("/settle/tricks")
    phone.tap("Hearts")
    phone.control("ace, Hearts").focus()
    for key in ("Space", "Tab", "Tab", "Tab", "Space"):
        phone.page.keyboard.press(key)
    assert chosen(phone) == "Ah Jh"
    expect(points(phone)).to_have_text("31")


def test_a_pile_is_counted_without_scripts(open_phone):
    phone = open_phone(java_script_enabled=False)
    phone.page.goto("/settle/tricks")
    phone.tap("Hearts", "jack, Hearts", "9, Hearts", "ace, Hearts", "10, Hearts")
    phone.touch("Last trick: Side B")
    phone.tap("Rule")
    expect(phone.page.locator("#verdict")).to_have_text("Side A 55, Side B 107: 5 and 11.")


@pytest.mark.parametrize("size", [SMALL_PHONE, {"width": 360, "height": 640}])
def test_every_card_is_wide_enough_for_a_thumb_and_none_off_the_screen(open_phone, size):
    phone = open_phone("el", size)
    phone.page.goto("/settle/tricks")
    boxes = [box.bounding_box() for box in phone.page.locator("[name=cards]").all()]
    assert len(boxes) == 32
    assert min(box["height"] for box in boxes) >= 44
    assert min(box["width"] for box in boxes) >= size["width"] / 9.5
    assert max(box["x"] + box["width"] for box in boxes) <= size["width"]


def test_declarations_are_found_in_the_cards_that_a_finger_draws_over(phone):
    phone.page.goto("/settle/declaration")
    phone.tap("Hearts")
    phone.page.locator("summary").first.click()
    draw(phone, "Kh", "Jh")()
    expect(phone.page.locator("#verdict")).to_have_text("Side A +2: only one side declared.")
    expect(phone.page.locator(".found")).to_contain_text("run of 3 to the king in trumps")
    expect(phone.page.locator(".found")).to_contain_text("pilotta")


def test_suit_of_the_card_tapped_first_is_not_asked_for(phone):
    page = phone.page
    page.goto("/settle/card?trump=clubs")
    for card in ("Kd", "Ah"):
        page.locator(f"[name=trick][value={card}]").tap()
    expect(page.locator("#verdict")).to_have_text("Now tap the cards in the hand.")
    red = page.locator(".suit.hearts").first.evaluate("it => getComputedStyle(it).color")
    expect(page.locator(".cards .card:has([name=trick][value=Kd])")).to_have_css(
        "background-color", red
    )
    phone.touch("In the hand")
    page.locator("[name=hand][value='7d']").tap()
    expect(page.locator("#verdict")).to_have_text("♦ must be followed: ♦ 7.")
    phone.touch("On the table")
    page.locator("[name=trick][value=Kd]").tap()  # off again: the ace was led
    expect(page.locator("#verdict")).to_contain_text("No ♥")


def test_a_hand_that_was_counted_wrong_is_corrected_from_the_cards(match):
    match.write("A", 9, 97, "hearts")
    match.open_hand(1)
    match.page.locator(".disputes summary").tap()
    match.tap("Who counted wrong?")
    match.touch("Last trick: Them")
    draw(match, "Ah", "Qh", "10h", "8h", "7h")()
    draw(match, "Ad", "Kd", "Qd", "Jd")()
    expect(match.page.locator("#verdict")).to_contain_text("Otherwise than written (97–65)")
    expect(match.control("Correct it to 82 – 80")).to_be_visible()
    match.settle()
    match.touch("Correct it to 82 – 80")
    match.arrive("**/correct?*")
    expect(match.points("A")).to_have_value("82")
    match.confirm("Write the correction")
    match.arrive_at_ledger()
    match.sees_totals(0, 25)
