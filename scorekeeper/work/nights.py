"""What is done every night: asked for by whoever comes first, and once."""

from datetime import timedelta
from typing import Final
from zoneinfo import ZoneInfo

from flask import current_app

from scorekeeper.services import clock
from scorekeeper.services.jobs.asking import Wanted, ask, job_named
from scorekeeper.services.matches import now
from scorekeeper.work.kinds import NIGHTLY

FIRST_HOUR: Final = timedelta(hours=4)
"""Of the installation's own night. A laptop that sleeps then does it when it wakes."""
AGAIN_AFTER: Final = timedelta(hours=1)
"""What failed is tried again."""


def ask_for_tonights() -> None:
    """Ask for what is wanted and not done yet. Needs an app context.

    :raises Busy: the database was locked too long.
    :raises NotWritable: the disk is full or may not be written.
    """
    for kind, is_wanted in NIGHTLY.items():
        name = f"{kind} {_night()}"
        if is_wanted() and not _failed_just_now(name):
            ask(Wanted(name, kind))


def _night() -> str:
    zone = ZoneInfo(current_app.config["BABEL_DEFAULT_TIMEZONE"])
    return (clock.now().astimezone(zone) - FIRST_HOUR).date().isoformat()


def _failed_just_now(name: str) -> bool:
    told = job_named(name)
    if told is None or told.state != "failed" or told.ended_at is None:
        return False
    return now() - told.ended_at < AGAIN_AFTER
