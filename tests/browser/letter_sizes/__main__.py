"""Print what is wrong with pages: `python -m tests.browser.letter_sizes [--few] [PAGE…]`.

Every page is measured at every size of screen and letters: what is cut, covered, broken or out of
reach. `… letter_sizes home match` measures the pages whose names begin so, and prints a line for
each find; tests/browser/test_letter_sizes.py wants nothing found.
"""

import argparse
import tempfile

from playwright.sync_api import Error, sync_playwright

from tests.browser.conftest import LOCALES
from tests.browser.letter_sizes.measuring import (
    EVERY,
    faint,
    measure,
    share_of,
    small_targets,
    told,
)
from tests.browser.letter_sizes.states import States
from tests.engines.chromium import OPTIONS, program
from tests.support.browser_phone import PHONE, Phone
from tests.support.server import Server


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.browser.letter_sizes")
    parser.add_argument("pages", nargs="*", help="the names of pages, or how they begin")
    parser.add_argument("--few", action="store_true", help="at the sizes of `make test` alone")
    parser.add_argument("--language", choices=LOCALES, default="el")
    parser.add_argument("--targets", action="store_true", help="what is smaller than 44 × 44 px")
    parser.add_argument("--big", action="store_true", help="in Big letters: 48 px, and 7:1")
    parser.add_argument("--at", metavar="URL", help="a server that runs, in place of an own one")
    asked = parser.parse_args()
    if asked.at:
        report(asked, asked.at)
        return
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder).start()
        try:
            report(asked, server.url)
        finally:
            server.stop()


def report(asked, url):
    """Measure the pages one after the other and print a line for each fault."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=OPTIONS)
        phone = new_phone(browser, url, asked.language)
        if asked.big:
            phone.page.context.add_cookies([{"name": "letters", "value": "big", "url": url}])
        states = States(phone)
        for name in States.names(*asked.pages):
            states.page.set_viewport_size(PHONE)
            try:
                states.open(name)
            except (AssertionError, Error) as error:
                print(f"{name}: cannot be opened: {str(error).splitlines()[0]}", flush=True)
                continue
            for line in found_on(name, states.page, asked):
                print(line, flush=True)


def found_on(name, page, asked):
    """The lines for what was asked for."""
    if not (asked.targets or asked.big):
        yield from told(name, measure(page, share_of(name) if asked.few else EVERY))
    for line in small_targets(page, 48 if asked.big else 44) if asked.targets else ():
        yield f"{name}: target: {line}"
    for line in faint(page, 7) if asked.big else ():
        yield f"{name}: contrast: {line}"


def new_phone(browser, url, language):
    """A phone with fingers, without a service worker."""
    context = browser.new_context(
        base_url=url,
        viewport=PHONE,
        locale=LOCALES[language],
        has_touch=True,
        service_workers="block",
    )
    context.set_default_timeout(10_000)
    return Phone(context.new_page(), language)


if __name__ == "__main__":
    main()
