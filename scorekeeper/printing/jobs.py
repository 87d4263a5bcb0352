"""Prints many pages into one file, in a child process, and reports each page.

Two hundred sheets take seconds, and no table's sheet may wait behind them. So a worker makes them,
in a child process of the same kind. Closing the generator ends the child between two pages.
"""

import hashlib
import json
import signal
from collections.abc import Generator
from contextlib import closing
from typing import Final, NamedTuple

from scorekeeper import __version__
from scorekeeper.printing.pdf import PdfFault, PdfUnavailable
from scorekeeper.printing.printer import Died, Printer, output_of
from scorekeeper.printing.process import STAMPED
from scorekeeper.printing.sheet_cache import look
from scorekeeper.printing.stamps import Layouts

LONGEST_SECONDS: Final = 30.0
"""Seconds of the child's own time to the first page, and from one to the next."""

JOB_NICENESS: Final = 10
"""Two hundred sheets come after every hand, and after every single sheet."""

_OUT_OF_MEMORY: Final = (-signal.SIGTRAP, -signal.SIGABRT, -signal.SIGSEGV)
"""The signals by which the libraries end a process that is given no more memory."""


class PrintStep(NamedTuple):
    """The page that was made last, and how many there will be."""

    page: int
    pages: int


Steps = Generator[PrintStep, None, bytes]
"""Every page as it is made, and at last the PDF (`pdf = yield from steps`). Where none is made for
a while, the last step is yielded again, so that the caller can give up."""


class JobPrinter(Printer):
    """A child process for one job after the other."""

    def __init__(self, seconds: float = LONGEST_SECONDS, memory: int = 0) -> None:
        super().__init__(seconds, JOB_NICENESS, memory)

    def stamped(self, layouts: Layouts) -> Steps:
        """The layouts' pages; closed before its end, it ends a child that is at work.

        :raises PdfUnavailable: a library is missing, it takes too long or too much, or it fails.
        """
        try:
            return output_of((yield from self._ask_for_steps(layouts)))
        except Died as error:
            is_large = self._memory and error.ended in _OUT_OF_MEMORY
            reason: PdfFault = "large" if is_large else "failed"
            raise PdfUnavailable(reason, f"the printing process died: {error.ended}") from error
        except PdfUnavailable:
            self._stop()  # whatever it was, the next one begins with a new child
            raise

    def _ask_for_steps(self, layouts: Layouts) -> Steps:
        messages = self.ask(STAMPED + json.dumps(layouts).encode())
        step = PrintStep(0, len(layouts.pages))
        with closing(messages):
            while True:
                try:
                    message = next(messages)
                except StopIteration as end:
                    answer: bytes = end.value
                    return answer
                if message is not None:
                    page, pages = message[1:].split(b"/")
                    step = PrintStep(int(page), int(pages))
                yield step


def job_name_of(layouts: Layouts, whose: str) -> str:
    """The job's name: a digest of all that is on the pages, and of whose they are.

    Another tournament with the same pages has another job.
    """
    text = json.dumps((whose, layouts, look(), __version__))
    return hashlib.sha256(text.encode()).hexdigest()
