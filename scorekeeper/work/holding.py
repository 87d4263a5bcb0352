"""A job in a worker's hands: a thread says every second that it goes on, and how far it is."""

import logging
from collections.abc import Callable
from threading import Event, Thread
from types import TracebackType
from typing import Final

from flask import Flask

from scorekeeper.services.jobs.claiming import Claimed, Reason, renew
from scorekeeper.store.faults import Busy, NotWritable

TOLD_EVERY: Final = 1.0
"""Seconds."""
_log = logging.getLogger(__name__)

IsStopping = Callable[[], bool]
"""Has the worker been told to end?"""


class NotDone(Exception):
    """The job cannot be done; for the reason that its page says, and a detail for the log."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail


class NotWanted(Exception):
    """It was cancelled, or another worker has it."""


class Stopping(Exception):
    """The worker has been told to end."""


class Hold:
    """Holds the job in its block."""

    def __init__(self, app: Flask, job: Claimed, is_stopping: IsStopping) -> None:
        self.job = job
        self.page = 0
        """How far it is."""
        self._app = app
        self._is_stopping = is_stopping
        self._is_lost = False
        self._let_go = Event()
        self._thread = Thread(target=self._renew, daemon=True)

    def __enter__(self) -> "Hold":
        self._thread.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self._let_go.set()
        self._thread.join()

    def at(self, page: int) -> None:
        """Say how far it is, of the pages that were asked for, and ask whether to go on.

        :raises NotWanted: nobody wants it any more.
        :raises Stopping: the worker is to end.
        """
        self.page = min(page, self.job.pages)
        if self._is_lost:
            raise NotWanted
        if self._is_stopping():
            raise Stopping

    def _renew(self) -> None:
        with self._app.app_context():
            while not self._is_lost and not self._let_go.wait(TOLD_EVERY):
                try:
                    self._is_lost = not renew(self.job, self.page)
                except (Busy, NotWritable) as error:
                    _log.warning("a job's lease was not renewed: %s", error)
