"""An entry in two steps on a small screen: the bid, then the points with the bid in sight."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import PHONE, SMALL_PHONE
from tests.browser.watch import forget_shifts, layout_shifts

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
