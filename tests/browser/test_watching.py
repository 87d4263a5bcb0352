"""Watchers: they see a hand within seconds of its save, and stay where they were reading."""

import io
import re
import time

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.browser.conftest import GREEK_FIRST
from tests.support.processes import ARTEFACTS

CUT = ("ERR_INTERNET_DISCONNECTED", "htmx:sendError", "ERR_CONNECTION", "status of 503")
SOON_MS = 5000
# On a busy machine the promised time can be longer.
soon = pytest.mark.alone
HIDE = """
Object.defineProperty(document, "visibilityState", { configurable: true, get: () => window.seen });
window.seen = "visible";
window.turn = state => {
  window.seen = state;
  document.dispatchEvent(new Event("visibilitychange"));
};
"""
NAMES = ("Τα παιδιά της πλατείας του Αγίου Νικολάου", "Οι αετοί του καφενείου στη Μακεδονίτισσα")
LONG = {"name_A": NAMES[0][:40], "name_B": NAMES[1][:40]}
# Figures stand closer than their font's line: of them only the width is a measure.
OVERFLOWING = """
() => [...document.querySelectorAll(".face, .side, .side h2, .side b, .facts-line, .wall, body")]
  .filter(one => one.scrollWidth > one.clientWidth + 1
    || (one.matches(".face, .wall, body") && one.scrollHeight > one.clientHeight + 1))
  .map(one => `${one.tagName}.${one.className} ${one.scrollWidth}x${one.scrollHeight}`
    + ` in ${one.clientWidth}x${one.clientHeight}`)
"""
TOTALS = """
text => {
  for (const sides of document.querySelectorAll(".sides")) sides.dataset.digits = text.length;
  for (const total of document.querySelectorAll(".side b")) total.textContent = text;
}
"""
LETTERS = "parseFloat(getComputedStyle(document.querySelector('.side b')).fontSize)"
OUTSIDE = """
() => [...document.querySelectorAll(".board")].flatMap(board => {
  const box = board.getBoundingClientRect();
  return [...board.querySelectorAll("h2, b, .facts-line, .race")].filter(one => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    return top < box.top - 1 || bottom > box.bottom + 1 || left < box.left - 1
      || right > box.right + 1;
  }).map(one => one.outerHTML.slice(0, 60));
})
"""


@pytest.fixture
def watcher(open_phone, match):
    """Another phone at the same match."""
    watcher = open_phone()
    watcher.match_url = match.match_url
    watcher.page.add_init_script(HIDE)
    watcher.page.context.on("request", lambda one: watcher.asked.append(one.url))
    watcher.asked = []
    watcher.open_ledger()
    return watcher


def polls(phone):
    return [url for url in phone.asked if "/live?" in url]


def lost(phone):
    return phone.page.locator("#lost")


def turn(phone, state):
    phone.page.evaluate(f"window.turn('{state}')")


@soon
def test_a_hand_is_seen_within_five_seconds(match, watcher):
    watcher.sees_totals(0, 0)
    match.write("A", 9, 97, "hearts")
    saved = time.monotonic()
    totals = watcher.page.get_by_role("region", name="Totals").locator("b")
    expect(totals).to_have_text(["19", re.compile(r"\d+"), "6"], timeout=SOON_MS)
    assert time.monotonic() - saved < SOON_MS / 1000
    assert watcher.ledger() == [["1", "+19 19", "‹ 9 ♥", "6 +6"]]
    expect(watcher.page).to_have_title("Side A 19 – 6 Side B")
    expect(watcher.page.locator("#told")).to_have_text("Side A 19, Side B 6, to 351")
    watcher.sees_dealer("hand 2")
    assert not [url for url in watcher.asked if url == watcher.match_url][1:], "no new page"


def test_a_scorers_page_is_loaded_anew_where_the_match_went_on(match, watcher):
    """Also when it is the answer to a press that came too late."""
    match.watch.expect("status of 409")
    watcher.page.context.add_cookies(match.page.context.cookies())  # a second tab, as it were
    watcher.open_ledger()
    watcher.write("A", 9, 97, "hearts")
    match.sees_totals(19, 6)
    press = "form => { form.elements.revision.value = '1'; form.submit(); }"
    match.page.locator("#stop form").evaluate(press)
    match.page.wait_for_url("**/stop")
    watcher.write("A", 9, 97, "hearts")
    match.arrive_at_ledger()
    match.sees_totals(38, 12)


def test_the_reader_stays_where_they_read(match, watcher):
    match.play(*[("A", 8, points) for points in range(82, 98)])
    watcher.open_ledger()
    scroller = watcher.page.locator(".scroll")
    row = watcher.page.locator("#ledger tbody tr").nth(4)
    row.scroll_into_view_if_needed()
    scroller.evaluate("one => { one.scrollTop -= 30; }")
    link = row.get_by_role("link")
    link.evaluate("one => one.focus({ preventScroll: true })")
    before, address = row.bounding_box()["y"], link.get_attribute("href")
    assert scroller.evaluate("one => one.scrollTop") < -50
    match.write("B", 9, 97)
    expect(watcher.page.locator("#ledger tbody tr")).to_have_count(17)
    watcher.settle()
    assert abs(row.bounding_box()["y"] - before) <= 1
    focused = "document.activeElement.getAttribute('href')"
    assert watcher.page.evaluate(focused) == address


def test_newer_hand_scrolls_into_view_for_a_viewer_of_the_newest(match, watcher):
    match.play(*[("A", 8, points) for points in range(82, 97)])
    watcher.open_ledger()
    match.write("B", 9, 97)
    last = watcher.page.locator("#ledger tbody tr").nth(15)
    expect(last).to_be_in_viewport(ratio=0.9)


def test_a_lost_connection_is_told_and_mends_itself(match, watcher):
    watcher.watch.expect(*CUT)
    watcher.page.context.set_offline(True)
    expect(lost(watcher)).to_have_text(
        re.compile(r"^Connection lost; this is how it stood at \d\d:\d\d$")
    )
    expect(lost(watcher)).to_be_in_viewport(ratio=1)
    match.write("A", 9, 97, "hearts")
    watcher.sees_totals(0, 0)
    watcher.page.context.set_offline(False)
    watcher.sees_totals(19, 6)
    expect(lost(watcher)).to_be_hidden()


@pytest.mark.parametrize("page", ["", "big"])
def test_a_busy_server_is_a_lost_connection_and_no_page_of_errors(match, watcher, page):
    watcher.watch.expect(*CUT)
    watcher.page.goto(match.match_url + page)
    busy = {"HX-Retarget": "#message", "HX-Reswap": "outerHTML"}
    watcher.page.route(
        "**/live?*", lambda route: route.fulfill(status=503, headers=busy, body="<p>busy</p>")
    )
    expect(lost(watcher)).to_contain_text("Connection lost")
    expect(watcher.page.get_by_text("busy", exact=True)).to_have_count(0)
    watcher.page.unroute("**/live?*")
    expect(lost(watcher)).to_be_hidden()


@soon
def test_a_hidden_tab_does_not_ask_and_asks_at_once_when_it_is_seen(match, watcher):
    turn(watcher, "hidden")
    match.write("A", 9, 97, "hearts")
    watcher.asked.clear()
    watcher.page.wait_for_timeout(4500)
    assert polls(watcher) == []
    turn(watcher, "visible")
    totals = watcher.page.get_by_role("region", name="Totals").locator("b")
    expect(totals.first).to_have_text("19", timeout=1500)


def test_it_stops_when_the_match_is_over_and_goes_on_with_it(match, watcher):
    match.tap("Menu", "Stop the match here")
    match.page.wait_for_timeout(450)  # no double tap
    match.tap("Yes, stop")
    expect(watcher.page.locator(".verdict")).to_contain_text("The match stopped")
    watcher.asked.clear()
    watcher.page.wait_for_timeout(4500)
    assert polls(watcher) == []
    match.tap("Undo")
    expect(match.control("New hand")).to_be_visible()
    match.sees_saved()  # the server knows it, too
    turn(watcher, "hidden")
    turn(watcher, "visible")
    expect(watcher.page.locator(".verdict")).to_have_count(0)
    match.write("A", 9, 97, "hearts")
    watcher.sees_totals(19, 6)


def test_the_address_is_copied_also_on_plain_http(open_phone, match):
    for init in ("", "Object.defineProperty(navigator, 'clipboard', { value: undefined });"):
        phone = open_phone(permissions=["clipboard-read", "clipboard-write"])
        if init:
            phone.page.add_init_script(init)
        # The page has a picture, which a busy machine refuses.
        phone.watch.expect("the server responded with a status of 503")
        phone.page.goto(match.match_url + "share")
        code = phone.page.locator(".qr").bounding_box()
        assert min(code["width"], code["height"]) >= 220
        phone.tap("Copy the address")
        expect(phone.page.locator("#copied")).to_have_text("Copied.")
        if init:
            assert phone.page.evaluate("getSelection().toString()") == match.match_url


@soon
def test_the_big_screen_follows_the_match(match, watcher):
    watcher.page.goto(match.match_url + "big?turned=1")
    match.write("A", 9, 97, "hearts")
    for board in watcher.page.locator(".board").all():
        expect(board.locator(".side b")).to_have_text(["19", "6"], timeout=SOON_MS)
        expect(board).to_contain_text("9 ♥")
    expect(watcher.page).to_have_title("Side A 19 – 6 Side B")


@pytest.mark.parametrize("turned", ["", "?turned=1"], ids=["one", "turned"])
def test_the_big_screen_holds_everything_on_every_screen(open_phone, turned):
    scorer = open_phone("el")
    scorer.start_match(**LONG)
    scorer.names = {"A": LONG["name_A"], "B": LONG["name_B"]}
    scorer.play(("A", 9, 97, "hearts"))
    phone = open_phone("el", touch=False)
    ARTEFACTS.mkdir(exist_ok=True)
    for width, height in ((360, 640), (640, 360), (768, 1024), (1024, 768), (1920, 1080)):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.page.goto(f"{scorer.match_url}big{turned}")
        name = f"big-{'turned' if turned else 'one'}-{width}x{height}"
        for total in ("19", "388", "1888", "-1888"):
            phone.page.evaluate(TOTALS, total)
            faults = phone.page.evaluate(OVERFLOWING) + phone.page.evaluate(OUTSIDE)
            assert faults == [], f"{name}, {total}: {faults}"
            if total == "388":
                phone.page.screenshot(path=ARTEFACTS / f"{name}.png")
                assert phone.page.evaluate(LETTERS) >= min(width, height) / 5, name


@GREEK_FIRST
def test_axe_finds_nothing(open_phone, axe, language):
    scorer = open_phone()
    scorer.start_match()
    scorer.play(("A", 9, 97, "hearts"))
    watcher = open_phone(language)
    watcher.watch.expect("the server responded with a status of 503")
    for page in ("", "share", "big", "big?turned=1"):
        watcher.page.goto(scorer.match_url + page)
        safe = page.replace("?turned=1", "-turned") or "match"
        assert axe.faults(watcher, page, picture=f"watching-{language}-{safe}") == []


def test_a_screen_goes_on_with_the_rematch_by_itself(open_phone):
    scorer, screen = open_phone(), open_phone()
    scorer.start_match()
    scorer.play(("A", 9, 97, "hearts"))
    screen.page.goto(f"{scorer.match_url}big")
    scorer.open_ledger()
    scorer.stop_match()
    expect(screen.page.locator(".boards")).to_contain_text("The match stopped")
    scorer.tap("Rematch")
    scorer.arrive_at_ledger()
    screen.page.wait_for_url(lambda url: not url.startswith(scorer.match_url), timeout=30_000)
    expect(screen.page.locator(".boards b").first).to_have_text("0")


# --- over the picture of a stream: nothing but the score has a ground ---


@pytest.fixture
def stream(open_phone, match):
    """A page in a streaming program, as large as a small picture."""
    stream = open_phone("el", {"width": 640, "height": 360})
    stream.page.goto(f"{match.match_url}overlay")
    return stream


def over_a_picture(stream):
    """How it looks over a green picture: a streaming program leaves out what no page has drawn."""
    drawn = Image.open(io.BytesIO(stream.page.screenshot(omit_background=True))).convert("RGBA")
    image = Image.new("RGBA", drawn.size, (0, 200, 80, 255))
    image.alpha_composite(drawn)
    ARTEFACTS.mkdir(exist_ok=True)
    image.save(ARTEFACTS / "overlay.png")
    return image.convert("RGB")


def test_it_lies_over_a_picture(match, stream):
    match.write("A", 9, 97, "hearts")
    expect(stream.page.locator(".strip .side b").first).to_have_text("19", timeout=SOON_MS)
    transparent = "rgba(0, 0, 0, 0)"
    for part in ("html", "body", "main"):
        ground = f"getComputedStyle(document.querySelector('{part}')).backgroundColor"
        assert stream.page.evaluate(ground) == transparent, part
    image = over_a_picture(stream)
    for corner in ((2, 2), (637, 2), (2, 357), (637, 357), (320, 340)):
        assert image.getpixel(corner) == (0, 200, 80), corner
    box = stream.page.locator(".strip").bounding_box()
    inside = image.getpixel((int(box["x"] + 4), int(box["y"] + box["height"] / 4)))
    assert inside == (0xFB, 0xF7, 0xEE)


@soon
def test_it_follows_a_save_within_five_seconds(match, stream):
    match.write("A", 9, 97, "hearts")
    saved = time.monotonic()
    expect(stream.page.locator(".strip .score")).to_have_text(
        "Ομάδα Α 19 Ομάδα Β 6 ως 351", use_inner_text=True, timeout=SOON_MS
    )
    assert time.monotonic() - saved < SOON_MS / 1000
    expect(stream.page.locator(".strip .now")).to_contain_text("χέρι 1: ‹9 ♥ +19 +6")


def test_it_says_what_a_table_looks_for(match, stream):
    match.write("A", 9, 97, "hearts")
    stream.page.reload()
    strip = stream.page.locator(".strip")
    expect(strip).to_contain_text("351")
    expect(strip).to_contain_text("μοιράζει: Ομάδα Β (1ος)")  # strangers read it
    assert stream.page.locator("a, button, form").count() == 0


def test_it_is_found_where_a_match_is_shared(match):
    match.watch.expect("the server responded with a status of 503")
    match.page.goto(f"{match.match_url}share")
    match.page.locator("summary", has_text="For a live stream").click()
    address = match.page.locator("#overlay").inner_text()
    assert address.endswith("/overlay")
    match.page.get_by_role("link", name="See the overlay").click()
    expect(match.page.locator(".strip")).to_be_visible()
