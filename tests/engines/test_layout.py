"""Rows, panels, fields and the foot of the ledger have their room and contrast on each page.

A placeholder is measured on a picture: WebKit tells no page how it draws one.
"""

import io

import pytest
from PIL import Image

from scorekeeper.app import create_app
from scorekeeper.store.migrator import bring_up_to_date
from scorekeeper.store.schema import close_connections
from tests.engines.test_crawl import missed
from tests.services.test_agreement import Answering
from tests.support.databases import SETTINGS
from tests.support.server import Checkout, Server
from tests.support.table import SWEPT, Table

HANDS = 6
LOW = 470
"""A window in which the ledger has room for fewer rows than it has."""
CUT = 36
"""So much of the row that has no room would be seen: its words, too."""
# The scrolled part, how high a row is, and where each row's bid stands, within its lines.
_LAID_OUT = """
const scroll = document.querySelector(".scroll");
const { top, bottom } = scroll.getBoundingClientRect();
const rows = [...document.querySelectorAll("#ledger tbody tr")];
return {
  top,
  bottom,
  row: rows[0].getBoundingClientRect().height,
  bids: rows.map((row) => {
    const at = row.querySelector(".bid").getBoundingClientRect();
    return [at.left + 4, at.top + 4, at.right - 4, at.bottom - 4];
  }),
  width: innerWidth,
};
"""
SCREENS = ((360, 640), (320, 568), (640, 360))
LETTERS = (100, 130, 200)
REASON = "εμείς μετρήσαμε εξήντα έξι πόντους"
_LETTERS = "document.documentElement.style.fontSize = arguments[0]"
# The next step stays in sight; on a low screen the rest of the foot is scrolled beneath it.
_FAULTS_OF_FOOT = """
const foot = document.querySelector("#thumb");
const box = (one) => one.getBoundingClientRect();
const shown = [...foot.querySelectorAll("a, button")].filter((one) => one.checkVisibility());
const rows = [...foot.querySelectorAll(".flagged, .doings a, .doings button, .round")];
const low = rows.filter((one) => box(one).height < 43.9).map((one) => `low: ${told(one)}`);
const over = [":scope > *", ".doings a, .doings button"].flatMap((which) => {
  const all = [...foot.querySelectorAll(which)].filter((one) => !one.matches(".doings"));
  return all.flatMap((one, place) => all.slice(place + 1)
    .filter((other) => box(one).bottom > box(other).top + 1
      && box(other).bottom > box(one).top + 1
      && box(one).right > box(other).left + 1 && box(other).right > box(one).left + 1)
    .map((other) => `${told(one)} lies over ${told(other)}`));
});
const seen = Math.min(innerHeight, box(foot).bottom);
const needed = [...foot.querySelectorAll(".doings .primary, .doings a[href$='/share']")];
const away = needed.filter((one) => box(one).bottom > seen + 0.5 || box(one).top < box(foot).top)
  .map((one) => `out of sight: ${told(one)}`);
const wide = shown.filter((one) => box(one).left < 0 || box(one).right > innerWidth)
  .map((one) => `beyond the edge: ${told(one)}`);
return [...low, ...over, ...away, ...wide, ...(needed.length === 2 ? [] : ["something is gone"])];
"""
_LARGE = "document.documentElement.style.fontSize = '200%'"
_CUT = """
const rows = [...document.querySelectorAll("#menu .menu-item")];
const seen = rows.filter((one) => one.checkVisibility());
return seen.filter((one) => one.scrollHeight > one.clientHeight + 1).map(nameOf);
"""
_SLACK = """
const rows = [...document.querySelectorAll("#stop > *")];
const gaps = rows.reduce((sum, one) => sum + one.offsetHeight, 0);
return document.querySelector("#stop").clientHeight - gaps;
"""
LONG = "ΧΑΡΑΛΑΜΠΟΠΟΥΛΟΥ-ΠΑΠΑΔΗΜΗΤΡΙΟΥ ΜΑΡΙΑΝΝΑ"
_CHOOSE = "document.querySelector('main select').value = '2'; return document.body.offsetWidth"
_SEND = """
const field = document.querySelector("main [name=name]");
field.value = arguments[0];
field.form.submit();
"""
SHOWN = """
for (const part of document.querySelectorAll("details")) part.open = true;
document.documentElement.style.fontSize = "200%"; // strokes as wide as a pixel, and more
const field = document.querySelector("input[placeholder]:not([placeholder=''])");
field.scrollIntoView({ block: "center" });
const { left, top, right, bottom } = field.getBoundingClientRect();
return [left, top, right, bottom].map((edge) => edge / innerWidth);
"""
PALER = """
const sheet = new CSSStyleSheet();
sheet.replaceSync("input::placeholder { opacity: 0.54 }");
document.adoptedStyleSheets = [sheet];
"""
FRAME = 0.02
"""Of the screen's width: the field's own edge, and its corners."""
_WITHOUT = """
for (const name of ["popover", "showPopover", "hidePopover", "togglePopover"]) {
  delete HTMLElement.prototype[name];
}
delete AbortSignal.timeout;
"""
_OVER = """
return [...document.querySelectorAll("[popover]")]
  .filter((one) => getComputedStyle(one).position !== "static" || !one.checkVisibility())
  .map(told);
"""
_STOP = """
const button = document.querySelector("#stop .primary");
button.form.requestSubmit(button);
"""


# --- whole rows: each that has room, and nothing of the one that has not ---


def whole_and_cut(phone):
    """Whether each row that has room is seen, and the one that has not, as far as it lies there.

    The window is made as high as it must be for a row to be cut at its top.
    """
    browser = phone.browser
    browser.resize(360, LOW)
    found = browser.ask(_LAID_OUT)
    left_over = (found["bottom"] - found["top"]) % found["row"]
    browser.resize(360, round(LOW - left_over + CUT))
    browser.wait_painted()
    found = browser.ask(_LAID_OUT)
    picture = Image.open(io.BytesIO(_picture_at_rest(browser))).convert("RGB")
    edge = found["top"] + CUT
    whole = [bid for bid in found["bids"] if bid[1] >= edge]
    ((left, _, right, bottom),) = [bid for bid in found["bids"] if bid[1] < edge < bid[3] + 12]
    cut = [left, found["top"] + 1, right, bottom]
    scale = picture.width / found["width"]
    return [_has_ink(picture, bid, scale) for bid in whole], _has_ink(picture, cut, scale)


def _picture_at_rest(browser):
    """Return the picture of the window, once it is painted at its new size and nothing moves."""
    before, picture = None, browser.picture()
    while picture != before:
        before, picture = picture, browser.picture()
    return picture


def _has_ink(picture, box, scale):
    """Is anything but paper seen there?"""
    return len(picture.crop([round(edge * scale) for edge in box]).getcolors(1 << 20)) > 1


def write_hands(phone):
    phone.start_match()
    for _ in range(HANDS):
        phone.write("A", 9, "hearts", 97)
    phone.sees_all_sent()
    phone.open_ledger()
    return phone


@pytest.mark.timeout(180)
def test_each_row_with_room_is_seen_and_nothing_of_one_without(phone):
    whole, is_cut_seen = whole_and_cut(write_hands(phone))
    assert 2 <= len(whole) < HANDS
    assert all(whole), whole
    assert not is_cut_seen


# --- the foot of the ledger at a match's end ---


@pytest.fixture(scope="module")
def ended(tmp_path_factory):
    """A match that is won, with an open flag. Whoever opens it is its scorer."""
    folder = tmp_path_factory.mktemp("ended")
    app = create_app({"INSTANCE": folder, **SETTINGS})
    with app.app_context():
        bring_up_to_date()
        table = Table(target=351).play(SWEPT, SWEPT, SWEPT)
        Answering(table, "B").flag(2, REASON)
        close_connections()
    server = Server(folder, SCRIPTS="joined", DEMO_PHONE=table.secret).start()
    yield server, f"/m/{table.kept.public_id}/"
    server.kill()


def test_no_row_of_the_foot_is_squeezed_and_the_next_act_is_in_sight(open_phone, ended):
    server, path = ended
    phone = open_phone("el", at=server)
    phone.goto(path)
    phone.sees(REASON, ".flagged")
    found = {}
    for size in SCREENS:
        for letters in LETTERS:
            phone.browser.resize(*size)
            phone.browser.run(_LETTERS, f"{letters}%")
            phone.browser.wait_painted()
            found[size, letters] = phone.browser.ask(_FAULTS_OF_FOOT)
    assert not any(found.values()), found


# --- a panel that slides over a page ---


def test_large_words_of_a_menu_lie_below_each_other(phone):
    phone.start_match()
    phone.browser.run(_LARGE)
    phone.tap("Menu")
    phone.holds("return document.querySelector('#menu').matches(':popover-open')")
    assert phone.browser.ask(_CUT) == []


def test_a_question_takes_no_more_height_than_it_needs(phone):
    phone.start_match()
    phone.tap("Menu", "Stop the match here")
    phone.holds("return document.querySelector('#stop').matches(':popover-open')")
    assert phone.browser.ask(_SLACK) < 60
    assert phone.browser.ask("return document.querySelector('#stop').clientHeight") < 320


# --- a choice that is longer than its field ---


def send(browser, name, arrived):
    browser.run(_SEND, name)
    browser.wait(f"return document.readyState === 'complete' && {arrived}")


def test_a_long_name_to_choose_makes_no_page_wider(open_phone, server):
    browser = open_phone("el").browser
    browser.resize(360, 640)
    browser.goto(f"{server.url}/clubs/new")
    send(browser, "Σύλλογος", "/^.c.[^/]+.$/.test(location.pathname)")
    club = browser.run("return location.href")
    for number, name in enumerate(("Μαρία", LONG), 1):
        browser.goto(f"{club}persons")
        send(browser, name, f"document.querySelectorAll('.rows .number').length === {number}")
    browser.goto(f"{club}persons/1")
    browser.run(_CHOOSE)
    assert browser.run("return document.querySelector('main select').value") == "2"
    assert browser.run("return document.documentElement.scrollWidth - innerWidth") <= 0


# --- placeholders ---


def contrast(browser):
    """Of the placeholder's strongest stroke against the field."""
    browser.wait_painted()
    left, top, right, bottom = browser.run(SHOWN)
    with Image.open(io.BytesIO(browser.picture())) as picture:
        inner = (left + FRAME, top + FRAME, right - FRAME, bottom - FRAME)
        field = picture.convert("RGB").crop([round(edge * picture.width) for edge in inner])
    shades = sorted(light(colour) for _, colour in field.getcolors(field.width * field.height))
    return (shades[-1] + 0.05) / (shades[0] + 0.05)


def light(colour):
    """The relative luminance of WCAG."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (shade / 255 for shade in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_placeholder_is_read_as_words_are(open_phone, dark):
    phone = open_phone(dark=dark)
    phone.goto("/matches/new")
    browser = phone.browser
    assert contrast(browser) >= 4.5
    browser.run(PALER)
    assert contrast(browser) < 4.5, "as engines make them by themselves"


# --- below the floor, without popovers: all is there, nothing lies over anything ---


class Older(Checkout):
    """A real older browser is not to be had; its rules and scripts meet what is unknown as there.

    The engine's own style of `[popover]` and its `popovertarget` stay: those are not seen here.
    """

    def __init__(self, folder):
        super().__init__(folder)
        static = self.templates.parent / "static"
        for file in [*static.rglob("*.css"), *static.rglob("*.js")]:
            text = file.read_text()
            if ":popover-open" in text:
                file.write_text(text.replace(":popover-open", ":popover-unknown"))
        page = static / "js" / "page.js"
        page.write_text(page.read_text() + _WITHOUT)


@pytest.fixture(scope="module")
def older(tmp_path_factory):
    server = Older(tmp_path_factory.mktemp("older")).start()
    yield server
    server.kill()


def test_a_match_is_kept_without_popovers(open_phone, older):
    phone = open_phone(at=older)
    phone.start_match()
    phone.open_entry()
    phone.bid("A", 9, "hearts")
    phone.touch_at("#declarations-A input[aria-label*=': run of 3']")
    phone.type_points(97)
    phone.sees_result(21, 6)
    assert phone.browser.ask(_OVER) == []
    phone.save()
    phone.sees_totals(21, 6)
    # Else the page that is opened below may lack the hand: the phone draws its own in its place,
    # and drops a tap on a question that is another one now.
    phone.sees_all_sent()
    phone.open_entry()
    phone.touch(phone.say("Bid by %(side)s: %(bid)s", side="Us", bid=20))
    phone.tap("Clear what is typed")
    phone.holds("return !document.querySelector('[name=contract]:checked')")
    phone.open_ledger()
    assert phone.browser.ask(_OVER) == []
    phone.holds("return Boolean(document.querySelector('#outbox'))")
    # Not by a finger: on a busy machine WebKit's driver taps beside it, for an unknown reason.
    phone.browser.run(_STOP)
    phone.shows(".verdict")
    phone.sees_all_sent()  # or the first page comes again, once nothing waits
    pages = ["/", "/settle/tricks", "/rules", f"/m/{phone.match}/big", f"/m/{phone.match}/"]
    found, _ = missed(phone, pages)
    assert found == []


def test_the_help_says_how_the_browser_stands(open_phone, server, older):
    """A tab has a service worker in every engine, on an iPhone, too."""
    phone = open_phone(at=server)
    assert told_states(phone) == ["browser", "kept", "secure"]
    below = open_phone(at=older)
    assert told_states(below) == ["browser", "kept", "older", "secure"]


def told_states(phone):
    """Return the states that the help shows for this phone, once the worker is there."""
    phone.goto("/help/offline")
    phone.shows("[data-when=kept]:not(.later)")
    told = "return [...document.querySelectorAll('[data-when]:not([hidden])')]"
    return sorted(phone.browser.run(f"{told}.map((one) => one.dataset.when)"))
