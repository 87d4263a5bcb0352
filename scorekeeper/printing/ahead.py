"""Prints what somebody will ask for next, one after the other, while nobody waits for it."""

import logging
from collections.abc import Callable, Hashable
from threading import Lock, Thread
from typing import Final, NamedTuple

from cachetools import LRUCache

MOST_WAITING: Final = 30
"""What comes when so many wait their turn is made when it is asked for."""
MOST_REMEMBERED: Final = 500
"""Keys whose last state is remembered; of others the same state may be made again."""
_log = logging.getLogger(__name__)


class _Job(NamedTuple):
    key: Hashable
    state: Hashable
    make: Callable[[], object]


class PrintAheadQueue:
    """A queue of what is printed ahead, and a thread that works it off and then ends."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: dict[Hashable, _Job] = {}
        self._states: LRUCache[Hashable, Hashable] = LRUCache(MOST_REMEMBERED)
        """The state of each key that waits or was made."""
        self._has_thread = False

    def enqueue(self, key: Hashable, state: Hashable, make: Callable[[], object]) -> None:
        """Make this state in its turn, in place of another state that waits under the same key.

        A state that waits, or was made, is not made again: every look at a page may ask for it.
        Raises nothing: a hand that was saved is saved, also where nothing can be made ahead.
        """
        with self._lock:
            if self._states.get(key) == state:
                return
            if key not in self._waiting and len(self._waiting) >= MOST_WAITING:
                return
            self._waiting[key] = _Job(key, state, make)
            self._states[key] = state
            if not self._has_thread:
                self._start_thread()

    def _start_thread(self) -> None:
        try:
            Thread(target=self._work, daemon=True).start()
        except RuntimeError as error:  # the machine has no room for another one
            for job in self._waiting.values():
                self._forget(job)
            self._waiting.clear()
            _log.warning("nothing is printed ahead: %s", error)
        else:
            self._has_thread = True

    def _forget(self, job: _Job) -> None:
        """Let the job's state be asked for again."""
        if self._states.get(job.key) == job.state:
            del self._states[job.key]

    def _work(self) -> None:
        while job := self._next():
            try:
                job.make()
            except Exception as error:  # the request for the sheet raises it again
                _log.warning("not printed ahead: %s", error)
                with self._lock:
                    self._forget(job)

    def _next(self) -> _Job | None:
        with self._lock:
            first = next(iter(self._waiting), None)
            self._has_thread = first is not None
            return self._waiting.pop(first) if first is not None else None


PRINT_AHEAD: Final = PrintAheadQueue()
"""This process's."""
