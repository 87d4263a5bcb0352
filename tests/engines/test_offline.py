"""The server stops, or the phone's storage fails: hands wait on the phone, then go once."""

import pytest

from tests.browser.test_device import REFUSED
from tests.support.server import Checkout

# The connection that the page has is lost, and no `close` event says so.
_LOSE_CONNECTION = """
const transact = IDBDatabase.prototype.transaction;
let lost = null;
IDBDatabase.prototype.transaction = function (...given) {
  lost ??= this;
  if (this !== lost) return transact.apply(this, given);
  throw new DOMException("The database connection is closing.", "InvalidStateError");
};
"""


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


# --- storage: a connection is lost in silence, or the browser refuses it all ---


def test_hand_outlives_its_page_where_the_connection_was_lost(phone, server):
    phone.install().start_match()
    phone.write("A", 9, "hearts", 97)
    phone.sees_all_sent()
    server.kill()
    phone.browser.run(_LOSE_CONNECTION)
    phone.write("B", 10, "spades", 94)
    phone.has_kept(1)
    phone.open_ledger()
    phone.sees_totals(45, 6)
    server.start()
    phone.sees_all_sent()
    assert phone.written() == ["started", "recorded", "recorded"]


@pytest.fixture
def copied(tmp_path):
    """A copy of the program, running."""
    copy = Checkout(tmp_path, SCRIPTS="modules").start()
    yield copy
    copy.kill()


def test_pages_open_without_a_network_where_one_file_is_missing(open_phone, copied):
    (copied.templates.parent / "static" / "js" / "settle.js").unlink()
    phone = open_phone(at=copied).install()
    copied.kill()
    phone.goto("/matches/new")
    phone.begin()
    phone.write("A", 9, "hearts", 97)
    phone.sees_totals(19, 6)


@pytest.fixture
def refusing(tmp_path):
    """A server whose pages find a browser that refuses storage."""
    copy = Checkout(tmp_path, SCRIPTS="joined")
    (copy.templates.parent / "static" / "refused.js").write_text(REFUSED)
    script = "<script src=\"{{ static_url('refused.js') }}\"></script>"
    copy.change("templates/base.html", lambda page: page.replace("<head>", f"<head>{script}"))
    yield copy.start()
    copy.kill()


def test_match_is_kept_by_a_browser_that_refuses_storage(open_phone, refusing):
    phone = open_phone(at=refusing)
    phone.start_match()
    phone.write("A", 9, "hearts", 97)
    phone.sees_all_sent()
    phone.write("B", 10, "spades", 94)
    phone.sees_all_sent()
    phone.open_ledger()
    phone.sees_totals(45, 6)
    assert phone.written() == ["started", "recorded", "recorded"]
