"""The questions of the entry to the table: only the needed ones, in place, and never twice."""

import re
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect


@pytest.fixture
def entry(match):
    match.open_entry()
    match.bid("A", 8)
    match.type_points(90)
    return match


def answers(phone):
    """Return the answers that the live result offers."""
    phone.settle()
    offered = phone.live.locator(".answers .chip")
    return [text.strip() for text in offered.all_inner_texts()]


@contextmanager
def refusing(phone):
    """Saving is refused in its place, and nothing is sent."""
    before = [*phone.watch.writes]
    yield
    expect(phone.live).to_have_class(re.compile("refused"))
    expect(phone.message).to_contain_text("Not saved.")
    assert phone.watch.writes == before
    phone.page.wait_for_timeout(450)  # a second tap at once is a trembling thumb


# --- declarations ---


def test_one_side_alone_is_asked_for_no_top_card(entry):
    entry.declare("A", "run of 3", "four of a kind")
    assert answers(entry) == []
    entry.sees_result(29, 7)  # 9 and 7, the stake of 8, 2 and 10


def test_the_chip_sums_up_what_is_declared(entry):
    entry.declare("B", "run of 3", "run of 4")
    assert entry.shown_on("Them declarations") == "20+50"


def test_a_tap_again_takes_a_declaration_off(entry):
    entry.declare("A", "run of 3")
    entry.sees_result(19, 7)
    entry.declare("A", "run of 3")
    entry.sees_result(17, 7)


def test_both_partners_may_hold_the_same(entry):
    entry.of_side("A", "declarations")
    more = entry.panel("A").get_by_role("checkbox", name=re.compile("another"))
    expect(more).to_have_count(0)
    entry.touch("Us: run of 3, 20")
    entry.page.get_by_role("checkbox", name="Us: another run of 3").tap()
    entry.close_panel()
    entry.sees_result(21, 7)
    entry.save()
    assert entry.ledger() == [["1", "+21 21", "‹ 8", "7 +7"]]


def test_the_better_declaration_is_found_without_a_question(entry):
    entry.declare("A", "run of 3")
    entry.declare("B", "run of 4")
    assert answers(entry) == []
    entry.sees_result(17, 12)


def test_equal_declarations_are_asked_about_and_the_table_may_just_say(entry):
    entry.declare("A", "run of 3")
    entry.declare("B", "run of 3")
    assert answers(entry) == ["Us", "Them", "Nobody", "top cards"]
    entry.touch("Them")
    entry.sees_result(17, 9)
    entry.touch("Nobody")
    entry.sees_result(17, 7)
    entry.save()
    entry.sees_totals(17, 7)


def test_equal_declarations_are_decided_by_their_top_cards(entry):
    entry.declare("A", "run of 3")
    entry.declare("B", "run of 3")
    entry.settle()
    entry.touch("top cards")
    entry.touch("Us: king")
    entry.touch("Them: ace")
    entry.close_panel()
    assert answers(entry) == []
    entry.sees_result(17, 9)
    entry.save()
    entry.sees_totals(17, 9)


def test_the_hand_is_not_saved_before_the_question_is_answered(entry):
    entry.declare("A", "run of 3")
    entry.declare("B", "run of 3")
    with refusing(entry):
        entry.tap("Save hand")
    assert answers(entry) == ["Us", "Them", "Nobody", "top cards"]
    entry.touch("Us")
    entry.sees_result(19, 7)
    entry.save()
    assert len(entry.ledger()) == 1


# --- kapo ---


def test_all_points_are_asked_about_kapo(entry):
    for _ in range(2):
        entry.tap("Delete digit")
    entry.type_points(162)
    assert answers(entry) == ["Yes 33 – 0", "No 24 – 0"]
    entry.touch("No 24 – 0")  # 16 and 8: the last trick was all sevens and eights
    entry.arrive_at_ledger()
    entry.sees_totals(24, 0)


def test_the_answer_to_kapo_stands_when_the_hand_is_corrected(entry):
    for _ in range(2):
        entry.tap("Delete digit")
    entry.type_points(162)
    entry.touch("No 24 – 0")
    entry.arrive_at_ledger()
    entry.open_hand(1)
    entry.tap("Correct the hand")
    entry.sees_result(24, 0)
    assert answers(entry) == ["Kapo", "No kapo"]
    entry.touch("Kapo")
    entry.sees_result(33, 0)


def test_162_is_not_saved_before_kapo_is_answered(entry):
    for _ in range(2):
        entry.tap("Delete digit")
    entry.type_points(162)
    with refusing(entry):
        entry.tap("Save hand")
    entry.sees_points(162, 0)
    entry.touch("Yes 33 – 0")
    entry.arrive_at_ledger()
    assert entry.ledger() == [["1", "+33 33", "‹ 8 kapo", "0 –"]]


def test_no_points_at_all_is_asked_about_the_other_sides_kapo(entry):
    for _ in range(2):
        entry.tap("Delete digit")
    entry.type_points(0)
    assert answers(entry) == ["Yes 0 – 33", "No 0 – 24"]


# --- the missing point ---


def test_open_closed_asks_who_gets_the_missing_point(phone):
    phone.set_up_match(preset="Open–closed")
    phone.open_entry()
    phone.bid("A", 8)
    phone.type_points(86)
    assert answers(phone) == ["Us", "Them"]
    with refusing(phone):
        phone.tap("Save hand")
    phone.touch("Them")
    phone.sees_result(16, 8)  # 8 and 7, the stake of 8, the missing point as the table says
    phone.save()
    phone.sees_totals(16, 8)


def test_other_last_digits_are_not_asked_about_in_open_closed(phone):
    phone.set_up_match(preset="Open–closed")
    phone.open_entry()
    phone.bid("A", 8)
    phone.type_points(97)
    assert answers(phone) == []
    phone.sees_result(18, 6)


# --- what is missing ---


def test_without_a_bid_nothing_is_saved_and_it_says_why(match):
    match.open_entry()
    match.type_points(97)
    with refusing(match):
        match.tap("Save hand")
    expect(match.live).to_contain_text("Who bid")
    match.sees_points(97, 65)


def test_without_points_the_bid_alone_can_be_saved(match):
    match.open_entry()
    match.bid("B", 11)
    match.tap("Clubs")
    match.tap("Save the bid")
    match.arrive_at_ledger()
    assert match.ledger() == [["1", "…", "11 ♣ ›", "…"]]
    match.tap("Points of hand 1")
    match.arrive_at_entry()
    assert match.is_chosen("Bid by Them: 11")
    assert match.is_chosen("Clubs")
    match.type_points(120)
    match.sees_result(4, 23)  # 4 and 12; the stake of 11
    match.save()
    assert match.ledger() == [["1", "+4 4", "11 ♣ ›", "23 +23"]]
