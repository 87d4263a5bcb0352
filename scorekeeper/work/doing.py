"""One job, from its claim to its end."""

import logging
import time
from collections.abc import Mapping
from traceback import format_exception
from typing import Final

from flask import Flask

from scorekeeper.services.jobs import contents
from scorekeeper.services.jobs.claiming import (
    Claimed,
    Reason,
    claim,
    fail,
    finish,
    give_back,
)
from scorekeeper.store.faults import Busy, NotWritable
from scorekeeper.work.holding import Hold, IsStopping, NotDone, NotWanted, Stopping
from scorekeeper.work.kinds import Do

_FAILED: Final = "failed"
_LOST: Final = "cancelled, or another worker has it"
_log = logging.getLogger(__name__)


def do_one(app: Flask, kinds: Mapping[str, Do], is_stopping: IsStopping = lambda: False) -> bool:
    """Do the job whose turn it is; False where there is none. Needs an app context.

    :raises Busy: the database was locked too long; whoever comes next goes on.
    :raises NotWritable: the disk is full or may not be written.
    """
    job = claim()
    if job is None:
        return False
    start = time.monotonic()
    outcome = _do(app, job, kinds, is_stopping)
    level = logging.ERROR if outcome.startswith(_FAILED) else logging.INFO
    seconds = time.monotonic() - start
    _log.log(level, "%s: %s, %.1f s", _called(job), outcome, seconds)
    return True


def _called(job: Claimed) -> str:
    """The job in the log: what is done every night is named by its kind."""
    return job.name if job.name.startswith(job.kind) else f"{job.kind} {job.name:.12}"


def _do(app: Flask, job: Claimed, kinds: Mapping[str, Do], is_stopping: IsStopping) -> str:
    """How it ended, for the log."""
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
    except Busy as error:
        give_back(job)  # where this finds it locked, too, the lease runs out
        return f"given back: {error}"
    except Exception as error:
        return _failed(job, "failed", "".join(format_exception(error)))


def _make(app: Flask, job: Claimed, do: Do, is_stopping: IsStopping) -> str:
    made = contents.made(job.name)
    if made is None:
        with Hold(app, job, is_stopping) as hold:
            made = do(hold)
    return "done" if finish(job, made) else _LOST


def _failed(job: Claimed, reason: Reason, detail: str) -> str:
    return f"{_FAILED}, {reason}: {detail}" if fail(job, reason) else _LOST
