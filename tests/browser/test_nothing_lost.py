"""A typed text stays: through a reload, the ledger and back, a rotation, another language."""

import pytest
from playwright.sync_api import expect

from tests.support.browser_phone import PHONE, Phone


@pytest.fixture
def typed(match):
    """A hand with everything in it that can be typed without a question."""
    match.open_entry()
    match.bid("A", 9)
    match.tap("Spades", "×2 doubled", "Them pilotta")
    match.declare("A", "run of 4")
    match.tap("Switch side")
    match.type_points(62)
    check_typed(match)
    return match


def check_typed(phone):
    assert all(map(phone.is_chosen, ("Bid by Us: 9", "Spades", "×2 doubled", "Them pilotta")))
    assert phone.shown_on("Us declarations") == "50"
    phone.sees_points(100, 62)
    phone.sees_result(41, 0)  # 16, twice 9, 5 and the pilotta's 2 for either holder


@pytest.mark.smoke
def test_a_reload_keeps_everything(typed):
    typed.page.reload()
    check_typed(typed)
    typed.save()
    assert typed.ledger() == [["1", "+41 41", "‹ 9 ♠ ×2", "0 –"]]


def test_after_a_reload_the_same_sides_points_go_on(typed):
    typed.page.reload()
    check_typed(typed)
    typed.tap("Delete digit")
    typed.sees_points(156, 6)


def test_after_a_reload_a_tap_takes_a_suit_off(typed):
    typed.page.reload()
    check_typed(typed)
    typed.tap("Spades")
    assert not typed.is_chosen("Spades")


def test_leaving_to_the_ledger_and_coming_back_keeps_everything(typed):
    typed.tap("Back to the ledger")
    typed.arrive_at_ledger()
    assert typed.ledger() == []
    typed.go_on(1)
    check_typed(typed)


def test_back_and_forward_keep_everything(typed):
    typed.page.go_back()
    typed.arrive_at_ledger()
    typed.page.go_forward()
    check_typed(typed)


def test_another_tab_of_the_same_phone_finds_everything(typed):
    typed.page.close()
    typed.page = typed.page.context.new_page()
    typed.open_ledger()
    typed.go_on(1)
    check_typed(typed)


def test_a_rotated_phone_keeps_everything(typed):
    typed.page.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})
    check_typed(typed)
    expect(typed.save_button).to_be_in_viewport(ratio=1)
    expect(typed.live).to_be_in_viewport(ratio=1)
    typed.tap("Delete digit")
    typed.page.set_viewport_size(PHONE)
    typed.sees_points(156, 6)


def test_another_language_in_the_middle_of_a_hand_loses_nothing(typed):
    typed.tap("Menu", "Settings", "Ελληνικά")
    expect(typed.page.locator("html")).to_have_attribute("lang", "el")
    greek = Phone(typed.page, "el")
    greek.page.locator(".bar .back").tap()
    greek.sees_points(100, 62)
    greek.sees_result(41, 0)
    greek.tap("Menu", "Settings", "English")
    expect(typed.page.locator("html")).to_have_attribute("lang", "en")
    typed.page.locator(".bar .back").tap()
    check_typed(typed)


def test_dark_in_the_middle_of_a_hand_loses_nothing(typed):
    typed.tap("Menu", "Settings", "Dark")
    expect(typed.page.locator("html")).to_have_attribute("data-theme", "dark")
    typed.page.locator(".bar .back").tap()
    expect(typed.page.locator("html")).to_have_attribute("data-theme", "dark")
    check_typed(typed)


def test_a_language_once_chosen_is_remembered(phone):
    phone.go_home()
    phone.tap("Menu", "Settings and more", "Ελληνικά")
    expect(phone.page.locator("html")).to_have_attribute("lang", "el")
    phone.page.goto("/matches/new")
    expect(phone.page.locator("html")).to_have_attribute("lang", "el")


def test_answers_outlive_a_reload(match):
    match.open_entry()
    match.bid("A", 8)
    match.type_points(90)
    match.declare("A", "run of 3")
    match.declare("B", "run of 3")
    match.touch("Them")
    result = match.live.locator(".result")
    before = result.inner_text()
    match.page.reload()
    expect(result).to_have_text(before)
    assert match.is_chosen("Them")


def test_top_cards_outlive_a_reload(match):
    match.open_entry()
    match.bid("A", 8)
    match.type_points(90)
    match.declare("A", "run of 3")
    match.declare("B", "run of 3")
    match.settle()
    match.tap("top cards")
    match.touch("Us: king")
    match.touch("Them: ace")
    match.close_panel()
    match.sees_result(17, 9)
    match.page.reload()
    match.sees_result(17, 9)


def test_choice_from_the_menu_survives_a_reload(phone):
    phone.set_up_match(preset="Unrounded")
    phone.open_entry()
    phone.bid("A", 90)
    phone.type_points(100)
    phone.tap("Menu", "No trump")
    phone.close_panel()
    phone.sees_result(150, 62)
    phone.page.reload()
    phone.sees_result(150, 62)


def test_an_undone_hand_is_not_typed_anew_by_its_draft(match):
    match.write("A", 9, 97)
    match.tap("Undo")
    expect(match.control("Bring back")).to_be_visible()
    match.settle()  # a tap while the server's page comes is another test's
    match.open_entry()
    match.sees_points("", "")


def test_a_link_that_is_tapped_while_it_is_written_leads_on_afterwards(match):
    match.write("A", 9, 97)
    match.page.route("**/api/v1/**", lambda _route: None)  # a server that hangs
    match.tap("Undo", "New hand")
    match.arrive_at_entry()
    expect(match.page.get_by_role("heading", level=1)).to_contain_text("Hand 1")


def test_a_link_that_is_tapped_while_the_servers_page_comes_leads_on(match):
    match.write("A", 9, 97)
    asked = []  # of a server that takes its time
    match.page.route("**/live?*", lambda route: asked.append(route))
    with match.page.expect_request("**/live?*"):
        match.tap("Undo")
    match.tap("New hand")
    asked[0].continue_()
    match.arrive_at_entry()
    match.bid("A", 9)
    match.sees_points("", "")


def test_clear_button_empties_the_points_for_good(typed):
    typed.tap("Menu", "Clear what is typed")
    typed.sees_points("", "")
    expect(typed.live).to_contain_text("Who bid")
    typed.page.reload()
    typed.sees_points("", "")


def test_clearing_closes_the_menu(typed):
    typed.tap("Menu", "Clear what is typed")
    expect(typed.page.locator("#menu")).to_be_hidden()
    typed.bid("B", 8)
    assert typed.is_chosen("Bid by Them: 8")


def test_it_can_be_cleared_after_a_refusal_too(typed):
    typed.of_side("A", "kapo")
    typed.of_side("A", "kapo")
    typed.settle()
    typed.tap("×2 doubled")
    typed.type_points(161)
    typed.tap("Save hand")
    expect(typed.live.locator(".wrong")).to_be_visible()
    typed.tap("Menu", "Clear what is typed")
    typed.sees_points("", "")
    expect(typed.page.get_by_role("radio", checked=True)).to_have_count(0)


def test_a_change_of_an_old_hand_outlives_a_reload(match):
    match.write("A", 9, 97, "hearts")
    match.open_hand(1)
    match.tap("Correct the hand")
    match.tap("Spades")
    match.sees_result(19, 6)
    match.page.reload()
    match.sees_result(19, 6)
    assert match.is_chosen("Spades")


# --- through what a change shows, and back ---


@pytest.fixture
def adjusting(match):
    """The form for an adjustment, filled."""
    match.play(("A", 9, 97))
    match.tap("Menu", "Penalty, ruling, score from paper", "Ruling")
    match.page.locator("[name=points_A]").fill("20")
    match.touch("Them: take off")
    match.page.locator("[name=points_B]").fill("5")
    match.page.locator("[name=reason]").fill("the referee")
    match.page.locator("[name=before]").select_option(label="before hand 1")
    return match


def check_adjusting(phone):
    expect(phone.page.locator("[name=points_A]")).to_have_value("20")
    expect(phone.page.locator("[name=points_B]")).to_have_value("5")
    expect(phone.page.locator("[name=reason]")).to_have_value("the referee")
    expect(phone.page.locator("[name=before] :checked")).to_have_text("before hand 1")
    assert all(map(phone.is_chosen, ("Ruling", "Them: take off")))
    assert not phone.is_chosen("Us: take off")


@pytest.mark.parametrize("way", ["Back", "the browser's"])
def test_back_from_what_an_adjustment_changes_keeps_everything(adjusting, way):
    adjusting.tap("See what changes")
    expect(adjusting.control("Write it")).to_be_visible()
    adjusting.touch("‹ Back") if way == "Back" else adjusting.page.go_back()
    check_adjusting(adjusting)
    adjusting.confirm("Write it")
    adjusting.arrive_at_ledger()
    adjusting.sees_totals(39, 1)


def test_a_reload_keeps_an_adjustment(adjusting):
    adjusting.page.reload()
    check_adjusting(adjusting)


def test_back_from_what_a_correction_changes_keeps_it(match):
    match.write("A", 9, 97, "hearts")
    match.open_hand(1)
    match.tap("Correct the hand", "Spades", "See what changes")
    expect(match.control("Write the correction")).to_be_visible()
    match.touch("‹ Back")
    match.arrive("**/correct")
    assert match.is_chosen("Spades")
    match.sees_result(19, 6)


def test_back_from_what_a_forgotten_hand_changes_keeps_it(match):
    match.write("A", 9, 97)
    match.open_hand(1)
    match.tap("Insert a forgotten hand before it")
    match.bid("B", 8)
    match.type_points(100)
    match.tap("See what changes")
    expect(match.control("Insert it")).to_be_visible()
    match.touch("‹ Back")
    match.arrive("**/insert")
    assert match.is_chosen("Bid by Them: 8")
    match.sees_points(62, 100)
