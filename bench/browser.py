"""A phone in front of a real server: Chromium, by the DevTools protocol."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from bench.serving import Server

_PROGRAMS: Final = ("chromium-headless-shell", "chromium")
_OPTIONS: Final = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
_PATIENCE_MS: Final = 60_000
_SLOWER: Final = 4


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Debian's Chromium, without a window.

    :raises RuntimeError: the machine has no Chromium.
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
    phone = browser.new_context(
        base_url=server.url,
        viewport={"width": 360, "height": 640},
        locale="en-GB",
        has_touch=True,
        is_mobile=True,
        service_workers="allow" if has_service_worker else "block",
    )
    phone.add_cookies([{"name": "phone", "value": secret, "url": server.url}])
    phone.set_default_timeout(_PATIENCE_MS)
    return phone


def slow_down(page: Page, latency: int) -> None:
    """Make the processor four times as slow, and let answers come so many ms late."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    network = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", network | {"latency": latency})
    session.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})
