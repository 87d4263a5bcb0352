"""The kinds of jobs and their functions, and which of them run every night."""

from collections.abc import Callable, Mapping
from typing import Final

from flask import Flask

from scorekeeper.config import settings_of
from scorekeeper.work import backups, retention_job
from scorekeeper.work.lease import LeasedJob
from scorekeeper.work.paper_job import Papers

Do = Callable[[LeasedJob], bytes]
"""Does a job and returns its output. A long one calls `LeasedJob.report_progress` now and then; one
that cannot be done raises `NotDone`. If its worker dies, another worker does the job again."""

NIGHTLY: Final[Mapping[str, Callable[[], bool]]] = {
    "backup": backups.is_wanted,
    "erase": retention_job.is_wanted,
}
"""Nightly jobs by kind, each with whether it is wanted. Requested once a day, from four o'clock."""


def kinds(app: Flask) -> Mapping[str, Do]:
    """The function that does each kind of job."""
    return {
        "paper": Papers(settings_of(app).job_memory).make,
        "backup": backups.make,
        "erase": retention_job.erase,
    }
