"""Prints what somebody will ask for next, one after the other, while nobody waits for it."""

import logging
from collections.abc import Callable, Hashable
from threading import Lock, Thread
from typing import Final

MOST_WAITING: Final = 30
"""What comes when so many wait their turn is made when it is asked for."""
_log = logging.getLogger(__name__)


class PrintAheadQueue:
    """What waits to be printed, in one thread that is there while something does."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: dict[Hashable, Callable[[], object]] = {}
        self._has_thread = False

    def enqueue(self, key: Hashable, make: Callable[[], object]) -> None:
        """Let this be made in its turn, in place of what waits under the same key.

        Raises nothing: a hand that was saved is saved, also where nothing can be made ahead.
        """
        with self._lock:
            if key not in self._waiting and len(self._waiting) >= MOST_WAITING:
                return
            self._waiting[key] = make
            if self._has_thread:
                return
            try:
                Thread(target=self._work, daemon=True).start()
            except RuntimeError as error:  # the machine has no room for another one
                self._waiting.clear()
                _log.warning("nothing is printed ahead: %s", error)
            else:
                self._has_thread = True

    def _work(self) -> None:
        while make := self._next():
            try:
                make()
            except Exception as error:  # the request for the sheet raises it again
                _log.warning("not printed ahead: %s", error)

    def _next(self) -> Callable[[], object] | None:
        with self._lock:
            first = next(iter(self._waiting), None)
            self._has_thread = first is not None
            return self._waiting.pop(first) if first is not None else None


PRINT_AHEAD: Final = PrintAheadQueue()
"""This process's."""
