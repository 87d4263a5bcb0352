"""The script's time for a touch in a long match's entry, on a processor a quarter as fast.

Counted from the touch until the preview stands in the page.
"""

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Final

from playwright.sync_api import Page

from bench.browser import new_phone, open_browser
from bench.seeding import House
from bench.serving import tefteri
from bench.table import Row, at_most, milliseconds, row

HANDS: Final = 40
_FRAME: Final = 1 / 60
_SLOWER: Final = 4
_KEYS: Final = ("9", "7", "Delete digit", "Delete digit")

_CLOCK: Final = """
window.touches = [];
window.clock = async (element) => {
  await new Promise((resolve) => {
    element.addEventListener("click", resolve, { once: true, capture: true });
  });
  const begun = performance.now();
  await new Promise((resolve) => {
    const watch = new MutationObserver(() => { watch.disconnect(); resolve(); });
    watch.observe(document, { subtree: true, childList: true, characterData: true });
  });
  window.touches.push((performance.now() - begun) / 1000);
};
"""
_PREVIEW: Final = "(key) => { window.told = clock(key); }"


def touch_rows(touches: int, folder: Path) -> Iterator[Row]:
    """So many touches of digits, each with its preview."""
    house = House(folder / "touches")
    played = house.play(HANDS)
    house.close()
    with tefteri(house.folder) as server, open_browser() as browser:
        phone = new_phone(browser, server, played.secret, has_service_worker=False)
        page = phone.new_page()
        page.add_init_script(_CLOCK)
        _open_entry(page, f"/m/{played.public_id}/hand")
        previews = _previews(page, touches)
        yield row(
            "p50 of the script's part of it / a frame",
            [median(previews)],
            [_FRAME],
            milliseconds,
            at_most(1),
        )


def _open_entry(page: Page, path: str) -> None:
    page.goto(path, wait_until="networkidle")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})


def _choose(page: Page) -> None:
    for chip in ("[name=contract][value='A:90']", "[name=trump][value=hearts]"):
        if not page.locator(chip).is_checked():  # a second tap would bring it off
            page.locator(chip).tap()


def _previews(page: Page, touches: int) -> list[float]:
    _choose(page)
    for number in range(touches + len(_KEYS)):
        key = page.get_by_role("button", name=_KEYS[number % len(_KEYS)], exact=True)
        key.evaluate(_PREVIEW)
        key.tap()
        page.evaluate("told")
    return _told(page)[len(_KEYS) :]


def _told(page: Page) -> list[float]:
    told: list[float] = page.evaluate("touches.splice(0)")
    return told
