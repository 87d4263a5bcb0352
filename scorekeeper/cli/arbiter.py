"""gunicorn's arbiter, which announces its end, and keeps the jobs' worker running meanwhile."""

import logging
import os
import subprocess
import sys
import time
from typing import Final

from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter

from scorekeeper.operating import maintenance

FIRST_AFTER: Final = 2.0
"""Seconds before the worker starts: the processes that answer requests come first."""
AGAIN_AFTER: Final = 15.0
"""Seconds between two starts of a worker that dies each time: a start takes a second of CPU."""
PATIENCE: Final = 10.0
"""Seconds that it has to give its job back in."""
_log = logging.getLogger(__name__)


class JobsArbiter(Arbiter):
    """Starts the worker as a separate process, starts it again when it died, and ends it."""

    def __init__(self, app: BaseApplication, drain_seconds: float, *, has_worker: bool) -> None:
        super().__init__(app)
        self._drain_seconds = drain_seconds
        self._has_worker = has_worker
        self._worker: subprocess.Popen[bytes] | None = None
        self._not_before = time.monotonic() + FIRST_AFTER

    def handle_term(self) -> None:
        """Told to end, it says so and still answers as long as the settings say."""
        maintenance.announce()
        time.sleep(self._drain_seconds)
        super().handle_term()

    def manage_workers(self) -> None:
        """Called every second."""
        super().manage_workers()
        is_running = self._worker is not None and self._worker.poll() is None
        if self._has_worker and not is_running and time.monotonic() > self._not_before:
            self._not_before = time.monotonic() + AGAIN_AFTER
            try:
                self._worker = _start_worker()
            except OSError as error:  # no memory, say: the server goes on
                _log.error("no job is done: %s", error)

    def stop(self, graceful: bool = True) -> None:
        """End all children."""
        if self._worker:
            self._worker.terminate()
        super().stop(graceful)
        if self._worker:
            _wait_for(self._worker)


def _start_worker() -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "scorekeeper", "work", "--parent", str(os.getpid())]
    # In a new session: Ctrl-C is the server's, which then ends it.
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)


def _wait_for(worker: subprocess.Popen[bytes]) -> None:
    try:
        worker.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        worker.kill()
        worker.wait()
