"""The device serves a match, or refuses: its waking screen, its voice, its storage.

The browser of the tests has no voice, so it is given one that writes down what it says.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.test_tournaments import set_up
from tests.support.browser_phone import DESKTOP

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
VOICES = """
window.said = [];
window.voices = %s;
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  getVoices: () => window.voices,
  speak({ text, voice, lang }) {
    if (!text) return; // the tap alone
    window.said.push([text, voice.name, lang]);
    document.documentElement.dataset.said = window.said.map(([text]) => text).join("|");
  },
  cancel() {},
  addEventListener() {},
} });
"""
OWN = (
    '[{name: "far", lang: "en-GB", localService: false},'
    ' {name: "Greek", lang: "el-GR", localService: true},'
    ' {name: "own", lang: "en_GB", localService: true}]'
)
FAR = '[{name: "far", lang: "en-GB", localService: false}]'
REFUSED = """
const refuse = () => { throw new DOMException("The operation is insecure.", "SecurityError"); };
for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
  Object.defineProperty(window, name, { get: refuse });
}
window.BroadcastChannel = class { constructor() { refuse(); } };
"""
"""A script that runs before those of the page."""


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


# --- the voice, once it was asked to ---


@pytest.fixture
def voiced(open_phone):
    """A phone with these voices, at its own match."""

    def voiced(voices=OWN, language="en"):
        phone = open_phone(language)
        phone.page.add_init_script(VOICES % voices)
        phone.files = []
        phone.page.on("request", lambda one: phone.files.append(one.url))
        phone.start_match()
        return phone

    return voiced


def said(phone):
    return [text for text, *_ in phone.page.evaluate("window.said")]


def spoken(phone, *texts):
    expect(phone.page.locator("html")).to_have_attribute("data-said", "|".join(texts))


def switch(phone):
    phone.page.locator(".tool[popovertarget=menu]").click()
    for more in phone.page.locator("#menu details:not([open]) > summary").all():
        more.click()
    return phone.page.locator("#menu [data-say]")


def fetched(phone):
    names = ("say_it", "number_words", "spoken")
    return [url for url in phone.files if any(name in url for name in names)]


def test_it_is_silent_and_not_even_there_until_it_is_asked_for(voiced):
    phone = voiced()
    phone.write("A", 9, 97, "hearts")
    phone.sees_totals(19, 6)
    phone.settle()
    assert said(phone) == []
    assert fetched(phone) == []


def test_one_tap_and_every_save_is_said(voiced):
    phone = voiced()
    phone.settle()
    switch(phone).click()
    spoken(phone, "Total zero – zero.")
    expect(phone.page.locator("#menu [data-say]")).to_have_text("Say it no more")
    phone.page.keyboard.press("Escape")
    phone.write("A", 9, 97, "hearts")
    spoken(phone, "Total zero – zero.", "Us nineteen, Them six. Total nineteen – six.")
    assert phone.page.evaluate("window.said.at(-1).slice(1)") == ["own", "en_GB"]


def test_spoken_total_drops_a_hand_that_is_undone(voiced):
    phone = voiced()
    phone.write("A", 9, 97, "hearts")
    phone.settle()
    switch(phone).click()
    spoken(phone, "Total nineteen – six.")
    phone.page.keyboard.press("Escape")
    phone.page.get_by_role("button", name="Undo").click()
    spoken(phone, "Total nineteen – six.", "Total zero – zero.")


def test_the_phone_remembers_it_and_says_it_no_more_when_told(voiced):
    phone = voiced()
    phone.settle()
    switch(phone).click()
    spoken(phone, "Total zero – zero.")
    phone.page.reload()
    phone.settle()
    phone.write("A", 9, 97, "hearts")
    spoken(phone, "Us nineteen, Them six. Total nineteen – six.")
    button = switch(phone)
    expect(button).to_have_text("Say it no more")
    button.click()
    expect(button).to_have_text("Say it")
    phone.page.keyboard.press("Escape")
    phone.write("A", 9, 97, "hearts")
    phone.sees_totals(38, 12)
    phone.settle()
    assert len(said(phone)) == 1


def test_a_voice_from_elsewhere_is_none(voiced):
    """It would send the score to a foreign server."""
    phone = voiced(FAR)
    phone.settle()
    switch(phone).click()
    expect(phone.page.locator("#menu [data-silent]")).to_have_text(
        "This device has no English voice of its own."
    )
    phone.page.keyboard.press("Escape")
    phone.write("A", 9, 97, "hearts")
    phone.sees_totals(19, 6)
    phone.settle()
    assert said(phone) == []


def test_the_big_screen_says_what_others_write(voiced, open_phone):
    scorer = voiced()
    screen = open_phone("el")
    screen.page.add_init_script(VOICES % OWN)
    screen.page.goto(f"{scorer.match_url}big")
    switch(screen).click()
    spoken(screen, "Σύνολο μηδέν – μηδέν.")
    screen.page.keyboard.press("Escape")
    scorer.write("A", 9, 97, "hearts")
    text = "Ομάδα Α δεκαεννιά, Ομάδα Β έξι. Σύνολο δεκαεννιά – έξι."
    spoken(screen, "Σύνολο μηδέν – μηδέν.", text)
    assert screen.page.evaluate("window.said.at(-1)") == [text, "Greek", "el-GR"]


# --- a browser that refuses every kind of storage: everything else goes on ---


@pytest.fixture
def refused(open_phone):
    """Opens phones whose browser refuses storage."""

    def refused(*given, **options):
        phone = open_phone(*given, **options)
        phone.page.add_init_script(REFUSED)
        return phone

    return refused


def test_keys_of_the_desk_work_without_storage(refused):
    laptop = refused("en", DESKTOP, touch=False)
    page, _ = laptop.page, set_up(laptop)
    page.wait_for_load_state()
    link = page.locator(".sections a[aria-keyshortcuts]").first
    with page.expect_navigation():
        page.keyboard.press(link.get_attribute("aria-keyshortcuts"))
    expect(page.locator(".sections a").first).to_have_attribute("aria-current", "page")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


@pytest.mark.smoke
def test_match_is_begun_and_its_hands_are_written_without_storage(refused):
    phone = refused()
    phone.set_up_match(name_A="Blue")
    phone.names["A"] = "Blue"
    for total in (19, 38):
        phone.open_entry()
        phone.bid("A", 9)
        phone.type_points(97)
        phone.sees_result(19, 6)
        phone.save()
        expect(phone.page.locator("#standing .total b").first).to_have_text(str(total))
    expect(phone.page.locator("#ledger .unsent")).to_have_count(0)


def test_hand_waits_in_the_page_that_has_no_storage(refused, server):
    phone = refused()
    phone.start_match()
    phone.watch.expect("ERR_FAILED", "Failed to fetch")
    phone.page.route("**/ops/*", lambda route: route.abort())
    phone.open_entry()
    phone.bid("A", 9)
    phone.type_points(97)
    phone.tap("Save hand")
    expect(phone.page.locator("#ledger .unsent").first).to_be_visible()
    phone.page.unroute("**/ops/*")
    phone.arrive_at_ledger()
    assert phone.ledger() == [["1", "+19 19", "‹ 9", "6 +6"]]
