"""Reads the rows of jobs, and changes them.

Each change is one statement with the state that it expects. So only one of two workers succeeds
with the same change.
"""

from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from scorekeeper.store.db import AnyTable, change_rows, db, table_of
from scorekeeper.store.models import Job


class JobRow(NamedTuple):
    """A job as it is stored."""

    name: str
    kind: str
    tournament_id: int | None
    state: str
    page: int
    pages: int
    reason: str | None
    ended_at: datetime | None


class ClaimedRow(NamedTuple):
    """A job that a worker has just taken up."""

    name: str
    kind: str
    pages: int


_job = table_of(Job)
_JOB_BY_NAME = select(
    _job.c.name,
    _job.c.kind,
    _job.c.tournament_id,
    _job.c.state,
    _job.c.page,
    _job.c.pages,
    _job.c.reason,
    _job.c.ended_at,
).where(_job.c.name == bindparam("name"))


def find_job(name: str) -> JobRow | None:
    """The job with this name."""
    row = db.session.execute(_JOB_BY_NAME, {"name": name}).first()
    return JobRow(*row) if row else None


def _is_abandoned(job: AnyTable) -> ColumnElement[bool]:
    """Is the job running, and its worker dead?"""
    return and_(job.c.state == "running", job.c.until < bindparam("now"))


def _free(job: AnyTable) -> ColumnElement[bool]:
    """Can a worker take the job?"""
    return and_(
        or_(job.c.state == "waiting", _is_abandoned(job)),
        job.c.attempts < bindparam("most_attempts"),
    )


_candidate = _job.alias("candidate")
_earlier = _job.alias("earlier")
_LAST_OF_ITS_TOURNAMENT: Final = (
    select(func.max(_earlier.c.begun_at))
    .where(_earlier.c.tournament_id == _candidate.c.tournament_id)
    .correlate(_candidate)
    .scalar_subquery()
)
_NEXT = (
    select(_candidate.c.id)
    .where(_free(_candidate))
    .order_by(
        # The tournament whose last job began longest ago: many papers of one tournament do not hold
        # up another's only one. (The two databases put NULL at different ends.)
        case((_LAST_OF_ITS_TOURNAMENT.is_(None), 0), else_=1),
        _LAST_OF_ITS_TOURNAMENT,
        _candidate.c.asked_at,
        _candidate.c.id,
    )
    .limit(1)
    .with_for_update(skip_locked=True)
    .scalar_subquery()
)
_CLAIM = (
    update(_job)
    .where(_job.c.id == _NEXT, _free(_job))
    .values(
        state="running",
        lease=bindparam("new_lease"),
        until=bindparam("new_until"),
        begun_at=bindparam("now"),
        attempts=_job.c.attempts + 1,
        page=0,
    )
    .returning(_job.c.name, _job.c.kind, _job.c.pages)
)


def claim(lease: str, until: datetime, now: datetime, most_attempts: int) -> ClaimedRow | None:
    """Take the next job under this lease and return it, or None without one."""
    values = {"new_lease": lease, "new_until": until, "now": now, "most_attempts": most_attempts}
    row = db.session.execute(_CLAIM, values).first()
    return ClaimedRow(*row) if row else None


_IS_LEASED = _job.c.lease == bindparam("lease_")
_RENEW = (
    update(_job).where(_IS_LEASED).values(until=bindparam("new_until"), page=bindparam("new_page"))
)


def renew(lease: str, until: datetime, page: int) -> bool:
    """Keep the lease's job until then, and say how far it is; is it still the lease's?"""
    return change_rows(_RENEW, lease_=lease, new_until=until, new_page=page) == 1


_END = (
    update(_job)
    .where(_IS_LEASED)
    .values(
        state=bindparam("new_state"),
        reason=bindparam("new_reason"),
        ended_at=bindparam("now"),
        page=bindparam("new_page"),
        lease=None,
        until=None,
    )
)


def end(lease: str, state: str, page: int, now: datetime, reason: str | None = None) -> bool:
    """End the lease's job; was it still the lease's?"""
    values = {"new_state": state, "new_reason": reason, "new_page": page}
    return change_rows(_END, lease_=lease, now=now, **values) == 1


_GIVE_BACK = (
    update(_job)
    .where(_IS_LEASED)
    .values(state="waiting", lease=None, until=None, page=0, attempts=_job.c.attempts - 1)
)


def give_back(lease: str) -> bool:
    """Put the lease's job back into the queue; was it still the lease's?"""
    return change_rows(_GIVE_BACK, lease_=lease) == 1


_UNDER_WAY: Final = _job.c.state.in_(("waiting", "running"))
_CANCEL = (
    update(_job)
    .where(_job.c.name == bindparam("named"), _UNDER_WAY)
    .values(state="cancelled", ended_at=bindparam("now"), lease=None, until=None)
)


def cancel(name: str, now: datetime) -> bool:
    """End the job of that name; False where it neither waits nor runs."""
    return change_rows(_CANCEL, named=name, now=now) == 1


_HOPELESS: Final = and_(_is_abandoned(_job), _job.c.attempts >= bindparam("most_attempts"))
_HOPELESS_NAMES = select(_job.c.name).where(_HOPELESS)


def hopeless(now: datetime, most_attempts: int) -> list[str]:
    """Return the names of the jobs at which this number of workers died."""
    values = {"now": now, "most_attempts": most_attempts}
    return list(db.session.execute(_HOPELESS_NAMES, values).scalars())


_GIVE_UP = (
    update(_job)
    .where(_job.c.name == bindparam("named"), _HOPELESS)
    .values(state="failed", reason="died", ended_at=bindparam("now"), lease=None, until=None)
)


def give_up(name: str, now: datetime, most_attempts: int) -> bool:
    """Mark the job as failed, if this number of workers died at it; False otherwise."""
    return change_rows(_GIVE_UP, named=name, now=now, most_attempts=most_attempts) == 1


_ADD = insert(_job)


def add(name: str, kind: str, tournament_id: int | None, pages: int, now: datetime) -> None:
    """Add a new job, which waits."""
    values = {
        "name": name,
        "kind": kind,
        "tournament_id": tournament_id,
        "state": "waiting",
        "page": 0,
        "pages": pages,
        "attempts": 0,
        "asked_at": now,
    }
    db.session.execute(_ADD, values)


_ASK_AGAIN = (
    update(_job)
    .where(_job.c.name == bindparam("named"))
    .values(
        state="waiting",
        page=0,
        attempts=0,
        reason=None,
        asked_at=bindparam("now"),
        ended_at=None,
    )
)


def ask_again(name: str, now: datetime) -> None:
    """Put a job that has ended back into the queue."""
    change_rows(_ASK_AGAIN, named=name, now=now)


_COUNT_OF = select(func.count()).where(
    _job.c.tournament_id == bindparam("tournament_id"), _UNDER_WAY
)


def count_of(tournament_id: int) -> int:
    """How many jobs of the tournament wait or run."""
    count: int = db.session.execute(_COUNT_OF, {"tournament_id": tournament_id}).scalar_one()
    return count


_COUNT_FREE = select(func.count()).select_from(_job).where(_free(_job))


def count_free(now: datetime, most_attempts: int) -> int:
    """How many jobs a worker could take up now."""
    values = {"now": now, "most_attempts": most_attempts}
    count: int = db.session.execute(_COUNT_FREE, values).scalar_one()
    return count


_COUNTS = select(_job.c.state, func.count()).group_by(_job.c.state)


def counts() -> dict[str, int]:
    """How many jobs there are in each state that one is in."""
    return {row[0]: row[1] for row in db.session.execute(_COUNTS).all()}


_OLD = (
    select(_job.c.name)
    .where(_job.c.ended_at.is_not(None), _job.c.tournament_id.is_not(None))
    .order_by(_job.c.ended_at.desc(), _job.c.id.desc())
)


def ended_but(newest: int) -> list[str]:
    """Return the names of the tournaments' ended jobs, without the newest ones."""
    return list(db.session.execute(_OLD.offset(newest)).scalars())


_ENDED_BEFORE = select(_job.c.name).where(_job.c.ended_at < bindparam("before"))


def ended_before(moment: datetime) -> list[str]:
    """The names of the jobs that ended before then."""
    return list(db.session.execute(_ENDED_BEFORE, {"before": moment}).scalars())


_OF_TOURNAMENT = select(_job.c.name).where(_job.c.tournament_id == bindparam("tournament_id"))


def names_of(tournament_id: int) -> list[str]:
    """The names of all jobs of the tournament."""
    keys = {"tournament_id": tournament_id}
    return list(db.session.execute(_OF_TOURNAMENT, keys).scalars())


_ALL_NAMES = select(_job.c.name)


def all_names() -> set[str]:
    """The names of all jobs."""
    return set(db.session.execute(_ALL_NAMES).scalars())


_FORGET = delete(_job).where(_job.c.name == bindparam("named"), _job.c.ended_at.is_not(None))


def forget(name: str) -> bool:
    """Remove the row of a job that has ended; was there one?"""
    return change_rows(_FORGET, named=name) == 1
