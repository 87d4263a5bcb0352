"""Faults that keep the database from writing."""

from typing import ClassVar


class DatabaseUnavailable(Exception):
    """The database cannot be used now; what was not acknowledged may be asked for again."""

    code: ClassVar[str] = "Busy"
    """The word for it in `/healthz`, by which monitors know it."""
    page: ClassVar[str] = "BUSY"
    """The page that says it, of `web.errors.ErrorPage`; so of every exception that a page shows."""


class DatabaseLocked(DatabaseUnavailable):
    """The database was locked or overloaded for too long; nothing was written."""


class ConnectionLost(DatabaseUnavailable):
    """The connection to the database was lost; what was not acknowledged may be written or not."""

    code = "NoAnswer"
    page = "CONNECTION_LOST"


class NotWritable(Exception):
    """The disk is full or may not be written; nothing was written."""

    code: ClassVar[str] = "NotWritable"
    """The word for it in `/healthz`."""
    page: ClassVar[str] = "NOT_WRITABLE"
