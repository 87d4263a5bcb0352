"""The clock by which matches are written: the server's, unless a story says when it happened."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final

_told: Final[ContextVar[datetime | None]] = ContextVar("told", default=None)


def now() -> datetime:
    """The moment, in UTC."""
    return _told.get() or datetime.now(UTC)


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Let it be this moment, with its zone: for the demo, whose evening is told afterwards."""
    token = _told.set(moment.astimezone(UTC))
    try:
        yield
    finally:
        _told.reset(token)
