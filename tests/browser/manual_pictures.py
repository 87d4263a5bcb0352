"""Draws the manual's pictures from the demo: `python -m tests.browser.manual_pictures`."""

import io
import sys
import tempfile
from contextlib import contextmanager

from PIL import Image
from playwright.sync_api import sync_playwright

from scorekeeper.web.manual import FILES
from tests.browser.phone import PHONE, Phone
from tests.engines.chromium import OPTIONS, program
from tests.server import PROJECT, Demo

FOLDER = PROJECT / "static" / "manual"
LOCALES = {"en": "en-GB", "el": "el-GR"}
DISPUTE = "/settle/why?contract=A:90&trump=hearts&points_A=89"
COLOURS = 48
"""Enough for what is drawn, and a fifth of the bytes."""


def draw_all():
    """Draw every picture in every language."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Demo(folder).start()
        browser = playwright.chromium.launch(executable_path=program(), args=OPTIONS)
        try:
            for language in FILES:
                with _phone(browser, server, language) as phone:
                    _draw(phone)
        finally:
            browser.close()
            server.stop()


@contextmanager
def _phone(browser, server, language):
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
    with Image.open(io.BytesIO(phone.page.screenshot(animations="disabled"))) as picture:
        drawn = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        file = FOLDER / f"{name}.{phone.language}.png"
        drawn.save(file, optimize=True)
    print(f"{file.relative_to(PROJECT)}: {file.stat().st_size} bytes")


if __name__ == "__main__":
    sys.exit(draw_all())
