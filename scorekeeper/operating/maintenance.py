"""Maintenance: the server answers that it is looked after, until somebody says that it is done.

It is a file in the instance folder, so that every server process heeds it with the next request,
and that it outlives a restart. Whether it is there is asked for every request: a microsecond.
"""

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

_NAME: Final = "maintenance"


def flag_in(instance: Path) -> str:
    """The file that says so in this folder."""
    return str(instance / _NAME)


def is_on(flag: str) -> bool:
    """Is the server looked after now?"""
    return os.access(flag, os.F_OK)


def begin(flag: str, until: datetime | None) -> None:
    """From now on, and perhaps until then; told again, what is told last holds.

    :raises OSError: the folder cannot be written.
    """
    part = Path(f"{flag}.part")
    part.write_text(until.astimezone(UTC).isoformat() if until else "")
    part.replace(flag)


def end(flag: str) -> bool:
    """It is done; False where it was not on.

    :raises OSError: the folder cannot be written.
    """
    try:
        Path(flag).unlink()
    except FileNotFoundError:
        return False
    return True


def promised_end(flag: str) -> datetime | None:
    """When it is to be done, if somebody has said so; in UTC."""
    try:
        return datetime.fromisoformat(Path(flag).read_text())
    except (OSError, ValueError):
        return None
