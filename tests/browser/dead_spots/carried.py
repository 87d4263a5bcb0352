"""A phone carried into dead spots: its browser keeps what it keeps on a disk, and can be killed."""

import contextlib
import os
import signal
from pathlib import Path

from playwright.sync_api import Error, expect

from tests.browser.conftest import LOCALES, OPTIONS, PATIENCE_MS
from tests.browser.watch import SHIFTS, Watch
from tests.support.browser_phone import PHONE, Phone

CUT = ("ERR_", "htmx:sendError", "htmx:timeout", "status of")
LONG_MS = 90_000
"""For what waits its time before it tries again, and is then slow."""
TAP_MS = 450
"""A second tap at the same place before that is a trembling thumb."""
_READY = """
async () => {
  await navigator.serviceWorker.ready;
  while (!navigator.serviceWorker.controller) await new Promise(next => setTimeout(next, 20));
}
"""


class Carried(Phone):
    """A phone whose browser has its own folder, and the network that it is in."""

    def __init__(self, chromium, folder, at, **options):
        self.at = at
        self.match_url = None
        self._chromium = chromium
        self._folder = Path(folder)
        self._options = options
        self._is_cut = False
        self.watches = []
        super().__init__(self._switch_on())

    def _switch_on(self):
        self.context = self._chromium.browser_type.launch_persistent_context(
            self._folder,
            executable_path=self._chromium.program,
            args=OPTIONS,
            base_url=self.at.url,
            viewport=PHONE,
            locale=LOCALES["en"],
            timezone_id="Asia/Nicosia",
            has_touch=True,
            is_mobile=True,
            accept_downloads=True,
            offline=self._is_cut,
            **self._options,
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(SHIFTS)
        self.watch = Watch(self.context, self.at.url)
        self.watch.expect(*CUT)
        self.watches.append(self.watch)
        return self.context.pages[0]

    # --- the browser ---

    def kill(self):
        """End the browser at once, as an empty battery does."""
        os.kill(self._browser(), signal.SIGKILL)
        with contextlib.suppress(Error):
            self.context.close()

    def reopen(self):
        """The same browser again, at the match."""
        self.page = self._switch_on()
        self.open_ledger()

    def close(self):
        with contextlib.suppress(Error):
            self.context.close()

    def _browser(self):
        """The process that all others of this browser are children of."""
        own = f"--user-data-dir={self._folder}".encode()
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                words = (folder / "cmdline").read_bytes().split(b"\0")
                if own in words and not any(word.startswith(b"--type=") for word in words):
                    return int(folder.name)
        raise AssertionError("the browser is gone")

    # --- the network ---

    def comes_whole(self):
        """Until the page has all that it goes on with, where no worker or no storage has it."""
        self.page.wait_for_load_state("networkidle")

    def cut(self):
        """Go into a cellar: the browser is offline."""
        self._is_cut = True
        self.context.set_offline(True)

    def in_reach(self):
        """Out of the cellar, while the browser is off."""
        self._is_cut = False

    def restore(self):
        self._is_cut = False
        self.context.set_offline(False)

    # --- a match ---

    @property
    def match(self):
        """The match's id."""
        return self.match_url.split("/m/")[1].strip("/")

    def install(self):
        """Open the first page, until its worker is there."""
        self.go_home()
        self.page.evaluate(_READY)
        return self

    def start_match(self, target=None):
        """A match by the rules of the café, to the target of these rules or to another."""
        self.page.goto("/matches/new")
        if target:
            self.page.get_by_role("radio", name="Another", exact=True).check(force=True)
            self.page.locator("[name=target_own]").fill(str(target))
        self.tap("Start match")
        self.arrive("**/m/*/")
        self.match_url = self.page.url
        return self

    def open_entry(self):
        self.tap("New hand")
        expect(self.page.locator("#entry")).to_be_visible()
        self.page.wait_for_timeout(TAP_MS)

    def write_hand(self, points):
        """A bids 8 and takes so many points; it is written when the ledger is there again."""
        self.open_entry()
        self.bid("A", 8)
        self.type_points(points)
        self.tap("Save hand")
        self.sees_ledger()

    def write_hands(self, *points):
        for one in points:
            self.write_hand(one)

    def correct_hand(self, number, points):
        """Other points, from the ledger until it is there again."""
        self.page.locator("#ledger tbody tr").nth(number - 1).get_by_role("link").tap()
        self.tap("Correct the hand")
        expect(self.page.locator("#entry")).to_be_visible()
        self.page.wait_for_timeout(TAP_MS)
        self.tap("Delete digit", "Delete digit", "Delete digit")
        self.type_points(points)
        self.confirm("Write the correction")
        self.sees_ledger()

    def undo(self):
        self.tap("Undo")
        self.sees_ledger()

    # --- what is seen ---

    def sees_ledger(self):
        expect(self.page.locator("#ledger")).to_be_visible()
        self.page.wait_for_timeout(TAP_MS)

    def ledger(self):
        """Its rows, without the mark of those that are on this phone."""
        return [[number.rstrip("•"), *cells] for number, *cells in super().ledger()]

    def sees_hands(self, count):
        """The ledger has so many rows; a copy of the page is replaced once the phone looked."""
        expect(self.page.locator("#ledger tbody tr")).to_have_count(count)

    def sees_unsent(self, count):
        """Expect so many acts to wait on this phone."""
        expect(self.page.locator(".status .round.unsent")).to_have_text(f"Not sent: {count}")

    def sees_saved(self):
        """Expect no act to be on this phone alone."""
        expect(self.page.locator("#ledger")).to_be_visible()
        expect(self.page.locator(".unsent:visible")).to_have_count(0, timeout=LONG_MS)
        badge = self.page.locator("#outbox-badge")
        expect(badge).to_have_attribute("hidden", "", timeout=LONG_MS)
