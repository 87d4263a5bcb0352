"""Whether a worker is there, as every server of the database reads it."""

import math
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.jobs.payloads import (
    GONE_AFTER,
    HEARTBEAT_EVERY,
    beat,
    is_worker_there,
    seconds_since_heartbeat,
)
from scorekeeper.journal import clock
from scorekeeper.store.schema import close_connections

pytestmark = pytest.mark.usefixtures("context")
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def after(seconds):
    return clock.at(NOON + timedelta(seconds=seconds))


def told_at_noon():
    with after(0):
        beat()


def test_worker_is_absent_before_its_first_heartbeat():
    assert (seconds_since_heartbeat(), is_worker_there()) == (math.inf, False)


@pytest.mark.parametrize(
    ("seconds", "is_there", "why"),
    [
        (0, True, "it has just said so"),
        (2 * HEARTBEAT_EVERY, True, "a word that came late, or not at all, is no death"),
        (GONE_AFTER + 1, False, "it should have said so long ago"),
        (-5, True, "two machines' clocks are never quite the same"),
        (-86_400, False, "the clock was put back: what was said tomorrow tells nothing of today"),
    ],
)
def test_one_is_there_for_as_long_as_it_says_so(seconds, is_there, why):
    told_at_noon()
    with after(seconds):
        assert (seconds_since_heartbeat(), is_worker_there()) == (abs(seconds), is_there), why


def test_another_process_reads_it():
    told_at_noon()
    close_connections()
    with after(1):
        assert is_worker_there()


def test_of_two_workers_the_one_that_is_left_counts():
    told_at_noon()
    with after(GONE_AFTER):
        beat()
    with after(GONE_AFTER + 5):
        assert seconds_since_heartbeat() == 5
