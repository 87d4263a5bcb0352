"""From the ledger to the matches and, by the match's card, back to the ledger, on a slow phone.

The limit is a bare page: our own page with its styles and no scripts, from a server that does
nothing but send it. A way takes from the browser's time of the touch to the first paint.
"""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import BrowserContext, Error, Page

from bench.baseline import keep_page, make_database
from bench.browser import new_phone, open_browser, slow_down
from bench.seeding import House
from bench.serving import Server, bare, tefteri
from bench.table import Row, at_most, milliseconds, row
from bench.wire import ask, get

HANDS: Final = 40
_WANTED: Final = 1.2
_TIMES: Final = 4
"""How often a round goes each way: single ways swing by a third, so the median needs many."""
_REST_MS: Final = 700
"""The pause between two taps. The ledger is left before it asks the server, after four seconds."""
_PATIENCE_MS: Final = 60_000
_AT_ONCE: Final = 16
_LEDGER: Final = "ledger.html"
_MATCHES: Final = "matches.html"

_SCRIPT: Final = re.compile(r"<script\b.*?</script>", re.DOTALL)
_LINK: Final = re.compile(r"<link\b[^>]*>")
_STYLES: Final = re.compile(r'rel="stylesheet" href="([^"]*/([^/"]+))"')

_CLOCK: Final = """
addEventListener("click", ({ timeStamp }) => {
  sessionStorage.at = performance.timeOrigin + timeStamp;
}, true);
new PerformanceObserver((list) => {
  const paint = list.getEntriesByName("first-contentful-paint")[0];
  if (!paint || !sessionStorage.at) return;
  sessionStorage.took = performance.timeOrigin + paint.startTime - sessionStorage.at;
  delete sessionStorage.at;
}).observe({ type: "paint", buffered: true });
"""
_TAKEN: Final = (
    "() => { const { took } = sessionStorage; delete sessionStorage.took; return took; }"
)


class _Ways(NamedTuple):
    """A tab that goes to and fro between two pages by their links."""

    page: Page
    to_matches: str
    to_ledger: str

    def go(self) -> tuple[float, float]:
        """Seconds to the matches, and seconds back to the ledger."""
        self.page.bring_to_front()
        return self._tap(self.to_matches), self._tap(self.to_ledger)

    def _tap(self, link: str) -> float:
        self.page.wait_for_timeout(_REST_MS)
        self.page.locator(link).first.tap()
        took = None
        while took is None:
            self.page.wait_for_timeout(100)
            try:
                took = self.page.evaluate(_TAKEN)
            except Error:
                continue  # between two pages
        return float(took) / 1000


def way_rows(rounds: int, folder: Path) -> Iterator[Row]:
    """Both ways, in turns with the bare pages; `rounds` times `_TIMES` of each."""
    house = House(folder / "ways")
    played = house.play(HANDS)
    house.close()
    ledger, database = f"/m/{played.public_id}/", house.folder / "bare.sqlite3"
    make_database(database, {})
    with tefteri(house.folder) as ours:
        for name, path in ((_LEDGER, ledger), (_MATCHES, "/")):
            _keep_bare(ours, path, f"phone={played.secret}", name, ledger, database)
            _warm_up(ours, path, f"phone={played.secret}")
        with bare(house.folder) as limit, open_browser() as browser:
            phone = new_phone(browser, ours, played.secret, has_service_worker=False)
            links = "a.back", f"main a[href='{ledger}']"
            bare_links = f"a[href='{_MATCHES}']", f"a[href='{_LEDGER}']"
            tab = _open(phone, ours, ledger, links)
            bare_tab = _open(phone, limit, f"/pages/{_LEDGER}", bare_links)
            turns = rounds * _TIMES + 1  # one to warm up
            _, *times = [(tab.go(), bare_tab.go()) for _ in range(turns)]
            phone.close()
    for at, what in enumerate(("The ledger to the matches", "Continue to the ledger")):
        taken, limits = ([one[which][at] for one in times] for which in (0, 1))
        of = f"{what}, {HANDS} hands, CPU a quarter / a bare page of the same"
        yield row(of, taken, limits, milliseconds, at_most(_WANTED))


def _warm_up(server: Server, path: str, cookie: str) -> None:
    """Ask so often at once that each server process has made the page."""
    with ThreadPoolExecutor(_AT_ONCE) as threads:
        asked = [threads.submit(ask, server.port, get(path, cookie)) for _ in range(4 * _AT_ONCE)]
    assert all(one.result().status == 200 for one in asked)


def _open(phone: BrowserContext, server: Server, path: str, links: tuple[str, str]) -> _Ways:
    page = phone.new_page()
    page.set_default_timeout(_PATIENCE_MS)
    page.add_init_script(_CLOCK)
    page.goto(f"{server.url}{path}", wait_until="networkidle")
    slow_down(page, 0)
    return _Ways(page, *links)


def _keep_bare(
    server: Server, path: str, cookie: str, name: str, ledger: str, database: Path
) -> None:
    """Keep a page of ours without its scripts, its styles beside it, its links to the other one."""
    html = _SCRIPT.sub("", ask(server.port, get(path, cookie)).body.decode())
    for link in _LINK.findall(html):
        style = _STYLES.search(link)
        if style:
            keep_page(database, style[2], ask(server.port, get(style[1])).body)
        html = html.replace(link, link.replace(style[1], style[2]) if style else "")
    html = html.replace('href="/"', f'href="{_MATCHES}"').replace(ledger, _LEDGER)
    keep_page(database, name, html.encode())
