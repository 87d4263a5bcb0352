"""The server dies, or its database is locked, with a hand on the screen."""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

FRAGILE = {"BUSY_SECONDS": 0.6}

HAND = [["1", "+19 19", "‹ 9 ♥", "6 +6"]]
ON_THIS_PHONE = [["1•", "+19 19", "‹ 9 ♥", "6 +6"]]


@pytest.fixture
def typed(open_phone, fragile):
    """A plain hand, typed and not saved yet."""
    phone = open_phone(at=fragile)
    phone.watch.expect("ERR_", "htmx:sendError", "status of 503", "Error Code 503")
    phone.start_match()
    phone.type_hand()
    phone.settle()  # it can do without the server from then on
    return phone


def test_a_server_killed_before_the_save_is_told_and_the_hand_saved_afterwards(typed, fragile):
    fragile.kill()
    typed.tap("Save hand")
    typed.sees_state("on this phone")
    assert typed.ledger() == ON_THIS_PHONE
    fragile.start()
    typed.sees_saved(*HAND)


def test_after_a_restart_the_entry_is_still_there_in_a_new_tab_and_saves(typed, fragile):
    fragile.kill()
    typed.page.close()
    fragile.start()
    typed.page = typed.page.context.new_page()
    typed.open_ledger()
    assert typed.ledger() == []
    typed.go_on(1)
    typed.sees_result(19, 6)
    assert typed.is_chosen("Hearts")
    typed.save()
    assert typed.ledger() == HAND


@pytest.mark.parametrize("how", ["IMMEDIATE", "EXCLUSIVE"])
def test_a_locked_database_is_told_and_the_hand_saved_afterwards(typed, fragile, how):
    with closing(sqlite3.connect(fragile.database, isolation_level=None)) as connection:
        connection.execute(f"BEGIN {how}")
        typed.tap("Save hand")
        typed.sees_state("on this phone")
        assert typed.ledger() == ON_THIS_PHONE
        connection.execute("ROLLBACK")
    typed.sees_saved(*HAND)


def test_without_a_script_the_error_page_says_it_and_tries_again(open_phone, fragile):
    phone = open_phone(at=fragile, java_script_enabled=False)
    phone.watch.expect("status of 503")
    phone.start_match()
    phone.open_entry()
    phone.bid("A", 9)
    phone.tap("Hearts")
    phone.points("A").fill("97")
    with closing(sqlite3.connect(fragile.database, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        phone.tap("Save hand")
        expect(phone.page.locator("main")).to_contain_text("Nothing was saved")
        connection.execute("ROLLBACK")
    phone.tap("Try again")
    phone.arrive_at_ledger()
    assert phone.ledger() == HAND
