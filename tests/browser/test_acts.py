"""The acts of a match besides writing hands: undo, correct, void, stop, claim, play again."""

import pytest
from playwright.sync_api import expect

from tests.support.browser_phone import TAP_MS


@pytest.fixture
def two_hands(match):
    """19 – 6, then 26 – 0: the bid of 10 failed."""
    match.play(("A", 9, 97, "hearts"), ("B", 10, 94, "spades"))
    match.sees_totals(45, 6)
    return match


FIRST = ["1", "+19 19", "‹ 9 ♥", "6 +6"]
SECOND = ["2", "+26 45", "~10 ♠~ ›", "6 –"]


def test_the_ledger_strikes_a_failed_bid_through(two_hands):
    assert two_hands.ledger() == [FIRST, SECOND]


def test_undo_takes_the_last_hand_out_and_bring_back_puts_it_in(two_hands):
    two_hands.tap("Undo")
    two_hands.sees_totals(19, 6)
    assert two_hands.ledger() == [FIRST]
    two_hands.tap("Bring back")
    two_hands.sees_totals(45, 6)
    assert two_hands.ledger() == [FIRST, SECOND]


def test_undo_goes_back_further_than_one_hand(two_hands):
    two_hands.tap("Undo")
    two_hands.sees_totals(19, 6)
    two_hands.page.wait_for_timeout(TAP_MS)
    two_hands.tap("Undo")
    two_hands.sees_totals(0, 0)
    expect(two_hands.control("Undo")).to_have_count(0)


def test_the_next_dealer_is_in_sight_and_moves_with_every_hand(match):
    for dealer in ("we deal (1st)", "they deal (1st)", "we deal (2nd)", "they deal (2nd)"):
        match.sees_dealer(dealer)
        match.play(("A", 8, 90))


def test_a_hand_tells_its_lines_with_their_reasons(two_hands):
    two_hands.open_hand(1)
    lines = two_hands.page.get_by_role("table").locator("tbody tr")
    expect(lines).to_have_count(3)
    expect(lines.nth(0).locator("td")).to_have_text(["9", "6"])
    expect(lines.nth(1)).to_contain_text("7 > 5")
    expect(lines.nth(1).locator("td")).to_have_text(["+1", ""])
    expect(lines.nth(2)).to_contain_text("97, needed 90")
    expect(lines.nth(2).locator("td")).to_have_text(["+9", ""])
    expect(two_hands.page.locator("tfoot td")).to_have_text(["19", "6"])


def test_a_correction_shows_old_and_new_and_every_later_total(two_hands):
    two_hands.open_hand(1)
    expect(two_hands.control("Correct the hand")).to_be_in_viewport(ratio=1)
    two_hands.tap("Correct the hand")
    heading = two_hands.page.get_by_role("heading", level=1)
    expect(heading).to_contain_text("Correction of hand 1")
    expect(heading).to_contain_text("before: Us 9 ♥, 97 –\u2060 65")
    expect(two_hands.live.locator(".was")).to_have_count(0)
    two_hands.bid("A", 10)
    two_hands.sees_result(0, 26)  # 97 misses 100: 16 and 10
    expect(two_hands.live.locator(".was s")).to_have_text("19 –\u2060 6")
    two_hands.tap("See what changes")
    two_hands.page.get_by_text("What changes in the ledger").tap()
    hand, totals = two_hands.page.locator("table.lines").first, two_hands.page.locator(".totals")
    expect(hand.locator("tbody td")).to_have_text(["+19", "+6", "0", "+26"])
    expect(totals.locator("tbody td")).to_have_text(
        ["+19 / +6 19 – 6", "0 / +26 0 – 26", "+26 / 0 45 – 6", "+26 / 0 26 – 26"]
    )
    two_hands.tap("Write the correction")
    two_hands.arrive_at_ledger()
    assert two_hands.ledger() == [
        ["1", "– 0", "‹ ~10 ♥~", "26 +26"],
        ["2", "+26 26", "~10 ♠~ ›", "26 –"],
    ]
    assert two_hands.corrected() == [True, False]


def test_a_correction_stays_in_the_hands_history(two_hands):
    two_hands.open_hand(1)
    two_hands.tap("Correct the hand", "Clubs")
    two_hands.confirm("Write the correction")
    two_hands.arrive_at_ledger()
    two_hands.open_hand(1)
    history = two_hands.page.locator(".history li")
    expect(history).to_have_count(2)
    expect(history.nth(0)).to_contain_text("written: Us 9 ♥")
    expect(history.nth(1)).to_contain_text("corrected: Us 9 ♣")


def test_a_correction_can_be_undone(two_hands):
    two_hands.open_hand(1)
    two_hands.tap("Correct the hand")
    two_hands.bid("A", 10)
    two_hands.settle()
    two_hands.confirm("Write the correction")
    two_hands.sees_totals(26, 26)
    two_hands.tap("Undo")
    two_hands.sees_totals(45, 6)


def test_a_correction_may_end_the_match(phone):
    phone.set_up_match(preset="Point to the bidder", target="151")
    phone.write("A", 15, 155)  # 15 and 15
    phone.open_hand(1)
    phone.tap("Correct the hand")
    phone.high_bid("A", "kapo")
    phone.tap("×4 redoubled")
    phone.of_side("A", "kapo")
    phone.declare("A", "run of 5", "four jacks")
    phone.sees_result(155, 0)  # 25 and four times 25, 10 and 20
    phone.tap("See what changes")
    expect(phone.page.locator("main")).to_contain_text("won by Us")
    phone.tap("Write the correction")
    phone.arrive_at_ledger()
    expect(phone.control("Rematch")).to_be_visible()


def test_voiding_a_hand_takes_it_out_and_undo_brings_it_back(two_hands):
    two_hands.open_hand(1)
    two_hands.tap("Void the hand", "Void it")
    two_hands.arrive_at_ledger()
    two_hands.sees_totals(26, 0)
    assert two_hands.ledger() == [["1", "+26 26", "~10 ♠~ ›", "0 –"]]
    two_hands.tap("Undo")
    two_hands.sees_totals(45, 6)


def test_when_all_pass_nothing_is_scored_and_the_next_one_deals(two_hands):
    two_hands.open_entry()
    two_hands.tap("Menu", "All four passed")
    two_hands.arrive_at_ledger()
    assert two_hands.ledger()[2] == ["3", "– 45", "pass", "6 –"]
    two_hands.sees_dealer("they deal (2nd)")


def test_the_players_may_stop_and_go_on(two_hands):
    two_hands.stop_match()
    expect(two_hands.page.locator(".thumb")).to_contain_text("The match stopped at 45 –\u2060 6")
    expect(two_hands.control("New hand")).to_have_count(0)
    two_hands.tap("Go on")
    two_hands.write("A", 9, 97)
    two_hands.sees_totals(64, 12)


def test_stopping_is_asked_first(two_hands):
    two_hands.tap("Menu", "Stop the match here")
    asked = two_hands.page.get_by_role("dialog", name="Stop the match at 45 –\u2060 6?")
    expect(asked).to_be_visible()
    two_hands.page.wait_for_timeout(450)  # no double tap: it may lie where the first button lay
    two_hands.tap("No, play on")
    expect(two_hands.page.locator(":popover-open")).to_have_count(0)
    expect(two_hands.control("New hand")).to_be_visible()


def test_a_match_that_was_stopped_goes_on_by_undo(two_hands):
    two_hands.stop_match()
    expect(two_hands.page.locator(".verdict")).to_be_visible()
    two_hands.tap("Undo")
    expect(two_hands.control("New hand")).to_be_visible()


def test_of_what_is_undone_the_words_alone_are_struck_through(two_hands):
    two_hands.tap("Undo")
    expect(two_hands.control("Bring back")).to_be_visible()
    two_hands.tap("Menu", "More", "History")
    two_hands.arrive("**/history/")
    struck = two_hands.page.locator(".undone, .undone *").evaluate_all(
        "all => all.filter(one => getComputedStyle(one).textDecorationLine === 'line-through')"
        ".map(one => one.className)"
    )
    assert struck == ["what"]


def test_a_rematch_has_the_same_players_and_the_next_dealer(two_hands):
    two_hands.stop_match()
    two_hands.tap("Rematch")
    two_hands.page.wait_for_url(lambda url: url != two_hands.match_url)
    two_hands.sees_totals(0, 0)
    two_hands.sees_dealer("we deal (2nd)")


def test_the_match_ends_at_its_target(phone):
    phone.set_up_match(preset="Simple 151")
    phone.write("A", 90, 120)
    phone.write("A", 90, 100)
    expect(phone.page.locator(".verdict")).to_contain_text("We won, 220 –\u2060 104")
    expect(phone.control("New hand")).to_have_count(0)
    phone.go_home()
    expect(phone.page.locator(".current")).to_contain_text("We won")


# A stamp is there for a second, which a busy machine may not see.
NOTE_STAMPS = """
globalThis.stamps = [];
new MutationObserver(() => {
  for (const one of document.querySelectorAll(".stamp")) stamps.push(one.textContent);
}).observe(document, { childList: true, subtree: true });
"""


def test_kapo_is_stamped_on_the_ledger_for_a_second(phone):
    phone.page.add_init_script(NOTE_STAMPS)
    phone.start_match()
    write_kapo(phone, "A")
    phone.page.wait_for_function("stamps.includes('Kapo!')")
    phone.page.wait_for_function("document.activeElement.matches('.plus')")
    expect(phone.page.locator(".stamp")).to_have_count(0)
    write_kapo(phone, "B")
    phone.page.wait_for_function("stamps.includes('Reversed!')")


def test_first_evening_has_no_declarations_until_one_tap_brings_them(phone):
    phone.page.goto("/matches/new")
    phone.tap("First evening: to 151, without declarations")
    phone.tap("Start match")
    phone.arrive_at_ledger()
    phone.write("A", 9, 97)
    expect(phone.page.locator(".why")).to_contain_text("stake 9")
    phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    cut = phone.page.locator(".why").evaluate("one => one.scrollHeight - one.clientHeight")
    assert cut <= 1, "the reason is whole, also in large letters"
    phone.page.evaluate("document.documentElement.style.fontSize = ''")
    phone.open_entry()
    hidden = ["Us declarations", "Us: more bids"]
    for name in hidden:
        expect(phone.control(name)).to_have_count(0)
    with phone.page.expect_response("**/preferences"):
        phone.tap("All buttons")
    for name in hidden:
        expect(phone.control(name)).to_have_count(1)
    expect(phone.control("All buttons")).to_have_count(0)
    phone.page.reload()
    assert phone.page.locator("html").get_attribute("data-entry") is None


def test_reduced_motion_stamps_nothing(phone):
    phone.page.emulate_media(reduced_motion="reduce")
    phone.start_match()
    write_kapo(phone, "A")
    phone.sees_totals(34, 0)
    expect(phone.page.locator(".stamp")).to_have_count(0)


def write_kapo(phone, side):
    """Side A bids 9, and this side takes every trick."""
    phone.open_entry()
    phone.bid("A", 9)
    phone.of_side(side, "kapo")
    phone.save()


def test_several_matches_are_kept_running_ones_first(two_hands):
    two_hands.stop_match()
    expect(two_hands.page.locator(".verdict")).to_be_visible()
    two_hands.start_match()
    two_hands.start_match()
    two_hands.go_home()
    page = two_hands.page
    expect(page.locator(".current")).to_contain_text("Continue")
    expect(page.locator(".matches .state").first).to_contain_text("running")
    older = page.locator(".older .match-card")
    expect(older).to_be_hidden()
    two_hands.page.get_by_text("Older matches").tap()
    expect(older).to_contain_text("stopped")


def test_continue_leads_back_into_the_running_match(two_hands):
    two_hands.go_home()
    two_hands.page.get_by_role("link", name="Continue").tap()
    two_hands.arrive_at_ledger()
    assert two_hands.page.url == two_hands.match_url


def test_button_that_removes_a_match_from_the_list_is_behind_its_dots(two_hands):
    two_hands.go_home()
    out = two_hands.page.get_by_role("button", name="out of the list")
    expect(out).to_be_hidden()
    two_hands.page.get_by_label("More: Us – Them").tap()
    expect(out).to_be_in_viewport()
    out.tap()
    expect(two_hands.page.locator(".match-card")).to_have_count(0)
    two_hands.tap("Undo")
    expect(two_hands.page.locator(".current")).to_be_visible()


# --- where the rules have it ---


def claim(phone, side, points, *more):
    phone.tap("Menu", "Claim the match")
    phone.arrive("**/claim")
    phone.page.wait_for_timeout(450)  # no double tap
    phone.page.get_by_role("radio", name=side).check()
    phone.page.get_by_label("What it has in this hand").fill(str(points))
    phone.tap("Claim")
    for name in more:
        phone.page.wait_for_timeout(450)  # no double tap
        phone.tap(name)
    phone.arrive_at_ledger()


def test_a_claim_that_is_right_wins(phone):
    phone.page.add_init_script(NOTE_STAMPS)
    phone.set_up_match(preset="Cards alone")
    phone.settle()
    claim(phone, "Them", 351)
    assert "Match won!" in phone.page.evaluate("stamps")
    expect(phone.page.locator(".verdict")).to_contain_text("They won")


def test_a_claim_that_is_wrong_loses_and_can_be_taken_back(phone):
    phone.watch.expect("status of 422")
    phone.set_up_match(preset="Cards alone")
    claim(phone, "Them", 350, "Yes, we win")
    expect(phone.page.locator(".verdict")).to_contain_text("We won")
    phone.tap("Menu", "Go on with the match")
    expect(phone.control("New hand")).to_be_visible()


def test_no_claim_in_the_cafe(match):
    match.tap("Menu")
    expect(match.control("Claim the match")).to_have_count(0)


def test_no_trump_and_its_bonus_in_cardrules(phone):
    phone.set_up_match(preset="Unrounded")
    phone.open_entry()
    phone.bid("B", 80)
    phone.tap("Menu", "No trump")
    phone.close_panel()
    phone.type_points(100)
    phone.sees_result(62, 150)  # 100 and the bonus of 50
    phone.save()
    assert phone.ledger() == [["1", "+62 62", "80 NT ›", "150 +150"]]


def test_all_trump_counts_to_258_in_cardrules(phone):
    phone.set_up_match(preset="Unrounded")
    phone.open_entry()
    phone.bid("A", 100)
    phone.tap("Menu", "All trump")
    phone.close_panel()
    phone.type_points(200)
    phone.sees_points(200, 58)
    phone.sees_result(250, 58)


def test_a_failed_pilotta_costs_twenty_in_cardrules(phone):
    phone.set_up_match(preset="Unrounded")
    phone.open_entry()
    phone.bid("A", 90)
    phone.tap("Hearts")
    phone.type_points(100)
    phone.tap("Menu", "Us failed pilotta")
    phone.close_panel()
    phone.sees_result(80, 62)
    phone.save()
    phone.sees_totals(80, 62)


def test_someone_else_sees_the_ledger_and_cannot_write(two_hands, open_phone):
    watcher = open_phone()
    watcher.page.goto(two_hands.match_url)
    watcher.sees_totals(45, 6)
    for name in ("New hand", "Undo"):
        expect(watcher.control(name)).to_have_count(0)
    expect(watcher.page.locator(".thumb")).to_contain_text("You are watching")
