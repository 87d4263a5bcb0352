"""Runs one job, from its claim to its end."""

import logging
import time
from collections.abc import Mapping
from traceback import format_exception
from typing import Final

from flask import Flask

from scorekeeper.jobs import payloads
from scorekeeper.jobs.claiming import ClaimedJob, JobFault, claim, fail, finish, give_back
from scorekeeper.store.faults import DatabaseUnavailable, NotWritable
from scorekeeper.work.kinds import Do
from scorekeeper.work.lease import IsStopping, LeasedJob, NotDone, NotWanted, Stopping

_FAILED: Final = "failed"
_LOST: Final = "cancelled, or another worker has it"
_log = logging.getLogger(__name__)


def run_next_job(
    app: Flask, kinds: Mapping[str, Do], is_stopping: IsStopping = lambda: False
) -> bool:
    """Run the job whose turn it is; False if there is none. Needs an app context.

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
