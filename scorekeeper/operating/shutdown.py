"""Is this server about to end? The process that is told so tells those that answer.

They share a byte of memory with it, because they are forked from it.
"""

import mmap
from typing import Final

_byte: Final = mmap.mmap(-1, 1)


def announce() -> None:
    """Let all server processes know that the server will end; it still answers."""
    _byte[0] = 1


def is_near() -> bool:
    """Was it announced?"""
    return _byte[0] == 1
