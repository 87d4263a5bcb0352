"""A network that comes and goes, hangs, is slow, loses answers, or is away for a whole match."""

import random

import pytest
from playwright.sync_api import expect

from tests.browser.dead_spots.carried import LONG_MS
from tests.browser.test_installed import WAITING
from tests.support.examples import ALL
from tests.support.http_scorer import SCORES
from tests.support.truth import events

FLAPS = 200 if ALL else 30
LATE = [5, 12]
"""Seconds; the phone waits 10 at first."""
TO_THE_END = [97, 100, 120, 89] * 5
THIRD = 10 if ALL else 4
"""Hands between two kills."""
PAGE_VERSION = "document.querySelector('link[href*=\"sheets/all.css\"]').href"


@pytest.fixture
def far(carry, proxy):
    """A phone behind the proxy, at a match that lasts long."""
    return carry(proxy).install().start_match(target=5000)


def test_a_network_that_flaps_loses_and_doubles_no_hand(far, proxy, check):
    chance = random.Random(1)
    points = []
    for _ in range(FLAPS):
        fault = chance.choice([proxy.cut, proxy.restore, proxy.hang, lambda: lose(proxy)])
        proxy.restore()
        proxy.lose_answers = False
        fault()
        points.append(chance.choice(list(SCORES)))
        far.write_hand(points[-1])
        far.sees_hands(len(points))
    proxy.lose_answers = False
    proxy.restore()
    check(far, points)


def lose(proxy):
    proxy.lose_answers = True


def test_a_connection_that_hangs_is_no_word_of_the_server(far, proxy, check):
    far.write_hand(97)
    far.sees_saved()
    proxy.hang()
    far.write_hands(100, 120)
    far.sees_unsent(2)
    proxy.restore()
    check(far, [97, 100, 120])


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seconds", LATE)
def test_an_answer_that_comes_late_is_waited_for_or_asked_for_again(far, proxy, check, seconds):
    proxy.slow = seconds
    far.write_hand(97)
    far.sees_state("on this phone")
    far.write_hand(100)  # the first may be saved meanwhile
    far.sees_saved()
    proxy.slow = 0
    check(far, [97, 100])


def test_a_hand_whose_answer_was_lost_is_there_once_and_saved_once_it_is_told(
    far, proxy, check, server
):
    proxy.lose_answers = True
    far.write_hand(97)
    far.sees_unsent(1)
    kinds = [kind for _, _, kind, _ in events(server, far.match)]
    assert kinds == ["started", "recorded"], "the server has it, and the phone cannot know"
    proxy.lose_answers = False
    expect(far.page.locator(".saved")).to_be_visible(timeout=LONG_MS)
    check(far, [97])


def kinds(server, match):
    found = events(server, match)
    assert [seq for seq, *_ in found] == list(range(1, len(found) + 1)), "seq has gaps"
    return [kind for _, _, kind, _ in found]


def test_a_match_is_played_to_its_end_without_a_network(carried, check, server):
    carried.start_match()
    carried.cut()
    carried.write_hands(97, 100, 120)
    carried.correct_hand(2, 89)
    carried.write_hand(97)
    carried.undo()
    points = [97, 89, 120]
    while not carried.page.locator(".verdict").is_visible():
        points.append(TO_THE_END[len(points)])
        carried.write_hand(points[-1])
    expect(carried.page.locator(".verdict")).to_contain_text("We won")
    ledger = carried.ledger()
    assert len(ledger) == len(points)
    written = len(points) + 3
    carried.sees_unsent(written)
    carried.kill()
    carried.reopen()
    expect(carried.page.locator(".verdict")).to_contain_text("We won")
    carried.sees_unsent(written)
    assert carried.ledger() == ledger
    carried.restore()
    carried.sees_saved()
    assert carried.ledger() == ledger
    check(carried, points)
    told = kinds(server, carried.match)
    rest = ["recorded"] * (len(points) - 3)
    changes = ["corrected", "recorded", "undone"]
    assert told == ["started", *["recorded"] * 3, *changes, *rest]


def test_many_hands_outlive_two_kills_and_come_in_order(carried, check):
    """Offline from the second hand on."""
    points = ([97, 100, 120, 89] * 8)[: 3 * THIRD]
    carried.start_match(target=5000)
    carried.write_hand(points[0])
    carried.sees_saved()
    carried.cut()
    for last in (THIRD, 2 * THIRD, 3 * THIRD):
        carried.write_hands(*points[last - THIRD or 1 : last])
        carried.sees_unsent(last - 1)
        if last < len(points):
            carried.kill()
            carried.reopen()
            carried.sees_hands(last)
    carried.restore()
    carried.sees_saved()
    check(carried, points)


def test_a_match_begun_without_a_network_is_made_once_under_its_id(carried, check, server):
    points = [97, 100, 120]
    carried.cut()
    carried.start_match()
    carried.write_hands(*points)
    carried.sees_unsent(4)
    carried.kill()
    carried.reopen()
    carried.sees_hands(3)
    carried.go_home()
    expect(carried.page.locator("#unsent li")).to_have_count(1)
    carried.restore()
    expect(carried.page.locator("#unsent")).to_be_hidden(timeout=LONG_MS)
    carried.go_home()
    expect(carried.page.locator(f'a[href="/m/{carried.match}/"]')).to_have_count(1)
    carried.open_ledger()
    check(carried, points)
    assert kinds(server, carried.match) == ["started", *["recorded"] * 3]


# --- the server becomes a newer one meanwhile ---


@pytest.fixture
def old_page(carry, own_server):
    """At a match that lasts long, on a server that can be upgraded."""
    return carry(own_server).install().start_match(target=5000)


def test_an_old_page_goes_on_and_its_hands_come_to_the_newer_server(old_page, own_server, check):
    old_page.write_hand(97)
    old_page.sees_saved()
    old = old_page.page.evaluate(PAGE_VERSION)
    old_page.cut()
    old_page.write_hands(100, 120)
    own_server.upgrade()
    old_page.write_hand(89)
    old_page.correct_hand(2, 97)
    old_page.sees_unsent(4)
    old_page.restore()
    check(old_page, [97, 97, 120, 89], own_server)
    assert shows_newer(old_page, old)


def shows_newer(phone, old):
    """Are its pages the newer server's? One that takes its time is shown as it was kept."""
    for _ in range(5):
        phone.open_ledger()
        if phone.page.evaluate(PAGE_VERSION) != old:
            return True
    return False


def test_a_hand_that_was_being_typed_meanwhile_is_saved(old_page, own_server, check):
    old_page.open_entry()
    old_page.bid("A", 8)
    own_server.upgrade()
    old_page.type_points(97)
    old_page.sees_result(18, 6)
    old_page.tap("Save hand")
    old_page.sees_ledger()
    check(old_page, [97], own_server)


def test_an_update_is_offered_once_every_hand_is_saved(old_page, own_server, check):
    old_page.cut()
    old_page.write_hands(97, 100)
    own_server.upgrade()
    old_page.context.route("**/api/v1/**", lambda route: route.abort())
    old_page.restore()
    old_page.go_home()
    old_page.page.evaluate(WAITING)
    old_page.page.reload()
    expect(old_page.page.locator("#unsent li")).to_have_count(1)
    expect(old_page.page.locator("#update")).to_be_hidden()
    old_page.context.unroute("**/api/v1/**")
    expect(old_page.page.locator("#unsent")).to_be_hidden(timeout=90_000)
    old_page.go_home()
    with old_page.page.expect_event("load"):
        old_page.tap("Update")
    expect(old_page.page.locator("#update")).to_be_hidden()
    old_page.open_ledger()
    check(old_page, [97, 100], own_server)


def test_an_update_in_one_tab_leaves_the_hand_in_another_alone(old_page, own_server, check):
    old_page.open_entry()
    old_page.bid("A", 8)
    old_page.type_points(97)
    own_server.upgrade()
    entry, old_page.page = old_page.page, old_page.context.new_page()
    old_page.go_home()
    old_page.page.evaluate(WAITING)
    old_page.page.reload()
    with old_page.page.expect_event("load"):
        old_page.tap("Update")
    old_page.page = entry
    old_page.sees_result(18, 6)
    old_page.cut()
    old_page.tap("Save hand")
    old_page.sees_ledger()
    old_page.sees_unsent(1)
    old_page.write_hand(100)
    old_page.restore()
    check(old_page, [97, 100], own_server)
