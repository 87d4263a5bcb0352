"""Faults that were there, or might be, are found: each is put into a copy of the program.

This tries the tests, not the program.
"""

import pytest

from tests.engines.test_crawl import missed
from tests.engines.test_layout import whole_and_cut, write_hands
from tests.engines.test_offline import keeps_a_hand_without_a_server
from tests.support.server import Checkout

# In WebKit no row can hold the area of its link, which covers the whole screen there.
ROWS = """
.ledger tr { position: relative; }
.ledger .bid { position: static; }
.ledger .bid a::after { content: ""; position: absolute; inset: 0; }
"""

# The earlier rule in place of a clip: in WebKit it lay over a whole row.
COVER = """
.scroll { clip-path: none; }
.scrolled { min-height: calc(100% - mod(100cqh, var(--row))); padding-top: 0; }
.scroll::after {
  position: sticky; top: 0; z-index: 1; flex: none; height: mod(100cqh, var(--row));
  background: var(--paper); pointer-events: none; content: "";
}
"""

SHORT = 8
"""Seconds to wait for what will not come."""


def writes_nothing(store):
    """To the database; this page's memory has it."""
    return store.replace("else table.put(value);", "else table.delete(key);")


@pytest.fixture
def faulty(tmp_path):
    """A copy of the program, not started yet."""
    copy = Checkout(tmp_path, SCRIPTS="modules")
    yield copy
    copy.kill()


def test_rows_that_cover_the_screen_are_found_where_they_do(open_phone, faulty, engine):
    faulty.change("static/css/match.css", lambda css: css + ROWS)
    phone = open_phone(at=faulty.start())
    phone.start_match()
    phone.write("A", 9, "hearts", 97)
    phone.sees_all_sent()
    found, _ = missed(phone, [f"/m/{phone.match}/"])
    assert bool(found) == (engine == "webkit"), found


@pytest.mark.timeout(180)
def test_a_box_over_a_row_is_found_where_it_covers_one(open_phone, faulty, engine):
    faulty.change("static/css/match.css", lambda css: css + COVER)
    whole, _ = whole_and_cut(write_hands(open_phone(at=faulty.start())))
    assert all(whole) == (engine != "webkit"), whole


@pytest.mark.timeout(180)
def test_half_a_row_is_found(open_phone, faulty):
    faulty.change("static/css/match.css", lambda css: css + ".scroll { clip-path: none; }")
    _, is_cut_seen = whole_and_cut(write_hands(open_phone(at=faulty.start())))
    assert is_cut_seen


def test_a_store_that_writes_nothing_is_found(open_phone, faulty):
    faulty.change("static/js/store.js", writes_nothing)
    phone = open_phone(at=faulty.start()).install()
    phone.browser.patience = SHORT
    with pytest.raises(AssertionError, match=r"not shown: #entry|#standing"):
        keeps_a_hand_without_a_server(phone, faulty)
