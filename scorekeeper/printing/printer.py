"""Asks a child of this server process for PDFs and pictures. Equal requests share one print.

The child is a plain process on a socket pair, and not in a process pool. So it can be killed when
it takes too long, and it ends with its server. Nothing waits for it at the server's exit.

In the server process itself, one PDF would hold up every poll meanwhile (p99 7 → 110 ms).
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Hashable
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import Event, Lock, Thread, Timer
from typing import Final, TypeAlias, cast

from scorekeeper.config import PROJECT
from scorekeeper.match.erasure import ALSO_FORGET
from scorekeeper.printing.pdf import PdfFault, PdfUnavailable
from scorekeeper.printing.process import MADE, PDF, PNG, READY, STEP, Stopwatch

START_SECONDS: Final = 60.0
"""A start takes 0.5 s; a child that is killed while it starts has done that for nothing."""
TICK: Final = 0.2
"""Seconds between two looks at the child."""
_PROCESS: Final = "scorekeeper.printing.process"
_SECRET: Final = ("TEFTERI_", "DATABASE_URL")
"""Prefixes of settings that may hold a secret: the child does not get them."""

ChildSteps = Generator[bytes | None, None, bytes]
"""Each step that the child reports, None for a silent moment; then its answer."""


class Died(Exception):
    """The child is gone; `ended` is how: 0 by itself, below 0 by a signal."""

    def __init__(self, exit_status: int) -> None:
        super().__init__(exit_status)
        self.ended = exit_status


class Child:
    """A child that starts at once; the first request waits until it is ready."""

    def __init__(self, memory: int, idle_seconds: float, niceness: int) -> None:
        ours, theirs = socket.socketpair()
        arguments = map(str, (theirs.fileno(), memory, idle_seconds, niceness))
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", _PROCESS, *arguments],
                cwd=PROJECT,
                env={k: v for k, v in os.environ.items() if not k.startswith(_SECRET)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )
        self._line = Connection(ours.detach())
        self._owner = os.getpid()
        self.is_ready = False
        self.is_asked = False
        """Is it at work on a request?"""

    @property
    def pid(self) -> int:
        """The child's process id."""
        return self._process.pid

    def is_there(self) -> bool:
        """Can it take a request? Not if it has ended, or if this process was forked since."""
        return self._owner == os.getpid() and self._process.poll() is None

    def ask(self, request: bytes, seconds: float) -> ChildSteps:
        """Send a request, yield the steps, and return the answer; each may take `seconds`.

        :raises PdfUnavailable: it takes longer.
        :raises Died: it is gone.
        """
        try:
            yield from self._become_ready()
            self.is_asked = True
            self._line.send_bytes(request)
            answer = yield from self._read_answer(seconds)
        except (EOFError, OSError) as error:
            raise Died(self.end()) from error
        self.is_asked = False
        return answer

    def end(self) -> int:
        """Kill it, and return how it ended; it may have ended by itself before."""
        self._line.close()
        if self._owner != os.getpid():
            return 0
        self._process.kill()
        return self._process.wait()

    def _become_ready(self) -> ChildSteps:
        watch = Stopwatch(self.pid)
        while not self.is_ready:
            if self._line.poll(TICK):
                self.is_ready = self._line.recv_bytes() == READY
            elif watch.read() > START_SECONDS:
                raise PdfUnavailable("slow", f"it did not start within {START_SECONDS:g} s")
            else:
                yield None
        return READY

    def _read_answer(self, seconds: float) -> ChildSteps:
        watch = Stopwatch(self.pid)
        while True:
            if self._line.poll(TICK):
                message = self._line.recv_bytes()
                if message[:1] != STEP:
                    return message
                watch = Stopwatch(self.pid)
                yield message
            elif watch.read() >= seconds:
                raise PdfUnavailable("slow", f"nothing within {seconds:g} s of its own")
            else:
                yield None


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
        """Make it, and keep the content or the fault."""
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
        """Wait `seconds` for the print, and return it.

        :raises NotYet: it takes longer.
        :raises Exception: the fault of its making.
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
        """Runs while a finished print may have to be forgotten, even without another request."""

    def find(self, what: PrintKey) -> Print | None:
        """The print of this key, under way or not fetched yet."""
        with self._lock:
            return self._prints.get(what)

    def has(self, is_it: Callable[[PrintKey], bool]) -> bool:
        """Is there a print with such a key that has not failed?"""
        with self._lock:
            return any(is_it(what) and not one.has_failed for what, one in self._prints.items())

    def ask(self, what: PrintKey, make: Callable[[], bytes]) -> Print:
        """Return the print of this key; begin it in a thread where it is new.

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

LONGEST_SECONDS: Final = 8.0
"""A page takes 0.3 s."""
SHEET_NICENESS: Final = 5
"""Hands come first, but a reader waits for this page: at 10 it got a tenth of a busy processor."""
IDLE_SECONDS: Final = 900.0
"""A new process takes half a second, and each holds 50 MB."""


class Printer:
    """Has one child process at most; where it is gone, the next request starts another."""

    def __init__(self, seconds: float, niceness: int, memory: int = 0) -> None:
        self.seconds = seconds
        """How long the child may take, once it is ready; it does not count how long the machine
        has no time for it."""
        self.idle_seconds = IDLE_SECONDS
        """Seconds after which an idle child ends and gives its memory back."""
        self._niceness = niceness
        self._memory = memory
        """Bytes that the child may have at most; 0 for any number."""
        self._child: Child | None = None

    @property
    def child_pid(self) -> int | None:
        """The child's process id."""
        return self._child.pid if self._child else None

    def ask(self, request: bytes) -> ChildSteps:
        """Send a request to the child, and yield its steps. Closed early, it ends a child at work.

        :raises PdfUnavailable: it takes too long.
        :raises Died: it died at work.
        """
        try:
            return (yield from self._ask(request))
        except Died as error:
            if error.ended:
                raise
        # The child reached its idle time and ended just as the request came.
        return (yield from self._ask(request))

    def _ask(self, request: bytes) -> ChildSteps:
        child = self._running()
        try:
            return (yield from child.ask(request, self.seconds))
        except (Died, PdfUnavailable):
            self._stop()
            raise
        finally:
            if child.is_asked:  # the answer is not wanted: the next request begins with a new child
                self._stop()

    def _running(self) -> Child:
        if self._child is None or not self._child.is_there():
            self._stop()
            self._child = Child(self._memory, self.idle_seconds, self._niceness)
        return self._child

    def close(self) -> None:
        """End the child, if there is one."""
        self._stop()

    def _stop(self) -> None:
        if self._child is not None:
            self._child.end()
        self._child = None


class SheetPrinter(Printer):
    """Prints one page after the other; threads take turns."""

    def __init__(self, seconds: float = LONGEST_SECONDS) -> None:
        super().__init__(seconds, SHEET_NICENESS)
        self._turn = Lock()

    def pdf(self, html: str) -> bytes:
        """The PDF of a sheet's HTML.

        :raises PdfUnavailable: a library is missing, it takes too long, or it fails.
        """
        return self._make(PDF, html)

    def png(self, html: str) -> bytes:
        """The picture of a ledger's HTML, as a PNG.

        :raises PdfUnavailable: as `pdf`.
        """
        return self._make(PNG, html)

    def start(self) -> None:
        """Start the child ahead of the first request, without waiting for it."""
        if self._turn.acquire(blocking=False):  # else another thread asks it just now
            try:
                self._running()
            finally:
                self._turn.release()

    def close(self) -> None:
        """End the child, once it has answered."""
        with self._turn:
            self._stop()

    def _make(self, kind: bytes, html: str) -> bytes:
        with self._turn:
            return output_of(self._answer(kind + html.encode()))

    def _answer(self, request: bytes) -> bytes:
        for _attempt in range(2):
            with suppress(Died):  # once more with a new one
                return last_of(self.ask(request))
        raise PdfUnavailable("failed", "the printing process died twice")


def last_of(steps: ChildSteps) -> bytes:
    """Run through the steps, and return the answer."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            answer: bytes = end.value
            return answer


def output_of(answer: bytes) -> bytes:
    """The content that the child made.

    :raises PdfUnavailable: it says that it made nothing, and why.
    """
    if answer[:1] == MADE:
        return answer[1:]
    reason, _, detail = answer[1:].decode().partition(" ")
    raise PdfUnavailable(cast(PdfFault, reason), detail)


PRINTER: Final = SheetPrinter()
"""This process's."""
