"""Whether there is a worker: each says so in the queue, where every server reads it.

It says when, by its own clock. Two that are far from each other, before or behind, tell nobody that
it is there: a clock that was put back must not keep a dead worker alive.
"""

import math
from typing import Final

from scorekeeper.services import clock
from scorekeeper.store.queue import queue

TOLD_EVERY: Final = 10.0
"""Seconds."""
HELD_FOR_GONE: Final = 30.0
"""Seconds without a word, after which nobody waits for a worker."""
_KEY: Final = "worker"


def tell_presence() -> None:
    """Say that a worker is there. Needs an app context.

    :raises NotWritable, Busy: it cannot be said.
    """
    queue().put(_KEY, str(clock.now().timestamp()).encode())


def silence() -> float:
    """Seconds since a worker said that it is there; infinite where none ever did.

    :raises Busy: the queue was locked too long.
    """
    told = queue().get(_KEY)
    return math.inf if told is None else abs(clock.now().timestamp() - float(told))


def is_worker_there() -> bool:
    """Has one said so lately?

    :raises Busy: as `silence`.
    """
    return silence() <= HELD_FOR_GONE
