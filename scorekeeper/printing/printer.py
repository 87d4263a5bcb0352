"""Asks for PDFs and pictures: each server process has a child process for them.

Made in the server process itself, one PDF would hold up every poll for its length (p99 7 → 110 ms).
"""

from contextlib import suppress
from threading import Lock
from typing import Final, cast

from scorekeeper.printing.child import Child, ChildSteps, Died
from scorekeeper.printing.pdf import PdfFault, PdfUnavailable
from scorekeeper.printing.process import MADE, PDF, PNG

LONGEST_SECONDS: Final = 8.0
"""A page takes 0.3 s."""
SHEET_NICENESS: Final = 5
"""Hands come first, but somebody waits for this page: at 10 it got a tenth of a busy processor."""
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
        # It had been idle for so long that it ended just as it was asked.
        return (yield from self._ask(request))

    def _ask(self, request: bytes) -> ChildSteps:
        child = self._running()
        try:
            return (yield from child.ask(request, self.seconds))
        except (Died, PdfUnavailable):
            self._stop()
            raise
        finally:
            if child.is_asked:  # nobody wants it: the next one begins with a new child
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
        """Let the child be there before it is asked, and do not wait for it."""
        if self._turn.acquire(blocking=False):  # else somebody asks it just now
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
