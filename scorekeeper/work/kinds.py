"""The kinds of jobs: papers, the nightly backup and the nightly erasing, each under a lease."""

import json
import logging
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from threading import Event, Thread
from types import TracebackType
from typing import Final

from flask import Flask

from scorekeeper.config import current_settings, settings_of
from scorekeeper.jobs import payloads
from scorekeeper.jobs.queue import ClaimedJob, JobFault, renew
from scorekeeper.journal.clock import now
from scorekeeper.keeping import backup
from scorekeeper.keeping.backup import Damaged, Differs, NoDatabase
from scorekeeper.keeping.retention import erase_old
from scorekeeper.printing.jobs import JobPrinter, Steps
from scorekeeper.printing.pdf import PdfUnavailable
from scorekeeper.printing.stamps import Layouts
from scorekeeper.store.faults import DatabaseUnavailable, NotWritable

RENEW_EVERY: Final = 1.0
"""Seconds."""
_log = logging.getLogger(__name__)

IsStopping = Callable[[], bool]
"""Has the worker got the signal to end?"""


class NotDone(Exception):
    """The job cannot be done: a reason for its page, and a detail for the log."""

    def __init__(self, reason: JobFault, detail: str) -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail


class NotWanted(Exception):
    """The job was cancelled, or another worker has it."""


class Stopping(Exception):
    """The worker has got the signal to end."""


class LeasedJob:
    """A claimed job whose lease is renewed while its `with` block runs."""

    def __init__(self, app: Flask, job: ClaimedJob, is_stopping: IsStopping) -> None:
        self.job = job
        self.page = 0
        """Pages that are done."""
        self._app = app
        self._is_stopping = is_stopping
        self._is_lost = False
        self._released = Event()
        self._thread = Thread(target=self._renew, daemon=True)

    def __enter__(self) -> "LeasedJob":
        self._thread.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self._released.set()
        self._thread.join()

    def report_progress(self, page: int) -> None:
        """Record how many pages are done, and raise if the job has to stop.

        :raises NotWanted: it was cancelled, or another worker has it.
        :raises Stopping: the worker has got the signal to end.
        """
        self.page = min(page, self.job.pages)
        if self._is_lost:
            raise NotWanted
        if self._is_stopping():
            raise Stopping

    def _renew(self) -> None:
        with self._app.app_context():
            while not self._is_lost and not self._released.wait(RENEW_EVERY):
                try:
                    self._is_lost = not renew(self.job, self.page)
                except (DatabaseUnavailable, NotWritable) as error:
                    _log.warning("a job's lease was not renewed: %s", error)


def wants_backup() -> bool:
    """Has the operator named a folder?"""
    return current_settings().backups is not None


def make_backup(leased_job: LeasedJob) -> bytes:
    """Make a backup in the operator's folder, and return the name of its file.

    The folder is not made: where its disk is missing, no other one is filled in its place. What is
    damaged is in it as it is, and named in the log.

    :raises NotDone: no backup was made; the log says why.
    """
    folder = current_settings().backups
    if folder is None or not folder.is_dir():
        raise NotDone("unkept", f"there is no folder {folder}")
    try:
        new = backup.back_up(folder, lambda: leased_job.report_progress(0))
        backup.rotate(folder, new.file, backup.BACKUPS_TO_KEEP)
    except NotWritable as error:
        raise NotDone("unkept", str(error)) from error
    except (DatabaseUnavailable, Damaged, Differs, NoDatabase) as error:
        raise NotDone("failed", f"{type(error).__name__}: {error}") from error
    for damage in new.damages:
        _log.error("Damaged, in %s: %s", new.file, damage)
    return str(new.file).encode()


def wants_erasing() -> bool:
    """Has the operator set a number of days?"""
    return bool(current_settings().erase_after_days)


def erase_names(leased_job: LeasedJob) -> bytes:
    """Erase old names, and return the number of matches and tournaments that lost them."""
    days = current_settings().erase_after_days
    return str(erase_old(days, now(), lambda: leased_job.report_progress(0))).encode()


LONGEST_SECONDS: Final = 600.0
"""A job may not keep the others waiting longer; two thousand results take two."""


class Papers:
    """Prints, in a child process that has so many bytes of memory at most."""

    def __init__(self, memory: int) -> None:
        self._printer = JobPrinter(memory=memory)

    def make(self, leased_job: LeasedJob) -> bytes:
        """The PDF of the job's pages.

        :raises NotDone: it cannot be made.
        """
        content = payloads.input_of(leased_job.job.name)
        if content is None:
            raise NotDone("lost", "what it is made of is gone")
        steps = self._printer.stamped(Layouts(*json.loads(content)))
        try:
            with closing(steps):
                return _follow(steps, leased_job)
        except PdfUnavailable as error:
            reason: JobFault = "failed" if error.reason == "long" else error.reason
            raise NotDone(reason, error.detail) from error


def _follow(steps: Steps, leased_job: LeasedJob) -> bytes:
    until = time.monotonic() + LONGEST_SECONDS
    while time.monotonic() < until:
        try:
            leased_job.report_progress(next(steps).page)
        except StopIteration as end:
            pdf: bytes = end.value
            return pdf
    raise NotDone("slow", f"not made within {LONGEST_SECONDS:g} s")


Do = Callable[[LeasedJob], bytes]
"""Does a job and returns its output. A long one calls `LeasedJob.report_progress` now and then; one
that cannot be done raises `NotDone`. If its worker dies, another worker does the job again."""

NIGHTLY: Final[Mapping[str, Callable[[], bool]]] = {
    "backup": wants_backup,
    "erase": wants_erasing,
}
"""Nightly jobs by kind, each with whether it is wanted. Requested once a day, from four o'clock."""


def kinds(app: Flask) -> Mapping[str, Do]:
    """The function that does each kind of job."""
    return {
        "paper": Papers(settings_of(app).job_memory).make,
        "backup": make_backup,
        "erase": erase_names,
    }
