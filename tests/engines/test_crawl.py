"""Every control of every page is where a finger reaches it, in every engine."""

from pathlib import Path

import pytest

from tests.engines.walk import Walk
from tests.server import Demo

STARTS = ("/", "/tournaments/", "/clubs/", "/help/offline", "/privacy")
REACH = (Path(__file__).parent / "reach.mjs").read_text().replace("export ", "")
LEAST = 120, 4000
"""Pages, and controls on them: a walk that finds less has lost its way."""


@pytest.fixture(scope="session")
def demo(tmp_path_factory):
    """The café evening, with every rule and edge somewhere in it."""
    demo = Demo(tmp_path_factory.mktemp("demo")).start()
    yield demo
    demo.kill()


@pytest.fixture(scope="session")
def pages(demo):
    return Walk(demo).pages(*STARTS)


def missed(phone, pages):
    """What no finger reaches, page by page, and how many controls there are."""
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
    found, tried = missed(phone, pages)
    print(f"{phone.browser.name}: {tried} controls on {len(pages)} pages")
    assert found == []
    assert len(pages) >= LEAST[0]
    assert tried >= LEAST[1]
