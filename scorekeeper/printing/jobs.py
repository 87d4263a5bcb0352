"""Many pages in one file: made apart from the tables' own sheets, and told page by page.

Two hundred sheets take seconds, and no table's sheet may wait behind them; so a worker makes them,
in a child process of the same kind. Closing the generator ends it, between two pages.
"""

import hashlib
import json
import signal
import time
from collections.abc import Generator
from typing import Final, NamedTuple

from scorekeeper import __version__
from scorekeeper.printing.layouts import Layouts
from scorekeeper.printing.pdf import PdfUnavailable, Reason
from scorekeeper.printing.printer import SheetPrinter, look, made_of
from scorekeeper.printing.process import STAMPED, STEP

LONGEST_SECONDS: Final = 30.0
"""To the first page and from one to the next."""
TOLD_EVERY: Final = 0.5
"""Seconds; a page takes a few milliseconds, the first one and strange letters take longer."""

_OUT_OF_MEMORY: Final = (-signal.SIGTRAP, -signal.SIGABRT, -signal.SIGSEGV)
"""How the libraries end a process that is given no more."""


class Step(NamedTuple):
    """How far it is."""

    page: int
    pages: int


Steps = Generator[Step, None, bytes]
"""Every page as it is made, and at last the PDF (`pdf = yield from steps`). Where none is made for
a while, the last one is told again: whoever wants it no longer need not wait."""


class JobPrinter(SheetPrinter):
    """A child process for one job after the other."""

    def __init__(self, seconds: float = LONGEST_SECONDS, memory: int = 0) -> None:
        super().__init__(seconds)
        self._memory = memory
        """Bytes that the child may have at most; 0 for any number."""

    def stamped(self, layouts: Layouts) -> Steps:
        """The layouts' pages; closed before its end, it ends the child.

        :raises PdfUnavailable: a library is missing, it takes too long or too much, or it fails.
        """
        try:
            return made_of((yield from self._ask_for_steps(layouts)))
        except (EOFError, OSError) as error:
            ended = self._stop()
            reason: Reason = "large" if self._memory and ended in _OUT_OF_MEMORY else "failed"
            raise PdfUnavailable(reason, f"the printing process died: {ended}") from error
        except (GeneratorExit, PdfUnavailable):
            self._stop()  # whatever it was, the next one begins with a new child
            raise

    def _ask_for_steps(self, layouts: Layouts) -> Steps:
        line = self._running()
        line.send_bytes(STAMPED + json.dumps(layouts).encode())
        told, since = Step(0, len(layouts.pages)), time.monotonic()
        while time.monotonic() - since < self.seconds:
            if line.poll(TOLD_EVERY):
                answer = line.recv_bytes()
                if answer[:1] != STEP:
                    return answer
                page, pages = answer[1:].split(b"/")
                told, since = Step(int(page), int(pages)), time.monotonic()
            yield told
        raise PdfUnavailable("slow", f"no page within {self.seconds:g} s")

    def _limits(self) -> list[str]:
        return [str(self._memory)]


def name_of(layouts: Layouts, whose: str) -> str:
    """By all that is on the pages, so that whatever changes makes another file, and by whose it is.

    Another tournament that has the same on its pages has a job of its own.
    """
    told = json.dumps((whose, layouts, look(), __version__))
    return hashlib.sha256(told.encode()).hexdigest()
