"""Browsers that keep nothing, have no room, know no worker, or live on another day."""

import pytest
from playwright.sync_api import expect

REFUSED = """
IDBFactory.prototype.open = () => { throw new DOMException("refused", "SecurityError"); };
"""
DAY_MS = 24 * 60 * 60 * 1000
# The same moment, a day off on this phone.
OFF = """
const real = Date.now.bind(Date);
const Real = Date;
window.Date = class extends Real {
  constructor(...given) { given.length > 0 ? super(...given) : super(real() + %d); }
  static now() { return real() + %d; }
};
"""


def unkept(phone):
    return phone.page.locator("#outbox-unkept")


# --- no service worker, as in some private windows; a tab on an iPhone has one (tests/engines) ---


def test_without_a_worker_the_open_page_goes_on(carry, check):
    phone = carry(service_workers="block").start_match(target=5000)
    phone.write_hand(97)
    phone.sees_saved()
    phone.comes_whole()
    phone.cut()
    phone.write_hands(100, 120)
    phone.sees_unsent(2)
    phone.correct_hand(1, 89)
    phone.sees_unsent(3)
    phone.restore()
    check(phone, [89, 100, 120])
    phone.page.reload()
    phone.sees_hands(3)


def test_without_a_worker_a_killed_browser_keeps_the_hands_too(carry, check):
    phone = carry(service_workers="block").start_match(target=5000)
    phone.comes_whole()
    phone.cut()
    phone.write_hands(97, 100)
    phone.sees_unsent(2)
    phone.kill()
    phone.in_reach()
    phone.reopen()
    check(phone, [97, 100])


def test_without_a_worker_a_server_out_of_reach_does_not_close_the_page(carry, proxy, check):
    """The phone's own network is there, so the browser says that it is online."""
    phone = carry(proxy, service_workers="block").start_match(target=5000)
    phone.write_hand(97)
    phone.sees_saved()
    phone.comes_whole()
    proxy.cut()
    phone.write_hand(100)
    phone.sees_unsent(1)
    proxy.restore()
    check(phone, [97, 100])


# --- no storage ---


def test_a_browser_that_keeps_nothing_says_so_and_sends_it_all_the_same(carry, check):
    phone = carry()
    phone.context.add_init_script(REFUSED)
    phone.install().start_match(target=5000)
    phone.comes_whole()
    phone.cut()
    phone.write_hands(97, 100)
    phone.sees_unsent(2)
    expect(unkept(phone)).to_be_visible()
    phone.restore()
    check(phone, [97, 100])
    expect(unkept(phone)).to_be_hidden()


def test_a_page_that_alone_has_a_hand_asks_before_it_is_left(carry, check):
    phone = carry()
    phone.context.add_init_script(REFUSED)
    phone.install().start_match(target=5000)
    phone.comes_whole()
    phone.cut()
    phone.write_hand(97)
    asked = []
    phone.page.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    phone.page.locator(".bar .back").tap()
    phone.page.wait_for_timeout(500)
    assert asked == ["beforeunload"]
    phone.sees_unsent(1)
    phone.restore()
    check(phone, [97])


def test_a_full_disk_is_told_and_nothing_is_lost(carry, server, check):
    phone = carry(service_workers="block")
    disk = phone.context.new_cdp_session(phone.page)
    quota = {"origin": server.url, "quotaSize": 1}
    disk.send("Storage.overrideQuotaForOrigin", quota)
    phone.start_match(target=5000)
    phone.comes_whole()
    phone.cut()
    phone.write_hands(97, 100)
    phone.sees_unsent(2)
    expect(unkept(phone)).to_be_visible()
    phone.restore()
    check(phone, [97, 100])
    expect(unkept(phone)).to_be_hidden()


# --- the clock ---


@pytest.mark.parametrize("off", [-DAY_MS, DAY_MS], ids=["yesterday", "tomorrow"])
def test_a_clock_that_is_a_day_off_spoils_nothing(carry, check, off):
    phone = carry()
    phone.context.add_init_script(OFF % (off, off))
    phone.install().start_match(target=5000)
    phone.write_hand(97)
    phone.sees_saved()
    phone.cut()
    phone.write_hands(100, 120)
    phone.kill()
    phone.reopen()
    phone.sees_unsent(2)
    phone.restore()
    check(phone, [97, 100, 120])
