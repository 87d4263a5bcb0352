"""What a process and all that it started use of the machine."""

import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from bench.serving import cpu_of

_PSS: Final = re.compile(r"^Pss:\s+(\d+) kB", re.MULTILINE)


def memory_at(pid: int) -> int:
    """Bytes: their proportional set size, so that what they share is counted once."""
    return sum(map(_own_memory, _family(pid)))


def cpu_at(pid: int) -> float:
    """Seconds of CPU, of those that still run."""
    used = 0.0
    for one in _family(pid):
        with suppress(FileNotFoundError):  # it has just ended
            used += cpu_of(str(one))
    return used


def _family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(one for child in children for one in _family(int(child)))]


def _own_memory(pid: int) -> int:
    found = _PSS.search(Path(f"/proc/{pid}/smaps_rollup").read_text())
    return int(found[1]) * 1024 if found else 0
