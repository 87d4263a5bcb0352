"""Jobs that run while a page asks how far they are, in whatever web worker it asks.

How far a job is stands in a file beside what was made. Who takes the file away ends the job.
"""

import time
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Final, Literal, NamedTuple, cast
from uuid import uuid4

from cachelib import BaseCache

from scorekeeper.printing.jobs import (
    JOBS,
    KEPT_JOBS,
    LONGEST_SECONDS,
    JobPrinter,
    Step,
    Steps,
    name_of,
    print_pages,
)
from scorekeeper.printing.layouts import Layouts
from scorekeeper.printing.pdf import PdfUnavailable, Reason
from scorekeeper.printing.printer import NotKept, keep, kept_in

_RUNNING: Final = "running"
TOLD_EVERY: Final = 0.2
"""Seconds; a page takes a few milliseconds."""
GIVEN_UP_AFTER: Final = int(3 * LONGEST_SECONDS)
"""Seconds without a word: the web worker that printed is gone."""


Failed = Reason | Literal["unkept"]
"""As `PdfUnavailable` has it, or that the disk cannot be written."""


class Running(NamedTuple):
    """A job, by what it told last."""

    job: str
    page: int
    pages: int
    failed: Failed | None = None
    """Why there is no PDF; None while it is made."""


def start(layouts: Layouts, folder: Path, printer: JobPrinter = JOBS) -> Thread | None:
    """Begin to print, so that `jobs.kept_pages` has it in the end; None if it is begun already.

    :raises NotKept: nothing can be kept there, so that nothing is begun.
    """
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
    failed: Failed = "failed"
    try:
        with closing(print_pages(layouts, folder, printer)) as steps:
            _follow(steps, first, name, folder)
    except PdfUnavailable as error:
        failed = error.reason
    except NotKept:
        failed = "unkept"
    else:
        if _is_wanted(name, folder, first):
            cancel(name, folder)
        return
    _tell_at_last(name, folder, first._replace(failed=failed))


def _follow(steps: Steps, first: Running, name: str, folder: Path) -> None:
    """Tell every step, until the last one or until nobody wants it any more."""
    last = 0.0
    for step in steps:
        if time.monotonic() < last + TOLD_EVERY:
            continue
        last = time.monotonic()
        if not _is_wanted(name, folder, first):
            return
        _tell(name, folder, _at(first, step))


def _tell_at_last(name: str, folder: Path, told: Running) -> None:
    """Tell why it failed; where not even that can be kept, nothing runs any more."""
    try:
        _tell(name, folder, told)
    except NotKept:
        cancel(name, folder)


def _is_wanted(name: str, folder: Path, first: Running) -> bool:
    told = running(name, folder)
    return told is not None and told.job == first.job


def _at(first: Running, step: Step) -> Running:
    return first._replace(page=step.page, pages=step.pages)


def _tell(name: str, folder: Path, told: Running) -> None:
    keep(folder / _RUNNING, KEPT_JOBS, name, told, GIVEN_UP_AFTER)


def _told(folder: Path) -> BaseCache:
    return kept_in(folder / _RUNNING, KEPT_JOBS)
