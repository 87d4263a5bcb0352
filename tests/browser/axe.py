"""The faults that axe finds on a page as it stands, in light and in dark."""

from tests.support.processes import PROJECT

SCRIPT = PROJECT / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Dark pages differ from light ones in their colours alone.
RULES = {
    "light": {"runOnly": {"type": "tag", "values": TAGS}},
    "dark": {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}},
}
RUN = """
options => {
  // A row that is being written is paler for a moment: what fades in is looked at when it is there.
  for (const one of document.getAnimations())
    if (Number.isFinite(one.effect.getComputedTiming().endTime)) one.finish();
  // To read an imported sheet axe would write a style into the page, which its policy refuses.
  return axe.run(document, { ...options, preload: false, resultTypes: ["violations"] }).then(
    found => found.violations.flatMap(one => one.nodes.map(
      node => `${one.id}: ${node.target.join(" ")}: ${node.any[0]?.message ?? one.help}`)));
}
"""


class Axe:
    """The program of axe, to read pages with."""

    def __init__(self):
        assert SCRIPT.exists(), f"{SCRIPT} is missing: npm ci (scripts/setup test does)"
        self._script = SCRIPT.read_text(encoding="utf-8")

    def faults(self, phone, page="", schemes=tuple(RULES), *, picture=""):
        """Each fault after the page's name; with a name for them, pictures are taken, too."""
        if phone.page.evaluate("window.axe === undefined"):
            phone.page.evaluate(self._script)
        found = []
        for scheme in schemes:
            phone.page.emulate_media(color_scheme=scheme)
            if picture:
                phone.take_picture(f"{picture}-{scheme}")
            violations = phone.page.evaluate(RUN, RULES[scheme])
            found += [f"{page}, {scheme}: {one}" for one in violations]
        return found
