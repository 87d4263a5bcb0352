"""axe finds nothing on any page of a club with two seasons, light and dark."""

import pytest

from tests.browser.phone import PHONE
from tests.browser.test_accessible import RULES, RUN
from tests.engines.test_crawl import Walk
from tests.server import Demo

OF_CLUBS = ("/c/", "/clubs", "/embed/c/")
LEAST = 25
"""Pages: a walk that finds less has lost its way."""
OPEN_ALL = "for (const one of document.querySelectorAll('details')) one.open = true"


@pytest.fixture
def demo(tmp_path):
    demo = Demo(tmp_path).start()
    yield demo
    demo.kill()


# A screen on the wall and a frame in another's page come again by themselves: theirs to do.
def is_meant(violation):
    return violation.startswith("meta-refresh")


@pytest.mark.timeout(300)
def test_axe_finds_nothing_at_a_club(open_phone, axe, demo):
    phone = open_phone("el", PHONE, at=demo)
    pages = [one for one in Walk(demo, of_a_kind=2).pages("/clubs/") if one.startswith(OF_CLUBS)]
    assert len(pages) >= LEAST
    found = []
    for address in pages:
        phone.page.goto(address)
        phone.page.evaluate(axe)
        phone.page.evaluate(OPEN_ALL)
        for scheme, rules in RULES.items():
            phone.page.emulate_media(color_scheme=scheme)
            violations = phone.page.evaluate(RUN, rules)
            found += [f"{address}, {scheme}: {one}" for one in violations if not is_meant(one)]
    assert found == []
