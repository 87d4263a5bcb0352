"""What a job is made of and what it made, under its name, where every server reaches it.

They are kept by the queue and not in the database: sheets hold the scorers' links, of which the
database, and so every backup, has the hashes alone.
"""

import zlib
from contextlib import suppress
from typing import Final

from scorekeeper.store.faults import Busy, NotWritable
from scorekeeper.store.queue import queue

_ASKED: Final = "asked "
_MADE: Final = "made "


def keep_asked(name: str, content: bytes) -> None:
    """Keep what the job is made of.

    :raises NotWritable, Busy: it cannot be kept.
    """
    queue().put(_asked(name), zlib.compress(content, 1))


def asked(name: str) -> bytes | None:
    """What the job is made of."""
    kept = queue().get(_asked(name))
    return None if kept is None else zlib.decompress(kept)


def drop_asked(name: str) -> None:
    """Nobody makes it any more."""
    queue().remove(_asked(name))


def keep_made(name: str, content: bytes) -> None:
    """Keep what the job made.

    :raises NotWritable, Busy: it cannot be kept.
    """
    queue().put(_made(name), content)


def made(name: str) -> bytes | None:
    """What the job made, while it is kept."""
    return queue().get(_made(name))


def is_made(name: str) -> bool:
    """Is what the job made still kept?"""
    return queue().has(_made(name))


def drop_all(name: str) -> None:
    """Keep nothing of the job."""
    for key in (_asked(name), _made(name)):
        queue().remove(key)


def names() -> set[str]:
    """The names of the jobs of which something is kept."""
    kept = queue().names()
    return {
        one.removeprefix(what) for one in kept for what in (_ASKED, _MADE) if one.startswith(what)
    }


def forget_dropped() -> None:
    """Let what was dropped stand in no log of the queue's, either: it has names."""
    with suppress(Busy, NotWritable):  # the next one's turn
        queue().forget_overwritten()


def _asked(name: str) -> str:
    return _ASKED + name


def _made(name: str) -> str:
    return _MADE + name
