"""Draws the README's moving picture of one hand: `python -m tests.browser.moving_picture`."""

import base64
import io
import sys
import tempfile

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser.manual_pictures import TOKENS, open_phone
from tests.engines.chromium import OPTIONS, program
from tests.support.browser_phone import PHONE
from tests.support.processes import PROJECT
from tests.support.server import Server

FILE = PROJECT / "docs" / "six-touches.gif"
PLAYED = ("A", 10, 124, "spades"), ("B", 9, 97, "hearts"), ("A", 8, 110, "clubs")
TOUCHES = {
    "New hand": "New hand",
    "Bid by Us: 9": "We bid 9",
    "Hearts": "Hearts",
    "9": "Points: 9",
    "7": "Points: 97",
    "Save hand": "Save",
}
"""Each button's accessible name, and its words above the phone."""
BEGINNING, END = "One hand, six touches", "Saved: 19 – 6"
TOUCH_MS, AFTER_MS, END_MS = 700, 700, 3500
SIZE = {"width": PHONE["width"] + 24, "height": PHONE["height"] + 68}
FRAME = """
<!doctype html>
<style>
  %(tokens)s
  body { margin: 0; height: 100vh; display: grid; grid-template-rows: 56px auto;
    justify-content: center; background: var(--live); color: var(--ink);
    font: 700 22px/56px "Noto Sans"; text-align: center; }
  div { position: relative; line-height: 0; }
  img { width: %(width)dpx; border-radius: 12px; }
  i { position: absolute; left: %(left)dpx; top: %(top)dpx; width: 52px; height: 52px;
    margin: -30px; border: 4px solid var(--ink); border-radius: 50%%;
    background: #1e252840; box-shadow: 0 0 0 3px var(--card); }
  i[hidden] { display: none; }
</style>
<span>%(words)s</span>
<div><img src="data:image/png;base64,%(screen)s" alt=""><i %(hidden)s></i></div>
"""


def draw():
    """Write a hand on a phone, and save what its screen showed."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(folder).start()
        browser = playwright.chromium.launch(executable_path=program(), args=OPTIONS)
        try:
            paper = browser.new_page(viewport=SIZE, device_scale_factor=2)
            with open_phone(browser, server, "en") as phone:
                phone.start_match()
                phone.play(*PLAYED)
                _save([(_frame(paper, *moment), shown) for *moment, shown in _moments(phone)])
        finally:
            browser.close()
            server.stop()


def _moments(phone):
    """Yield each moment of the hand: words, screen, place of the finger, milliseconds."""
    yield BEGINNING, _screen(phone), None, 2 * AFTER_MS
    for number, (name, words) in enumerate(TOUCHES.items(), 1):
        box = phone.control(name).bounding_box()
        finger = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        yield f"{number}. {words}", _screen(phone), finger, TOUCH_MS
        phone.touch(name)
        if name == "New hand":
            phone.arrive_at_entry()
        if name != "Save hand":
            yield f"{number}. {words}", _screen(phone), None, AFTER_MS
    phone.arrive_at_ledger()
    yield END, _screen(phone), None, END_MS


def _screen(phone):
    phone.settle()
    return phone.page.screenshot(animations="disabled")


def _frame(paper, words, screen, finger):
    left, top = finger or (0, 0)
    told = {"tokens": TOKENS, "width": PHONE["width"], "words": words, "left": left, "top": top}
    told |= {"screen": base64.b64encode(screen).decode(), "hidden": "" if finger else "hidden"}
    paper.set_content(FRAME % told)
    return Image.open(io.BytesIO(paper.screenshot())).convert("RGB")


def _save(frames):
    pictures, shown = zip(*frames, strict=True)
    together = Image.new("RGB", (pictures[0].width, pictures[0].height * len(pictures)))
    for place, picture in enumerate(pictures):
        together.paste(picture, (0, picture.height * place))
    colours = together.quantize(dither=Image.Dither.NONE)
    first, *others = [one.quantize(palette=colours, dither=Image.Dither.NONE) for one in pictures]
    first.save(FILE, save_all=True, append_images=others, duration=shown, loop=0, optimize=True)
    print(f"{FILE.relative_to(PROJECT)}: {FILE.stat().st_size} bytes")


if __name__ == "__main__":
    sys.exit(draw())
