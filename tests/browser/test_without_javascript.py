"""Plain forms do everything; scripts only make it quicker."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def phone(open_phone):
    return open_phone(java_script_enabled=False)


@pytest.mark.smoke
def test_a_hand_is_written_with_the_plain_form(entry):
    entry.bid("A", 9)
    entry.tap("Hearts")
    entry.points("A").fill("97")
    entry.save()
    assert entry.ledger() == [["1", "+19 19", "‹ 9 ♥", "6 +6"]]


def test_keys_that_need_a_script_are_not_shown(entry):
    expect(entry.control("7")).to_have_count(0)
    expect(entry.save_button).to_be_visible()


def test_a_match_of_other_rules_is_started(phone):
    phone.set_up_match(preset="Simple 151", name_A="Λεμεσός")
    phone.open_entry()
    phone.names["A"] = "Λεμεσός"
    phone.bid("A", 90)
    phone.points("B").fill("65")
    phone.save()
    phone.sees_totals(97, 65)


def test_enter_in_a_name_begins_nothing_and_keeps_what_was_typed(phone):
    page = phone.page
    page.goto("/matches/new")
    phone.open_line("Names")
    page.locator("[name=player_A1]").fill("Maria")
    page.locator("[name=player_A1]").press("Enter")
    expect(page.locator("[name=player_A1]")).to_have_value("Maria")
    expect(page.locator("[name=player_A1]")).to_be_visible()
    phone.tap("Start match")
    phone.arrive_at_ledger()
    phone.match_url = page.url
    page.goto(f"{phone.match_url}change/")
    for line in ("Names", "Rules"):
        phone.open_line(line)
    page.get_by_text("House rules: every switch").click()
    page.locator("details:has(> label > [name=switch_kapo_bid]) > summary").click()
    page.locator("[name=switch_kapo_bid]").select_option(index=1)
    page.locator("[name=player_B1]").fill("Eleni")
    page.locator("[name=player_B1]").press("Enter")
    expect(page.locator("[name=player_B1]")).to_have_value("Eleni")
    assert page.locator("[name=switch_kapo_bid]").input_value()
    phone.confirm("Write the change")
    phone.arrive_at_ledger()
    phone.sees_dealer("Maria")


def test_declarations_need_no_script(entry):
    entry.bid("A", 8)
    entry.points("A").fill("90")
    entry.declare("A", "run of 3")
    entry.declare("B", "run of 4")
    entry.save()
    entry.sees_totals(17, 12)


def test_missing_bid_is_asked_for_and_the_typed_points_stay(entry):
    entry.watch.expect("status of 422")
    entry.points("A").fill("97")
    entry.tap("Hearts", "Save hand")
    expect(entry.live).to_contain_text("Who bid, and how much?")
    expect(entry.points("A")).to_have_value("97")
    assert entry.is_chosen("Hearts")
    entry.bid("A", 9)
    entry.save()
    entry.sees_totals(19, 6)


def test_a_question_is_asked_on_the_next_page(entry):
    entry.watch.expect("status of 422")
    entry.bid("A", 8)
    entry.points("A").fill("162")
    entry.tap("Save hand", "Kapo")
    entry.save()
    entry.sees_totals(33, 0)


def test_top_cards_are_asked_for_and_given(entry):
    entry.watch.expect("status of 422")
    entry.bid("A", 8)
    entry.points("A").fill("90")
    entry.declare("A", "run of 3")
    entry.declare("B", "run of 3")
    entry.tap("Save hand", "top cards", "Us: king", "Them: ace")
    entry.close_panel()
    entry.save()
    entry.sees_totals(17, 9)


def test_a_hand_is_corrected_and_the_correction_undone(entry):
    entry.bid("A", 9)
    entry.points("A").fill("97")
    entry.save()
    entry.open_hand(1)
    entry.tap("Correct the hand")
    expect(entry.points("A")).to_have_value("97")
    entry.bid("A", 10)
    entry.confirm("Write the correction")
    entry.arrive_at_ledger()
    entry.sees_totals(0, 26)
    entry.tap("Undo")
    entry.sees_totals(19, 6)
    entry.tap("Bring back")
    entry.sees_totals(0, 26)


def test_back_and_save_again_is_one_hand(entry):
    entry.bid("A", 9)
    entry.points("A").fill("97")
    entry.save()
    entry.page.go_back()
    entry.save()
    assert len(entry.ledger()) == 1


def test_all_pass_and_stop_are_in_the_menu(entry):
    entry.tap("Menu", "All four passed")
    entry.arrive_at_ledger()
    assert entry.ledger() == [["1", "– 0", "pass", "0 –"]]
    entry.tap("Menu", "Stop the match here", "Yes, stop")
    expect(entry.control("Rematch")).to_be_visible()


def test_points_that_were_filled_in_give_way_to_the_corrected_one(entry):
    """Without a script nothing fills in the other side: one changed box must do."""
    entry.bid("A", 9)
    entry.points("A").fill("97")
    entry.save()
    entry.open_hand(1)
    entry.tap("Correct the hand")
    entry.points("A").fill("100")
    entry.points("B").fill("")
    entry.confirm("Write the correction")
    entry.arrive_at_ledger()
    entry.sees_totals(19, 6)
