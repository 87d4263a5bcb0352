"""A phone in front of a real server: Chromium, by the DevTools protocol."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from bench.serving import Server
from bench.wire import HOST

_PROGRAMS: Final = ("chromium-headless-shell", "chromium")
_OPTIONS: Final = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
_PATIENCE_MS: Final = 60_000


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
