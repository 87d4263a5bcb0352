"""Draws the pictures of the manual: `python -m tests.browser.manual_pictures`."""

import io
import re
import sys
import tempfile
from contextlib import contextmanager

from PIL import Image
from playwright.sync_api import sync_playwright

from scorekeeper.web.site.manual import FILES
from tests.engines.chromium import OPTIONS, program
from tests.support.browser_phone import PHONE, Phone
from tests.support.processes import PROJECT
from tests.support.server import Demo

FOLDER = PROJECT / "static" / "manual"
LOCALES = {"en": "en-GB", "el": "el-GR"}
DISPUTE = "/settle/why?contract=A:90&trump=hearts&points_A=89"
TOKENS = (PROJECT / "static" / "css" / "tokens.css").read_text()
TOKEN_COLOURS = sorted(set(re.findall(r"#([0-9a-f]{6})\b", TOKENS)))
"""Stay as they are; all others are brought to some few, for a quarter of the bytes."""
OTHERS = 64


def draw_all():
    """Draw every picture in every language."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Demo(folder).start()
        browser = playwright.chromium.launch(executable_path=program(), args=OPTIONS)
        try:
            for language in FILES:
                with open_phone(browser, server, language) as phone:
                    _draw(phone)
        finally:
            browser.close()
            server.stop()


@contextmanager
def open_phone(browser, server, language):
    """Yield a phone with a fresh profile, whose screen is twice as fine as its pixels."""
    context = browser.new_context(
        base_url=server.url,
        locale=LOCALES[language],
        viewport=PHONE,
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
        color_scheme="light",
    )
    yield Phone(context.new_page(), language)
    context.close()


def _draw(phone):
    """Save each picture of the manual."""
    phone.start_match()
    phone.play(("A", 10, 124, "spades"), ("B", 9, 97, "hearts"), ("A", 8, 110, "clubs"))
    phone.play(("B", 11, 118, "hearts"), ("A", 10, 94, "spades"))
    _keep(phone, "ledger")
    phone.open_entry()
    phone.bid("A", 9)
    phone.tap("Hearts")
    phone.type_points(97)
    _keep(phone, "entry")
    phone.page.goto(DISPUTE)
    _keep(phone, "settle")
    phone.page.goto("/tournaments/")
    phone.page.locator("main a[href^='/t/']").first.click()
    _keep(phone, "tournament")


def _keep(phone, name):
    phone.settle()
    taken = phone.page.screenshot(animations="disabled")
    _save(Image.open(io.BytesIO(taken)).convert("RGB"), FOLDER / f"{name}.{phone.language}.png")


def _save(picture, file):
    others = picture.quantize(OTHERS, dither=Image.Dither.NONE).getpalette()
    palette = Image.new("P", (1, 1))
    palette.putpalette(bytes.fromhex("".join(TOKEN_COLOURS)) + bytes(others))
    picture.quantize(palette=palette, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"{file.relative_to(PROJECT)}: {file.stat().st_size} bytes")


if __name__ == "__main__":
    sys.exit(draw_all())
