"""gunicorn's arbiter, which tells before it ends, and has one more child: the jobs' worker."""

import os
import signal
import time
from collections.abc import Callable
from typing import Final

from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter

from scorekeeper.operating import shutdown

FIRST_AFTER: Final = 2.0
"""Seconds: first come those who answer requests. Nobody prints so soon."""
AGAIN_AFTER: Final = 5.0
"""Seconds between two starts of a worker that dies each time."""
PATIENCE: Final = 10.0
"""Seconds that it has to give its job back in."""
_POLL: Final = 0.05

Work = Callable[[int], object]
"""The work of the child. It gets this process's id, and ends once its parent is another process."""


class JobsArbiter(Arbiter):
    """Keeps a worker alive, made of this process as gunicorn's own are: nothing is loaded twice.

    Without `work` there is none.
    """

    def __init__(self, app: BaseApplication, work: Work | None, drain_seconds: float) -> None:
        super().__init__(app)
        self._work = work
        self._drain_seconds = drain_seconds
        self._job_worker = 0
        self._not_before = time.monotonic() + FIRST_AFTER

    def handle_term(self) -> None:
        """Told to end, it says so and still answers as long as the settings say."""
        shutdown.announce()
        time.sleep(self._drain_seconds)
        super().handle_term()

    def manage_workers(self) -> None:
        """Called every second."""
        super().manage_workers()
        if self._work and not self._works() and time.monotonic() > self._not_before:
            self._not_before = time.monotonic() + AGAIN_AFTER
            self._job_worker = self._fork(self._work)

    def stop(self, graceful: bool = True) -> None:
        """End all children."""
        if self._works():
            os.kill(self._job_worker, signal.SIGTERM)
        super().stop(graceful)
        until = time.monotonic() + PATIENCE
        while self._works():
            if time.monotonic() > until:
                os.kill(self._job_worker, signal.SIGKILL)
            time.sleep(_POLL)

    def _works(self) -> bool:
        if self._job_worker:
            try:
                ended_pid, _status = os.waitpid(self._job_worker, os.WNOHANG)
            except ChildProcessError:  # gunicorn has waited for it with its own
                ended_pid = self._job_worker
            if ended_pid:
                self._job_worker = 0
        return self._job_worker != 0

    def _fork(self, work: Work) -> int:
        own = os.getpid()
        # Told to end as soon as it is made, the child must not put that into gunicorn's own list.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, self.SIGNALS)
        child = os.fork()
        if child:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            return child
        status = 1
        try:
            for number in (*self.SIGNALS, signal.SIGCHLD):
                signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            for listener in self.LISTENERS:
                listener.close()
            work(own)
            status = 0
        except BaseException:
            if self.log:
                self.log.exception("The jobs' worker ended")
        finally:
            os._exit(status)
