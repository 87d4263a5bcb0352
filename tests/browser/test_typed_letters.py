"""A finger's fields have letters of 16 px: below that an iPhone zooms the page in."""

import pytest

from tests.engines.test_crawl import Walk
from tests.server import Demo

STARTS = ("/", "/tournaments/", "/clubs/", "/help/offline", "/privacy")
LEAST_FIELDS = 100
# Also what is folded away: a detail, a menu, a sheet that opens from below.
_FIELDS = """
() => [...document.querySelectorAll(
  "textarea, select, input:not([type=hidden], [type=checkbox], [type=radio], [type=submit])",
)].map((one) => [
  `${location.pathname}: ${one.localName} ${one.name || one.id}`,
  parseFloat(getComputedStyle(one).fontSize),
])
"""


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    demo = Demo(tmp_path_factory.mktemp("demo"), SCRIPTS="joined").start()
    yield demo
    demo.kill()


@pytest.mark.timeout(600)
def test_no_field_of_any_page_makes_a_phone_zoom_in(open_phone, demo):
    phone = open_phone("el", at=demo, java_script_enabled=False)
    phone.watch.expect("status of 4")
    page = phone.page
    page.goto(demo.url)
    assert page.evaluate("() => matchMedia('(pointer: coarse)').matches")
    fields = []
    for path in Walk(demo, of_a_kind=1).pages(*STARTS):
        page.goto(demo.url + path, wait_until="load")
        fields += page.evaluate(_FIELDS)
    assert len(fields) >= LEAST_FIELDS
    assert [field for field in fields if field[1] < 16] == []
