"""Switches maintenance on and off, and announces the server's end to all its processes.

Maintenance is a file in the instance folder. So every server process heeds it with the next
request, and it outlives a restart. Every request looks for it, in a microsecond.

One process receives the signal to end. It shares a byte of memory with the processes that answer,
which are forked from it.
"""

import mmap
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

_NAME: Final = "maintenance"


def flag_in(instance: Path) -> str:
    """The path of the file that says that maintenance is on."""
    return str(instance / _NAME)


def is_on(flag: str) -> bool:
    """Is maintenance on?"""
    return os.access(flag, os.F_OK)


def begin(flag: str, until: datetime | None) -> None:
    """Begin maintenance, until a promised moment or an unknown one; the last call holds.

    :raises OSError: the folder cannot be written.
    """
    part = Path(f"{flag}.part")
    part.write_text(until.astimezone(UTC).isoformat() if until else "")
    part.replace(flag)


def end(flag: str) -> bool:
    """End maintenance; False where it was not on.

    :raises OSError: the folder cannot be written.
    """
    try:
        Path(flag).unlink()
    except FileNotFoundError:
        return False
    return True


def promised_end(flag: str) -> datetime | None:
    """The promised end of maintenance in UTC, or None."""
    try:
        return datetime.fromisoformat(Path(flag).read_text())
    except (OSError, ValueError):
        return None


_byte: Final = mmap.mmap(-1, 1)


def announce() -> None:
    """Announce to all server processes that the server will end; it still answers."""
    _byte[0] = 1


def is_near() -> bool:
    """Was the end of the server announced?"""
    return _byte[0] == 1
