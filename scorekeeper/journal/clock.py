"""The clock by which matches are written: the server's, unless a story says when it happened."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final

_moment_in_block: Final[ContextVar[datetime | None]] = ContextVar("moment", default=None)


def moment() -> datetime:
    """This moment, in UTC and with its zone."""
    return _moment_in_block.get() or datetime.now(UTC)


def now() -> datetime:
    """This moment as the database stores it: in UTC, without a zone, which SQLite lacks."""
    return moment().replace(tzinfo=None)


@contextmanager
def at(then: datetime) -> Iterator[None]:
    """Let it be this moment, with its zone: for the demo, whose evening is in the past."""
    token = _moment_in_block.set(then.astimezone(UTC))
    try:
        yield
    finally:
        _moment_in_block.reset(token)
