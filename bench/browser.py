"""A phone in front of a real server: what a visit costs on slow 3G, and what a touch costs.

Chromium does both by the DevTools protocol: it slows its network and its processor down.
"""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from bench.serving import Server
from bench.wire import HOST

_PROGRAMS: Final = ("chromium-headless-shell", "chromium")
_OPTIONS: Final = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
_PATIENCE_MS: Final = 60_000
_SLOW_3G: Final = {
    "offline": False,
    "latency": 400,
    "downloadThroughput": 50_000,
    "uploadThroughput": 50_000,
}
"""400 kbit/s and 400 ms to the server and back."""

_USABLE: Final = """
window.usable = new Promise((resolve) => {
  const timer = setInterval(() => {
    const form = document.querySelector("#entry");
    if (!form?.elements.points_A || !document.querySelector("[data-digit='9']")) return;
    form.querySelector("[name=contract][value='A:90']").checked = true;
    form.querySelector("[name=trump][value=hearts]").checked = true;
    if (form.elements.points_A.value === "") document.querySelector("[data-digit='9']").click();
    if (form.elements.points_A.value === "9") document.querySelector("[data-digit='7']").click();
    if (/19/.test(document.querySelector("#live").textContent)) {
      clearInterval(timer);
      resolve(performance.now());
    }
  }, 20);
});
"""
"""When 9 and 7 were taken by the keypad, and the preview shows what 97 points are worth."""


class Visit(NamedTuple):
    """One visit to the entry of a hand."""

    seconds: float
    """Until the keypad reacts and a preview shows."""
    needed: int
    """Bytes on the wire until then, heads included."""
    size: int
    """Bytes on the wire until everything is there, with what comes when the page is idle."""


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Debian's Chromium, without a window.

    :raises RuntimeError: there is none.
    """
    program = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    if program is None:
        raise RuntimeError(f"no {_PROGRAMS[0]}: scripts/setup test installs it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(_OPTIONS))
        yield browser
        browser.close()


def new_phone(
    browser: Browser, server: Server, secret: str, *, has_service_worker: bool
) -> BrowserContext:
    """A phone that holds the pencil and has seen no page yet."""
    url = f"http://{HOST}:{server.port}"
    phone = browser.new_context(
        base_url=url,
        viewport={"width": 360, "height": 640},
        locale="en-GB",
        has_touch=True,
        is_mobile=True,
        service_workers="allow" if has_service_worker else "block",
    )
    phone.add_cookies([{"name": "phone", "value": secret, "url": url}])
    phone.set_default_timeout(_PATIENCE_MS)
    return phone


class Wire:
    """What a phone is sent over slow 3G, by its page or by its service worker."""

    def __init__(self, phone: BrowserContext) -> None:
        self.page: Page = phone.new_page()
        self.page.add_init_script(_USABLE)
        self._phone = phone
        self._size = 0
        self._slow(phone.new_cdp_session(self.page))

    def visit(self, path: str) -> Visit:
        """Go to the entry there and use it."""
        before = self._size
        self.page.goto(path, wait_until="commit")
        seconds = self.page.evaluate("usable") / 1000
        needed = self._size - before
        self.page.wait_for_load_state("networkidle")
        return Visit(seconds, needed, self._size - before)

    def start_match(self) -> int:
        """Bytes on the wire of home, a new match and its page, with what comes when idle."""
        before = self._size
        for path in ("/", "/matches/new"):
            self.page.goto(path, wait_until="networkidle")
        self.page.locator(".start button").tap()
        self.page.wait_for_url("**/m/*/")
        self.page.wait_for_load_state("networkidle")
        return self._size - before

    def fetch(self, address: str) -> float:
        """Seconds until the page there, one answer, has come."""
        self.page.goto(address)
        told = "performance.getEntriesByType('navigation')[0].responseEnd / 1000"
        return float(self.page.evaluate(told))

    def settle_service_worker(self) -> None:
        """Wait until the service worker keeps its shell, and slow it down, too."""
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        browser = self._phone.browser
        assert browser
        session = browser.new_browser_cdp_session()
        for target in session.send("Target.getTargets")["targetInfos"]:
            if target["type"] != "service_worker":
                continue
            whose = {"targetId": target["targetId"], "flatten": False}
            worker = session.send("Target.attachToTarget", whose)["sessionId"]
            for number, (method, how) in enumerate(
                (("Network.enable", {}), ("Network.emulateNetworkConditions", _SLOW_3G))
            ):
                message = json.dumps({"id": number, "method": method, "params": how})
                told = {"sessionId": worker, "message": message}
                session.send("Target.sendMessageToTarget", told)
        session.on("Target.receivedMessageFromTarget", self._count_service_worker)

    def _count_service_worker(self, event: dict[str, Any]) -> None:
        message = json.loads(event["message"])
        if message.get("method") == "Network.loadingFinished":
            self._count(message["params"])

    def _slow(self, session: CDPSession) -> None:
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", _SLOW_3G)
        session.on("Network.loadingFinished", self._count)

    def _count(self, event: dict[str, Any]) -> None:
        self._size += int(event["encodedDataLength"])


@contextmanager
def one_answer(size: int) -> Iterator[str]:
    """The address of a page that is one answer of so many bytes: the least that they cost."""

    class Constant(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/plain")
            self.send_header("Content-Length", str(size))
            self.end_headers()
            self.wfile.write(b" " * size)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer((HOST, 0), Constant) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://{HOST}:{server.server_port}/"
        server.shutdown()
