"""Runs the worker: its thread requests the nightly jobs and does jobs until a signal ends it."""

import logging
import os
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import timedelta
from itertools import chain, repeat
from logging.config import dictConfig
from pathlib import Path
from threading import Event, Thread
from traceback import format_exception
from typing import Final

from flask import Flask

from scorekeeper.config import current_settings
from scorekeeper.jobs import payloads
from scorekeeper.jobs.payloads import HEARTBEAT_EVERY, beat
from scorekeeper.jobs.queue import (
    LEASE,
    ClaimedJob,
    JobFault,
    JobRequest,
    claim,
    fail,
    find_job,
    finish,
    forget_papers_with_names,
    give_back,
    give_up_hopeless,
    prune,
    request_job,
)
from scorekeeper.journal import clock
from scorekeeper.journal.clock import now
from scorekeeper.keeping.backup import remove_killed_downloads
from scorekeeper.operating import logs
from scorekeeper.store.faults import DatabaseUnavailable, NotWritable
from scorekeeper.work.kinds import (
    NIGHTLY,
    Do,
    IsStopping,
    LeasedJob,
    NotDone,
    NotWanted,
    Stopping,
    kinds,
)

FIRST_HOUR: Final = timedelta(hours=4)
"""When nightly jobs are due, in the installation's time zone. A sleeping laptop runs them later."""
AGAIN_AFTER: Final = timedelta(hours=1)
"""When a failed job is requested again."""


def request_nightly_jobs() -> None:
    """Request the nightly jobs that are wanted and not done yet. Needs an app context.

    :raises DatabaseUnavailable: the database was locked too long.
    :raises NotWritable: the disk is full or may not be written.
    """
    for kind, is_wanted in NIGHTLY.items():
        name = f"{kind} {_night()}"
        if is_wanted() and not _failed_just_now(name):
            request_job(JobRequest(name, kind))


def _night() -> str:
    zone = current_settings().zone
    return (clock.moment().astimezone(zone) - FIRST_HOUR).date().isoformat()


def _failed_just_now(name: str) -> bool:
    last = find_job(name)
    if last is None or last.state != "failed" or last.ended_at is None:
        return False
    return now() - last.ended_at < AGAIN_AFTER


_FAILED: Final = "failed"
_LOST: Final = "cancelled, or another worker has it"
_log = logging.getLogger(__name__)


def run_next_job(
    app: Flask, kinds: Mapping[str, Do], is_stopping: IsStopping = lambda: False
) -> bool:
    """Run the next job; False without one. Needs an app context.

    :raises DatabaseUnavailable: the database was locked too long; a later call goes on.
    :raises NotWritable: the disk is full or may not be written.
    """
    job = claim()
    if job is None:
        return False
    start = time.monotonic()
    outcome = _do(app, job, kinds, is_stopping)
    level = logging.ERROR if outcome.startswith(_FAILED) else logging.INFO
    seconds = time.monotonic() - start
    _log.log(level, "%s: %s, %.1f s", _job_label(job), outcome, seconds)
    return True


def _job_label(job: ClaimedJob) -> str:
    """The job's name for the log; nightly jobs are named by their kind."""
    return job.name if job.name.startswith(job.kind) else f"{job.kind} {job.name:.12}"


def _do(app: Flask, job: ClaimedJob, kinds: Mapping[str, Do], is_stopping: IsStopping) -> str:
    """Run the job and return how it ended, for the log."""
    try:
        return _make(app, job, kinds[job.kind], is_stopping)
    except NotDone as error:
        return _failed(job, error.reason, error.detail)
    except NotWanted:
        return _LOST
    except Stopping:
        give_back(job)
        return "given back"
    except NotWritable as error:
        return _failed(job, "unkept", str(error))
    except DatabaseUnavailable as error:
        give_back(job)  # where this finds it locked, too, the lease runs out
        return f"given back: {error}"
    except Exception as error:
        return _failed(job, "failed", "".join(format_exception(error)))


def _make(app: Flask, job: ClaimedJob, do: Do, is_stopping: IsStopping) -> str:
    output = payloads.output_of(job.name)
    if output is None:
        with LeasedJob(app, job, is_stopping) as leased_job:
            output = do(leased_job)
    return "done" if finish(job, output) else _LOST


def _failed(job: ClaimedJob, reason: JobFault, detail: str) -> str:
    return f"{_FAILED}, {reason}: {detail}" if fail(job, reason) else _LOST


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


def work(app: Flask, parent: int = 0) -> None:
    """Do jobs until SIGTERM or SIGINT comes, or until this process's parent is another one."""
    signals = _signals()
    dictConfig(logs.CONFIG)
    logging.getLogger("scorekeeper").setLevel(logging.INFO)
    with suppress(OSError):  # there is no such file but on Linux
        Path("/proc/self/comm").write_text(NAME)
    is_ending = Event()
    jobs = Thread(target=_do_jobs, args=(app, is_ending), daemon=True)
    # In a separate thread: a database that does not answer must not stop the worker from ending.
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
