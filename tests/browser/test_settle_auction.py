"""Calls tapped on a phone, faster than any answer comes, and with the keyboard."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def hearing(phone):
    phone.page.goto("/settle/auction?dealer=A1")
    return phone


def verdict(phone):
    return phone.page.locator("#verdict")


def test_four_passes_and_a_bid_out_of_turn_are_settled_as_they_are_tapped(hearing):
    for _ in range(4):
        hearing.page.locator("#call-pass").click()
    hearing.page.get_by_text("Something was called after that").click()
    hearing.page.locator("label:has(#seat-A1)").click()
    hearing.page.locator("label:has(#bid-80)").click()
    hearing.page.locator("#call-hearts").click()
    expect(verdict(hearing)).to_contain_text("Call 5 was wrong (Side A 1")
    expect(verdict(hearing)).to_contain_text("All four passed")
    assert "calls=pass+pass+pass+pass+A1%3A80h" in hearing.page.url


def test_an_answer_that_comes_below_a_finger_takes_no_call_away(hearing):
    page, held = hearing.page, []
    page.route("**/settle/auction?*", lambda route: held.append(route))
    page.locator("#call-pass").click()
    while not held:
        page.wait_for_timeout(20)
    page.mouse.down()
    with page.expect_response("**/settle/auction?*"):
        held.pop().continue_()
    page.unroute("**/settle/auction?*")
    page.wait_for_timeout(100)  # in which it would be shown
    page.mouse.up()
    expect(verdict(hearing)).to_contain_text("To call: Side B 2")
    expect(page.locator("[name=calls]")).to_have_value("pass pass")


def test_choice_for_the_next_call_survives_the_answer_to_the_last(hearing):
    with hearing.page.expect_response("**/settle/auction?*calls=pass*"):
        hearing.page.locator("#call-pass").click()
        hearing.page.locator("label:has(#bid-120)").click()
    expect(verdict(hearing)).to_contain_text("To call: Side A 2")
    expect(hearing.page.locator("#bid-120")).to_be_checked()
    hearing.page.locator("#call-clubs").click()
    expect(verdict(hearing)).to_contain_text("Side A 2, 12")


def test_choosing_who_and_how_much_asks_nothing(hearing):
    asked = []
    hearing.page.on("request", lambda request: asked.append(request.url))
    hearing.page.locator("label:has(#seat-B2)").click()
    hearing.page.locator("label:has(#bid-150)").click()
    hearing.page.locator("#call-spades").click()
    expect(verdict(hearing)).to_contain_text("Call 1 was wrong (Side B 2")
    of_the_page = [url for url in asked if "/settle/" in url]
    assert ["calls=B2%3A150s" in url for url in of_the_page] == [True]


def test_the_keyboard_calls_and_keeps_its_place(hearing):
    page = hearing.page
    page.locator("#bid-80").focus()
    page.keyboard.press("ArrowRight")
    page.locator("#call-diamonds").focus()
    page.keyboard.press("Enter")
    expect(verdict(hearing)).to_contain_text("Side B 1, 9")
    expect(page.locator("#call-diamonds")).to_be_focused()
    page.keyboard.press("Enter")
    expect(verdict(hearing)).to_contain_text("Side A 2, 10")


def test_the_keyboard_finds_the_way_back_when_the_pad_is_put_away(hearing):
    page = hearing.page
    page.locator("#call-pass").focus()
    for turn in ("Side A 2", "Side B 2", "Side A 1"):
        page.keyboard.press("Enter")
        expect(verdict(hearing)).to_contain_text(f"To call: {turn}")
    page.keyboard.press("Enter")
    expect(page.locator("#call-undo")).to_be_focused()
    expect(page.locator("#call-pass")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator("#call-pass")).to_be_visible()


def test_nothing_is_wider_than_the_phone_or_narrower_than_a_thumb(hearing):
    hearing.page.goto("/settle/auction?rules=cardrules&calls=90n+100a+double")
    width = hearing.page.evaluate("document.documentElement.scrollWidth")
    assert width <= hearing.page.viewport_size["width"]
    outside = hearing.page.locator("button.chip").evaluate_all(
        "chips => chips.filter(chip => chip.scrollWidth > chip.clientWidth).length"
    )
    assert outside == 0
    boxes = [chip.bounding_box() for chip in hearing.page.locator("#question .chip").all()]
    assert min(min(box["width"], box["height"]) for box in boxes) >= 44


def test_calls_are_tapped_without_scripts(open_phone):
    phone = open_phone(java_script_enabled=False)
    phone.page.goto("/settle/auction?dealer=A1")
    phone.tap("Pass", "Hearts", "Pass")
    expect(verdict(phone)).to_contain_text("Side A 2, 8")
    assert "calls=pass" in phone.page.url


def test_the_bid_that_was_settled_stands_in_the_new_hand(phone):
    phone.start_match()
    phone.open_entry()
    phone.tap("Menu", "Was the auction right?")
    phone.page.locator("label:has(#bid-110)").click()
    phone.page.locator("#call-spades").click()
    for _ in range(3):
        phone.page.locator("#call-pass").click()
    phone.tap("Write this bid in the match")
    phone.arrive("**/hand?*")
    expect(phone.page.locator("[name=contract]:checked")).to_have_value("B:110")
    expect(phone.page.locator("[name=trump]:checked")).to_have_value("spades")


def test_the_keys_stay_where_they_are_while_calls_are_heard(hearing):
    key = hearing.page.locator("#call-pass")
    before = key.bounding_box()
    for turn in ("Side A 2", "Side B 2", "Side A 1"):
        key.click()
        expect(verdict(hearing)).to_contain_text(f"To call: {turn}")
        assert key.bounding_box() == before


TWO_TAPS = """
keys => keys.forEach(key => document.querySelector(key).dispatchEvent(
  new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX: 99, clientY: 99 })
))
"""


def test_another_key_that_comes_below_the_finger_is_not_tapped_by_its_trembling(hearing):
    hearing.page.evaluate(TWO_TAPS, ["#call-pass", "#call-hearts"])
    expect(verdict(hearing)).to_contain_text("To call: Side A 2")
    expect(hearing.page.locator("[name=calls]")).to_have_value("pass")
    hearing.page.wait_for_timeout(450)
    hearing.page.evaluate(TWO_TAPS, ["#call-hearts"])
    expect(hearing.page.locator("[name=calls]")).to_have_value("pass 80h")


@pytest.mark.parametrize(
    ("name", "count"),
    [("Παπαχριστοφόρου", 12), ("Σύλλογος Φίλων της Πιλόττας Πολεμιδιών", 8)],
)
def test_a_long_name_stays_within_the_keys_of_its_seats(open_phone, name, count):
    phone = open_phone("el")
    phone.page.goto(f"/settle/auction?us={name}&them=Αναστασιάδης&calls=80h+pass")
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 360
    seats = phone.page.locator(".seat")
    expect(seats).to_have_count(count)
    assert (
        seats.evaluate_all(
            "all => all.filter((one) => one.scrollWidth > one.parentElement.clientWidth).length"
        )
        == 0
    )
