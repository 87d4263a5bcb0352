"""The clock by which matches are written: the server's, unless a story says when it happened."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final

_moment_in_block: Final[ContextVar[datetime | None]] = ContextVar("told", default=None)


def now() -> datetime:
    """The moment, in UTC."""
    return _moment_in_block.get() or datetime.now(UTC)


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Let it be this moment, with its zone: for the demo, whose evening is in the past."""
    token = _moment_in_block.set(moment.astimezone(UTC))
    try:
        yield
    finally:
        _moment_in_block.reset(token)
