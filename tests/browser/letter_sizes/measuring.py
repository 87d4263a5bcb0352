"""Measuring one page at every size, and telling what was found."""

import re
from collections import defaultdict
from itertools import product
from pathlib import Path
from typing import NamedTuple

from tests.browser.letter_sizes.states import NAMES, States

_FOLDER = Path(__file__).parent


def script(name):
    """A script of this folder as Playwright evaluates it."""
    module = _FOLDER.joinpath(f"{name}.mjs").read_text(encoding="utf-8")
    called = re.search(r"export default function (\w+)", module)[1]
    return f"options => {{ {module.replace('export default', '')}; return {called}(options); }}"


MEASURE, TARGETS, CONTRAST, FOCUS = map(script, ("measure", "targets", "contrast", "focus"))
SCREENS = ((320, 568), (360, 640), (412, 915), (640, 360), (768, 1024))
ROOTS = (100, 130, 150, 200)
FONTS = ("Noto Sans", "DejaVu Sans")
# A family alone: the page's own fonts stay in its style sheets. No policy of a page forbids it.
_SET = """
([root, font]) => {
  const pen = document.createElement("canvas").getContext("2d");
  const width = family => (pen.font = `40px ${family}`, pen.measureText("Τεφτέρι 401").width);
  if (width(`"${font}", monospace`) === width("monospace")) {
    throw new Error(`Missing: the font ${font} (scripts/setup test)`);
  }
  window.lettersSet ??= new CSSStyleSheet();
  window.lettersSet.replaceSync(`* { font-family: "${font}" !important }`);
  document.adoptedStyleSheets = [window.lettersSet];
  document.documentElement.style.fontSize = `${root}%`;
  return document.fonts.ready.then(() => new Promise(requestAnimationFrame));
}
"""

# As a page comes to a reader with Big letters (templates/base.html).
_ENLARGE = """
() => {
  const sheets = [...document.querySelectorAll("link[rel=stylesheet]")];
  const all = sheets.find(({ href }) => href.endsWith("sheets/all.css"));
  document.documentElement.dataset.letters = "big";
  const added = ["contrast.css", "letters.css"].map((name) => {
    const sheet = all.cloneNode();
    sheet.href = all.href.replace("sheets/all.css", `css/${name}`);
    return sheet;
  });
  sheets.at(-1).after(...added);
  return Promise.all(
    added.map(
      (sheet) =>
        new Promise((resolve, reject) => {
          sheet.onload = resolve;
          sheet.onerror = reject;
        }),
    ),
  );
}
"""


class Size(NamedTuple):
    """A screen, how large its owner has the letters, and their family."""

    width: int
    height: int
    root: int
    font: str

    def __str__(self):
        return f"{self.width} × {self.height}, {self.root} %, {self.font}"


EVERY = tuple(Size(*screen, root, font) for font, root, screen in product(FONTS, ROOTS, SCREENS))
"""The whole product: forty."""
WORST = (Size(320, 568, 200, FONTS[1]), Size(640, 360, 200, FONTS[0]))
"""The sizes that show faults first."""
_SHARES = 20


def share_of(name):
    """The worst sizes and two others: pages that follow each other share out the forty."""
    place = States.names().index(name) % _SHARES
    return (*WORST, *(size for size in EVERY[place::_SHARES] if size not in WORST))


BIG = (Size(360, 640, 125, FONTS[0]), Size(320, 568, 125, FONTS[1]))
"""Of a phone whose owner chose Big letters."""


def show_at(page, size):
    """Give the page this size of screen and letters."""
    page.set_viewport_size({"width": size.width, "height": size.height})
    page.evaluate(_SET, [size.root, size.font])


def measure(page, sizes=EVERY):
    """Return the faults of this page, by place and kind, with the sizes at which they occur."""
    found = defaultdict(list)
    for size in sizes:
        show_at(page, size)
        options = {"width": size.width, "height": size.height, "names": _words(NAMES)}
        for where, what in page.evaluate(MEASURE, options):
            found[where, what].append(size)
    return found


def enlarge(page):
    """Have Big letters, and the first of their screens; a cookie takes another visit."""
    page.evaluate(_ENLARGE)
    show_at(page, BIG[0])


def hidden_focus(page, size, *, by_keys=False, most=70):
    """Yield the controls that Tab reaches but does not show, through the whole page and back.

    By keys it takes some twenty times as long as by a script, but goes the browser's own way.
    """
    show_at(page, size)
    if not by_keys:
        yield from page.evaluate(FOCUS, {"walk": True})
        return
    for key in ("Tab", "Shift+Tab"):
        for _ in range(most):
            page.keyboard.press(key)
            focus = page.evaluate(FOCUS, {"walk": False})
            if focus is None:
                break
            if not focus["isSeen"]:
                yield f"{key}: {focus['told']}"


def small_targets(page, least):
    """Yield the targets that are smaller than a finger."""
    for where, width, height in page.evaluate(TARGETS, {"least": least}):
        yield f"{where}: {width} × {height} px"


def faint(page, least, *, placeholders=False):
    """Yield the texts whose contrast is too low."""
    options = {"least": least, "placeholders": placeholders}
    for where, ratio, colours in page.evaluate(CONTRAST, options):
        yield f"{where}: {ratio}:1, {colours}"


def told(name, found):
    """A line for each fault of a page: its measures differ from size to size, it does not."""
    kinds = defaultdict(list)
    for (where, what), sizes in found.items():
        kinds[where, "".join(char for char in what if not char.isdigit())] += [
            (size, what) for size in sizes
        ]
    for (where, _), times in kinds.items():
        size, what = times[0]
        more = f" (and at {len(times) - 1} more)" if len(times) > 1 else ""
        yield f"{name}: {size}: {where}: {what}{more}"


def _words(names):
    return [word for name in names for word in name.split() if len(word) > 4]
