"""The counts of the limits, kept by several threads at once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event, current_thread

import pytest
from limits.storage import MemoryStorage

from scorekeeper.web import limits

PATIENCE = 10
"""Seconds; a failing test waits that long, a passing one never."""


class _Halting:
    """Lets the first thread halt between making a timer and starting it."""

    first = None
    is_taken = False

    @property
    def timer(self):
        return self._timer

    @timer.setter
    def timer(self, timer):
        self._timer = timer
        if current_thread() is self.first:
            self.first = None
            self.halted.set()
            self.go_on.wait(PATIENCE)


def counts(kind):
    """Such counts, in which no timer runs any more."""
    halting = type("Halting", (_Halting, kind), {"STORAGE_SCHEME": None})()
    halting.halted, halting.go_on = Event(), Event()
    halting.timer.join(PATIENCE)
    return halting


def count_first(halting):
    halting.first = current_thread()
    return halting.incr("one", 60)


def test_library_starts_one_timer_twice():
    """A red result means that the library is mended: then its own counts can be used again."""
    library = counts(MemoryStorage)
    with ThreadPoolExecutor() as pool:
        first = pool.submit(count_first, library)
        assert library.halted.wait(PATIENCE)
        library.incr("two", 60)
        library.go_on.set()
        with pytest.raises(RuntimeError, match="only be started once"):
            first.result(PATIENCE)


def test_two_threads_count_at_the_same_moment(app):
    ours = counts(type(limits._limiter.storage))
    with ThreadPoolExecutor() as pool:
        first = pool.submit(count_first, ours)
        assert ours.halted.wait(PATIENCE)
        second = pool.submit(ours.incr, "two", 60)
        assert not ours._turn.acquire(blocking=False), "the second waits for its turn"
        ours.go_on.set()
        assert (first.result(PATIENCE), second.result(PATIENCE)) == (1, 1)
    assert (ours.get("one"), ours.get("two")) == (1, 1)
