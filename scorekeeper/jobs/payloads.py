"""The input and output of each job, and the workers' heartbeat, where every server reads them.

Inputs and outputs are in the jobs' own store and not in the database. For sheets hold the scorers'
links, and the database and its backups have only hashes of these.

A heartbeat's time is by the worker's own clock. A time far before or behind the present counts as
no heartbeat. For a clock that was put back must not keep a dead worker alive.
"""

import math
import zlib
from contextlib import suppress
from typing import Final

from scorekeeper.journal import clock
from scorekeeper.store import job_store
from scorekeeper.store.faults import DatabaseUnavailable, NotWritable

_INPUT: Final = "asked "
_OUTPUT: Final = "made "


def keep_input(name: str, content: bytes) -> None:
    """Store the input of a job.

    :raises NotWritable, DatabaseUnavailable: it could not be stored.
    """
    job_store.put(_input_key(name), zlib.compress(content, 1))


def input_of(name: str) -> bytes | None:
    """The input of a job; None if it is gone."""
    content = job_store.get(_input_key(name))
    return None if content is None else zlib.decompress(content)


def drop_input(name: str) -> None:
    """Delete the input of a job that has ended."""
    job_store.remove(_input_key(name))


def keep_output(name: str, content: bytes) -> None:
    """Store the output of a job.

    :raises NotWritable, DatabaseUnavailable: it could not be stored.
    """
    job_store.put(_output_key(name), content)


def output_of(name: str) -> bytes | None:
    """The output of a job; None if it is gone."""
    return job_store.get(_output_key(name))


def has_output(name: str) -> bool:
    """Is the output of the job still stored?"""
    return job_store.has(_output_key(name))


def drop_all(name: str) -> None:
    """Delete the input and the output of a job."""
    for key in (_input_key(name), _output_key(name)):
        job_store.remove(key)


def names() -> set[str]:
    """The names of all jobs that have an input or an output."""
    keys = job_store.names()
    return {
        one.removeprefix(what) for one in keys for what in (_INPUT, _OUTPUT) if one.startswith(what)
    }


def purge_deleted() -> None:
    """Remove what was deleted from the store's write-ahead log, too: it holds people's names."""
    with suppress(DatabaseUnavailable, NotWritable):  # the next call does it
        job_store.forget_overwritten()


def _input_key(name: str) -> str:
    return _INPUT + name


def _output_key(name: str) -> str:
    return _OUTPUT + name


HEARTBEAT_EVERY: Final = 10.0
"""Seconds."""
GONE_AFTER: Final = 30.0
"""Seconds without a heartbeat after which there is no worker."""
_KEY: Final = "worker"


def beat() -> None:
    """Record that a worker is alive. Needs an app context.

    :raises NotWritable, DatabaseUnavailable: the heartbeat could not be written.
    """
    job_store.put(_KEY, str(clock.moment().timestamp()).encode())


def seconds_since_heartbeat() -> float:
    """Seconds since the last heartbeat of any worker; infinite if there was none.

    :raises DatabaseUnavailable: the store was locked too long.
    """
    beat = job_store.get(_KEY)
    return math.inf if beat is None else abs(clock.moment().timestamp() - float(beat))


def is_worker_there() -> bool:
    """Has any worker sent a heartbeat lately?

    :raises DatabaseUnavailable: as `seconds_since_heartbeat`.
    """
    return seconds_since_heartbeat() <= GONE_AFTER
