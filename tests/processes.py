"""Processes, as the system tells of them."""

import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0


def children_of(pid):
    """The process ids of a process's children."""
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def family_of(pid):
    """The process id and those of all that came of it."""
    return [pid, *(one for child in children_of(pid) for one in family_of(child))]


def name_of(pid):
    """What the process calls itself; empty for one that is gone."""
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def is_gone(pid):
    """Has the process ended?"""
    return name_of(pid) == ""


def wait_until(condition, otherwise):
    """Wait until it holds, or fail with what is told otherwise."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, otherwise
        time.sleep(0.02)
