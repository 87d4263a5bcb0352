"""What keeps jobs from being lost, and their results from filling the disk."""

from datetime import timedelta
from typing import Final

from scorekeeper.services.jobs import contents
from scorekeeper.services.jobs.asking import call_worker, cancel
from scorekeeper.services.jobs.claiming import MOST_ATTEMPTS
from scorekeeper.services.matches import now
from scorekeeper.store import job_queries as queries
from scorekeeper.store import tournament_queries
from scorekeeper.store.db import writing
from scorekeeper.store.queue import queue

KEPT: Final = 200
"""Jobs of tournaments that have ended, with what they made: a file has up to about 1 MB."""
KEPT_FOR: Final = timedelta(days=30)


def recover() -> int:
    """Call a worker for each job that waits or whose worker is dead; how many such jobs are there?

    What too many workers died of has failed. Needs an app context.

    :raises Busy: the database was locked too long.
    :raises NotWritable: the disk is full or may not be written.
    """
    moment = now()
    free = queries.count_free(moment, MOST_ATTEMPTS)
    for _ in range(free - queue().calls()):
        call_worker()
    for name in queries.hopeless(moment, MOST_ATTEMPTS):
        with writing(f"job {name}"):
            if queries.give_up(name, moment, MOST_ATTEMPTS):
                contents.drop_asked(name)
    return free


def tidy() -> int:
    """Forget what is old, and of what is not, all but the newest; how many jobs were these?

    :raises Busy, NotWritable: as `recover`.
    """
    old = {*queries.ended_but(KEPT), *queries.ended_before(now() - KEPT_FOR)}
    forgotten = sum(map(_forget, old))
    forget_strays()
    return forgotten


def forget_strays() -> None:
    """Forget what is kept of jobs that there are not.

    Their rows were replaced by a backup's, or went with their table; or whoever asked could not
    commit.

    :raises Busy, NotWritable: as `recover`.
    """
    strays = contents.names() - queries.all_names()
    for name in strays:
        with writing(f"job {name}"):  # whoever asks for it has this until its row is there
            if queries.job_named(name) is None:
                contents.drop_all(name)
    if strays:
        contents.forget_dropped()


def forget_papers(tournament_id: int) -> None:
    """Forget all jobs of a tournament, with what they were made of and what they made.

    For whoever takes its names away: they stand on its papers. What is under way is cancelled.

    :raises Busy, NotWritable: as `recover`.
    """
    for name in queries.names_of(tournament_id):
        cancel(name)
        _forget(name)
    contents.forget_dropped()


def forget_papers_with_names() -> None:
    """Forget the papers of tournaments in which names were erased since they were asked for.

    Whoever erased them may have been killed, or found the database locked, before this.

    :raises Busy, NotWritable: as `recover`.
    """
    for tournament_id in tournament_queries.printed_before_erasing():
        forget_papers(tournament_id)


def _forget(name: str) -> bool:
    with writing(f"job {name}"):
        forgotten = queries.forget(name)
        if forgotten:
            contents.drop_all(name)
    return forgotten
