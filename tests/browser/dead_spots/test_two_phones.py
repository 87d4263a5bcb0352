"""More than one page, or more than one phone, write in the same match while one has no network."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_pencil import open_link, shown_link
from tests.support.truth import events

SCRIPTS = "modules"


@pytest.fixture
def pair(carried, carry):
    """Two phones that hold the pencil of one match of one hand."""
    carried.start_match(target=5000)
    carried.write_hand(97)
    carried.sees_saved()
    other = carry()
    other.context.add_cookies(carried.context.cookies())
    other.match_url = carried.match_url
    other.open_ledger()
    return carried, other


def open_list(phone):
    """Open the list of operations that wait on this phone."""
    phone.page.locator(".status .round.unsent").tap()
    rows = phone.page.locator("#outbox [data-op]")
    expect(rows.first).to_be_visible()
    return rows


def tap_in_list(phone, name):
    phone.page.locator("#outbox").get_by_role("button", name=name, exact=True).tap()


def kinds(server, phone):
    return [kind for _, _, kind, _ in events(server, phone.match)]


def test_two_tabs_drain_the_same_match_and_each_hand_is_there_once(carried, check):
    carried.start_match(target=5000)
    carried.cut()
    carried.write_hands(97, 100, 120)
    first = carried.page
    carried.page = carried.context.new_page()
    carried.open_ledger()
    carried.sees_hands(3)
    carried.write_hand(89)
    carried.restore()
    carried.sees_saved()
    check(carried, [97, 100, 120, 89])
    carried.page = first
    check(carried, [97, 100, 120, 89])


@pytest.mark.parametrize(
    ("chosen", "points"),
    [("Mine in its place", 89), ("Keep the other’s", 120)],
)
def test_a_hand_corrected_on_two_phones_is_as_the_scorer_chooses(
    pair, check, server, chosen, points
):
    ours, theirs = pair
    ours.cut()
    ours.correct_hand(1, 89)
    ours.sees_unsent(1)
    theirs.correct_hand(1, 120)
    theirs.sees_saved()
    ours.restore()
    expect(ours.page.locator("#outbox .why")).to_have_text(
        "Another phone has written meanwhile:", timeout=90_000
    )
    rows = open_list(ours)
    expect(rows.locator(".says")).to_have_text("Correction of hand 1: Us 8 · 17 – 7")
    expect(rows.locator(".theirs")).to_have_text("Hand 1: 20 –\u2060 4")
    tap_in_list(ours, chosen)
    if points == 120:
        tap_in_list(ours, "Throw it away")
    ours.page.keyboard.press("Escape")
    check(ours, [points])
    ours_written = ["corrected"] if points == 89 else []
    assert kinds(server, ours) == ["started", "recorded", "corrected", *ours_written]


def test_new_scorer_takes_in_the_unsent_hands_of_the_old_phone(pair, carry, check, tmp_path):
    old, helper = pair
    old.cut()
    old.write_hands(100, 120)
    old.sees_unsent(2)
    new = carry()
    new.match_url = old.match_url
    open_link(new, shown_link(helper, "Hand over to another phone"), "Take the pencil")
    new.say_side()
    new.write_hand(89)
    new.sees_saved()
    old.restore()
    expect(old.page.locator("#outbox .why").first).to_contain_text(
        "This phone does not hold the pencil now", timeout=90_000
    )
    assert open_list(old).count() == 2
    with old.page.expect_download() as download:
        tap_in_list(old, "Save as a file")
    file = tmp_path / "unsent.json"
    download.value.save_as(file)
    new.tap("Menu", "Waiting to be sent")
    new.page.locator("#outbox [data-take]").set_input_files(file)
    tap_in_list(new, "Write them here")
    expect(new.page.locator("#outbox-done")).to_have_text("Taken in")
    new.page.keyboard.press("Escape")
    check(new, [97, 89, 100, 120])
