"""A hand that is half typed outlives whatever else is written, and is never written twice."""

import pytest
from playwright.sync_api import expect

from tests.browser.letter_sizes.measuring import FONTS, Size, measure, told
from tests.browser.letter_sizes.states import LONGER, SIDES
from tests.browser.test_two_scorers import open_link, shown_link


@pytest.fixture
def half(match):
    """Two hands are written, and of the third one the bid and a side's points are typed."""
    match.play(("A", 9, 97, "hearts"), ("B", 8, 100))
    match.open_entry()
    type_half(match)
    match.tap("Back to the ledger")
    return match


def type_half(phone):
    phone.bid("B", 10)
    phone.tap("Spades", "×2 doubled")
    phone.type_points(94)


def goes_on(phone, number):
    """The ledger's button leads back to the hand, which is as it was typed; then to the ledger."""
    phone.go_on(number)
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text(f"Hand {number}")
    check_half(phone)
    expect(phone.message).to_be_hidden()
    phone.tap("Back to the ledger")


def check_half(phone):
    assert all(map(phone.is_chosen, ("Bid by Them: 10", "Spades", "×2 doubled")))
    phone.sees_points(68, 94)


def test_half_a_hand_outlives_each_kind_of_act(half):
    goes_on(half, 3)
    correct(half)
    goes_on(half, 3)
    insert(half)
    goes_on(half, 4)
    half.open_hand(2)
    half.tap("Void the hand", "Void it")
    half.arrive_at_ledger()
    goes_on(half, 3)
    half.tap("Undo")
    goes_on(half, 4)
    half.tap("Bring back")
    goes_on(half, 3)
    half.tap("Menu", "Penalty, ruling, score from paper")
    half.page.locator("[name=points_A]").fill("5")
    half.confirm("Write it")
    half.arrive_at_ledger()
    goes_on(half, 3)
    change_match(half, name_A="Maria")
    half.names["A"] = "Maria"
    goes_on(half, 3)
    half.page.goto(f"{half.match_url}hand")  # the server's page of the entry
    check_half(half)
    half.save()
    half.sees_totals(56, 24)


def test_erased_points_are_no_half_typed_hand(phone):
    phone.set_up_match()
    phone.open_entry()
    phone.type_points(97)
    phone.tap("Back to the ledger")
    phone.go_on(1)
    phone.sees_points(97, 65)
    phone.tap("Delete digit", "Delete digit")
    phone.sees_points("", "")
    phone.tap("Back to the ledger")
    expect(phone.control("New hand")).to_be_visible()
    phone.open_entry()
    phone.sees_points("", "")


def correct(phone):
    phone.open_hand(1)
    phone.tap("Correct the hand", "Clubs")
    phone.confirm("Write the correction")
    phone.arrive_at_ledger()


def insert(phone):
    phone.open_hand(2)
    phone.tap("Insert a forgotten hand before it")
    phone.arrive("**/insert")
    phone.bid("A", 8)
    phone.type_points(90)
    phone.confirm("Insert it")
    phone.arrive_at_ledger()


def change_match(phone, preset=None, **fields):
    """Change names or rules on the server's page."""
    phone.page.goto(f"{phone.match_url}change/")
    for line in ("Names", "Rules"):
        phone.open_line(line)
    for name, text in fields.items():
        phone.page.locator(f"[name={name}]").fill(text)
    if preset:
        phone.page.get_by_role("radio", name=preset, exact=True).check()
        phone.page.wait_for_load_state("networkidle")
    phone.confirm("Write the change")
    phone.arrive_at_ledger()


# --- two phones ---


@pytest.fixture
def other(half, open_phone):
    """A second phone that writes the match, too."""
    other = open_phone()
    other.match_url = half.match_url
    open_link(other, shown_link(half, "Write on a second phone, too"), "Write on this phone, too")
    other.say_side()
    half.open_ledger()
    return other


def asks(phone, *written):
    """Is it the hand that is written? Nothing is saved before that is answered."""
    expect(phone.message).to_have_text("\n".join(written))
    expect(phone.page.get_by_text("Is it the same hand?")).to_be_visible()
    expect(phone.save_button).to_be_hidden()
    expect(phone.page.locator(".keypad")).to_be_hidden()
    check_half(phone)


def test_one_of_two_phones_writes_the_same_hand(half, other):
    other.open_entry()
    type_half(other)
    other.save()
    rows = other.ledger()
    half.sees_saved(*rows)
    half.open_entry()  # the button does not say whose hand it is
    third = "Hand 3 is written already: Them 10 ♠ ×2, 68 –\u2060 94"
    asks(half, third)
    half.page.keyboard.press("Enter")
    asks(half, third)
    half.page.reload()  # a second wish within 400 ms is a trembling thumb's
    asks(half, third)
    half.tap("Menu", "All four passed")
    asks(half, third)
    half.tap("Yes, drop what I tapped here")
    half.sees_saved(*rows)
    half.open_entry()
    half.sees_points("", "")
    assert [row[0] for row in rows] == ["1", "2", "3"]


def test_question_leaves_both_hands_in_sight(half, other):
    change_match(other, **SIDES)
    other.names = {"A": SIDES["name_A"], "B": LONGER}
    other.write("B", 9, 97, "hearts")
    half.open_ledger()
    half.open_entry()
    expect(half.message).to_contain_text(LONGER)
    sizes = [Size(360, 640, root, FONTS[0]) for root in (100, 200)]
    assert list(told("asked", measure(half.page, sizes))) == []


def test_another_hand_follows_those_of_the_other_phone(half, other):
    other.write("A", 9, 97, "hearts")
    other.write("A", 8, 90)
    half.sees_saved(*other.ledger())
    half.open_entry()
    asks(
        half,
        "Hand 3 is written already: Us 9 ♥, 97 –\u2060 65",
        "Hand 4 is written already: Us 8, 90 –\u2060 72",
    )
    half.touch("No, it is hand 5")
    expect(half.message).to_be_hidden()
    check_half(half)
    half.tap("Back to the ledger")
    goes_on(half, 5)
    half.go_on(5)
    half.save()
    assert [row[0] for row in half.ledger()] == ["1", "2", "3", "4", "5"]


def test_undone_hand_of_the_other_phone_asks_nothing(half, other):
    other.write("A", 9, 97, "hearts")
    other.tap("Undo")
    expect(other.control("Bring back")).to_be_visible()
    other.settle()
    half.open_ledger()
    goes_on(half, 3)
    other.tap("Bring back")
    other.sees_saved(*other.ledger())
    half.open_ledger()
    half.open_entry()
    asks(half, "Hand 3 is written already: Us 9 ♥, 97 –\u2060 65")


# --- what does not fit any more ---


def test_entry_names_the_lost_part_of_a_draft_after_new_rules(phone):
    phone.set_up_match(preset="Unrounded")
    phone.open_entry()
    phone.bid("A", 90)
    phone.type_points(100)
    phone.tap("Menu", "No trump")
    phone.close_panel()
    phone.tap("Back to the ledger")
    phone.arrive_at_ledger()
    change_match(phone, preset="Point to the bidder")
    phone.go_on(1)
    expect(phone.message).to_have_text(
        "The rules were changed, and this is not played any more: No trump"
    )
    phone.sees_points(100, 62)


def test_entry_names_a_bid_from_the_other_phone(half, other):
    other.open_entry()
    other.bid("A", 9)
    other.tap("Hearts", "Save the bid")
    other.arrive_at_ledger()
    half.open_ledger()
    half.go_on(3)
    expect(half.message).to_have_text(
        "Meanwhile another bid was written: Us 9 ♥. What you typed is still here."
    )
    check_half(half)
    expect(half.save_button).to_be_visible()


# --- other forms ---


def open_adjustment(phone):
    phone.tap("Menu", "Penalty, ruling, score from paper")
    expect(phone.page.locator("[name=points_A]")).to_be_visible()


def check_adjusting(phone):
    expect(phone.page.locator("[name=points_A]")).to_have_value("20")
    expect(phone.page.locator("[name=reason]")).to_have_value("the referee")
    assert phone.is_chosen("Ruling")


def test_half_an_adjustment_outlives_other_acts_until_it_is_written(half):
    page = half.page
    open_adjustment(half)
    half.tap("Ruling")
    page.locator("[name=points_A]").fill("20")
    page.locator("[name=reason]").fill("the referee")
    page.locator("[name=before]").select_option(label="before hand 2")
    half.tap("‹ Ledger", "Undo")
    half.settle()
    open_adjustment(half)
    check_adjusting(half)
    expect(page.get_by_text("That hand is not there any more.")).to_be_visible()
    half.confirm("Write it")
    half.arrive_at_ledger()
    half.sees_totals(39, 6)
    open_adjustment(half)
    expect(page.locator("[name=points_A]")).to_have_value("")
    expect(half.control("Clear what is typed")).to_be_hidden()


def test_half_an_adjustment_is_cleared_in_one_tap(half):
    open_adjustment(half)
    typed = half.page.locator("[name=points_B]")
    typed.fill("7")
    half.page.reload()
    expect(typed).to_have_value("7")
    half.tap("Clear what is typed")
    expect(typed).to_have_value("")


def test_half_a_penalty_takes_points_off_without_a_network(half):
    half.watch.expect("ERR_INTERNET_DISCONNECTED", "htmx:sendError", "ERR_CONNECTION")
    open_adjustment(half)
    assert half.is_chosen("Penalty")
    half.page.locator("[name=points_B]").fill("10")
    half.tap("‹ Ledger")
    half.page.context.set_offline(True)
    open_adjustment(half)
    assert half.is_chosen("Penalty")
    half.confirm("Write it")
    half.sees_totals(25, 14)
    open_adjustment(half)
    expect(half.page.locator("[name=points_B]")).to_have_value("")
    half.tap("Ruling")
    half.page.locator("[name=points_A]").fill("3")
    half.tap("‹ Ledger")
    half.page.context.set_offline(False)
    half.sees_state("saved")
    open_adjustment(half)
    assert half.is_chosen("Ruling")
    half.confirm("Write it")
    half.arrive_at_ledger()
    half.sees_totals(28, 14)


def test_half_a_change_keeps_the_changes_of_another_phone(half, other):
    page = half.page
    page.goto(f"{half.match_url}change/")
    half.open_line("Names")
    page.locator("[name=player_A1]").fill("Maria")
    page.get_by_role("radio", name="Them 1", exact=True).check()
    change_match(other, name_B="Those")
    other.names["B"] = "Those"
    other.write("A", 9, 97)
    page.goto(f"{half.match_url}change/")
    expect(page.locator("[name=player_A1]")).to_have_value("Maria")
    expect(page.locator("[name=name_B]")).to_have_value("Those")
    told = page.get_by_text("Another hand was written meanwhile: choose again who deals.")
    expect(told).to_be_visible()
    half.confirm("Write the change")
    half.arrive_at_ledger()
    expect(page.locator("#standing")).to_contain_text("Those")
    page.goto(f"{half.match_url}change/")
    expect(page.locator("[name=player_A1]")).to_have_value("Maria")
    expect(half.control("Clear what is typed")).to_be_hidden()


def test_half_a_claim_and_half_a_correction_outlive_other_acts(phone):
    phone.set_up_match(preset="Cards alone")
    phone.play(("A", 9, 97))
    phone.page.goto(f"{phone.match_url}claim")
    phone.page.get_by_role("radio", name="Them").check()
    phone.page.locator("[name=points]").fill("345")
    phone.open_ledger()
    phone.open_hand(1)
    phone.tap("Correct the hand", "Spades", "Back to the ledger")
    phone.play(("B", 9, 100))
    phone.page.goto(f"{phone.match_url}claim")
    expect(phone.page.locator("[name=points]")).to_have_value("345")
    expect(phone.page.get_by_role("radio", name="Them")).to_be_checked()
    phone.open_ledger()
    phone.open_hand(1)
    phone.tap("Correct the hand")
    assert phone.is_chosen("Spades")
    phone.confirm("Write the correction")
    phone.arrive_at_ledger()
    phone.open_hand(1)
    phone.tap("Correct the hand", "Clubs", "Back to the ledger")
    phone.page.goto(f"{phone.match_url}claim")
    phone.tap("Claim")
    phone.arrive_at_ledger()
    phone.tap("Menu", "Go on with the match")
    phone.arrive_at_ledger()
    expect(phone.control("New hand")).to_be_visible()
    phone.page.wait_for_load_state("networkidle")
    phone.page.goto(f"{phone.match_url}claim")
    expect(phone.page.locator("[name=points]")).to_have_value("")


# --- without a network ---


def test_half_a_hand_outlives_acts_without_a_network(half):
    half.watch.expect("ERR_INTERNET_DISCONNECTED", "htmx:sendError", "ERR_CONNECTION")
    half.page.context.set_offline(True)
    half.tap("Undo")
    goes_on(half, 2)
    half.page.locator("#ledger tbody a").tap()
    half.tap("Correct the hand", "Clubs")
    half.confirm("Write the correction")
    goes_on(half, 2)
    half.page.context.set_offline(False)
    half.sees_state("saved")
    goes_on(half, 2)
