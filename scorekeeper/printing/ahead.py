"""Makes what somebody will ask for next, one after the other, while nobody waits for it."""

import logging
from collections.abc import Callable, Hashable
from threading import Lock, Thread
from typing import Final

MOST: Final = 30
"""So many wait their turn; what comes then is made when it is asked for."""
_log = logging.getLogger(__name__)


class PrintingAhead:
    """What waits to be made, in one thread that is there while something does."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: dict[Hashable, Callable[[], object]] = {}
        self._is_at_work = False

    def ask(self, what: Hashable, make: Callable[[], object]) -> None:
        """Let this be made in its turn, in place of what waits under the same name."""
        with self._lock:
            if what not in self._waiting and len(self._waiting) >= MOST:
                return
            self._waiting[what] = make
            if self._is_at_work:
                return
            self._is_at_work = True
        Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        while make := self._next():
            try:
                make()
            except Exception as error:  # whoever asks for it is told
                _log.warning("nothing made ahead: %s", error)

    def _next(self) -> Callable[[], object] | None:
        with self._lock:
            first = next(iter(self._waiting), None)
            self._is_at_work = first is not None
            return self._waiting.pop(first) if first is not None else None


AHEAD: Final = PrintingAhead()
"""This process's."""
