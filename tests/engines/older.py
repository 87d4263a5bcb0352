"""The program as a browser without popovers meets it: a copy that knows them by no name."""

from tests.browser.checkout import Checkout

_WITHOUT = """
for (const name of ["popover", "showPopover", "hidePopover", "togglePopover"]) {
  delete HTMLElement.prototype[name];
}
delete AbortSignal.timeout;
"""


class Older(Checkout):
    """A real older browser is not to be had; its rules and scripts meet what is unknown as there.

    The engine's own style of `[popover]` and its `popovertarget` stay: those are not seen here.
    """

    def __init__(self, folder):
        super().__init__(folder)
        static = self.templates.parent / "static"
        for file in [*static.rglob("*.css"), *static.rglob("*.js")]:
            text = file.read_text()
            if ":popover-open" in text:
                file.write_text(text.replace(":popover-open", ":popover-unknown"))
        page = static / "js" / "page.js"
        page.write_text(page.read_text() + _WITHOUT)
