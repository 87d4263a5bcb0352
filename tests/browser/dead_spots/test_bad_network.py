"""A network that comes and goes, hangs, is slow, and loses answers."""

import random

import pytest
from playwright.sync_api import expect

from tests.browser.dead_spots.carried import LONG_MS
from tests.faults.scorer import SCORES
from tests.faults.truth import events

FLAPS = 200
LATE = [5, 12]
"""Seconds; the phone waits 10 at first."""


@pytest.fixture
def far(carry, proxy):
    """A phone behind the proxy, at a match that lasts long."""
    return carry(proxy).install().start_match(target=5000)


@pytest.mark.timeout(3600)
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
