"""Debian's Chromium, driven by Playwright as in tests/browser."""

import os
import shutil
import signal
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Error

from tests.engines.browser import HEIGHT, PATIENCE, WIDTH, Browser, Lost
from tests.support.processes import family_of

# The second has an invisible window and tool bars around every page, which make a page
# cost three times the CPU.
PROGRAMS = ("chromium-headless-shell", "chromium")
# Without anything that would ask another host for something.
OPTIONS = [
    *("--no-sandbox", "--disable-gpu", "--disable-sync", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update"),
]


def program():
    """The one that is there."""
    found = next(filter(None, map(shutil.which, PROGRAMS)), None)
    assert found, f"Missing: apt-get install {PROGRAMS[0]} (scripts/setup test does)"
    return found


class Chromium(Browser):
    """A separate process with a profile; `fresh` starts it with a new one."""

    name = "chromium"

    def __init__(self, folder, playwright):
        self._folder = Path(folder)
        self._playwright = playwright
        self._context = None
        self._number = 0
        self.fresh()

    def fresh(self, language="en", *, dark=False):
        self._close_context()
        self._number += 1
        locale = {"en": "en-GB", "el": "el-GR"}[language]
        self._options = {"locale": locale, "color_scheme": "dark" if dark else "light"}
        self._errors = []
        self._start()

    def _start(self):
        self._context = self._playwright.chromium.launch_persistent_context(
            self._folder / f"profile-{self._number}",
            executable_path=program(),
            args=OPTIONS,
            viewport={"width": WIDTH, "height": HEIGHT},
            has_touch=True,
            is_mobile=True,
            **self._options,
        )
        self._context.set_default_timeout(PATIENCE * 1000)
        self._context.on("weberror", lambda told: self._hear(str(told.error)))
        self._page = self._context.pages[0]

    def kill(self):
        profile = str(self._folder / f"profile-{self._number}")
        for pid in family_of(os.getpid()):
            with suppress(OSError):
                if profile in Path(f"/proc/{pid}/cmdline").read_text():
                    os.kill(pid, signal.SIGKILL)
        self._close_context()

    def revive(self):
        self._start()

    def write_down(self):
        """It does so when it ends."""
        self._close_context()
        self._start()

    def _close_context(self):
        if self._context:
            with suppress(Error):
                self._context.close()
        self._context = None

    def close(self):
        self._close_context()

    def goto(self, url):
        try:
            self._page.goto(url)
        except Error as error:
            if "interrupted by another navigation" not in str(error):
                raise Lost(str(error)) from None
            self.goto(url)

    def back(self):
        self._page.go_back()

    def run(self, script, *given):
        try:
            return self._page.evaluate(
                f"given => (function () {{ {script} }}).apply(null, given)", list(given)
            )
        except Error as error:
            raise Lost(str(error)) from None

    def touch(self, *points):
        first, *others = points
        if not others:
            self._page.touchscreen.tap(*first)
            return
        fingers = self._context.new_cdp_session(self._page)
        for kind, at in [("touchStart", [first]), *(("touchMove", [one]) for one in others)]:
            touching = [{"x": x, "y": y} for x, y in at]
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touching})
        fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        fingers.detach()

    def type(self, text):
        self._page.keyboard.type(text)

    def resize(self, width, height):
        self._page.set_viewport_size({"width": width, "height": height})

    def picture(self):
        return self._page.screenshot()

    def errors(self):
        return self._errors

    def _hear(self, error):
        """Keep the error, unless it is only about a skipped fading, which no script began."""
        if not error.startswith("Transition was "):
            self._errors.append(error)
