"""Heartbeat of the workers: each writes the time to the jobs' store, where every server reads it.

The time is by the worker's own clock. A clock that is far off, before or behind, counts as no
heartbeat: a clock that was put back must not keep a dead worker alive.
"""

import math
from typing import Final

from scorekeeper.journal import clock
from scorekeeper.store import job_store

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
