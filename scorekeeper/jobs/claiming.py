"""Lets a worker claim a job, renew its lease, and end it or give it back.

A worker that has lost its lease (the job was cancelled, or another worker has it) writes nothing.
"""

from datetime import timedelta
from typing import Final, Literal, NamedTuple
from uuid import uuid4

from scorekeeper.jobs import payloads
from scorekeeper.journal.clock import now
from scorekeeper.store import job_queries as queries
from scorekeeper.store.db import writing

MOST_ATTEMPTS: Final = 3
"""How many workers may die of a job before it is given up."""
LEASE: Final = timedelta(seconds=15)
"""After this time without a sign a worker is taken for dead; it gives one every second."""

JobFault = Literal["missing", "slow", "failed", "large", "full", "unkept", "lost", "died"]
"""Why a job failed: a library is not there, it takes too long, it breaks, it takes too much memory,
the temporary folder is full, the disk is full, what it is made of is gone, its workers died."""


class ClaimedJob(NamedTuple):
    """A job that a worker has."""

    name: str
    kind: str
    pages: int
    lease: str


def claim() -> ClaimedJob | None:
    """Take the job whose turn it is; None where there is none. Needs an app context.

    :raises DatabaseUnavailable: the database was locked too long.
    :raises NotWritable: the disk is full or may not be written.
    """
    lease, moment = uuid4().hex, now()
    if not queries.count_free(moment, MOST_ATTEMPTS):
        return None  # each worker looks twice a second, and locks nobody out for that
    with writing():
        row = queries.claim(lease, moment + LEASE, moment, MOST_ATTEMPTS)
    return ClaimedJob(*row, lease) if row else None


def renew(job: ClaimedJob, page: int) -> bool:
    """Hold the job, and tell how far it is; False where it is not held any more.

    :raises DatabaseUnavailable: the database was locked too long.
    :raises NotWritable: the disk is full or may not be written.
    """
    with writing():
        return queries.renew(job.lease, now() + LEASE, page)


def finish(job: ClaimedJob, output: bytes) -> bool:
    """Keep what was made and end the job; False, and nothing kept, where it is not held any more.

    :raises DatabaseUnavailable: the database was locked too long.
    :raises NotWritable: the disk is full or may not be written.
    """
    with writing(f"job {job.name}"):
        if not queries.end(job.lease, "done", job.pages, now()):
            return False
        payloads.keep_output(job.name, output)
        payloads.drop_input(job.name)
    return True


def fail(job: ClaimedJob, reason: JobFault) -> bool:
    """End the job, and say why; False where it is not held any more.

    :raises DatabaseUnavailable: the database was locked too long.
    :raises NotWritable: the disk is full or may not be written.
    """
    with writing(f"job {job.name}"):
        is_ended = queries.end(job.lease, "failed", 0, now(), reason)
        if is_ended:
            payloads.drop_input(job.name)
    return is_ended


def give_back(job: ClaimedJob) -> None:
    """Let the job wait for another worker, if it is still held.

    :raises DatabaseUnavailable: the database was locked too long.
    :raises NotWritable: the disk is full or may not be written.
    """
    with writing():
        queries.give_back(job.lease)
