"""Looks at a file before SQLite opens it, which tells no reason where it cannot."""

import os
from pathlib import Path

from scorekeeper.store.backends.sqlite import with_files_beside
from scorekeeper.store.faults import NoAccess


def look_at(file: Path, *, writes: bool) -> bool:
    """See that this process may open the database, and write it too; is it there?

    :raises NoAccess: it may not, or something else than a file is there.
    """
    for folder in reversed(file.parents):
        if not os.access(folder, os.X_OK):
            raise NoAccess(folder, "enter")
    is_there = file.exists()
    if is_there:
        _look_at_file(file, writes=writes)
    # Also a save into a file that is there makes files beside it.
    if writes and not os.access(file.parent, os.W_OK):
        raise NoAccess(file.parent, "write")
    return is_there


def _look_at_file(file: Path, *, writes: bool) -> None:
    if not file.is_file():
        raise NoAccess(file, "file")
    files = with_files_beside(file)
    for one in files:
        if one.exists() and not os.access(one, os.R_OK):
            raise NoAccess(one, "read")
    if writes:
        for one in (file.with_suffix(".lock"), *files):
            if one.exists() and not os.access(one, os.W_OK):
                raise NoAccess(one, "write")
