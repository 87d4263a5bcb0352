"""Faults that keep the database from writing."""

from pathlib import Path
from typing import ClassVar, Literal


class DatabaseUnavailable(Exception):
    """The database cannot be used now; a request without an answer may be sent again."""

    code: ClassVar[str] = "Busy"
    """The word for it in `/healthz`, by which monitors know it."""
    page: ClassVar[str] = "BUSY"
    """The page that says it, of `web.errors.ErrorPage`; so of every exception that a page shows."""


class DatabaseLocked(DatabaseUnavailable):
    """The database was locked or overloaded for too long; nothing was written."""


class ConnectionLost(DatabaseUnavailable):
    """The connection to the database was lost; a write without an answer may be stored or not."""

    code = "NoAnswer"
    page = "CONNECTION_LOST"


class NotWritable(Exception):
    """The disk is full or may not be written; nothing was written."""

    code: ClassVar[str] = "NotWritable"
    """The word for it in `/healthz`."""
    page: ClassVar[str] = "NOT_WRITABLE"


Access = Literal["enter", "read", "write", "file"]
"""The missing right to a folder or a file; `file`: the place is a file."""


class NoAccess(NotWritable):
    """This process cannot open the file, which may well be whole; nothing was changed."""

    code = "NoAccess"

    def __init__(self, place: Path, missing: Access) -> None:
        super().__init__(f"no access ({missing}): {place}")
        self.place = place
        """The file, or the folder above it, that is at fault."""
        self.missing = missing
