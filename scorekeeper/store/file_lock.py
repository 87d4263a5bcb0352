"""A lock for one writer at a time: within the process, and by a file across processes."""

import fcntl
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

from scorekeeper.store.faults import DatabaseLocked, NotWritable

_POLL: Final = 0.0005
_process_lock = threading.Lock()


@contextmanager
def file_lock(database: Path, seconds: float) -> Iterator[None]:
    """Lock out all other writers, in every thread and process of this machine.

    :raises DatabaseUnavailable: it could not be had in so many seconds.
    :raises NotWritable: the disk does not take the lock's file.
    """
    deadline = time.monotonic() + seconds
    if not _process_lock.acquire(timeout=seconds):
        raise DatabaseLocked
    try:
        with _lock_of(database) as file:
            with _turn_of(database.parent) as turn:
                _lock_file(turn, deadline)
                _lock_file(file.fileno(), deadline)
            yield  # closing the file gives the lock back
    finally:
        _process_lock.release()


def _lock_of(database: Path) -> TextIO:
    try:
        return database.with_suffix(".lock").open("w")
    except OSError as error:
        raise NotWritable(str(error)) from error


@contextmanager
def _turn_of(folder: Path) -> Iterator[int]:
    """Open what only the process that comes next holds, while it waits for the lock.

    A thread that releases the lock and wants it again waits for that: else it would have it, again
    and again, before the other process asks once more.
    """
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _lock_file(descriptor: int, deadline: float) -> None:
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise DatabaseLocked from None
            time.sleep(_POLL)
        else:
            return
