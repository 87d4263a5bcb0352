"""The entry on a small screen: in two steps, or as a line that is typed."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GREEK_FIRST
from tests.browser.watch import forget_shifts, layout_shifts
from tests.support.browser_phone import PHONE, SMALL_PHONE, TAP_MS

ON_ITS_SIDE = {"width": 640, "height": 360}
# The parts of the entry that should be seen and lie outside the screen.
OUTSIDE = """
() => [...document.querySelectorAll("#entry :is(.chip, .key, .box, .live, .save > *)")]
  .filter(one => one.checkVisibility() && !one.closest("[popover]"))
  .map(one => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1)
  .filter(([, box]) => box.top < 0 || box.left < 0 || box.right > innerWidth + 0.5
    || box.bottom > innerHeight + 0.5)
  .map(([one]) => one.textContent.trim())
"""
LINE = re.compile(r"/js/lines/|line_entry|/line\.html")


@pytest.fixture
def open_entry(open_phone):
    """Opens the entry at a size of letters."""

    def open_entry(viewport, percent, **options):
        phone = open_phone("el", viewport, **options)
        size = f"{percent}%"
        phone.page.add_init_script(
            "addEventListener('DOMContentLoaded', () => "
            f"{{ document.documentElement.style.fontSize = '{size}' }})"
        )
        phone.start_match()
        phone.open_entry()
        phone.settle()
        return phone

    return open_entry


@pytest.mark.parametrize(
    ("viewport", "percent"),
    [
        (PHONE, 200),
        (SMALL_PHONE, 100),
        (SMALL_PHONE, 200),
        (PHONE, 130),
        (ON_ITS_SIDE, 150),
    ],
)
def test_a_hand_is_written_in_two_steps(open_entry, viewport, percent):
    phone = open_entry(viewport, percent)
    assert phone.page.evaluate(OUTSIDE) == []
    phone.bid("A", 9)
    phone.tap("Hearts")
    phone.next_step()
    assert phone.page.evaluate(OUTSIDE) == []
    bids = phone.page.locator(".bids.us .chip")
    expect(bids.filter(visible=True)).to_have_text(["9"])
    expect(phone.page.locator(".bids.them")).to_be_hidden()
    forget_shifts(phone.page)
    phone.type_points(97)
    phone.sees_result(19, 6)
    assert layout_shifts(phone.page) == []
    expect(phone.save_button).to_be_in_viewport(ratio=1)
    phone.page.locator(".change-bid").tap()
    expect(bids.filter(visible=True)).to_have_count(9)
    phone.bid("A", 8)
    phone.next_step()
    phone.sees_result(18, 6)
    phone.save()
    phone.sees_totals(18, 6)


def test_a_phone_on_its_side_has_all_of_it_in_two_columns(open_entry):
    phone = open_entry(ON_ITS_SIDE, 100)
    assert phone.page.evaluate(OUTSIDE) == []
    phone.bid("A", 9)
    phone.type_points(97)
    phone.save()
    phone.sees_totals(19, 6)


def test_a_hand_whose_bid_is_saved_begins_with_its_points(open_entry):
    phone = open_entry(PHONE, 200)
    phone.bid("A", 9)
    phone.tap("Save the bid")
    phone.touch(phone.say("Points of hand %(number)s", number=1))
    expect(phone.page.locator(".key").first).to_be_in_viewport(ratio=1)
    expect(phone.page.locator(".bids.us .chip").filter(visible=True)).to_have_text(["9"])


def test_ordinary_letters_need_no_steps(match):
    match.open_entry()
    expect(match.page.locator(".next")).to_be_hidden()
    expect(match.page.locator(".key").first).to_be_visible()


def test_reload_at_the_points_stays_at_the_points(open_entry):
    phone = open_entry(PHONE, 200)
    phone.bid("A", 9)
    phone.tap(phone.say("Hearts"))
    phone.next_step()
    phone.type_points(97)
    phone.page.reload()
    expect(phone.page.locator(".bids.them")).to_be_hidden()
    phone.sees_points(97, 65)
    phone.tap("Menu", "Clear what is typed")
    expect(phone.page.locator(".bids.them")).to_be_visible()


# --- a line: read without the server, looked at, then saved ---


def open_line(phone):
    phone.open_entry()
    phone.touch(phone.say("Hand as a line"))
    field = phone.page.locator("#line [name=line]")
    expect(field).to_be_focused()
    return field


def put_in(phone, line):
    field = open_line(phone)
    field.fill(line)
    field.press("Enter")


@pytest.fixture
def own(open_phone):
    def own(language="en"):
        phone = open_phone(language)
        phone.start_match()
        return phone

    return own


@GREEK_FIRST
def test_a_line_fills_the_entry_and_is_saved_as_ever(own, language):
    phone = own(language)
    put_in(phone, "εμείς εννιά κούπες ενενήντα επτά")
    expect(phone.page.locator("#line")).to_be_hidden()
    expect(phone.page.locator("#live")).to_contain_text("19")
    expect(phone.page.locator("#save")).to_be_focused()
    phone.page.keyboard.press("Enter")
    phone.sees_totals(19, 6)


def test_a_fault_names_the_word_and_nothing_is_put_in(own):
    phone = own()
    field = open_line(phone)
    field.fill("90 κουπς 97")
    phone.tap("Put it in")
    expect(phone.page.locator("#line-says")).to_contain_text("“κουπς”: did you mean κούπες?")
    expect(phone.page.locator("[name=contract]:checked")).to_have_count(0)
    expect(field).to_be_focused()  # the finger took the focus away
    field.fill("90 κούπες 97")
    expect(phone.page.locator("#line-says")).to_be_empty()
    phone.page.wait_for_timeout(TAP_MS)  # a second Enter at once is no second wish
    field.press("Enter")
    expect(phone.page.locator("#live")).to_contain_text("19")


def test_typed_line_replaces_the_taps_before_it(own):
    phone = own()
    phone.open_entry()
    phone.bid("A", 12)
    phone.of_side("A", "pilotta")
    phone.touch(phone.say("Hand as a line"))
    field = phone.page.locator("#line [name=line]")
    field.fill("b 8♣ 100 b run 3, a run 4")
    field.press("Enter")
    expect(phone.page.locator("[name=contract]:checked")).to_have_value("B:80")
    expect(phone.page.locator("[name=pilotta]:checked")).to_have_count(0)
    expect(phone.page.locator("[name=declarations_B]:checked")).to_have_value("run3")
    phone.tap("Save hand")
    phone.sees_totals(6 + 5, 10 + 8)


def test_name_of_a_player_is_a_side(open_phone):
    phone = open_phone("en")
    phone.start_match(player_B1="Ελένη")
    put_in(phone, "Ελένη 9κ 97 - 65 βγήκε")
    expect(phone.page.locator("[name=contract]:checked")).to_have_value("B:90")
    phone.tap("Save hand")
    phone.sees_totals(6, 19)


def test_line_that_may_be_two_hands_is_asked_back_in_greek(own):
    phone = own("el")
    put_in(phone, "9 μ 97 πιλόττα αυτοί σκάλα 3")
    expect(phone.page.locator("#line-says")).to_have_text(
        "«αυτοί»: για το πριν ή για το μετά; Βάλε κόμμα."
    )


def test_all_four_passed(own):
    phone = own()
    put_in(phone, "πάσο")
    phone.page.locator("#line").get_by_role("button", name=phone.say("All four passed")).tap()
    expect(phone.page.locator("#ledger tbody tr")).to_have_count(1)
    phone.sees_totals(0, 0)


def test_without_a_network(own):
    """Once it was opened: before that it comes with what the worker keeps (test_installed)."""
    phone = own()
    phone.watch.expect("ERR_INTERNET_DISCONNECTED", "htmx:sendError", "ERR_CONNECTION")
    open_line(phone)
    phone.page.locator("#line").get_by_role("button", name=phone.say("Close")).tap()
    phone.page.context.set_offline(True)
    phone.touch(phone.say("Hand as a line"))
    field = phone.page.locator("#line [name=line]")
    field.fill("9h 97")
    field.press("Enter")
    phone.tap("Save hand")
    phone.sees_totals(19, 6)
    phone.page.context.set_offline(False)


def test_it_is_fetched_when_it_is_opened_and_not_before(own):
    phone = own()
    asked = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.open_entry()
    phone.settle()
    assert not [url for url in asked if LINE.search(url)]
    phone.touch(phone.say("Hand as a line"))
    expect(phone.page.locator("#line")).to_be_visible()
    assert [url for url in asked if LINE.search(url)]
