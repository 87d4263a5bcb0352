"""Two phones write one match: nothing is overwritten, and the scorer chooses."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_pencil import open_link, shown_link

THEIRS = ["1", "+19 19", "‹ 9 ♥", "6 +6"]


@pytest.fixture
def other(match, open_phone):
    """A second phone that writes the match, too."""
    other = open_phone()
    other.match_url = match.match_url
    link = shown_link(match, "Write on a second phone, too")
    open_link(other, link, "Write on this phone, too")
    other.say_side()
    match.open_ledger()
    return other


def type_hand(phone, bid, points):
    """A hand of Us in hearts, up to where it is saved."""
    phone.open_entry()
    phone.bid("A", bid)
    phone.tap("Hearts")
    phone.type_points(points)


@pytest.fixture
def refused(match, other):
    """The same hand on both phones; the other one was first, and counted otherwise."""
    match.watch.expect("status of 409")
    type_hand(match, 9, 120)
    match.sees_result(21, 4)
    other.write("A", 9, 97, "hearts")
    match.tap("Save hand")
    expect(match.page.locator("[role=alert]")).to_contain_text("The server did not take this.")
    return match


def entries(phone):
    """The list of what is still on this phone."""
    return phone.page.locator("#outbox [data-op]")


@pytest.mark.long
def test_the_second_hand_stays_here_and_both_are_shown(refused):
    assert [row[0] for row in refused.ledger()] == ["1•"]
    refused.tap("Not sent: 1")
    row = entries(refused)
    expect(row).to_contain_text("Another phone has written meanwhile:")
    expect(row.locator(".theirs")).to_have_text("Hand 1: 19 – 6")


@pytest.mark.smoke
def test_the_scorer_may_write_both(refused, other):
    refused.tap("Not sent: 1", "Write mine too")
    expect(entries(refused)).to_have_count(0)
    refused.page.keyboard.press("Escape")
    refused.sees_saved(THEIRS, ["2", "+21 40", "‹ 9 ♥", "10 +4"])
    other.open_ledger()
    other.sees_totals(40, 10)


def test_the_scorer_may_put_mine_in_the_place_of_the_others(refused, other):
    refused.tap("Not sent: 1", "Mine in its place")
    expect(entries(refused)).to_have_count(0)
    refused.page.keyboard.press("Escape")
    refused.sees_totals(21, 4)
    assert refused.corrected() == [True]
    other.open_ledger()
    other.sees_totals(21, 4)


def test_a_hand_that_both_wrote_alike_is_said_to_be_one(match, other):
    match.watch.expect("status of 409")
    type_hand(match, 9, 97)
    other.write("A", 9, 97, "hearts")
    match.tap("Save hand")
    match.tap("Not sent: 1")
    row = entries(match)
    expect(row).to_contain_text("Another phone has written the very same meanwhile:")
    expect(row.get_by_role("button")).to_have_text(["Write mine too", "Keep the other’s"])


def test_where_another_hand_follows_none_takes_the_place_of_the_others(match, other):
    match.watch.expect("status of 409", "ERR_INTERNET_DISCONNECTED", "htmx:sendError")
    match.page.context.set_offline(True)
    for bid, points in ((9, 120), (8, 97)):
        type_hand(match, bid, points)
        match.tap("Save hand")
        match.sees_state("on this phone")
    other.write("A", 9, 97, "hearts")
    other.write("B", 8, 97)
    match.page.context.set_offline(False)
    match.tap("Not sent: 2")
    expect(entries(match).first.get_by_role("button")).to_have_text(
        ["Write mine too", "Keep the other’s"]
    )


@pytest.mark.long
def test_the_scorer_may_keep_the_others_and_mine_stays_in_the_list(refused):
    refused.tap("Not sent: 1", "Keep the other’s")
    expect(entries(refused)).to_contain_text("Set aside")
    refused.page.keyboard.press("Escape")
    refused.sees_saved(THEIRS)


def test_an_undo_of_what_the_other_phone_changed_undoes_nothing(match, other):
    match.watch.expect("status of 409")
    match.write("A", 9, 97, "hearts")
    match.page.context.set_offline(True)
    match.watch.expect("ERR_INTERNET_DISCONNECTED", "htmx:sendError")
    other.open_ledger()
    other.write("B", 8, 97)
    match.tap("Undo")
    match.sees_state("undone")
    match.page.context.set_offline(False)
    expect(match.page.locator("[role=alert]")).to_contain_text("The server did not take this.")
    other.open_ledger()
    other.sees_totals(25, 24)
