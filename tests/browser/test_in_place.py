"""A hand is entered and the ledger is back in one page; the server's word comes when it comes."""

import re
import time

from playwright.sync_api import expect

from tests.browser.test_pencil import open_link, shown_link
from tests.support.browser_phone import TAP_MS

BOXES = """
() => [...document.querySelectorAll(
  "#ledger tr, .contract, .total, #thumb :is(a, button)"
)].map(one => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [...one.classList, ...[x, y, width, height].map(Math.round)].join(" ");
})
"""
STOP_CLOCKS = "() => { for (let one = setInterval(() => {}); one > 0; one--) clearInterval(one); }"
WRITES = "**/api/v1/matches/*/ops/*"
HANDS = [("A", 9, 97), ("B", 8, 97), ("A", 10, 110), ("B", 9, 100), ("A", 8, 90), ("B", 8, 101)]


def pages_asked(phone):
    """The pages that the browser asks for as such, from now on."""
    asked = []
    phone.page.on(
        "request", lambda one: asked.append(one.url) if one.is_navigation_request() else None
    )
    return asked


def length(phone):
    return phone.page.evaluate("history.length")


def test_six_hands_load_no_page_and_leave_no_way_back_through_them(phone):
    phone.go_home()
    phone.start_match()
    phone.settle()
    before, asked = length(phone), pages_asked(phone)
    for hand in HANDS:
        phone.write(*hand)
        assert length(phone) == before + 1  # the way forward, to an entry
    assert asked == []
    assert len(phone.ledger()) == 6
    assert phone.page.url == phone.match_url
    phone.page.go_back()
    expect(phone.page).to_have_url(re.compile(r":\d+/$"))


def hold_back(phone, pattern):
    """The requests of this kind, which wait until they are let go on."""
    held = []
    phone.page.route(pattern, lambda route: held.append(route))
    return held


def let_go_on(phone, held):
    """The one request, as soon as it is there: the phone says "on this phone" before it sends."""
    while not held:
        phone.page.wait_for_timeout(20)
    held[0].continue_()


def test_a_late_answer_is_told_when_it_comes(match):
    match.settle()
    asked, held = pages_asked(match), hold_back(match, WRITES)
    match.type_hand()
    match.tap("Save hand")
    match.sees_state("on this phone")
    assert match.ledger() == [["1•", "+19 19", "‹ 9 ♥", "6 +6"]]
    expect(match.page.locator("#ledger .unsent")).to_have_count(1)
    let_go_on(match, held)
    match.sees_state("saved")
    match.arrive_at_ledger()
    assert match.ledger() == [["1", "+19 19", "‹ 9 ♥", "6 +6"]]
    assert asked == []


def test_while_the_answer_is_awaited_the_page_is_whole(match):
    match.play(("A", 9, 97), ("B", 8, 97))
    match.settle()
    held = hold_back(match, WRITES)
    match.type_hand()
    match.tap("Save hand")
    match.sees_state("on this phone")
    expect(match.page.locator(".chart")).to_be_visible()
    match.tap("Menu", "More")
    for item in (
        "Scoresheet PDF",
        "Send, or let others watch",
        "The pencil",
        "History",
    ):
        expect(match.control(item)).to_be_visible()
    let_go_on(match, held)
    match.page.wait_for_timeout(600)
    expect(match.control("History")).to_be_visible()  # nothing closes by itself
    match.page.keyboard.press("Escape")
    match.arrive_at_ledger()


def test_hands_may_be_written_faster_than_the_server_answers(match):
    match.settle()
    held = hold_back(match, WRITES)
    for side, bid, points in HANDS[:3]:
        match.open_entry()
        match.bid(side, bid)
        match.type_points(points)
        match.tap("Save hand")
        match.sees_state("on this phone")
    let_go_on(match, held)
    match.page.unroute(WRITES)
    match.arrive_at_ledger()
    assert len(match.ledger()) == 3


def test_the_way_back_closes_the_entry_and_keeps_what_was_typed(match):
    match.settle()
    asked = pages_asked(match)
    match.type_hand()
    match.page.go_back()
    expect(match.control("Continue hand 1")).to_be_visible()
    assert match.page.url == match.match_url
    match.go_on(1)
    match.sees_result(19, 6)
    match.tap("Back to the ledger")
    expect(match.control("Continue hand 1")).to_be_visible()
    match.page.go_forward()
    match.sees_result(19, 6)
    assert asked == []
    match.save()
    assert len(match.ledger()) == 1


def test_a_reload_in_the_entry_keeps_what_was_typed_and_the_way_back(phone):
    phone.go_home()
    phone.start_match()
    phone.type_hand()
    phone.page.reload()
    phone.sees_result(19, 6)
    phone.settle()
    phone.save()
    assert len(phone.ledger()) == 1
    phone.page.go_back()
    expect(phone.page).to_have_url(re.compile(r":\d+/$"))


def test_an_entry_opened_by_its_address_is_no_step_on_the_way_back(phone):
    phone.start_match()
    phone.go_home()
    phone.page.goto(f"{phone.match_url}hand")
    phone.settle()
    before = length(phone)
    phone.bid("A", 9)
    phone.type_points(97)
    phone.save()
    phone.write("B", 8, 97)
    assert len(phone.ledger()) == 2
    assert length(phone) == before + 1
    phone.page.go_back()
    expect(phone.page).to_have_url(re.compile(r":\d+/$"))


def test_undo_and_the_way_forward_again_load_no_page(match):
    match.write("A", 9, 97, "hearts")
    asked = pages_asked(match)
    match.tap("Undo")
    match.sees_totals(0, 0)
    match.arrive_at_ledger()
    match.page.wait_for_timeout(TAP_MS)
    match.tap("Bring back")
    match.sees_totals(19, 6)
    match.arrive_at_ledger()
    assert asked == []


def test_a_correction_and_a_voiding_are_shown_in_the_page_of_the_hand(match):
    match.play(("A", 9, 97), ("B", 8, 97))
    match.open_hand(1)
    match.settle()
    asked = pages_asked(match)
    match.tap("Correct the hand", "Clubs")
    match.confirm("Write the correction")
    match.arrive_at_ledger()
    assert asked == []
    assert match.ledger()[0] == ["1", "+19 19", "‹ 9 ♣", "6 +6"]
    match.open_hand(2)
    match.settle()
    asked.clear()
    match.tap("Void the hand")
    match.page.wait_for_timeout(TAP_MS)
    match.tap("Void it")
    match.arrive_at_ledger()
    assert asked == []
    assert len(match.ledger()) == 1


def test_the_menu_follows_the_end_of_the_match(match):
    match.write("A", 9, 97)
    held = hold_back(match, WRITES)
    match.say_stop()
    match.tap("Menu")
    expect(match.control("Go on with the match")).to_be_visible()
    expect(match.control("Stop the match here")).to_have_count(0)
    expect(match.control("The pencil")).to_be_visible()
    match.page.keyboard.press("Escape")
    let_go_on(match, held)
    expect(match.control("Rematch")).to_be_visible()


def test_confirmation_of_a_hand_stays_beside_it_while_the_next_is_sent(match, open_phone):
    theirs = open_phone()
    theirs.match_url = match.match_url
    open_link(theirs, shown_link(match, "Code for them"), "Answer for: Side B")
    match.play(("A", 9, 97, "hearts"))
    theirs.open_ledger()
    theirs.control("✓ Hand 1: 19 –\u2060 6").tap()
    expect(theirs.page.locator("#ledger .said")).to_have_count(1)
    match.open_ledger()
    match.settle()
    held = hold_back(match, WRITES)
    match.open_entry()
    match.bid("B", 8)
    match.type_points(97)
    match.tap("Save hand")
    match.sees_state("on this phone")
    expect(match.page.locator("#ledger tbody tr").first.locator(".said")).to_have_count(1)
    let_go_on(match, held)
    match.arrive_at_ledger()


def test_saving_a_hand_does_not_move_the_older_hands_on_the_screen(match):
    match.play(*[("A", 8, points) for points in range(82, 98)])
    match.settle()
    held = hold_back(match, WRITES)
    match.type_hand()
    match.tap("Save hand")
    match.sees_state("on this phone")
    row = match.page.locator("#ledger tbody tr").nth(3)
    row.scroll_into_view_if_needed()
    before = row.bounding_box()["y"]
    let_go_on(match, held)
    match.arrive_at_ledger()
    assert abs(row.bounding_box()["y"] - before) <= 1


def test_nothing_moves_when_the_servers_word_comes(match):
    match.play(*[("A", 8, points) for points in range(82, 90)])
    match.settle()
    held = hold_back(match, WRITES)
    match.type_hand()
    match.tap("Save hand")
    match.sees_state("on this phone")
    before = match.page.evaluate(BOXES)
    let_go_on(match, held)
    match.arrive_at_ledger()
    assert match.page.evaluate(BOXES) == before


def test_a_finger_that_is_down_while_the_servers_word_comes_still_taps(match):
    match.settle()
    held = hold_back(match, WRITES)
    match.type_hand()
    match.tap("Save hand")
    match.sees_state("on this phone")
    match.page.wait_for_timeout(TAP_MS)
    box = match.control("New hand").bounding_box()
    match.page.mouse.move(box["x"] + 20, box["y"] + 20)
    match.page.mouse.down()
    let_go_on(match, held)
    match.page.wait_for_timeout(500)
    match.page.mouse.up()
    match.arrive_at_entry()


def test_tap_on_a_quiet_ledger_asks_the_server_for_nothing_else(match):
    match.settle()
    match.page.evaluate(STOP_CLOCKS)  # by which it asks each four seconds
    match.page.wait_for_timeout(TAP_MS)
    held = hold_back(match, "**/live?**")
    match.page.locator("#standing").tap()
    match.page.wait_for_timeout(500)
    assert held == []


def test_nobody_is_taken_away_from_an_entry_by_a_new_version(match):
    """The page is requested before the entry opens, and arrives with other styles after it."""
    match.settle()
    held = hold_back(match, "**/live?**")
    match.page.evaluate("dispatchEvent(new Event('online'))")
    match.page.wait_for_timeout(200)
    match.open_entry()
    match.bid("A", 9)
    html = match.page.request.get(match.match_url).text()
    for route in held:
        route.fulfill(body=html.replace("css/base.css", "css/new.css"), content_type="text/html")
    assert held
    asked = pages_asked(match)
    match.type_points(97)
    match.sees_result(19, 6)
    assert asked == []


def test_the_menu_of_a_drawn_entry_leads_to_the_settings_once(phone):
    phone.start_match()
    phone.open_entry()
    phone.page.reload()
    phone.bid("A", 9)
    phone.type_points(97)
    phone.tap("Save hand")
    expect(phone.page.locator("#ledger tr")).to_have_count(2)
    phone.open_entry()
    phone.tap("Menu")
    expect(phone.page.locator("#menu").get_by_text("Settings", exact=True)).to_have_count(1)


def tap_at(phone, control, times):
    """A trembling thumb: taps in one place, 100 ms apart, faster than anybody means them.

    The screen says when it was touched: a busy browser may hear of it later.
    """
    box = phone.control(control).bounding_box()
    place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    thumb = phone.page.context.new_cdp_session(phone.page)
    begun = time.time()
    for number in range(times):
        at = begun + 0.1 * number
        time.sleep(max(0, at - time.time()))
        touch = {"timestamp": at, "touchPoints": [place]}
        thumb.send("Input.dispatchTouchEvent", {"type": "touchStart", **touch})
        lift = {"timestamp": at + 0.03, "touchPoints": []}
        thumb.send("Input.dispatchTouchEvent", {"type": "touchEnd", **lift})


def test_three_taps_on_save_open_no_next_hand(match):
    match.type_hand()
    tap_at(match, "Save hand", 3)
    match.page.wait_for_timeout(TAP_MS)
    expect(match.page.locator("#entry")).to_have_count(0)
    match.arrive_at_ledger()
    assert len(match.ledger()) == 1


def test_two_taps_on_correct_show_the_form(match):
    match.play(("A", 9, 97))
    match.open_hand(1)
    tap_at(match, "Correct the hand", 2)
    match.page.wait_for_timeout(TAP_MS)
    expect(match.page.locator("#entry")).to_be_visible()
    expect(match.control("See what changes")).to_be_visible()


def test_another_language_is_no_step_on_the_way_back(phone):
    phone.go_home()
    phone.start_match()
    phone.open_entry()
    phone.bid("A", 9)
    before = length(phone)
    phone.tap("Menu", "Settings", "Ελληνικά")
    expect(phone.page.locator("html")).to_have_attribute("lang", "el")
    phone.language = "el"
    phone.page.locator(".bar .back").tap()
    expect(phone.page.locator("#entry")).to_be_visible()
    assert length(phone) == before + 1  # what lies ahead
    phone.names = {"A": "Εμείς", "B": "Αυτοί"}
    phone.type_points(97)
    phone.tap("Save hand")
    phone.arrive_at_ledger()
    phone.page.go_back()
    expect(phone.page).to_have_url(re.compile(r":\d+/$"))


def test_the_focus_stays_on_the_next_hand_when_the_servers_word_comes(match):
    match.open_entry()
    match.bid("A", 9)
    match.page.keyboard.type("97")
    match.page.keyboard.press("Enter")
    match.arrive_at_ledger()
    match.sees_state("saved")
    match.settle()
    expect(match.page.locator(".plus")).to_be_focused()
