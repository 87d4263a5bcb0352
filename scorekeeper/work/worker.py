"""Runs the worker: huey's consumer with one thread for the jobs, until a signal ends it."""

import logging
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from logging.config import dictConfig
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

from flask import Flask
from huey.consumer import Consumer

from scorekeeper.operating import logs
from scorekeeper.services.backup import remove_killed_downloads
from scorekeeper.services.jobs.claiming import LEASE
from scorekeeper.services.jobs.heartbeat import HEARTBEAT_EVERY, beat
from scorekeeper.services.jobs.housekeeping import (
    forget_papers_with_names,
    prune,
    requeue_abandoned,
)
from scorekeeper.store.backends.base import Backend
from scorekeeper.store.db import backend
from scorekeeper.store.faults import DatabaseUnavailable, NotWritable
from scorekeeper.store.queue import queue
from scorekeeper.work.kinds import kinds
from scorekeeper.work.runner import run_next_job
from scorekeeper.work.schedule import request_nightly_jobs

if TYPE_CHECKING:
    from huey.consumer import Consumer

NAME: Final = "tefteri-work"
"""The name of the process in `ps` and `top`."""
GRACE: Final = 8.0
"""Seconds that a job has to come to the end of its page in."""
_POLL_SECONDS: Final = 1.0
"""Seconds: a file is looked at so often; PostgreSQL says by itself that there is something."""
_SCHEDULE_SECONDS: Final = 5
_LOOK_SECONDS: Final = 0.2
_HOUSEKEEPING_SECONDS: Final = (0, LEASE.total_seconds() + 1)
"""Seconds after its start: then a worker before it that was killed has lost its lease, too."""
_log = logging.getLogger(__name__)


def work(app: Flask, parent: int = 0) -> None:
    """Do jobs until SIGTERM or SIGINT comes, or until this process's parent is another one."""
    signals = _signals()
    _log_to_standard_error()
    with suppress(OSError):  # there is no such file but on Linux
        Path("/proc/self/comm").write_text(NAME)
    with app.app_context():
        consumer = _consumer(app)
    Thread(target=_tell_presence, args=(app, consumer.stop_flag), daemon=True).start()
    consumer.start()
    while not signals and os.getppid() == (parent or os.getppid()):
        time.sleep(_LOOK_SECONDS)
        consumer.check_worker_health()
    consumer.stop(graceful=True)


def _signals() -> list[int]:
    """The signals to end that have come, as they come from now on."""
    signals: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, _frame: signals.append(number))
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    return signals


class _Consumer(Consumer):  # type: ignore[misc]
    """huey's, which would take the signals once its threads run: what came then would be lost.

    By SIGHUP it would start another program in this one's place, by this one's command line.
    """

    def _set_signal_handlers(self) -> None:
        """Do nothing: the worker has set its own handlers already."""


def _consumer(app: Flask) -> "Consumer":
    """Set up huey, which calls `run_next_job` for each job and tends the jobs each minute."""
    task_queue, ways = queue(), kinds(app)
    for name in ("Worker", "Scheduler"):
        logging.getLogger(f"huey.consumer.{name}").addFilter(_FaultsInWords(backend()))

    def tend() -> None:
        with app.app_context(), _in_one_line("the jobs are tended within a minute"):
            requeue_abandoned()
            forget_papers_with_names()
            prune()
            request_nightly_jobs()
            remove_killed_downloads()

    def do() -> None:
        with app.app_context(), _in_one_line("no job is done"):
            run_next_job(app, ways, consumer.stop_flag.is_set)

    task_queue.work = do
    soon = task_queue.every_minute(tend)
    consumer = _Consumer(
        task_queue.huey,
        workers=1,
        max_delay=_POLL_SECONDS,
        scheduler_interval=_SCHEDULE_SECONDS,
        shutdown_timeout=GRACE,
    )
    with _in_one_line("the jobs are tended within a minute"):
        for seconds in _HOUSEKEEPING_SECONDS:
            soon(seconds)
    return consumer


class _FaultsInWords(logging.Filter):
    """Lets huey, too, tell a database that is busy or full without a traceback."""

    def __init__(self, of: Backend) -> None:
        super().__init__()
        self._fault_of: Final = of.fault_of

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if self._fault_of(error):
            record.msg, record.args = f"{record.getMessage()} {error}", ()
            record.exc_info = None
        return True


@contextmanager
def _in_one_line(what: str) -> Iterator[None]:
    """A database that is busy or full is a line of the log, and no traceback: it may take days."""
    try:
        yield
    except (DatabaseUnavailable, NotWritable) as error:
        _log.warning("%s: %s", what, error)


def _tell_presence(app: Flask, is_ending: Event) -> None:
    # In a thread of its own: a database that does not answer shall not keep the worker from ending.
    with app.app_context():
        while True:
            try:
                beat()
            except (DatabaseUnavailable, NotWritable) as error:
                _log.warning("nobody hears that the worker is there: %s", error)
            if is_ending.wait(HEARTBEAT_EVERY):
                return


def _log_to_standard_error() -> None:
    dictConfig(logs.CONFIG)
    logging.getLogger("scorekeeper").setLevel(logging.INFO)
