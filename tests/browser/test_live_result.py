"""The live result while a hand is typed, by the rules of the café where nothing else is said."""

import re

import pytest
from playwright.sync_api import expect


def test_it_asks_first_who_bid(entry):
    expect(entry.live).to_have_text("Who bid, and how much?")


def test_it_tells_score_and_reason(entry):
    entry.bid("A", 9)
    entry.type_points(97)
    entry.sees_result(19, 6)
    expect(entry.live).to_contain_text("97, needed 90")
    expect(entry.live).to_contain_text("stake 9")
    assert "stake\N{NO-BREAK SPACE}9" in entry.live.text_content()


def test_box_cuts_no_line_where_long_names_fill_it(phone):
    phone.start_match(
        target="own",
        target_own="25",
        name_A="Anastasia Papacharalambous and Theodoros",
        name_B="Panagiota Chatzikonstantinou, Evripidis",
    )
    phone.open_entry()
    phone.page.locator(".bids.us .chip", has_text="9").first.tap()
    phone.type_points(75)
    expect(phone.live).to_contain_text("The match ends")
    assert phone.live.evaluate("box => box.scrollHeight <= box.clientHeight")


def test_it_says_that_a_hand_ends_the_match_and_who_wins(phone):
    phone.start_match(target="own", target_own="25")
    phone.open_entry()
    phone.bid("B", 9)
    phone.type_points(97)
    expect(phone.live).not_to_contain_text("ends")
    phone.bid("B", 13)
    phone.tap(*["Delete digit"] * 2)
    phone.type_points(130)
    expect(phone.live).to_contain_text("The match ends: they win")


def test_it_says_that_equal_declarations_score_for_nobody(entry):
    entry.bid("A", 9)
    entry.type_points(97)
    entry.declare("A", "run of 3")
    entry.declare("B", "run of 3")
    entry.tap("top cards")
    entry.touch("Us: king")
    entry.touch("Them: king")
    expect(entry.live).to_contain_text("equal declarations: nobody scores them")


def test_a_failed_bid_goes_to_the_defence(entry):
    entry.bid("A", 9)
    entry.type_points(89)
    entry.sees_result(0, 25)  # 16 and the stake of 9: 89 fails, though both cut to 8
    expect(entry.live).to_contain_text("89, needed 90")


def test_the_first_of_two_digits_is_no_verdict(entry):
    entry.bid("A", 9)
    entry.type_points(9)
    expect(entry.live).to_have_text(re.compile(r"^\s*Us\s+9\s+Us 9, Them 153\s+so far 9 – 153\s*$"))
    entry.type_points(7)
    expect(entry.live).to_contain_text("Made")
    entry.tap("Delete digit")
    expect(entry.live).to_contain_text("Failed")  # after a deleted digit the rest is shown


def test_a_number_that_nobody_goes_on_with_has_its_verdict(entry):
    entry.bid("A", 10)
    entry.type_points(10)
    expect(entry.live).to_contain_text("so far 10 – 152")
    expect(entry.live).to_contain_text("Failed")  # after a moment
    entry.sees_result(0, 26)


def test_a_number_that_cannot_go_on_has_its_verdict_at_once(entry):
    entry.bid("A", 9)
    entry.type_points(17)
    expect(entry.live).not_to_contain_text("so far", timeout=1)
    entry.sees_result(0, 25)


def test_it_is_heard_whose_points_are_typed_and_what_they_come_to(entry):
    entry.bid("B", 9)
    expect(entry.page.get_by_role("status").filter(has_text="Points for: Them")).to_be_visible()
    entry.tap("Switch side")
    expect(entry.page.get_by_role("status").filter(has_text="Points for: Us")).to_be_visible()
    entry.type_points(65)
    expect(entry.live).to_contain_text("Us 6, Them 19")
    expect(entry.live.locator(".result")).to_have_attribute("aria-hidden", "true")


def test_it_is_told_politely_to_who_cannot_see_it(entry):
    expect(entry.page.get_by_role("status").filter(has_text="Who bid")).to_be_visible()


def test_the_other_side_is_filled_in(entry):
    entry.bid("B", 8)
    entry.type_points(97)
    entry.sees_points(65, 97)
    entry.tap("Delete digit")
    entry.sees_points(153, 9)
    entry.tap("Delete digit", "Delete digit")
    entry.sees_points("", "")


def test_switching_first_types_the_other_sides_points(entry):
    entry.bid("A", 9)
    entry.tap("Switch side")
    entry.type_points(65)
    entry.sees_points(97, 65)
    entry.sees_result(19, 6)


def test_switching_afterwards_begins_the_other_sides_number_anew(entry):
    entry.bid("A", 9)
    entry.type_points(65)
    entry.sees_points(65, 97)
    entry.tap("Switch side")
    entry.type_points(65)
    entry.sees_points(97, 65)


def test_tapping_a_box_chooses_the_side_too(entry):
    entry.bid("A", 9)
    entry.points("B").tap()
    entry.type_points(65)
    entry.sees_points(97, 65)
    entry.sees_no_keyboard()


def test_a_bid_tapped_wrongly_is_changed_and_the_points_stay(entry):
    entry.bid("B", 9)
    entry.type_points(97)
    entry.sees_points(65, 97)
    entry.bid("A", 9)
    entry.sees_points(65, 97)
    entry.sees_result(0, 25)  # 65 misses 90: 16 and 9


def test_kapo_needs_no_digits_and_clears_them(entry):
    entry.bid("A", 9)
    entry.type_points(97)
    entry.of_side("A", "kapo")
    entry.sees_points("", "")
    entry.sees_result(34, 0)  # 25 and the stake of 9


def test_digits_beside_a_kapo_take_nothing_off_in_silence(entry):
    """Whoever types points after it said two things: the page asks which one is meant."""
    entry.bid("A", 9)
    entry.of_side("A", "kapo")
    entry.type_points(97)
    assert entry.is_chosen("Us kapo")
    expect(entry.live).to_contain_text("take out the points, or the kapo")
    entry.of_side("A", "kapo")
    entry.sees_points(97, 65)
    entry.sees_result(19, 6)
    entry.of_side("A", "kapo")
    entry.sees_points("", "")
    entry.type_points(162)
    entry.sees_result(34, 0)  # a kapo's points, all of them


def test_chosen_kapo_takes_the_frame_off_the_points(entry):
    entry.bid("A", 9)
    framed = entry.page.locator(".box.active")
    expect(framed).to_have_count(1)
    entry.of_side("A", "kapo")
    expect(framed).to_have_count(0)
    entry.of_side("A", "kapo")
    expect(framed).to_have_count(1)


@pytest.mark.parametrize(("bidder", "doubler"), [("A", "them"), ("B", "us")])
def test_doubling_has_the_colour_of_the_side_that_said_it(entry, bidder, doubler):
    entry.bid(bidder, 11)
    bid = entry.page.locator(".bids > .chip:has(:checked)")
    said = bid.evaluate("chip => getComputedStyle(chip).backgroundColor")
    other = entry.page.locator(f".bids.{doubler} legend")
    others = other.evaluate("legend => getComputedStyle(legend).color")
    entry.tap("×2 doubled")
    chosen = entry.page.locator(".suits > .chip:has(:checked)")
    expect(chosen).to_have_css("background-color", others)
    entry.tap("×4 redoubled")
    expect(chosen).to_have_css("background-color", said)


def test_only_one_of_two_can_be_chosen(entry):
    for first, second in (
        ("×4 redoubled", "×2 doubled"),
        ("×2 doubled", "×4 redoubled"),
        ("Us pilotta", "Them pilotta"),
        ("Us kapo", "Them kapo"),
        ("Bid by Us: 9", "Bid by Them: 10"),
        ("Hearts", "Spades"),
    ):
        entry.tap(first, second)
        assert (entry.is_chosen(first), entry.is_chosen(second)) == (False, True)


def test_a_second_tap_takes_it_off_again(entry):
    for name in ("Hearts", "Bid by Us: 9", "×2 doubled", "Us pilotta", "Them kapo"):
        entry.tap(name)
        assert entry.is_chosen(name)
        entry.page.wait_for_timeout(450)  # a trembling thumb is not a second wish
        entry.tap(name)
        assert not entry.is_chosen(name)


def test_doubled_takes_everything(entry):
    entry.bid("A", 11)
    entry.tap("×4 redoubled")
    entry.type_points(112)
    entry.sees_result(60, 0)  # 16 and four times 11


def test_high_bids_wait_behind_the_dots(entry):
    entry.high_bid("A", 16)
    assert entry.shown_on("Us: more bids") == "16"
    entry.type_points(162)
    entry.of_side("A", "kapo")
    entry.sees_result(41, 0)  # 25 and 16
    entry.high_bid("B", 40)
    assert entry.shown_on("Us: more bids") is None
    assert entry.shown_on("Them: more bids") == "40"
    entry.sees_result(65, 0)  # the defence swept: 25 and 40


def test_every_bid_to_forty_is_there_and_kapo(entry):
    entry.tap("Us: more bids")
    bids = entry.page.locator("#more-A").get_by_role("radio")
    names = bids.evaluate_all("all => all.map(one => one.ariaLabel)")
    assert names == [f"Bid by Us: {bid}" for bid in ("kapo", *range(16, 41))]
    entry.bid("A", "kapo")
    entry.of_side("A", "kapo")
    entry.sees_result(50, 0)  # 25 and the stake of 25


def test_a_bid_by_the_point_is_two_taps_in_palaristi(phone):
    phone.set_up_match(preset="Palaristi")
    phone.open_entry()
    phone.bid("A", 90)
    phone.tap("Bid by the point")
    phone.touch("plus 3")
    phone.type_points(92)
    expect(phone.live).to_contain_text("92, needed 93")
    phone.tap("Delete digit")
    phone.type_points(3)
    phone.sees_result(18, 7)  # 9 and 6, the missing point to 69's 9; the stake of 93 is 9


def test_points_presets_speak_in_points(phone):
    phone.set_up_match(preset="Simple 151")
    phone.open_entry()
    phone.bid("A", 90)
    phone.type_points(97)
    phone.sees_result(97, 65)
    expect(phone.control("×2 doubled")).to_have_count(0)


def test_a_one_may_still_become_a_hundred_and_two(entry):
    entry.bid("A", 9)
    entry.type_points(1)
    expect(entry.live).not_to_contain_text(re.compile("cannot|impossible"))
    entry.type_points("02")
    entry.sees_points(102, 60)
    entry.sees_result(19, 6)


def test_a_one_is_refused_only_when_it_is_saved(entry):
    entry.bid("A", 9)
    entry.type_points(161)
    entry.tap("Save hand")
    expect(entry.live.locator(".wrong")).to_be_visible()
    entry.sees_points(161, 1)
    entry.tap("Delete digit")
    entry.type_points(0)
    entry.page.wait_for_timeout(450)  # or it is the second of two taps
    entry.save()
    entry.sees_totals(25, 0)
