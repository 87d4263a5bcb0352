"""The kinds of jobs, and which of them are done every night."""

from collections.abc import Callable, Mapping
from typing import Final

from flask import Flask

from scorekeeper.work import backups, forgetting
from scorekeeper.work.holding import Hold
from scorekeeper.work.papers import Papers

Do = Callable[[Hold], bytes]
"""Does a job: what it made, to be kept for who asked. It calls `Hold.at` now and then, if it takes
long, and raises `NotDone` where it cannot be done. Where its worker dies, another one does it
again."""

NIGHTLY: Final[Mapping[str, Callable[[], bool]]] = {
    "backup": backups.is_wanted,
    "erase": forgetting.is_wanted,
}
"""Asked for once a day, from four in the morning on, where it is wanted: by the job's kind."""


def kinds(app: Flask) -> Mapping[str, Do]:
    """How each kind of job is done."""
    return {
        "paper": Papers(app.config["JOB_MEMORY"]).make,
        "backup": backups.make,
        "erase": forgetting.erase,
    }
