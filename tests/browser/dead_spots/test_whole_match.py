"""A whole match without a network."""

import pytest
from playwright.sync_api import expect

from tests.browser.dead_spots.carried import LONG_MS
from tests.faults.slices import ALL
from tests.faults.truth import events

TO_THE_END = [97, 100, 120, 89] * 5
THIRD = 10 if ALL else 4
"""Hands between two kills."""


def kinds(server, match):
    found = events(server, match)
    assert [seq for seq, *_ in found] == list(range(1, len(found) + 1)), "seq has gaps"
    return [kind for _, _, kind, _ in found]


@pytest.mark.smoke
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
