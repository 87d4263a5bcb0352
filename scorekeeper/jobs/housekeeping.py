"""Housekeeping of the job table: give up the hopeless ones, prune old ones and their payloads."""

from datetime import timedelta
from typing import Final

from scorekeeper.jobs import payloads
from scorekeeper.jobs.claiming import MOST_ATTEMPTS
from scorekeeper.jobs.requests import cancel
from scorekeeper.journal.clock import now
from scorekeeper.store import job_queries as queries
from scorekeeper.store import tournament_queries
from scorekeeper.store.db import writing

JOBS_TO_KEEP: Final = 200
"""Jobs of tournaments that have ended, with what they made: a file has up to about 1 MB."""
KEPT_FOR: Final = timedelta(days=30)


def give_up_hopeless() -> None:
    """Mark the jobs that too many workers died of as failed. Needs an app context.

    :raises DatabaseUnavailable: the database was locked too long.
    :raises NotWritable: the disk is full or may not be written.
    """
    moment = now()
    for name in queries.hopeless(moment, MOST_ATTEMPTS):
        with writing(f"job {name}"):
            if queries.give_up(name, moment, MOST_ATTEMPTS):
                payloads.drop_input(name)


def prune() -> int:
    """Delete ended jobs that are old, or beyond the newest `JOBS_TO_KEEP`, and return their number.

    :raises DatabaseUnavailable: the database was locked too long.
    :raises NotWritable: the disk is full or may not be written.
    """
    old = {*queries.ended_but(JOBS_TO_KEEP), *queries.ended_before(now() - KEPT_FOR)}
    deleted_count = sum(map(_forget, old))
    forget_strays()
    return deleted_count


def forget_strays() -> None:
    """Delete payloads of jobs that have no row.

    A restored backup replaced the rows, or the request that stored the input could not commit.

    :raises DatabaseUnavailable: the database was locked too long.
    :raises NotWritable: the disk is full or may not be written.
    """
    strays = payloads.names() - queries.all_names()
    for name in strays:
        with writing(
            f"job {name}"
        ):  # a request for this job holds this lock until its row is there
            if queries.find_job(name) is None:
                payloads.drop_all(name)
    if strays:
        payloads.purge_deleted()


def forget_papers(tournament_id: int) -> None:
    """Delete all jobs of a tournament, with their payloads.

    Called when its names are erased, because the papers show them. Running jobs are cancelled.

    :raises DatabaseUnavailable: the database was locked too long.
    :raises NotWritable: the disk is full or may not be written.
    """
    for name in queries.names_of(tournament_id):
        cancel(name)
        _forget(name)
    payloads.purge_deleted()


def forget_papers_with_names() -> None:
    """Delete the papers of tournaments in which names were erased since the papers were requested.

    The process that erased the names may have died before it could delete the papers.

    :raises DatabaseUnavailable: the database was locked too long.
    :raises NotWritable: the disk is full or may not be written.
    """
    for tournament_id in tournament_queries.printed_before_erasing():
        forget_papers(tournament_id)


def _forget(name: str) -> bool:
    with writing(f"job {name}"):
        deleted_count = queries.forget(name)
        if deleted_count:
            payloads.drop_all(name)
    return deleted_count
