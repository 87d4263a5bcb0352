"""The nightly job that erases names after the number of days that the operator set."""

from scorekeeper.config import current_settings
from scorekeeper.journal.clock import now
from scorekeeper.keeping.retention import erase_old
from scorekeeper.work.lease import LeasedJob


def is_wanted() -> bool:
    """Has the operator set a number of days?"""
    return bool(current_settings().erase_after_days)


def erase(leased_job: LeasedJob) -> bytes:
    """Erase old names, and return the number of matches and tournaments that lost them."""
    days = current_settings().erase_after_days
    return str(erase_old(days, now(), lambda: leased_job.report_progress(0))).encode()
