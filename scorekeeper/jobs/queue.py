"""The queue of jobs: requested, claimed under a lease, ended, given back, pruned.

A worker that has lost its lease (the job was cancelled, or another worker has it) writes nothing.
"""

from datetime import datetime, timedelta
from typing import Final, Literal, NamedTuple, cast
from uuid import uuid4

from scorekeeper.jobs import payloads
from scorekeeper.journal.clock import now
from scorekeeper.store import job_queries as queries
from scorekeeper.store import tournament_queries
from scorekeeper.store.db import DatabaseUnavailable, NotWritable, writing
from scorekeeper.store.streams import TOURNAMENT_EVENTS

__all__ = ["DatabaseUnavailable", "NotWritable"]

JobState = Literal["waiting", "running", "done", "failed", "cancelled"]

MOST_OF_A_TOURNAMENT: Final = 6
"""Jobs of one tournament that wait or run: as many as it has papers."""


class JobRequest(NamedTuple):
    """A job that is wanted."""

    name: str
    """A digest of all that it makes."""
    kind: str
    tournament_id: int | None = None
    """The tournament that it belongs to; None for a job of the server's own."""
    pages: int = 0
    content: bytes = b""
    """The job's input."""
    revision: int = 0
    """The tournament's revision that it is made from."""
    undone_by: frozenset[str] = frozenset()
    """Kinds of the tournament's acts: one of them behind that revision, and nothing is made."""


class JobStatus(NamedTuple):
    """The status of a job, by its worker's last report."""

    state: JobState
    page: int
    pages: int
    reason: str
    """Why it failed; empty where it did not."""
    tournament_id: int | None
    ended_at: datetime | None

    @property
    def is_under_way(self) -> bool:
        """Does it wait, or run?"""
        return self.state in ("waiting", "running")


class TooMany(Exception):
    """Too many jobs of the tournament wait or run already; nothing was requested."""


def request_job(request: JobRequest) -> None:
    """Request the job, unless it is under way or done already. Needs an app context.

    Nothing is requested where names were erased since that revision of the tournament: they would
    be printed.

    :raises TooMany: the tournament has to wait for its others.
    :raises DatabaseUnavailable: the database was locked too long.
    :raises NotWritable: the disk is full or may not be written.
    """
    if is_requested(request.name):
        return
    with writing(f"job {request.name}", f"jobs of {request.tournament_id}", *_addresses(request)):
        if is_requested(request.name) or _has_erased_names(request):
            return
        _refuse_too_many(request)
        if request.content:
            payloads.keep_input(request.name, request.content)
        if queries.find_job(request.name):
            queries.ask_again(request.name, now())
        else:
            queries.add(request.name, request.kind, request.tournament_id, request.pages, now())


def is_requested(name: str) -> bool:
    """Is the job under way, or done and what it made still there?"""
    job = find_job(name)
    if job is None:
        return False
    return job.is_under_way or (job.state == "done" and payloads.has_output(name))


def find_job(name: str) -> JobStatus | None:
    """The job with this name."""
    row = queries.find_job(name)
    if row is None:
        return None
    state = cast(JobState, row.state)
    return JobStatus(state, row.page, row.pages, row.reason or "", row.tournament_id, row.ended_at)


def cancel(name: str) -> None:
    """End the job, if it is under way: its worker hears of it within a second."""
    with writing(f"job {name}"):
        if queries.cancel(name, now()):
            payloads.drop_input(name)


def job_counts() -> dict[str, int]:
    """How many jobs wait, run, and failed of late."""
    found = queries.counts()
    return {state: found.get(state, 0) for state in ("waiting", "running", "failed")}


def _addresses(request: JobRequest) -> list[str]:
    """The address of its tournament, if any: locked, so that no names are erased meanwhile."""
    of = request.tournament_id
    return [] if of is None else [TOURNAMENT_EVENTS.public_id_of(of)]


def _has_erased_names(request: JobRequest) -> bool:
    of = request.tournament_id
    if of is None:
        return False
    address = TOURNAMENT_EVENTS.public_id_of(of)
    since = TOURNAMENT_EVENTS.events_at(address, request.revision + 1)
    return any(event.kind in request.undone_by for event in since)


def _refuse_too_many(request: JobRequest) -> None:
    of = request.tournament_id
    if of is not None and queries.count_of(of) >= MOST_OF_A_TOURNAMENT:
        raise TooMany


MOST_ATTEMPTS: Final = 3
"""How many workers may die of a job before it is given up."""
LEASE: Final = timedelta(seconds=15)
"""After this time without a sign a worker is taken for dead; it gives one every second."""

JobFault = Literal["missing", "slow", "failed", "large", "full", "unkept", "lost", "died"]
"""Why a job failed: a missing library, too much time, an error, too much memory, a full temporary
folder, a full disk, missing data, dead workers."""


class ClaimedJob(NamedTuple):
    """A job that a worker has."""

    name: str
    kind: str
    pages: int
    lease: str


def claim() -> ClaimedJob | None:
    """Take the next job and return it, or None without one. Needs an app context.

    :raises DatabaseUnavailable: the database was locked too long.
    :raises NotWritable: the disk is full or may not be written.
    """
    lease, moment = uuid4().hex, now()
    if not queries.count_free(moment, MOST_ATTEMPTS):
        return None  # each worker looks twice a second, without a lock
    with writing():
        row = queries.claim(lease, moment + LEASE, moment, MOST_ATTEMPTS)
    return ClaimedJob(*row, lease) if row else None


def renew(job: ClaimedJob, page: int) -> bool:
    """Renew the lease and store the progress; False where the job is not held any more.

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


JOBS_TO_KEEP: Final = 200
"""The most ended jobs of tournaments that are kept with their files, of up to about 1 MB each."""
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
