"""Processes, as the system shows them."""

import os
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
PATIENCE = 200.0
"""Seconds: what is waited for comes, also on a machine where ten others ask for each processor."""


def environment_for(folder, **settings):
    """Return the environment of a command in this instance folder, with these settings by name.

    From the tests' environment only the choice of SQLite is kept: one file is not opened with two.
    """
    own = {
        name: value
        for name, value in os.environ.items()
        if name == "TEFTERI_SQLITE" or not name.startswith(("TEFTERI_", "DATABASE_URL"))
    }
    told = {f"TEFTERI_{name}": str(value) for name, value in settings.items()}
    return own | {"TEFTERI_INSTANCE": str(folder)} | told


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
    """Return the process's own name; empty for one that is gone."""
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def is_gone(pid):
    """Has the process ended?"""
    return name_of(pid) == ""


def wait_until(condition, otherwise):
    """Wait until the condition holds, or fail with the message `otherwise`."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, otherwise
        time.sleep(0.02)
