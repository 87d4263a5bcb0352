"""A phone with one of the engines in the scorer's hand: its owner's taps and views, by name.

Every tap is a finger on the middle of the named control, and fails if another thing is there.
"""

import math
import time

from tests.browser.words import say
from tests.engines.browser import Lost

_NEAR = 30
_TREMBLING = 0.5
"""Seconds in which a page takes no second tap; at other places a finger needs no less."""
_AIM = """
const within = document.querySelector(arguments[1] ?? "body");
const found = within && find(arguments[0], within);
return found && { x: found.x, y: found.y, covered: found.covered };
"""
_AIM_AT = "const it = document.querySelector(arguments[0]); return it && aim(it);"
_PASTE = """
const field = document.querySelector(arguments[0]);
field.focus();
field.value = arguments[1];
for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
"""
_SEEN = """
const [selector, text] = arguments;
return [...document.querySelectorAll(selector)].some((one) => one.checkVisibility()
  && tidy(one.textContent).includes(text));
"""


class Phone:
    """One browser, the server that it is at, and the language that it speaks."""

    def __init__(self, browser, server, language="en"):
        self.browser = browser
        self.server = server
        self.language = language
        self._tapped = (-_NEAR, 0.0), 0.0
        self.names = {"A": self.say("Us"), "B": self.say("Them")}

    def say(self, english, **values):
        """The words as this phone shows them."""
        return say(self.language, english, **values)

    # --- finding and tapping ---

    def goto(self, path):
        self.browser.goto(self.server.url + path)

    def tap(self, *names, within=None):
        """Tap one after the other, each named in English."""
        for name in names:
            self.touch(self.say(name), within=within)

    def touch(self, name, *, within=None):
        """Tap what has exactly this accessible name."""
        self._tap(_AIM, name, within)

    def touch_at(self, selector):
        """Tap an element that has no name."""
        self._tap(_AIM_AT, selector)

    def _tap(self, script, *given):
        spot = self.aim(script, *given)
        place = spot["x"], spot["y"]
        last, ended = self._tapped
        if math.dist(place, last) < _NEAR:
            time.sleep(max(0.0, ended + _TREMBLING - time.monotonic()))
        self.browser.touch(place)
        # A busy browser takes long for a tap: the time of the tap itself counts.
        self._tapped = place, time.monotonic()

    def aim(self, script, *given):
        """Return the place of the control, once it stands still and nothing covers it."""
        deadline = time.monotonic() + self.browser.patience
        last = None
        while time.monotonic() < deadline:
            try:
                spot = self.browser.ask(script, *given)
            except Lost:
                spot = None
            if spot and spot == last and spot["covered"] is None:
                return spot
            last = spot
            time.sleep(0.03)
        covered = last and f"is covered by {last['covered']}"
        there = self.browser.ask("return controls().map(nameOf).join(' · ')")
        raise AssertionError(
            f"{self.browser.name}: {given[0]!r} {covered or 'is not there'}; {there}"
        )

    def fill(self, selector, text):
        """Put a text into a field, as if it were pasted."""
        self.holds("return Boolean(document.querySelector(arguments[0]))", selector)
        self.browser.run(_PASTE, selector, text)

    def draw(self, *selectors):
        """Lay a finger on the first of them and draw it over the others."""
        spots = [self.aim(_AIM_AT, one) for one in selectors]
        spots = [self.browser.ask(_AIM_AT, one) for one in selectors]  # where all are in sight
        self.browser.touch(*((one["x"], one["y"]) for one in spots))

    # --- what is seen ---

    def sees(self, text, at="body"):
        """Somewhere within the selector these words are shown."""
        self.browser.wait(_SEEN, at, text, otherwise=f"not seen at {at}: {text}")

    def holds(self, script, *given):
        """This becomes true of the page."""
        return self.browser.wait(script, *given)

    def arrive(self, pattern):
        """Be at an address that matches, with all that the page has."""
        arrived = "new RegExp(arguments[0]).test(location.pathname)"
        loaded = "document.readyState === 'complete'"
        self.browser.wait(f"return {arrived} && {loaded}", pattern)
