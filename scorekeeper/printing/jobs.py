"""Many pages in one file: made apart from the tables' own sheets, and told page by page.

Two hundred sheets take seconds, and no table's sheet may wait behind them; so a worker makes them,
in a child process of the same kind. Closing the generator ends it, between two pages.
"""

import hashlib
import json
import signal
from collections.abc import Generator
from contextlib import closing
from typing import Final, NamedTuple

from scorekeeper import __version__
from scorekeeper.printing.child import Died
from scorekeeper.printing.layouts import Layouts
from scorekeeper.printing.pdf import PdfFault, PdfUnavailable
from scorekeeper.printing.printer import Printer, made_of
from scorekeeper.printing.process import STAMPED
from scorekeeper.printing.sheet_cache import look

LONGEST_SECONDS: Final = 30.0
"""To the first page and from one to the next, of the child's own time."""

_OUT_OF_MEMORY: Final = (-signal.SIGTRAP, -signal.SIGABRT, -signal.SIGSEGV)
"""How the libraries end a process that is given no more."""


class PrintStep(NamedTuple):
    """How far it is."""

    page: int
    pages: int


Steps = Generator[PrintStep, None, bytes]
"""Every page as it is made, and at last the PDF (`pdf = yield from steps`). Where none is made for
a while, the last one is told again: whoever wants it no longer need not wait."""


class JobPrinter(Printer):
    """A child process for one job after the other."""

    def __init__(self, seconds: float = LONGEST_SECONDS, memory: int = 0) -> None:
        super().__init__(seconds, memory)

    def stamped(self, layouts: Layouts) -> Steps:
        """The layouts' pages; closed before its end, it ends a child that is at work.

        :raises PdfUnavailable: a library is missing, it takes too long or too much, or it fails.
        """
        try:
            return made_of((yield from self._ask_for_steps(layouts)))
        except Died as error:
            is_large = self._memory and error.ended in _OUT_OF_MEMORY
            reason: PdfFault = "large" if is_large else "failed"
            raise PdfUnavailable(reason, f"the printing process died: {error.ended}") from error
        except PdfUnavailable:
            self._stop()  # whatever it was, the next one begins with a new child
            raise

    def _ask_for_steps(self, layouts: Layouts) -> Steps:
        telling = self.ask(STAMPED + json.dumps(layouts).encode())
        step = PrintStep(0, len(layouts.pages))
        with closing(telling):
            while True:
                try:
                    told = next(telling)
                except StopIteration as end:
                    answer: bytes = end.value
                    return answer
                if told is not None:
                    page, pages = told[1:].split(b"/")
                    step = PrintStep(int(page), int(pages))
                yield step


def name_of(layouts: Layouts, whose: str) -> str:
    """By all that is on the pages, so that whatever changes makes another file, and by whose it is.

    Another tournament that has the same on its pages has a job of its own.
    """
    told = json.dumps((whose, layouts, look(), __version__))
    return hashlib.sha256(told.encode()).hexdigest()
