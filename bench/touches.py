"""What a touch costs in the entry of a long match, on a processor four times as slow.

Counted from the browser's own time of the touch to the frame in which its work stands: the preview,
or that the hand is on this phone.
"""

from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
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
const painted = () => new Promise((resolve) => {
  requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve; port2.postMessage(null); });
});
window.clock = async (element, isDone) => {
  const touch = await new Promise((resolve) => {
    element.addEventListener("click", resolve, { once: true, capture: true });
  });
  const begun = performance.now();
  await new Promise((resolve) => {
    const watch = new MutationObserver(() => { if (isDone()) { watch.disconnect(); resolve(); } });
    watch.observe(document, { subtree: true, childList: true, characterData: true });
  });
  const worked = performance.now() - begun;
  await painted();
  window.touches.push([worked / 1000, (performance.now() - touch.timeStamp) / 1000]);
};
"""
_PREVIEW: Final = "(key) => { window.told = clock(key, () => true); }"
_BARE: Final = """
(heading) => {
  window.told = clock(heading, () => true);
  heading.addEventListener("click", () => heading.append(""), { once: true });
}
"""
"""A touch that does next to nothing: what the browser and the machine take for themselves."""
_KEPT: Final = """
(save) => {
  const isKept = () => save.textContent === save.form.dataset.kept;
  window.told = clock(save, isKept);
}
"""


def touch_rows(touches: int, folder: Path) -> Iterator[Row]:
    """Previews, then hands that are kept; `touches` of each."""
    house = House(folder / "touches")
    played = house.play(HANDS)
    house.close()
    with tefteri(house.folder) as server, open_browser() as browser:
        phone = new_phone(browser, server, played.secret, has_service_worker=False)
        page = phone.new_page()
        page.add_init_script(_CLOCK)
        _open_entry(page, f"/m/{played.public_id}/hand")
        bare, previews = _bares(page, touches), _previews(page, touches)
        yield from _rows("preview", previews, bare)
        yield row(
            "p50 of the script's part of it / a frame",
            [median(worked for worked, _ in previews)],
            [_FRAME],
            milliseconds,
            at_most(1),
        )
        phone.set_offline(True)
        yield from _rows("“on this phone”", _saves(page, touches), bare)


def _open_entry(page: Page, path: str) -> None:
    page.goto(path, wait_until="networkidle")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})


def _choose(page: Page) -> None:
    for chip in ("[name=contract][value='A:90']", "[name=trump][value=hearts]"):
        if not page.locator(chip).is_checked():  # a second tap would bring it off
            page.locator(chip).tap()


def _bares(page: Page, touches: int) -> list[list[float]]:
    heading = page.locator("#heading")
    for _ in range(touches):
        heading.evaluate(_BARE)
        heading.tap()
        page.evaluate("told")
    return _told(page)


def _previews(page: Page, touches: int) -> list[list[float]]:
    _choose(page)
    for number in range(touches + len(_KEYS)):
        key = page.get_by_role("button", name=_KEYS[number % len(_KEYS)], exact=True)
        key.evaluate(_PREVIEW)
        key.tap()
        page.evaluate("told")
    return _told(page)[len(_KEYS) :]


def _saves(page: Page, touches: int) -> list[list[float]]:
    for _ in range(touches):
        _choose(page)
        for digit in "97":
            page.get_by_role("button", name=digit, exact=True).tap()
        save = page.locator("#entry [data-save]")
        save.evaluate(_KEPT)
        save.tap()
        page.evaluate("told")
        page.wait_for_timeout(500)  # a second tap so soon would be no second wish
        page.locator(".plus").tap()
    return _told(page)


def _told(page: Page) -> list[list[float]]:
    told: list[list[float]] = page.evaluate("touches.splice(0)")
    return told


def _rows(what: str, told: list[list[float]], bare: list[list[float]]) -> Iterator[Row]:
    of = f"touch to {what}, {HANDS} hands and more, CPU a quarter / a touch that does nothing"
    for percent in (50, 99):
        ours, limit = _percentile(told, percent), _percentile(bare, percent)
        yield row(f"p{percent} of {of}", [ours], [limit], milliseconds)


def _percentile(told: list[list[float]], percent: int) -> float:
    return quantiles([seen for _, seen in told], n=100, method="inclusive")[percent - 1]
