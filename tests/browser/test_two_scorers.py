"""Two phones write one match: nothing is overwritten, and the scorer chooses."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_pencil import open_link, shown_link
from tests.support.browser_phone import TAP_MS

SET_ASIDE = """
async () => {
  const answerOf = (asked) => new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  const database = await answerOf(indexedDB.open("tefteri"));
  const ops = database.transaction("ops", "readwrite").objectStore("ops");
  const refused = (await answerOf(ops.getAll())).find((op) => op.state === "refused");
  await answerOf(ops.put({ ...refused, state: "aside" }));
  database.close();
}
"""
TAP_ONCE_CLOSED = """([clientX, clientY]) => {
  const list = document.querySelector("#outbox");
  window.taps = [];
  list.addEventListener("toggle", () => {
    const below = document.elementFromPoint(clientX, clientY);
    const tap = { bubbles: true, cancelable: true, detail: 1, clientX, clientY };
    window.taps.push(!below.dispatchEvent(new MouseEvent("click", tap)));
  });
}"""
"""Have the second of two taps fall as soon as the list is closed. `taps`: was it dropped?"""
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
    expect(asked(match)).to_be_visible()
    return match


def asked(phone):
    """The question of the ledger, which opens the choice."""
    asked = "Another phone wrote hand 1, too. Which one stays?"
    return phone.page.get_by_role("alert").get_by_role("button", name=asked, exact=True)


def entries(phone):
    """The list of what is still on this phone."""
    return phone.page.locator("#outbox [data-op]")


def test_the_second_hand_stays_here_and_both_are_shown(refused):
    assert [row[0] for row in refused.ledger()] == ["1•"]
    refused.tap("Not sent: 1")
    row = entries(refused)
    expect(row).to_contain_text("Another phone has written meanwhile:")
    expect(row.locator(".theirs")).to_have_text("Hand 1: 19 –\u2060 6")


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


@pytest.fixture
def alike(match, other):
    """The same hand on both phones with the same count, and the next one here."""
    match.watch.expect("status of 409")
    type_hand(match, 9, 97)
    other.write("A", 9, 97, "hearts")
    match.tap("Save hand")
    expect(asked(match)).to_be_visible()
    type_hand(match, 8, 97)
    match.tap("Save hand")
    return match


def test_of_two_hands_that_are_the_same_one_stays_and_the_next_is_sent(alike, other):
    asked(alike).tap()
    first = entries(alike).first
    expect(first).to_contain_text("Another phone has written the very same meanwhile:")
    expect(first.locator(".theirs")).to_have_text("Hand 1: 19 –\u2060 6")
    expect(first.get_by_role("button")).to_have_text(["Keep one", "Write mine too"])
    expect(first.locator("button.primary")).to_have_text("Keep one")
    first.get_by_role("button", name="Keep one").tap()
    expect(alike.page.locator("#outbox")).to_be_hidden()
    assert alike.page.locator("#outbox [data-op]").count() == 0, "nothing is set aside"
    alike.sees_saved(THEIRS, ["2", "+18 37", "‹ 8 ♥", "12 +6"])
    other.open_ledger()
    other.sees_totals(37, 12)


def test_second_tap_on_the_last_choice_reaches_nothing_below_the_list(alike):
    asked(alike).tap()
    keep = entries(alike).first.get_by_role("button", name="Keep one")
    keep.scroll_into_view_if_needed()
    box = keep.bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    alike.page.evaluate(TAP_ONCE_CLOSED, middle)
    alike.page.touchscreen.tap(*middle)
    expect(alike.page.locator("#outbox")).to_be_hidden()
    alike.sees_saved(THEIRS, ["2", "+18 37", "‹ 8 ♥", "12 +6"])
    assert alike.page.evaluate("window.taps") == [True], "the second tap is dropped"


def test_next_hand_that_is_the_same_too_is_asked_about_in_its_turn(match, other):
    match.watch.expect("status of 409", "ERR_INTERNET_DISCONNECTED", "htmx:sendError")
    match.page.context.set_offline(True)
    for bid in (9, 8):
        type_hand(match, bid, 97)
        match.tap("Save hand")
        match.sees_state("on this phone")
        other.write("A", bid, 97, "hearts")
    match.page.context.set_offline(False)
    match.tap("Not sent: 2")
    for left, line in ((2, "Hand 1: 19 –\u2060 6"), (1, "Hand 2: 18 –\u2060 6")):
        expect(entries(match)).to_have_count(left)
        expect(entries(match).first.locator(".theirs")).to_have_text(line)
        match.page.wait_for_timeout(TAP_MS)
        entries(match).first.get_by_role("button", name="Keep one").tap()
    expect(match.page.locator("#outbox")).to_be_hidden()
    match.open_ledger()
    match.sees_totals(37, 12)


def test_same_hand_that_was_set_aside_is_asked_about_before_it_is_written(alike, other):
    """As an earlier version of this phone did."""
    alike.page.evaluate(SET_ASIDE)
    alike.open_ledger()
    alike.tap("Not sent: 1", "Write it all the same")
    expect(entries(alike)).to_have_count(1)
    alike.page.wait_for_timeout(TAP_MS)
    alike.tap("Try again")
    expect(entries(alike).get_by_role("button")).to_have_text(["Keep one", "Write mine too"])
    alike.page.wait_for_timeout(TAP_MS)
    alike.tap("Keep one")
    expect(alike.page.locator("#outbox")).to_be_hidden()
    other.open_ledger()
    other.sees_totals(37, 12)


def test_no_replacement_is_offered_when_another_unsent_hand_follows(match, other):
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


def test_the_scorer_may_keep_the_others_and_mine_stays_in_the_list(refused):
    refused.tap("Not sent: 1", "Keep the other’s")
    expect(entries(refused)).to_contain_text("Set aside")
    refused.page.keyboard.press("Escape")
    refused.sees_saved(THEIRS)
    expect(asked(refused)).to_be_hidden()


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
