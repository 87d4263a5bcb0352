"""Schedule of the nightly jobs: whichever worker comes first requests each of them, once."""

from datetime import timedelta
from typing import Final

from scorekeeper.config import current_settings
from scorekeeper.jobs.requests import JobRequest, find_job, request_job
from scorekeeper.journal import clock
from scorekeeper.journal.clock import now
from scorekeeper.work.kinds import NIGHTLY

FIRST_HOUR: Final = timedelta(hours=4)
"""When nightly jobs are due, in the installation's time zone. A sleeping laptop runs them later."""
AGAIN_AFTER: Final = timedelta(hours=1)
"""When a failed job is requested again."""


def request_nightly_jobs() -> None:
    """Request the nightly jobs that are wanted and not done yet. Needs an app context.

    :raises DatabaseUnavailable: the database was locked too long.
    :raises NotWritable: the disk is full or may not be written.
    """
    for kind, is_wanted in NIGHTLY.items():
        name = f"{kind} {_night()}"
        if is_wanted() and not _failed_just_now(name):
            request_job(JobRequest(name, kind))


def _night() -> str:
    zone = current_settings().zone
    return (clock.moment().astimezone(zone) - FIRST_HOUR).date().isoformat()


def _failed_just_now(name: str) -> bool:
    last = find_job(name)
    if last is None or last.state != "failed" or last.ended_at is None:
        return False
    return now() - last.ended_at < AGAIN_AFTER
