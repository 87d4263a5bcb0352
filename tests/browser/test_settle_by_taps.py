"""Calls and cards of a dispute on a phone: tapped fast, drawn over, chosen by keyboard."""

import pytest
from playwright.sync_api import expect

from tests.support.browser_phone import DESKTOP, SMALL_PHONE

FRAME_MS = 50
"""Between two places of a finger. To Chromium one that jumps is a fling, which a tap stops."""


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


# --- cards ---


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
    expect(page.locator("#verdict")).to_have_text("Press In the hand, then the cards in it.")
    red = page.locator(".suit.hearts").first.evaluate("it => getComputedStyle(it).color")
    expect(page.locator(".cards .card:has([name=trick][value=Kd])")).to_have_css(
        "background-color", red
    )
    phone.touch("In the hand")
    table = page.locator(".of-trick .card:visible")
    assert table.locator("input").evaluate_all("all => all.map(one => one.value)") == ["Ah", "Kd"]
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
