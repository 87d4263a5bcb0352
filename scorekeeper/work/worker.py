"""Runs the worker: a thread looks for jobs and does them, until a signal ends the process."""

import logging
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain, repeat
from logging.config import dictConfig
from pathlib import Path
from threading import Event, Thread
from typing import Final

from flask import Flask

from scorekeeper.jobs.claiming import LEASE
from scorekeeper.jobs.heartbeat import HEARTBEAT_EVERY, beat
from scorekeeper.jobs.housekeeping import forget_papers_with_names, give_up_hopeless, prune
from scorekeeper.keeping.backup import remove_killed_downloads
from scorekeeper.operating import logs
from scorekeeper.store.faults import DatabaseUnavailable, NotWritable
from scorekeeper.work.kinds import kinds
from scorekeeper.work.runner import run_next_job
from scorekeeper.work.schedule import request_nightly_jobs

NAME: Final = "tefteri-work"
"""The name of the process in `ps` and `top`."""
GRACE: Final = 8.0
"""Seconds that a job has to come to the end of its page in."""
_JOB_EVERY: Final = 0.5
"""Seconds between two looks for a job."""
_AFTER_FAULT: Final = 10.0
"""Seconds until the next look where the database is busy or the disk full: it may take days."""
_TEND_EVERY: Final = 60.0
_SIGNAL_EVERY: Final = 0.2
_log = logging.getLogger(__name__)


def work(app: Flask, parent: int = 0) -> None:
    """Do jobs until SIGTERM or SIGINT comes, or until this process's parent is another one."""
    signals = _signals()
    dictConfig(logs.CONFIG)
    logging.getLogger("scorekeeper").setLevel(logging.INFO)
    with suppress(OSError):  # there is no such file but on Linux
        Path("/proc/self/comm").write_text(NAME)
    is_ending = Event()
    jobs = Thread(target=_do_jobs, args=(app, is_ending), daemon=True)
    # In a thread of its own: a database that does not answer shall not keep the worker from ending.
    heartbeat = Thread(target=_tell_presence, args=(app, is_ending), daemon=True)
    for thread in (jobs, heartbeat):
        thread.start()
    while not signals and os.getppid() == (parent or os.getppid()):
        time.sleep(_SIGNAL_EVERY)
    is_ending.set()
    jobs.join(GRACE)


def _signals() -> list[int]:
    """The signals to end that have come, as they come from now on."""
    signals: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, _frame: signals.append(number))
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    return signals


def _do_jobs(app: Flask, is_ending: Event) -> None:
    """Do one job after the other, and tend them each minute."""
    ways = kinds(app)
    # Then a worker before this one that was killed has lost its lease, too.
    pauses = chain([LEASE.total_seconds() + 1], repeat(_TEND_EVERY))
    tend_at = time.monotonic()
    while not is_ending.is_set():
        if time.monotonic() >= tend_at:
            tend_at = time.monotonic() + next(pauses)
            with app.app_context(), _faults_in_log("the jobs are tended within a minute"):
                _tend()
        pause = _AFTER_FAULT
        with app.app_context(), _faults_in_log("no job is done"):
            pause = 0.0 if run_next_job(app, ways, is_ending.is_set) else _JOB_EVERY
        is_ending.wait(pause)


def _tend() -> None:
    give_up_hopeless()
    forget_papers_with_names()
    prune()
    request_nightly_jobs()
    remove_killed_downloads()


@contextmanager
def _faults_in_log(what: str) -> Iterator[None]:
    """Log what goes wrong, and let the worker go on: a busy database or a full disk in one line."""
    try:
        yield
    except (DatabaseUnavailable, NotWritable) as error:
        _log.warning("%s: %s", what, error)
    except Exception:
        _log.exception("%s", what)


def _tell_presence(app: Flask, is_ending: Event) -> None:
    with app.app_context():
        while True:
            with _faults_in_log("nobody hears that the worker is there"):
                beat()
            if is_ending.wait(HEARTBEAT_EVERY):
                return
