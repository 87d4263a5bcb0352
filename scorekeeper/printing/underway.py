"""Keeps track of what is being printed: equal requests wait for one print.

Each print is made in a thread of its own, so that a reader may leave and ask again later.
"""

import time
from collections.abc import Callable, Hashable
from threading import Event, Lock, Thread, Timer
from typing import Final, TypeAlias

from scorekeeper.printing.pdf import PdfUnavailable
from scorekeeper.services.erasing import ALSO_FORGET

MOST: Final = 30
"""Prints at once in a server process; more are refused."""
KEPT_SECONDS: Final = 120.0
"""How long a finished print waits to be fetched."""


PrintKey: TypeAlias = tuple[Hashable, ...]
"""Says what is printed; equal keys are one print."""


class NotYet(Exception):
    """The print is still being made."""


class Print:
    """Something that is being printed, or was."""

    def __init__(self) -> None:
        self.started_at = time.monotonic()
        """On the clock that only goes forward."""
        self.ended_at: float | None = None
        """When, on that clock; None while it is being made."""
        self._is_over = Event()
        self._content = b""
        self._fault: Exception | None = None

    def make(self, make: Callable[[], bytes]) -> None:
        """Make it, and keep what comes of that."""
        try:
            self._content = make()
        except Exception as error:  # raised to those that wait for it
            self._fault = error
        finally:
            self.ended_at = time.monotonic()
            self._is_over.set()

    @property
    def has_failed(self) -> bool:
        """Is it over, and nothing was made?"""
        return self._fault is not None

    def result(self, seconds: float = 0.0) -> bytes:
        """Wait so many seconds for the print, and return it.

        :raises NotYet: it takes longer.
        :raises Exception: what it failed of.
        """
        if not self._is_over.wait(seconds):
            raise NotYet
        if self._fault is not None:
            raise self._fault
        return self._content


class Prints:
    """All prints of this process, by their keys."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._prints: dict[PrintKey, Print] = {}
        self._timer: Timer | None = None
        """Runs as long as a finished print may have to be forgotten, also if nobody asks again."""

    def find(self, what: PrintKey) -> Print | None:
        """The print of this key, under way or not fetched yet."""
        with self._lock:
            return self._prints.get(what)

    def has(self, is_it: Callable[[PrintKey], bool]) -> bool:
        """Is there a print with such a key that has not failed?"""
        with self._lock:
            return any(is_it(what) and not one.has_failed for what, one in self._prints.items())

    def ask(self, what: PrintKey, make: Callable[[], bytes]) -> Print:
        """The print of this key; where there is none, begin it in a thread.

        :raises PdfUnavailable: too much is under way.
        """
        with self._lock:
            self._tidy()
            running = self._prints.get(what)
            if running is not None:
                return running
            under_way = sum(one.ended_at is None for one in self._prints.values())
            if under_way >= MOST:
                raise PdfUnavailable("slow", f"{under_way} are under way")
            new = self._prints[what] = Print()
            Thread(target=new.make, args=(make,), daemon=True).start()
            self._tidy_later()
            return new

    def before(self, one: Print) -> int:
        """How many prints that began earlier are still under way."""
        with self._lock:
            return sum(
                other.ended_at is None and other.started_at < one.started_at
                for other in self._prints.values()
            )

    def forget(self, what: PrintKey) -> None:
        """Forget this print: the next request makes it anew; those waiting still get it."""
        with self._lock:
            self._prints.pop(what, None)

    def forget_all(self) -> None:
        """Forget every print, as names were erased: those waiting still get theirs."""
        with self._lock:
            self._prints.clear()

    def _tidy_later(self) -> None:
        if self._timer is None:
            self._timer = Timer(KEPT_SECONDS, self._tidy_in_turn)
            self._timer.daemon = True
            self._timer.start()

    def _tidy_in_turn(self) -> None:
        with self._lock:
            self._timer = None
            self._tidy()
            if self._prints:
                self._tidy_later()

    def _tidy(self) -> None:
        latest = time.monotonic() - KEPT_SECONDS
        for what, one in list(self._prints.items()):
            if one.ended_at is not None and one.ended_at < latest:
                del self._prints[what]


PRINTS: Final = Prints()
"""This process's."""
ALSO_FORGET.append(PRINTS.forget_all)
