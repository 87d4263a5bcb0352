"""Announces to all server processes that the server is about to end.

The process that receives the signal shares a byte of memory with those that answer: they are forked
from it.
"""

import mmap
from typing import Final

_byte: Final = mmap.mmap(-1, 1)


def announce() -> None:
    """Announce to all server processes that the server will end; it still answers."""
    _byte[0] = 1


def is_near() -> bool:
    """Was the end of the server announced?"""
    return _byte[0] == 1
