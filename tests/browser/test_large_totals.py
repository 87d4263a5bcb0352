"""Totals of five digits on each side, the most by adjustments, are whole everywhere."""

import pytest

from tests.browser.letter_sizes.measuring import FONTS, Size, enlarge, measure, told
from tests.browser.phone import PHONE, SMALL_PHONE, TAP_MS

GIVEN = ({"A": "4901", "B": "4876"}, {"A": "9999", "B": "6012"})
TOTALS = ("14900", "10888")
PLACES = {"ledger": "", "evening": "evening", "big": "big", "big, turned": "big?turned=1"}


AIR_PX = 4
RULED = """
() => [...document.querySelectorAll("#ledger tbody tr")].flatMap((row) => {
  const [, ours, , theirs] = row.cells;
  const end = (cell, side) => {
    const text = document.createRange();
    text.selectNodeContents(cell.querySelector("b"));
    const distance = text.getBoundingClientRect()[side] - cell.getBoundingClientRect()[side];
    return Math.abs(distance);
  };
  return [end(ours, "right"), end(theirs, "left")];
})
"""


@pytest.fixture
def phone(open_phone):
    """It wrote a match of two such totals, and came to its ledger."""
    phone = open_phone("el")
    adjust(phone, GIVEN)
    return phone


def adjust(phone, rows):
    """Start a match and write these adjustments; end at its ledger."""
    phone.start_match(preset="simple", target="own", target_own="5000")
    page = phone.page
    for points in rows:
        page.goto(f"{phone.match_url}adjust")
        page.locator("[name=why][value=ruling]").check(force=True)
        for side, given in points.items():
            page.locator(f"[name=points_{side}]").fill(given)
        page.locator(".start .primary").click()
        page.locator(".confirm").wait_for()
        page.wait_for_timeout(TAP_MS)
        page.locator(".confirm .primary").click()
        phone.arrive_at_ledger()


@pytest.mark.parametrize("viewport", [SMALL_PHONE, PHONE], ids=["320", "360"])
def test_totals_of_four_digits_touch_no_ruled_line(open_phone, viewport):
    phone = open_phone("el")
    adjust(phone, [{"A": "1008", "B": "1088"}])
    phone.page.set_viewport_size(viewport)
    phone.settle()
    assert min(phone.page.evaluate(RULED)) >= AIR_PX


@pytest.mark.parametrize("viewport", [SMALL_PHONE, PHONE], ids=["320", "360"])
def test_totals_of_five_digits_are_whole(phone, viewport):
    addresses = {name: phone.match_url + place for name, place in PLACES.items()}
    found = []
    for name, address in {"home": "/", **addresses}.items():
        phone.page.goto(address)
        phone.settle()
        words = phone.page.locator("body").inner_text()
        assert all(total in words for total in TOTALS), name
        sizes = [Size(*viewport.values(), root, "DejaVu Sans") for root in (100, 200)]
        found += told(name, measure(phone.page, sizes))
    assert not found, "\n".join(found)


def test_big_letters_of_a_large_browser_keep_figures_in_their_columns(open_phone):
    phone = open_phone("el")
    phone.start_match(preset="simple", target="own", target_own="5000")
    phone.play(("A", 13, 140, "hearts"), ("B", 13, 140, "hearts"))
    found = []
    for place in ("", "hand"):
        phone.page.goto(phone.match_url + place)
        phone.settle()
        enlarge(phone.page)
        size = Size(360, 640, 250, FONTS[0])
        found += told(place or "ledger", measure(phone.page, [size]))
    assert not found, "\n".join(found)
