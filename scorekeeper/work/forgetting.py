"""The erasing of names that have become old, as a job of the night."""

from flask import current_app

from scorekeeper.services.aging import erase_old
from scorekeeper.services.matches import now
from scorekeeper.work.holding import Hold


def is_wanted() -> bool:
    """Has the operator said after how many days?"""
    return bool(current_app.config["ERASE_AFTER_DAYS"])


def erase(hold: Hold) -> bytes:
    """Erase names by the operator's setting; how many matches and tournaments lost them."""
    days = current_app.config["ERASE_AFTER_DAYS"]
    return str(erase_old(days, now(), lambda: hold.at(0))).encode()
