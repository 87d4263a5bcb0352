"""A hand is written once: double taps, the back button, two tabs, an answer that went astray."""

import secrets

import pytest
from playwright.sync_api import expect

from tests.support.browser_phone import TAP_MS, Phone

# Two taps of a finger lie less than 400 ms apart; those of a busy machine may not.
quick = pytest.mark.alone


@pytest.fixture
def typed(match):
    """A plain hand, typed and not saved yet."""
    match.type_hand()
    return match


def sent(phone):
    """The addresses of the operations that were sent, each once however often it was."""
    return {path for path in phone.watch.writes if "/ops/" in path}


@quick
def test_a_double_tap_saves_one_hand(typed):
    box = typed.save_button.bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    typed.page.touchscreen.tap(*middle)
    typed.page.touchscreen.tap(*middle)
    typed.arrive_at_ledger()
    assert len(sent(typed)) == 1
    assert typed.ledger() == [["1", "+19 19", "‹ 9 ♥", "6 +6"]]


def test_the_second_tap_of_a_save_presses_nothing_on_the_next_page(typed):
    typed.save()
    box = typed.control("New hand").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    # The tap on Save, as the entry left it: there, and just now.
    typed.page.evaluate(
        """([x, y]) => {
          const tap = { ...JSON.parse(sessionStorage.tap), x, y };
          tap.time = performance.timeOrigin + performance.now() + 60_000;
          sessionStorage.tap = JSON.stringify(tap);
        }""",
        middle,
    )
    typed.page.touchscreen.tap(*middle)
    typed.page.wait_for_timeout(TAP_MS)
    assert typed.page.url.endswith("/"), "still the ledger"
    typed.page.touchscreen.tap(*middle)
    typed.arrive_at_entry()


def tap_twice(phone, name):
    """One tap right after the other, in the same place."""
    control = phone.control(phone.say(name))
    control.scroll_into_view_if_needed()
    box = control.bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.page.touchscreen.tap(*middle)
    phone.page.touchscreen.tap(*middle)


@quick
def test_a_double_tap_on_clear_chooses_nothing_and_writes_nothing(typed):
    typed.tap("Menu")
    tap_twice(typed, "Clear what is typed")
    typed.sees_points("", "")
    expect(typed.page.locator("#entry :checked")).to_have_count(0)
    assert sent(typed) == set()


@quick
def test_a_double_tap_on_stop_only_asks(match):
    """On this screen the answer lies where the finger was."""
    match.tap("Menu")
    tap_twice(match, "Stop the match here")
    expect(match.page.locator("#stop")).to_be_visible()
    match.open_ledger()
    expect(match.control("New hand")).to_be_visible()


@pytest.mark.smoke
def test_a_trembling_finger_saves_one_hand(typed):
    typed.save_button.evaluate("save => { save.click(); setTimeout(() => save.click(), 40); }")
    typed.arrive_at_ledger()
    typed.page.wait_for_timeout(500)
    typed.open_ledger()
    assert len(sent(typed)) == 1
    assert len(typed.ledger()) == 1


@pytest.mark.smoke
def test_a_double_tap_on_undo_undoes_one_hand(match):
    match.write("A", 9, 97)
    match.write("B", 8, 97)
    undo = match.control("Undo")
    undo.evaluate("undo => { undo.click(); setTimeout(() => undo.click(), 40); }")
    expect(match.control("Bring back")).to_be_visible()
    match.open_ledger()
    match.sees_saved(["1", "+19 19", "‹ 9", "6 +6"])


def test_a_double_tap_on_start_starts_one_match(phone):
    phone.page.goto("/matches/new")
    phone.control("Start match").dblclick()
    phone.arrive_at_ledger()
    phone.go_home()
    expect(phone.page.locator(".match-card")).to_have_count(1)


@pytest.fixture
def addressed(match):
    """A plain hand, typed in the page of an address that has the hand's id."""
    match.address = f"{match.match_url}hand?op={secrets.token_hex(16)}"
    match.page.goto(match.address)
    match.settle()
    match.bid("A", 9)
    match.tap("Hearts")
    match.type_points(97)
    match.sees_result(19, 6)
    return match


def go_again(phone):
    """To the same address, as by a reload or a bookmark."""
    phone.page.goto(phone.address)
    phone.settle()


def test_the_address_of_a_saved_hand_says_that_it_is_saved(addressed):
    addressed.save()
    go_again(addressed)
    expect(addressed.message).to_contain_text("This hand is saved")
    assert addressed.is_chosen("Bid by Us: 9")
    addressed.sees_points(97, 65)


def test_there_save_again_is_still_one_hand(addressed):
    addressed.save()
    go_again(addressed)
    addressed.save()
    assert addressed.ledger() == [["1", "+19 19", "‹ 9 ♥", "6 +6"]]


def test_there_something_else_is_offered_as_a_correction(addressed):
    addressed.save()
    go_again(addressed)
    addressed.tap("Delete digit")
    addressed.type_points(0)  # 90 – 72
    addressed.sees_result(18, 7)
    addressed.tap("Save hand")
    expect(addressed.page.get_by_role("heading", level=1)).to_have_text("Correct hand 1?")
    addressed.page.wait_for_timeout(450)  # no double tap: it may lie where the button lay
    addressed.tap("Write the correction")
    addressed.arrive_at_ledger()
    assert addressed.ledger() == [["1", "+18 18", "‹ 9 ♥", "7 +7"]]


DEAF = "delete globalThis.BroadcastChannel"
"""No tab hears of another, as in the moment before the message comes."""


def test_another_hand_of_the_same_entry_in_a_second_tab_is_a_question(addressed):
    other = behind(addressed, addressed.address, DEAF)
    other.tap("Delete digit")
    other.type_points(0)  # 90 – 72
    other.sees_result(18, 7)
    addressed.page.bring_to_front()
    addressed.save()
    other.page.bring_to_front()
    other.tap("Save hand")
    expect(other.page.get_by_role("heading", level=1)).to_have_text("Correct hand 1?")
    other.page.wait_for_timeout(450)
    other.tap("Write the correction")
    other.sees_state("saved")
    addressed.open_ledger()
    assert addressed.ledger() == [["1", "+18 18", "‹ 9 ♥", "7 +7"]]


def test_forward_after_a_save_is_the_next_hand(typed):
    typed.save()
    typed.page.go_forward()
    expect(typed.page.get_by_role("heading", level=1)).to_contain_text("Hand 2")
    typed.sees_points("", "")
    typed.page.go_back()
    typed.arrive_at_ledger()
    assert len(typed.ledger()) == 1


def test_after_a_save_the_next_entry_is_empty(typed):
    typed.save()
    typed.open_entry()
    expect(typed.live).to_have_text("Who bid, and how much?")
    typed.sees_points("", "")
    expect(typed.page.get_by_role("radio", checked=True)).to_have_count(0)


def behind(phone, address, *scripts):
    """Another tab of the same phone, at this address; it does not hear that the match goes on."""
    other = Phone(phone.page.context.new_page())
    for script in scripts:
        other.page.add_init_script(script)
    other.page.route("**/live?*", lambda route: route.fulfill(status=204))
    other.page.goto(address)
    other.settle()
    return other


def test_a_second_tab_that_is_behind_keeps_what_was_typed(typed):
    other = behind(typed, typed.match_url)
    other.go_on(1)
    for _ in range(2):
        other.tap("Delete digit")
    other.bid("B", 10)
    other.touch("5")
    other.touch("2")
    typed.page.bring_to_front()
    typed.save()
    other.page.bring_to_front()
    other.tap("Save hand")
    expect(other.message).to_contain_text("Hand 1 is written already")
    other.page.wait_for_timeout(450)
    other.touch("No, it is hand 2")
    expect(other.page.get_by_role("heading", level=1)).to_contain_text("Hand 2")
    assert other.is_chosen("Bid by Them: 10")
    other.sees_points(110, 52)
    other.page.wait_for_timeout(450)
    other.page.unroute("**/live?*")
    other.save()
    assert len(other.ledger()) == 2


def test_an_undo_of_a_tab_that_is_behind_undoes_nothing(typed):
    typed.save()
    other = behind(typed, typed.match_url)
    typed.page.bring_to_front()
    typed.write("B", 8, 97)
    other.page.bring_to_front()
    other.tap("Undo")
    expect(other.message).to_contain_text("The match went on meanwhile")
    assert len(other.ledger()) == 2


# --- an answer that goes astray ---

ON_THIS_PHONE = [["1•", "+19 19", "‹ 9 ♥", "6 +6"]]
SAVED = ["1", "+19 19", "‹ 9 ♥", "6 +6"]
WRITES = "**/api/v1/matches/*/ops/*"


def lose_the_answer(phone):
    """The server writes the hand, and the phone never hears of it."""

    def lose(route):
        route.fetch()
        route.abort()

    phone.watch.expect("ERR_FAILED")
    phone.page.route(WRITES, lose)
    with phone.page.expect_event("requestfailed"):
        phone.tap("Save hand")
    phone.sees_state("on this phone")
    assert phone.ledger() == ON_THIS_PHONE


def test_an_answer_that_went_astray_is_no_second_hand(typed):
    lose_the_answer(typed)
    typed.page.unroute(WRITES)
    typed.sees_saved(SAVED)
    typed.sees_state("saved")
    assert len(sent(typed)) == 1


def test_an_answer_that_went_astray_is_found_out_by_a_reload(typed):
    lose_the_answer(typed)
    typed.page.unroute(WRITES)
    typed.page.reload()
    typed.sees_saved(SAVED)
    expect(typed.page.locator("#outbox-badge")).to_be_hidden()
    assert len(sent(typed)) == 1
