"""A tournament on an organiser's laptop and on phones: set up, drawn, played, shown."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_offline import CUT as OFFLINE
from tests.support.browser_phone import DESKTOP, PHONE, SMALL_PHONE
from tests.support.examples import ALL

NAME = "Χριστουγεννιάτικο Κύπελλο του Πλατάνου"
LONGEST = "Παναγιώτης-Ευάγγελος Χατζηκωνσταντινίδης"
PAIRS = [f"Μαρία {n}, Γιώργος Παπαδόπουλος {n}, Α.Σ. Ομόνοια" for n in range(1, 5)]
PAIRS += [f'{LONGEST}, Άννα "η Νίκη" 🃏, Σύλλογος Πιλοττιστών Παλιάς Λευκωσίας, 1, x']
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def press(phone, name):
    phone.page.get_by_role("button", name=name, exact=True).click()


def follow(phone, name):
    phone.page.get_by_role("link", name=name, exact=True).first.click()


def set_up(phone, pairs=PAIRS, hands="", way="rounds", minutes=""):
    """A tournament of these pairs, its first round drawn; its address."""
    page = phone.page
    page.goto("/tournaments/")
    follow(phone, phone.say("New tournament"))
    page.locator("[name=title]").fill(NAME)
    page.locator(f"[name=way][value={way}]").check()
    if hands or minutes:
        length = "So many hands" if hands else "So many minutes"
        page.get_by_role("radio", name=phone.say(length), exact=True).check()
        page.locator("[name=limit]").fill(hands or minutes)
    press(phone, phone.say("Set it up"))
    page.locator("[name=text]").fill("\n".join(pairs))
    press(phone, phone.say("Read the list"))
    press(phone, phone.say("Add the pairs"))
    expect(page.locator(".pairs li")).to_have_count(len(pairs))
    url = page.url.removesuffix("pairs")
    page.goto(f"{url}draw")
    press(phone, phone.say("Propose the round"))
    press(phone, phone.say("Draw it so"))
    expect(page.locator(".grid-row")).to_have_count(len(pairs) // 2)
    return url


def open_door(phone, url):
    """The list and the check-in are open, and a pair of this phone waits."""
    for name in ("Open the list", "Open the check-in"):
        phone.page.goto(f"{url}door")
        press(phone, phone.say(name))
    phone.page.goto(f"{url}come")
    for field, name in (("player1", LONGEST), ("player2", f"{LONGEST[:-2]}ου"), ("club", LONGEST)):
        phone.page.locator(f"[name={field}]").last.fill(name)
    press(phone, phone.say("We come"))
    expect(phone.page.locator(".registration")).to_be_visible()


def pages_of_club(phone):
    """The pages of a club with a person and a season."""
    page = phone.page
    page.goto("/clubs/new")
    page.locator("[name=name]").fill(NAME)
    press(phone, phone.say("Begin the club"))
    page.wait_for_url("**/c/*/**")
    club = re.search(r"/c/[^/]+/", page.url)[0]
    page.goto(f"{club}persons")
    page.locator("[name=name]").last.fill(LONGEST)
    page.locator("main form button[type=submit]").last.click()
    page.goto(f"{club}seasons/1/setup")
    press(phone, phone.say("Begin the season"))
    page.goto(f"{club}persons/1")
    own = (
        *("", "setup", "persons", "persons/1", "persons/1/names", "links", "names", "calendar"),
        *("seasons/1", "seasons/1/setup", "seasons/1/final"),
        *("record", "record/1", "record/1/matches", "record/1/hands"),
    )
    return ("/clubs/", "/clubs/new", "/clubs/link", *(club + path for path in own))


def write(phone, url, table, a, b):
    phone.page.goto(f"{url}rounds/1/tables/{table}")
    phone.page.locator("[name=a]").fill(str(a))
    phone.page.locator("[name=b]").fill(str(b))
    press(phone, phone.say("Write the result"))
    expect(phone.page.locator(f"#table-{table} [name=was{table}]")).to_be_attached()


def type_sheet(phone, url, table):
    """A sheet of one hand, a kapo that was doubled."""
    phone.page.goto(f"{url}rounds/1/tables/{table}/sheet")
    for field, value in (("a1", 250), ("score_a1", 43), ("b1", 0)):
        phone.page.locator(f"[name={field}]").fill(str(value))
    phone.page.locator("[name=mark1]").select_option("A")
    phone.page.locator("[name=doubled1]").select_option("2")
    press(phone, phone.say("Check the sheet"))
    expect(phone.page.locator("#verdict")).to_contain_text("43 – 0")
    press(phone, phone.say("Write the sheet"))
    expect(phone.page.locator(f"#table-{table} [name=was{table}]")).to_be_attached()


PATHS = (
    *("", "setup", "pairs", "pairs/5", "links", "rounds/1", "rounds/1/tables/1", "draw", "adjust"),
    *("rounds/1/tables/2/link", "rounds/1/tables/1/sheet", "draw?swap=1&with=2"),
    *("rounds/1/tables/2", "rounds/1/tables/2/typed", "standings", "standings/5"),
    *("papers", "papers/sheets", "players", "names", "final"),
    *("cross", "files", "history", "draw?open=back"),
    *("pairs?open=door", "come", "fees", "earlier", "draw?open=wishes"),
)
LONG_NAMES = [f"{LONGEST[:-2]}{a}ς, {LONGEST[:-4]}{a}ους" for a in "αβγδεζηθ"]
# A control below a button that stays in sight is scrolled out.
UNSTUCK = """
document.querySelectorAll(".stays, .start").forEach(one => { one.style.position = "static"; })
"""
OUTSIDE = """
() => [...document.querySelectorAll("main *, header *")].filter(one => {
  const box = one.getBoundingClientRect();
  const isSeen = box.width > 1 && box.height > 1 && !one.closest(".sr");
  const scrolls = one.parentElement.closest(".sections, .frame, .typed-frame, pre");
  return isSeen && !scrolls && (box.left < -1 || box.right > innerWidth + 1);
}).map(one => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 30)}`)
"""


@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    ("language", "viewport", "schemes"),
    [
        pytest.param("el", PHONE, ("light", "dark"), id="phone"),
        pytest.param("en", DESKTOP, ("light",), id="laptop"),
    ],
)
def test_every_page_fits_and_axe_finds_nothing(open_phone, axe, language, viewport, schemes):
    phone = open_phone(language, viewport, touch=viewport == PHONE)
    url = set_up(phone)
    write(phone, url, 1, 351, 240)
    type_sheet(phone, url, 2)
    open_door(phone, url)
    more = ("/tournaments/", "/tournaments/link", "/tournaments/open", *pages_of_club(phone))
    found = []
    for path in (*(url + path for path in PATHS), *more):
        phone.page.goto(path)
        phone.page.evaluate(UNSTUCK)
        name = path.removeprefix(url).partition("?")[0].replace("/", "-")
        picture = f"tournament-{viewport['width']}-{name}" if ALL else ""
        found += axe.faults(phone, path, schemes, picture=picture)
        if phone.page.evaluate(WIDER) > 0:
            found.append(f"{path}: wider than the screen")
    assert found == []


@pytest.mark.timeout(400)
@pytest.mark.parametrize("root", [100, 200])
def test_names_of_forty_letters_widen_no_page_of_the_smallest_phone(open_phone, root):
    phone = open_phone("el", SMALL_PHONE)
    url = set_up(phone, LONG_NAMES)
    write(phone, url, 1, 351, 240)
    type_sheet(phone, url, 2)
    open_door(phone, url)
    found = []
    for path in PATHS:
        phone.page.goto(url + path)
        phone.page.evaluate(f"document.documentElement.style.fontSize = '{root}%'")
        if phone.page.evaluate(WIDER) > 0:
            found.append(f"{path}: wider than the screen")
        found += [f"{path}: {one}" for one in phone.page.evaluate(OUTSIDE)]
    assert found == []


def test_a_cross_table_of_many_rounds_widens_no_phone(open_phone):
    phone = open_phone("el", SMALL_PHONE)
    url = set_up(phone)
    for number in range(1, 5):
        for table in (1, 2):
            phone.page.goto(f"{url}rounds/{number}/tables/{table}")
            phone.page.locator("[name=a]").fill("351")
            phone.page.locator("[name=b]").fill(f"{200 + table}")
            press(phone, phone.say("Write the result"))
            phone.page.wait_for_url(f"**/rounds/{number}#table-{table}")
        phone.page.goto(f"{url}draw")
        press(phone, phone.say("Propose the round"))
        press(phone, phone.say("Draw it so"))
        phone.page.wait_for_url(f"**/rounds/{number + 1}")
    phone.page.goto(f"{url}cross")
    assert phone.page.evaluate(WIDER) == 0


def test_the_part_that_is_shown_stands_in_sight(open_phone):
    phone = open_phone("el", SMALL_PHONE)
    url = set_up(phone)
    for path in ("links", "pairs", "papers"):
        phone.page.goto(url + path)
        here = phone.page.locator(".sections [aria-current]")
        expect(here).to_be_in_viewport(ratio=1)


def test_a_letter_leads_to_each_part_and_a_field_keeps_its_own(laptop):
    page, url = laptop.page, set_up(laptop)
    letters = [one.get_attribute("aria-keyshortcuts") for one in page.locator(".sections a").all()]
    assert len({*letters}) == len(letters) == 9
    for number, letter in enumerate(letters):
        with page.expect_navigation():
            page.keyboard.press(letter)
        here = page.locator(".sections a").nth(number)
        expect(here).to_have_attribute("aria-current", "page")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    expect(page.get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    page.keyboard.press("Control+p")
    page.keyboard.press("/")
    field = page.get_by_label("Where do I sit?")
    expect(field).to_be_focused()
    page.keyboard.type("p/?")
    expect(field).to_have_value("p/?")
    page.goto(f"{url}history")
    page.keyboard.press("?")
    page.get_by_label("The keys work on this device").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()


GREEK = {"d": "δ", "p": "π", "s": "σ", "u": "θ", "y": "υ"}


def test_letters_of_a_greek_layout_lead_where_the_row_shows_them(laptop):
    page, url = laptop.page, set_up(laptop)
    for letter, typed in GREEK.items():
        key = {"key": typed, "code": f"Key{letter.upper()}", "bubbles": True}
        link = page.locator(f".sections [aria-keyshortcuts='{letter}']")
        assert link.evaluate("one => getComputedStyle(one, '::after').content").startswith(
            f'"{letter}"'
        )
        with page.expect_navigation():
            page.evaluate(
                "key => document.body.dispatchEvent(new KeyboardEvent('keydown', key))", key
            )
        expect(link).to_have_attribute("aria-current", "page")
    page.goto(f"{url}history")
    page.keyboard.press("?")
    page.get_by_label("The keys work on this device").uncheck()
    shown = page.locator(".sections a").first.evaluate(
        "one => getComputedStyle(one, '::after').content"
    )
    assert shown == "none"


def link_at(laptop, path, helper=""):
    """The link that a page shows, or that it makes for this helper."""
    laptop.page.goto(path)
    if helper:
        laptop.page.get_by_label("Name of the helper").fill(helper)
        press(laptop, "A link for this helper")
    return laptop.page.locator("#address").inner_text()


def open_table(phone, laptop, url, table):
    """Make the phone the scorer of a table of the first round, by the table's code."""
    phone.page.goto(link_at(laptop, f"{url}rounds/1/tables/{table}/link"))
    press(phone, "Write on this phone, too")
    expect(phone.page.get_by_role("link", name="New hand")).to_be_visible()
    phone.match_url = phone.page.url


def open_helper(phone, laptop, url):
    """Make the phone a helper's."""
    phone.page.goto(link_at(laptop, f"{url}links", "Μαρία"))
    press(phone, "Help out")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text(NAME)


def test_an_evening_in_small(open_phone, laptop):
    url = set_up(laptop, [f"Μαρία {n}, Γιώργος {n}" for n in range(1, 9)], hands="1")
    scorer, helper = open_phone(), open_phone()
    open_table(scorer, laptop, url, 1)
    scorer.play(("A", 9, 97))
    expect(scorer.page.locator("#thumb")).to_contain_text("That is the result")
    scorer.page.locator("#scrolled").get_by_role("link", name="Round 1 of 5, table 1").click()
    expect(scorer.page.locator("#table-1")).to_contain_text("19 – 6 from the phone")
    open_helper(helper, laptop, url)
    for table in (2, 3, 4):
        write(helper, url, table, 20, 8)
    laptop.page.goto(f"{url}draw")
    press(laptop, "Propose the round")
    press(laptop, "Draw it so")
    expect(laptop.page.get_by_role("heading", level=1)).to_have_text("Round 2 of 5")

    laptop.page.goto(f"{url}rounds/1/tables/2")
    correct(laptop, 8, 20, "the other way round")
    expect(laptop.page.locator("[name=was2]")).to_have_value("8:20")
    pair = laptop.page.locator("#table-2 .them .number").inner_text()
    laptop.page.goto(f"{url}standings/{pair}")
    wins = laptop.page.locator("#wins")
    expect(wins.locator("tbody tr")).to_have_count(1)
    expect(wins.locator("tfoot")).to_have_text(re.compile(r"Sum\s*1"))

    laptop.page.goto(f"{url}players?open=projector")
    press(laptop, "Show it")
    for shown, following in (("Stop", "Go on"), ("Go on", "Stop")):
        expect(laptop.page.get_by_role("link", name=shown)).to_be_visible()
        laptop.page.wait_for_load_state("load")  # its script hears the key
        laptop.page.keyboard.press(" ")
        expect(laptop.page.get_by_role("link", name=following)).to_be_visible()


def test_phone_of_a_table_is_told_its_next_seat_while_its_page_stays_open(open_phone, laptop):
    url = set_up(laptop, [f"Μαρία {n}, Γιώργος {n}" for n in range(1, 5)])
    phone = open_phone()
    open_table(phone, laptop, url, 1)
    page, thumb = phone.page, phone.page.locator("#thumb")
    phone.watch.expect(*OFFLINE)
    phone.settle()
    page.context.set_offline(True)
    phone.say_stop()
    expect(thumb).to_contain_text("The result goes to the desk.")
    for name in ("Rematch", "New match"):
        expect(thumb.get_by_text(name)).to_have_count(0)
    page.context.set_offline(False)
    expect(thumb).to_contain_text("The result is at the desk.")
    expect(thumb.get_by_text("Rematch")).to_have_count(0)
    for table in (1, 2):
        write(laptop, url, table, 351, 200)
    laptop.page.goto(f"{url}draw")
    press(laptop, "Propose the round")
    press(laptop, "Draw it so")
    expect(laptop.page.get_by_role("heading", level=1)).to_have_text("Round 2 of 5")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(thumb).to_contain_text("Where do I sit?")
    expect(thumb.get_by_text("against")).to_have_count(2)


def correct(laptop, a, b, reason):
    """Correct a result of a round after which another one was drawn."""
    page = laptop.page
    for field, value in (("a", a), ("b", b), ("reason", reason)):
        page.locator(f"[name={field}]").fill(str(value))
    press(laptop, "Correct the result")
    press(laptop, "Yes, correct it")


def test_the_projector_cuts_no_table_off(laptop):
    longest = f"{LONGEST}, {LONGEST[::-1]}"
    url = set_up(laptop, [f"{n}. {longest[:-2]}{n:02}" for n in range(1, 17)])
    laptop.page.goto(f"{url}screen")
    expect(laptop.page.locator(".shown li")).to_have_count(8)
    assert laptop.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_amount_is_typed_in_the_place_of_the_one_that_stands_there(laptop):
    url = set_up(laptop)
    laptop.page.goto(f"{url}fees")
    laptop.page.locator("[name=fee]").fill("10")
    press(laptop, "Save fee and prizes")
    due = laptop.page.locator("[name=due-1]")
    expect(due).to_have_value("10")
    due.click()
    laptop.page.keyboard.type("8")
    expect(due).to_have_value("8")
    press(laptop, "All paid")
    expect(laptop.page.locator("[name=payment-1]")).to_have_value("8")
    expect(laptop.page.locator("[name=payment-2]")).to_have_value("10")


NUMBERS = """() => Math.min(...[...document.querySelectorAll(
  ".shown :is(.at, .number, .points b)")].map(one => parseFloat(getComputedStyle(one).fontSize)))"""
CUT = """() => [...document.querySelectorAll(".shown .player")].filter(
  one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"""


def test_projector_shows_twenty_tables_at_once_in_numbers_of_twenty_pixels(open_phone):
    wall = open_phone("el", {"width": 1280, "height": 720}, touch=False)
    names = [f"{n}. Χαράλαμπος Νικολάου {n}, Δήμητρα Παπαδοπούλου {n}" for n in range(1, 42)]
    url = set_up(wall, names)
    write(wall, url, 1, 351, 240)
    wall.page.goto(f"{url}screen?stay=1")
    expect(wall.page.locator(".shown li")).to_have_count(20)
    for number in range(20):
        expect(wall.page.locator(".shown li").nth(number)).to_be_in_viewport(ratio=1)
    assert wall.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert wall.page.evaluate(NUMBERS) >= 20
    assert wall.page.evaluate(CUT) == []
    if ALL:
        wall.take_picture("projector-of-41")


def test_the_organiser_s_board_follows_a_table_s_phone(open_phone, laptop):
    url = set_up(laptop)
    phone = open_phone()
    open_table(phone, laptop, url, 1)
    laptop.page.goto(f"{url}rounds/1")
    phone.play(("A", 9, 97))
    expect(laptop.page.locator("#table-1")).to_contain_text("playing, hand 2", timeout=30_000)


def test_a_player_finds_the_seat_without_scripts(open_phone, laptop):
    url = set_up(laptop)
    guest = open_phone("el", java_script_enabled=False)
    guest.page.goto(url)
    guest.page.get_by_label("Πού κάθομαι; Όνομα ή αριθμός").fill("μαρια 3")
    press(guest, "Βρες")
    expect(guest.page.locator("div[role=status]")).to_contain_text("3 Μαρία 3")
