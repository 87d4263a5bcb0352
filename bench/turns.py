"""From `+` to a usable entry, and from saving to the ledger, on a slow phone far away.

The processor is four times as slow, and the server's answers come late. A turn is timed from the
browser's own time of the touch, also where another page is loaded for it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from playwright.sync_api import Error, Page

from bench.browser import new_phone, open_browser, slow_down
from bench.seeding import House
from bench.serving import tefteri
from bench.table import Row, at_most, milliseconds, row

HANDS: Final = 40
LATENCIES_MS: Final = (0, 400, 4000)
_WANTED: Final = 0.35
_PATIENCE_MS: Final = 60_000

_CLOCK: Final = """
const now = () => performance.timeOrigin + performance.now();
const rows = () => document.querySelectorAll("#ledger tbody tr").length;
const isTyped = () => {
  const box = document.querySelector("#entry [name=points_A]");
  if (box?.value === "") document.querySelector("[data-digit='9']")?.click();
  return box?.value === "9";
};
const turns = { entry: isTyped, ledger: () => rows() === Number(sessionStorage.rows) };
addEventListener("click", ({ target, timeStamp }) => {
  const way = (target.closest(".plus") && "entry") || (target.closest("[data-save]") && "ledger");
  if (!way || sessionStorage.turn) return;
  if (way === "entry") sessionStorage.rows = rows() + 1;
  sessionStorage.turn = JSON.stringify({ way, at: performance.timeOrigin + timeStamp });
}, true);
setInterval(() => {
  const { way, at } = JSON.parse(sessionStorage.turn ?? "{}");
  if (!way || !turns[way]()) return;
  delete sessionStorage.turn;
  requestAnimationFrame(() => { sessionStorage.took = now() - at; });
}, 10);
"""

_TAKEN: Final = (
    "() => { const { took } = sessionStorage; delete sessionStorage.took; return took; }"
)


def turn_rows(rounds: int, folder: Path) -> Iterator[Row]:
    """Seconds of each turn; `rounds` hands at each distance."""
    house = House(folder / "turns")
    played = house.play(HANDS)
    house.close()
    with tefteri(house.folder) as server, open_browser() as browser:
        for latency in LATENCIES_MS:
            phone = new_phone(browser, server, played.secret, has_service_worker=False)
            page = phone.new_page()
            page.set_default_timeout(_PATIENCE_MS)
            page.add_init_script(_CLOCK)
            page.goto(f"/m/{played.public_id}/", wait_until="networkidle")
            slow_down(page, latency)
            times = [_turn(page) for _ in range(rounds)]
            phone.close()
            for what, took in zip(
                ("+ to a usable entry", "save to the ledger"), zip(*times, strict=True), strict=True
            ):
                of = f"{what}, {HANDS} hands and more, CPU a quarter, {latency} ms away / 350 ms"
                yield row(of, [*took], [_WANTED] * rounds, milliseconds, at_most(1))


def _turn(page: Page) -> tuple[float, float]:
    page.locator(".plus").tap()
    opened = _took(page)
    page.wait_for_timeout(500)  # a second tap so soon would be no second wish
    page.locator("[name=contract][value='A:90']").tap()
    page.get_by_role("button", name="7", exact=True).tap()
    page.wait_for_timeout(500)
    page.locator("#entry [data-save]").tap()
    saved = _took(page)
    page.wait_for_timeout(1000)
    return opened, saved


def _took(page: Page) -> float:
    took = None
    while took is None:
        page.wait_for_timeout(100)
        try:
            took = page.evaluate(_TAKEN)
        except Error:
            continue  # between two pages
    return float(took) / 1000
