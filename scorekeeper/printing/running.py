"""Jobs that run while a page asks how far they are, in whatever web worker it asks.

How far a job is stands in a file beside what was made. Who takes the file away ends the job.
"""

import time
from pathlib import Path
from threading import Thread
from typing import Final, NamedTuple, cast
from uuid import uuid4

from cachelib import BaseCache

from scorekeeper.printing.jobs import (
    JOBS,
    KEPT_JOBS,
    LONGEST_SECONDS,
    JobPrinter,
    Step,
    name_of,
    print_pages,
)
from scorekeeper.printing.layouts import Layouts
from scorekeeper.printing.pdf import PdfUnavailable
from scorekeeper.printing.printer import kept_in

TOLD_EVERY: Final = 0.2
"""Seconds; a page takes a few milliseconds."""
GIVEN_UP_AFTER: Final = int(3 * LONGEST_SECONDS)
"""Seconds without a word: the web worker that printed is gone."""


class Running(NamedTuple):
    """A job, by what it told last."""

    job: str
    page: int
    pages: int
    failed: str = ""
    """Why there is no PDF, as `PdfUnavailable` has it; nothing while it is made."""


def start(layouts: Layouts, folder: Path, printer: JobPrinter = JOBS) -> Thread | None:
    """Begin to print, so that `jobs.kept_pages` has it in the end; None if it is begun already."""
    name = name_of(layouts)
    known = running(name, folder)
    if known is not None and not known.failed:
        return None
    first = Running(uuid4().hex, 0, len(layouts.pages))
    _tell(name, folder, first)
    thread = Thread(target=_print, args=(layouts, first, folder, printer), daemon=True)
    thread.start()
    return thread


def running(name: str, folder: Path) -> Running | None:
    """How far the job of that name (`jobs.name_of`) is; None where none runs."""
    return cast(Running | None, _told(folder).get(name))


def cancel(name: str, folder: Path) -> None:
    """End the job between two pages."""
    _told(folder).delete(name)


def _print(layouts: Layouts, first: Running, folder: Path, printer: JobPrinter) -> None:
    name = name_of(layouts)
    steps = print_pages(layouts, folder, printer)
    last = 0.0
    try:
        for step in steps:
            if time.monotonic() < last + TOLD_EVERY:
                continue
            last = time.monotonic()
            if not _is_wanted(name, folder, first):
                steps.close()
                return
            _tell(name, folder, _at(first, step))
    except PdfUnavailable as error:
        _tell(name, folder, first._replace(failed=error.reason))
    else:
        cancel(name, folder)


def _is_wanted(name: str, folder: Path, first: Running) -> bool:
    told = running(name, folder)
    return told is not None and told.job == first.job


def _at(first: Running, step: Step) -> Running:
    return first._replace(page=step.page, pages=step.pages)


def _tell(name: str, folder: Path, told: Running) -> None:
    _told(folder).set(name, told, timeout=GIVEN_UP_AFTER)


def _told(folder: Path) -> BaseCache:
    return kept_in(folder / "running", KEPT_JOBS)
