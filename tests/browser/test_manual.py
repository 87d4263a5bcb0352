"""“Help” in each screen's menu leads to its place in the manual, and back."""

import pytest
from playwright.sync_api import expect

PLACES = {"ledger": "The ledger", "entry": "Write a hand"}


@pytest.fixture
def match(open_phone):
    phone = open_phone()
    phone.start_match()
    phone.play(("A", 9, 97, "hearts"))
    return phone


def test_the_entry_opened_in_place_has_its_own_help_and_keeps_what_is_typed(match):
    match.open_entry()
    match.bid("A", 9)
    match.type_points(12)
    match.tap("Menu", "Help")
    match.arrive("**/help#entry")
    expect(match.page.get_by_role("heading", name=PLACES["entry"])).to_be_in_viewport()
    match.tap("‹ Back")
    match.arrive_at_entry()
    expect(match.page.locator("[name=points_A]")).to_have_value("12")


def test_the_ledger_has_its_own_help(match):
    match.tap("Menu", "More", "Help")
    match.arrive("**/help#ledger")
    expect(match.page.get_by_role("heading", name=PLACES["ledger"])).to_be_in_viewport()


def test_its_list_leads_to_a_place_and_its_pictures_are_drawn(match):
    match.page.goto("/help")
    match.page.get_by_role("link", name="Settle a dispute").tap()
    picture = match.page.get_by_role("img", name="An answer: its reason first")
    expect(match.page.get_by_role("heading", name="Settle a dispute")).to_be_in_viewport()
    picture.scroll_into_view_if_needed()
    match.page.wait_for_function(
        "one => one.complete && one.naturalWidth > 0", arg=picture.element_handle()
    )
