"""Many pages in one file: made apart from the tables' own sheets, told page by page, and kept.

Two hundred sheets take seconds, and no table's sheet may wait behind them; so they have a child
process of their own, of the same kind. Closing the generator ends the job, between two pages.
"""

import hashlib
import json
from collections.abc import Generator
from pathlib import Path
from typing import Final, NamedTuple, cast

from scorekeeper import __version__
from scorekeeper.printing.layouts import Layouts
from scorekeeper.printing.pdf import PdfUnavailable
from scorekeeper.printing.printer import SheetPrinter, keep, kept_in, look, made_of
from scorekeeper.printing.worker import STAMPED, STEP

LONGEST_SECONDS: Final = 30.0
"""To the first page and from one to the next; and how long a job waits for the one before it."""
KEPT_JOBS: Final = 40
"""Files of about 1 MB."""


class Step(NamedTuple):
    """How far a job is."""

    page: int
    pages: int


Steps = Generator[Step, None, bytes]
"""Every page as it is made, and at last the PDF (`pdf = yield from steps`)."""


class JobPrinter(SheetPrinter):
    """A child process for one job after the other."""

    def stamped(self, layouts: Layouts) -> Steps:
        """The layouts' pages; closed before its end, it ends the child.

        :raises PdfUnavailable: a library is missing, it takes too long, or it fails.
        """
        if not self._turn.acquire(timeout=self.seconds):
            raise PdfUnavailable("slow", "another job is being printed")
        try:
            return made_of((yield from self._ask_for_steps(layouts)))
        except (EOFError, OSError) as error:
            self._stop()
            raise PdfUnavailable("failed", "the printing process died") from error
        except GeneratorExit:
            self._stop()
            raise
        finally:
            self._turn.release()

    def _ask_for_steps(self, layouts: Layouts) -> Steps:
        line = self._running()
        line.send_bytes(STAMPED + json.dumps(layouts).encode())
        while line.poll(self.seconds):
            answer = line.recv_bytes()
            if answer[:1] != STEP:
                return answer
            page, pages = answer[1:].split(b"/")
            yield Step(int(page), int(pages))
        self._stop()
        raise PdfUnavailable("slow", f"no page within {self.seconds:g} s")


JOBS: Final = JobPrinter(LONGEST_SECONDS)
"""This process's."""


def kept_pages(layouts: Layouts, folder: Path) -> bytes | None:
    """The layouts' PDF, if it was made before and nothing on it has changed since."""
    return cast(bytes | None, kept_in(folder, KEPT_JOBS).get(name_of(layouts)))


def print_pages(layouts: Layouts, folder: Path, printer: JobPrinter = JOBS) -> Steps:
    """The layouts' PDF, made page by page unless it is kept in `folder`; then at once.

    :raises PdfUnavailable: it cannot be made now.
    :raises NotKept: it was made, and cannot be written.
    """
    made = kept_pages(layouts, folder)
    if made is None:
        made = yield from printer.stamped(layouts)
        keep(folder, KEPT_JOBS, name_of(layouts), made)
    return made


def name_of(layouts: Layouts) -> str:
    """By all that is on the pages, so that whatever changes makes another file."""
    told = json.dumps((layouts, look(), __version__))
    return hashlib.sha256(told.encode()).hexdigest()
