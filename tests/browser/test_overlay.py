"""The score over the picture of a stream: nothing but the score has a ground, and it follows."""

import io
import time

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.browser.conftest import ARTEFACTS

SOON_MS = 5000
soon = pytest.mark.alone


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
