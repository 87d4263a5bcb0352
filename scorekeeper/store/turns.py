"""One writer at a time in a file: a lock in the process and a file lock across processes."""

import fcntl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

from scorekeeper.store.faults import Busy, NotWritable

_POLL: Final = 0.002
_process_lock = threading.Lock()


@contextmanager
def turn_at(database: Path, seconds: float) -> Iterator[None]:
    """The right to write, among all threads and processes of this machine.

    :raises Busy: it could not be had in so many seconds.
    :raises NotWritable: the disk does not take the lock's file.
    """
    deadline = time.monotonic() + seconds
    if not _process_lock.acquire(timeout=seconds):
        raise Busy
    try:
        with _lock_of(database) as file:
            _lock_file(file.fileno(), deadline)
            yield  # closing the file gives the lock back
    finally:
        _process_lock.release()


def _lock_of(database: Path) -> TextIO:
    try:
        return database.with_suffix(".lock").open("w")
    except OSError as error:
        raise NotWritable(str(error)) from error


def _lock_file(descriptor: int, deadline: float) -> None:
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise Busy from None
            time.sleep(_POLL)
        else:
            return
