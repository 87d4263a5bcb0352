"""The ledger shows whole rows: each that has room is seen, and nothing of the one that has not."""

import io

import pytest
from PIL import Image

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
