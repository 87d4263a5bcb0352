"""The browser as the tests use it, whichever engine it has."""

import base64
import time
from abc import ABC, abstractmethod
from pathlib import Path

PATIENCE = 30.0
WIDTH, HEIGHT = 360, 640
_CONTROLS = (Path(__file__).parent / "controls.mjs").read_text().replace("export ", "")


_PAINTED = """
return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))));
"""


class Lost(Exception):
    """The page went away while it was asked, or what was asked for did not come."""


class Browser(ABC):
    """One window with one page, of a phone's size.

    `fresh` gives it the state of a browser that was never used. Scripts are function bodies that
    `return`, and may use what `controls.mjs` exports.
    """

    name: str
    patience = PATIENCE
    """Seconds for what must come; a test that knows that it does not come has less."""

    # --- what each engine does in its own way ---

    @abstractmethod
    def fresh(self, language="en", *, dark=False):
        """Forget everything, and speak this language from now on."""

    @abstractmethod
    def kill(self):
        """End it at once, as an empty battery does."""

    @abstractmethod
    def revive(self):
        """Start it again after `kill`, with what its profile has kept."""

    def write_down(self):  # noqa: B027
        """Let it put its cookies on the disk, which some do half a minute later."""

    @abstractmethod
    def close(self):
        """End it, and whatever it started."""

    @abstractmethod
    def goto(self, url):
        """Open an address, and wait until it is loaded."""

    @abstractmethod
    def back(self):
        """Go back one page."""

    @abstractmethod
    def run(self, script, *given):
        """Return the value of the function body, or that of the promise that it returns."""

    @abstractmethod
    def touch(self, *points):
        """Touch the first point, move over the others, and let go."""

    @abstractmethod
    def type(self, text):
        """Type on the keyboard into what has the focus."""

    @abstractmethod
    def resize(self, width, height):
        """Give the page this size."""

    @abstractmethod
    def picture(self):
        """The page as it is seen, as the bytes of a PNG."""

    @abstractmethod
    def errors(self):
        """Return the uncaught errors of scripts since `fresh`."""

    # --- what is the same in all of them ---

    def ask(self, script, *given):
        """As `run`, with `controls`, `nameOf`, `aim`, `find` and `told` at hand."""
        return self.run(_CONTROLS + script, *given)

    def wait_painted(self):
        """Wait until what a script or a new size changed is on the screen."""
        self.run(_PAINTED)

    def wait(self, script, *given, otherwise=None, patience=None):
        """Ask until the answer is true, also across pages that come and go; that answer."""
        deadline = time.monotonic() + (patience or self.patience)
        answer = None
        while time.monotonic() < deadline:
            try:
                answer = self.ask(script, *given)
            except Lost as lost:
                answer = str(lost)
            else:
                if answer:
                    return answer
            time.sleep(0.03)
        where = self.run("return `${location.href}: ${document.title}`")
        raise AssertionError(f"{self.name}: {otherwise or script}: {answer} at {where}")


class WebDriver(Browser):
    """A browser that knows the commands of W3C's WebDriver, by whatever wire."""

    pointer = "touch"
    _size = (WIDTH, HEIGHT)

    @abstractmethod
    def command(self, name, **given):
        """The value that the command answers; `Lost` if it fails."""

    def goto(self, url):
        self.command("Navigate", url=url)

    def back(self):
        self.command("Back")

    def run(self, script, *given):
        return self.command("ExecuteScript", script=script, args=list(given))

    def touch(self, *points):
        first, *others = [{"x": round(x), "y": round(y), "duration": 0} for x, y in points]
        acts = [{"type": "pointerMove", **first}, {"type": "pointerDown", "button": 0}]
        acts += [{"type": "pointerMove", **point} for point in others]
        acts.append({"type": "pointerUp", "button": 0})
        self._act("pointer", acts, parameters={"pointerType": self.pointer})

    def type(self, text):
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self._act("key", keys)

    def _act(self, kind, acts, **more):
        source = {"type": kind, "id": f"the {kind}", "actions": acts, **more}
        self.command("PerformActions", actions=[source])
        self.command("ReleaseActions")

    def resize(self, width, height):
        bars = self.run("return [outerWidth - innerWidth, outerHeight - innerHeight]")
        self.command("SetWindowRect", width=width + bars[0], height=height + bars[1])
        self.wait(
            "return innerWidth === arguments[0] && innerHeight === arguments[1]", width, height
        )

    def picture(self):
        return base64.b64decode(self.command("TakeScreenshot", full=False))
