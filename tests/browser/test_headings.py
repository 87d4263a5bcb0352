"""A heading that needs two lines has them, clear of the edge of the screen."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import PHONE, SMALL_PHONE

LINES = """
heading => {
  const bar = heading.closest(".bar").getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(heading);
  const lines = [...range.getClientRects()];
  return {
    above: Math.min(...lines.map(line => line.top)) - bar.top,
    below: bar.bottom - Math.max(...lines.map(line => line.bottom)),
  };
}
"""


@pytest.fixture(params=[PHONE, SMALL_PHONE], ids=["360", "320"])
def match(request, open_phone):
    phone = open_phone("el", request.param)
    phone.page.goto("/matches/new")
    phone.open_line("Names")
    for seat, name in {"A1": "Ανδρέας", "B1": "Κωνσταντίνος"}.items():
        phone.page.locator(f"[name=player_{seat}]").fill(name)
    phone.tap("Start match")
    phone.arrive_at_ledger()
    phone.match_url = phone.page.url
    return phone


def heading(phone):
    return phone.page.get_by_role("heading", level=1)


def keeps_off_the_edge(phone):
    lines = heading(phone).evaluate(LINES)
    return lines["above"] >= 1 and lines["below"] >= 0


def test_dealer_of_a_forgotten_hand_stands_on_a_separate_line(match):
    match.play(("A", 9, 97))
    match.open_hand(1)
    match.tap("Insert a forgotten hand before it")
    expect(heading(match)).to_contain_text("Ξεχασμένο χέρι 1")
    lines = heading(match).inner_text().replace("\xad", "").split("\n")
    assert lines == ["Ξεχασμένο χέρι 1", "μοιράζει Ανδρέας"]
    assert keeps_off_the_edge(match)


def test_a_long_question_keeps_off_the_edge(match):
    match.page.goto(match.match_url + "change/")
    match.open_line("Names")
    match.page.locator("[name=name_B]").fill("Οι άλλοι")
    match.tap("See what changes")
    match.page.wait_for_selector(".confirm")
    assert keeps_off_the_edge(match)
