"""The lease of a running job: a thread renews it every second and stores the progress."""

import logging
from collections.abc import Callable
from threading import Event, Thread
from types import TracebackType
from typing import Final

from flask import Flask

from scorekeeper.jobs.claiming import ClaimedJob, JobFault, renew
from scorekeeper.store.faults import DatabaseUnavailable, NotWritable

RENEW_EVERY: Final = 1.0
"""Seconds."""
_log = logging.getLogger(__name__)

IsStopping = Callable[[], bool]
"""Has the worker been told to end?"""


class NotDone(Exception):
    """The job cannot be done: a reason for its page, and a detail for the log."""

    def __init__(self, reason: JobFault, detail: str) -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail


class NotWanted(Exception):
    """The job was cancelled, or another worker has it."""


class Stopping(Exception):
    """The worker has been told to end."""


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
        :raises Stopping: the worker has been told to end.
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
