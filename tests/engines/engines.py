"""The engines by name, each started once and lent out."""

from contextlib import ExitStack

from tests.engines.browser import Browser
from tests.engines.chromium import Chromium
from tests.engines.firefox import Firefox
from tests.engines.webkit import WebKit

NAMES = ("webkit", "firefox", "chromium")


class Engines:
    """Starts a browser when it is asked for, and keeps it until the end.

    `playwright` gives the running Playwright, which is one in a process.
    """

    def __init__(self, folder, playwright):
        self._folder = folder
        self._playwright = playwright
        self._running: dict[str, Browser] = {}
        self._ends = ExitStack()

    def get(self, name):
        """The browser of this engine, as the last one left it."""
        if name not in self._running:
            browser = self._start(name)
            self._ends.callback(browser.close)
            self._running[name] = browser
        return self._running[name]

    def _start(self, name):
        folder = self._folder / name
        folder.mkdir()
        if name == "chromium":
            return Chromium(folder, self._playwright())
        return {"firefox": Firefox, "webkit": WebKit}[name](folder)

    def close(self):
        self._ends.close()
