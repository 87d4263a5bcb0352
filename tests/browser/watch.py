"""The faults of any page: errors in the console, forbidden content, requests to another host."""

import re

# A poll whose page is left is broken off, which htmx writes to the console.
BROKEN_OFF = ("^console: htmx:sendAbort", "^console: htmx:afterRequest")
# A page that comes without its styles, or is shown before the fading is ready, has no part in it,
# which Chromium reports as a fault.
NOT_FADED = (
    "^exception: .*Transition was aborted .*ViewTransition opt-in disabled",
    "^exception: .*Transition was aborted .*Page already revealed",
)
SHIFTS = """
window.layoutShifts = [];
new PerformanceObserver(list => {
  for (const shift of list.getEntries()) {
    const moved = shift.sources.map(({ node, previousRect: from, currentRect: to }) =>
      `${node?.nodeName}.${node?.className} ${node?.textContent}: ` +
      `${[from.x, from.y]} → ${[to.x, to.y]}`);
    window.layoutShifts.push({ value: shift.value, moved });
  }
}).observe({ type: "layout-shift", buffered: true });
"""


class Watch:
    """Ears on a browser context; `faults` is what was heard and not expected."""

    def __init__(self, context, origin):
        self._origin = origin
        self._heard = []
        self._expected = [*BROKEN_OFF, *NOT_FADED]
        self.writes = []
        """The paths of all requests that could write."""
        context.on("console", self._on_console)
        context.on(
            "weberror",
            lambda error: self._heard.append(f"exception: {error.error.stack or error.error}"),
        )
        context.on("request", self._on_request)

    def expect(self, *patterns):
        """These errors belong to the test: a refused form, a connection that was cut."""
        self._expected += patterns

    @property
    def faults(self):
        """Everything that should not have happened."""
        return [
            heard
            for heard in self._heard
            if not any(re.search(pattern, heard) for pattern in self._expected)
        ]

    def _on_console(self, message):
        if message.type == "error":
            self._heard.append(f"console: {message.text}")

    def _on_request(self, request):
        if not request.url.startswith(self._origin + "/"):
            self._heard.append(f"request to another host: {request.url}")
        if request.method in ("POST", "PUT"):
            self.writes.append(request.url.removeprefix(self._origin))


def layout_shifts(page):
    """Return the moved elements, and how far, since the page was loaded or its shifts were
    forgotten.
    """
    return page.evaluate("window.layoutShifts")


def forget_shifts(page):
    """From here on."""
    page.evaluate("window.layoutShifts = []")
