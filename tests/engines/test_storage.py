"""The phone's storage fails: a connection is lost in silence, or the browser refuses it all."""

import pytest

from tests.browser.checkout import Checkout
from tests.browser.test_storage_refused import REFUSED

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
