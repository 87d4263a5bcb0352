"""The server stops, and comes back: hands written meanwhile wait on the phone, then go once."""

import pytest


@pytest.fixture
def installed(phone):
    """A phone on which Tefteri was opened before."""
    return phone.install()


@pytest.mark.smoke
@pytest.mark.every_engine
def test_acts_written_while_the_server_is_stopped_are_sent_once(phone, server):
    phone.start_match()
    phone.write("A", 9, "hearts", 97)
    phone.sees_all_sent()
    server.kill()
    phone.write("B", 10, "spades", 94)
    phone.write("A", 8, "clubs", 90)
    phone.sees_unsent(2)
    phone.sees_totals(62, 13)
    phone.tap("Undo")
    phone.sees_totals(45, 6)
    phone.tap("Bring back")
    phone.sees_totals(62, 13)
    server.start()
    phone.sees_all_sent()
    phone.sees_totals(62, 13)
    assert phone.written() == ["started", *["recorded"] * 3, "undone", "undone"]


def keeps_a_hand_without_a_server(phone, server):
    """It outlives its page."""
    phone.start_match()
    server.kill()
    phone.write("A", 9, "hearts", 97)
    phone.has_kept(1)
    phone.open_ledger()
    phone.sees_totals(19, 6)


def test_pages_open_and_a_match_is_begun_without_a_server(installed, server):
    keeps_a_hand_without_a_server(installed, server)
    installed.open_entry()
    installed.bid("B", 10, "spades")
    installed.type_points(94)
    installed.sees_result(26, 0)
    first = installed.match
    installed.goto("/")
    installed.tap("New match")
    installed.begin()
    assert installed.match != first
    installed.write("A", 9, "hearts", 97)
    installed.sees_unsent(2)
    server.start()
    installed.sees_all_sent()
    assert installed.written() == ["started", "recorded"]


def test_a_killed_browser_has_kept_every_hand(installed, server):
    installed.start_match()
    installed.browser.write_down()
    installed.open_ledger()
    installed.write("A", 9, "hearts", 97)
    installed.sees_all_sent()
    server.kill()
    installed.write("B", 10, "spades", 94)
    installed.write("A", 8, "clubs", 90)
    installed.sees_unsent(2)
    installed.has_kept(2)
    installed.browser.kill()
    installed.browser.revive()
    installed.open_ledger()
    installed.sees_totals(62, 13)
    installed.sees_unsent(2)
    server.start()
    installed.sees_all_sent()
    assert installed.written() == ["started", *["recorded"] * 3]
