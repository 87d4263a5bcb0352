"""Every control of every page is where a finger reaches it, in every engine.

`make test` has the time for one page of a kind in the engine of iPhones, and for every second of
these in Firefox; in Chromium tests/browser/test_letter_sizes.py sees what lies over what, too.
`make faults` looks at everything.
"""

from pathlib import Path

import pytest

from tests.engines.walk import Walk
from tests.faults.slices import ALL
from tests.server import Demo

STARTS = ("/", "/tournaments/", "/clubs/", "/help/offline", "/privacy")
REACH = (Path(__file__).parent / "reach.mjs").read_text().replace("export ", "")
EVERY = {"webkit": 1, "firefox": 2, "chromium": 1}
"""The steps, in pages, from one page that an engine looks at to the next."""
LEAST = 120
"""Pages: a walk that finds less has lost its way."""
CONTROLS = 15
"""On a page, taken all together."""


@pytest.fixture(scope="session")
def demo(tmp_path_factory):
    """The café evening, with every rule and edge somewhere in it."""
    demo = Demo(tmp_path_factory.mktemp("demo")).start()
    yield demo
    demo.kill()


@pytest.fixture(scope="session")
def pages(demo):
    return Walk(demo, of_a_kind=2 if ALL else 1).pages(*STARTS)


def missed(phone, pages):
    """Return the controls that no finger reaches, page by page, and the number of controls."""
    found, tried = [], 0
    for page in pages:
        phone.goto(page)
        met = phone.browser.ask(f"{REACH} return reach();")
        found += [f"{page}: {one}" for one in met["missed"]]
        tried += met["tried"]
    return found, tried


@pytest.mark.timeout(1200)
def test_a_finger_reaches_every_control_of_every_page(open_phone, demo, pages):
    phone = open_phone("el", at=demo)
    assert len(pages) >= LEAST
    share = pages if ALL else pages[:: EVERY[phone.browser.name]]
    found, tried = missed(phone, share)
    print(f"{phone.browser.name}: {tried} controls on {len(share)} pages")
    assert found == []
    assert tried >= CONTROLS * len(share)
