"""Times the work of a process, on a busy machine as on an idle one.

A limit on the wall's clock kills a process that only waits for its turn on the processor; started
again, it waits once more.
"""

import os
import time
from pathlib import Path
from typing import Final, NamedTuple

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_RUNNABLE: Final = "R"
"""The kernel's letter for a process that works, or would if it had a processor."""


class _Look(NamedTuple):
    at: float
    worked: float
    """Seconds of the processor."""
    is_runnable: bool


class Stopwatch:
    """Stands still while the process waits for the processor; sleep and standstill count.

    It has to be read a few times a second. On a system that does not tell of its processes it is a
    clock as any other.
    """

    def __init__(self, pid: int) -> None:
        self._file = Path(f"/proc/{pid}/stat")
        self._last_look = self._look()
        self._seconds = 0.0

    def read(self) -> float:
        """The seconds so far."""
        before, now = self._last_look, self._look()
        worked, passed = now.worked - before.worked, now.at - before.at
        self._seconds += worked if now.is_runnable else max(worked, passed)
        self._last_look = now
        return self._seconds

    def _look(self) -> _Look:
        try:
            fields = self._file.read_text().rpartition(")")[2].split()
        except OSError:  # it is gone, or this is not Linux
            return _Look(time.monotonic(), 0.0, is_runnable=False)
        worked = (int(fields[11]) + int(fields[12])) / _TICKS
        return _Look(time.monotonic(), worked, is_runnable=fields[0] == _RUNNABLE)
