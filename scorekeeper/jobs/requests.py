"""Requests jobs, and tells how they are."""

from datetime import datetime
from typing import Final, Literal, NamedTuple, cast

from scorekeeper.jobs import payloads
from scorekeeper.journal.clock import now
from scorekeeper.store import job_queries as queries
from scorekeeper.store.db import DatabaseUnavailable, NotWritable, writing
from scorekeeper.store.streams import TOURNAMENT_EVENTS
from scorekeeper.tournament.acts.registry import ERASING

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
    """So many jobs of the tournament wait or run already; nothing was requested."""


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
    return any(event.kind in ERASING for event in since)


def _refuse_too_many(request: JobRequest) -> None:
    of = request.tournament_id
    if of is not None and queries.count_of(of) >= MOST_OF_A_TOURNAMENT:
        raise TooMany
