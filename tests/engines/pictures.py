"""Saves pictures of pages as an engine shows them, for the eye.

Usage: python -m tests.engines.pictures http://localhost:8000/ http://localhost:8000/rules
           [--engine webkit|firefox|chromium]… [--language el] [--dark] [--size 360x640]
           [--letters 200] [--whole] [--to FOLDER]
"""

import argparse
import re
import sys
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.engines.engines import NAMES, Engines

_LONGEST = 120  # of a file's name that takes 255 bytes with all that follows
# As tall as all of it, up to what the window's screen holds.
_HEIGHT = "return Math.min(1300, Math.max(innerHeight, document.documentElement.scrollHeight))"
_SETTLED = """
return document.readyState === "complete" && document.fonts.status === "loaded"
  && document.getAnimations().every((one) => one.playState !== "running");
"""


def main(arguments):
    given = _parser().parse_args(arguments)
    given.to.mkdir(parents=True, exist_ok=True)
    with ExitStack() as ends:
        folder = Path(ends.enter_context(tempfile.TemporaryDirectory()))
        engines = Engines(folder, lambda: ends.enter_context(sync_playwright()))
        ends.enter_context(closing(engines))
        for name in given.engine or NAMES:
            browser = engines.get(name)
            browser.fresh(given.language, dark=given.dark)
            for url in given.urls:
                print(_save(browser, url, given))


def _save(browser, url, given):
    """The file that the picture is in."""
    width, height = given.size
    browser.resize(width, height)
    browser.goto(url)
    browser.run("document.documentElement.style.fontSize = arguments[0]", f"{given.letters}%")
    browser.wait(_SETTLED)
    if given.whole:
        browser.resize(width, browser.run(_HEIGHT))
    about = [
        browser.name,
        re.sub(r"\W+", "-", url.partition("://")[2].partition("/")[2]).strip("-")[:_LONGEST],
    ]
    about += [given.language, f"{width}x{height}", "dark" * given.dark]
    about.append(f"{given.letters}" if given.letters != 100 else "")
    file = given.to / ("_".join(filter(None, about)) + ".png")
    file.write_bytes(browser.picture())
    return file


def _parser():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("urls", nargs="+")
    parser.add_argument("--engine", action="append", choices=NAMES, help="all, unless named")
    parser.add_argument("--language", choices=("el", "en"), default="el")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--size", type=_size, default=(360, 640), metavar="WIDTHxHEIGHT")
    parser.add_argument("--letters", type=int, default=100, metavar="PERCENT")
    parser.add_argument("--whole", action="store_true", help="as tall as the page is")
    parser.add_argument("--to", type=Path, default=Path("tests/artefacts"), metavar="FOLDER")
    return parser


def _size(text):
    width, _, height = text.partition("x")
    return int(width), int(height)


if __name__ == "__main__":
    main(sys.argv[1:])
