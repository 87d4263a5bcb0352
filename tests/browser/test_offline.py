"""Without a connection: it says that nothing is saved, loses nothing, and works again."""

import pytest
from playwright.sync_api import expect

CUT = ("ERR_INTERNET_DISCONNECTED", "htmx:sendError", "ERR_CONNECTION")


@pytest.fixture
def typed(match):
    match.watch.expect(*CUT)
    match.open_entry()
    match.bid("A", 9)
    match.tap("Hearts")
    match.type_points(97)
    match.sees_result(19, 6)
    return match


def test_a_save_without_a_connection_says_so_and_keeps_everything(typed):
    typed.page.context.set_offline(True)
    typed.tap("Save hand")
    expect(typed.message).to_contain_text("not saved")
    expect(typed.message).to_be_in_viewport()
    expect(typed.save_button).to_be_in_viewport(ratio=1)
    typed.sees_points(97, 65)
    assert typed.is_chosen("Hearts")
    typed.page.context.set_offline(False)
    typed.page.wait_for_timeout(450)
    typed.save()
    assert typed.ledger() == [["1", "+19 19", "‹ 9 ♥", "6 +6"]]


def test_typing_goes_on_without_a_connection(typed):
    typed.page.context.set_offline(True)
    typed.tap("Delete digit")
    typed.type_points(9)
    typed.sees_points(99, 63)
    expect(typed.live).to_have_attribute("data-stale", "")
    typed.page.context.set_offline(False)
    typed.tap("Delete digit")
    typed.sees_points(9, 153)
    typed.sees_result(0, 25)  # 9 misses 90
    expect(typed.live).not_to_have_attribute("data-stale", "")


def test_what_was_typed_offline_outlives_a_restarted_browser(typed):
    typed.page.context.set_offline(True)
    typed.tap("Delete digit")
    typed.type_points(9)
    typed.tap("Save hand")
    expect(typed.message).to_contain_text("not saved")
    typed.page.close()
    typed.page.context.set_offline(False)
    typed.page = typed.page.context.new_page()
    typed.open_ledger()
    assert typed.ledger() == []
    typed.open_entry()
    typed.sees_points(99, 63)
    typed.sees_result(19, 6)
