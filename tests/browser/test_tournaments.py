"""A tournament on an organiser's laptop and on phones: set up, drawn, played, told."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ARTEFACTS
from tests.browser.phone import DESKTOP, PHONE
from tests.browser.test_accessible import RULES, RUN

PAIRS = "\n".join(f"Μαρία {n}, Γιώργος Παπαδόπουλος {n}, Α.Σ. Ομόνοια" for n in range(1, 6))
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def press(phone, name):
    phone.page.get_by_role("button", name=name, exact=True).click()


def follow(phone, name):
    phone.page.get_by_role("link", name=name, exact=True).first.click()


def set_up(phone):
    """A tournament of five pairs, its first round drawn; its address."""
    page = phone.page
    page.goto("/tournaments/")
    follow(phone, "New tournament")
    page.get_by_label("Name").fill("Christmas Cup")
    press(phone, "Set it up")
    page.get_by_label("Paste a list: a line for each pair").fill(PAIRS)
    press(phone, "Add the pairs")
    expect(page.locator(".pairs li")).to_have_count(5)
    url = page.url.removesuffix("pairs")
    page.goto(f"{url}draw")
    press(phone, "Draw it so")
    expect(page.locator(".table")).to_have_count(2)
    return url


@pytest.fixture
def laptop(open_phone):
    return open_phone("en", DESKTOP, touch=False)


def write(phone, url, table, a, b):
    phone.page.goto(f"{url}rounds/1/tables/{table}")
    phone.page.locator("[name=a]").fill(str(a))
    phone.page.locator("[name=b]").fill(str(b))
    press(phone, "Write the result")
    expect(phone.page.locator(".table").nth(table - 1)).to_contain_text("written")


def type_sheet(phone, url, table):
    """A sheet of one hand, a kapo that was doubled."""
    phone.page.goto(f"{url}rounds/1/tables/{table}/sheet")
    for field, value in (("a1", 250), ("score_a1", 43), ("b1", 0)):
        phone.page.locator(f"[name={field}]").fill(str(value))
    phone.page.locator("[name=mark1]").select_option("A")
    phone.page.locator("[name=doubled1]").select_option("2")
    press(phone, "Check the sheet")
    expect(phone.page.locator("#verdict")).to_contain_text("The hands come to: 43 – 0")
    press(phone, "Write the sheet")
    expect(phone.page.locator(".table").nth(table - 1)).to_contain_text("written")


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "laptop"])
def test_every_page_fits_and_axe_finds_nothing(open_phone, axe, viewport):
    phone = open_phone("en", viewport, touch=viewport == PHONE)
    url = set_up(phone)
    write(phone, url, 1, 351, 240)
    type_sheet(phone, url, 2)
    found = []
    ARTEFACTS.mkdir(exist_ok=True)
    paths = ("", "setup", "pairs", "pairs/1", "links", "rounds/1", "rounds/1/tables/1")
    more = ("rounds/1/tables/2/link", "rounds/1/swap?one=1&other=2", "standings", "standings/1")
    sheets = ("rounds/1/tables/1/sheet", "rounds/1/tables/2", "rounds/1/tables/2/typed")
    for path in (*paths, *more, *sheets, "adjust", "draw"):
        phone.page.goto(url + path)
        phone.page.evaluate(axe)
        name = path.partition("?")[0].replace("/", "-")
        file = ARTEFACTS / f"tournament-{viewport['width']}-{name}.png"
        phone.page.screenshot(path=file, full_page=True)
        found += [f"{path}: {one}" for one in phone.page.evaluate(RUN, RULES["light"])]
        if phone.page.evaluate(WIDER) > 0:
            found.append(f"{path}: wider than the screen")
    assert found == []


def test_a_table_s_phone_writes_and_the_organiser_s_board_follows(open_phone, laptop):
    url = set_up(laptop)
    laptop.page.goto(f"{url}rounds/1/tables/1/link")
    link = laptop.page.locator("#address").inner_text()
    laptop.page.goto(f"{url}rounds/1")
    phone = open_phone()
    phone.page.goto(link)
    press(phone, "Write on this phone, too")
    expect(phone.page.get_by_role("link", name="New hand")).to_be_visible()
    phone.match_url = phone.page.url
    phone.play(("A", 9, 97))
    expect(laptop.page.locator(".table").first).to_contain_text("playing, hand 2", timeout=30_000)


def test_a_helper_s_phone_is_one_by_its_link_and_finds_the_tables(open_phone, laptop):
    url = set_up(laptop)
    laptop.page.goto(f"{url}links")
    press(laptop, "A link for helpers")
    link = laptop.page.locator("#address").inner_text()
    helper = open_phone()
    helper.page.goto(link)
    press(helper, "Help")
    expect(helper.page.get_by_role("heading", level=1)).to_contain_text("Christmas Cup")
    write(helper, url, 2, 351, 200)


def test_a_player_finds_the_seat_without_scripts(open_phone, laptop):
    url = set_up(laptop)
    guest = open_phone("el", java_script_enabled=False)
    guest.page.goto(url)
    guest.page.get_by_label("Πού κάθομαι; Όνομα ή αριθμός").fill("μαρια 3")
    press(guest, "Βρες")
    expect(guest.page.locator("div[role=status]")).to_contain_text("3 Μαρία 3")
