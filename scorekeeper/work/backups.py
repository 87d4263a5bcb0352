"""The backup of the night, as a job."""

from pathlib import Path

from flask import current_app

from scorekeeper.services import backup
from scorekeeper.services.backup import Busy, Damaged, NoDatabase, NotWritable
from scorekeeper.services.proving import Differs
from scorekeeper.work.holding import Hold, NotDone


def is_wanted() -> bool:
    """Has the operator named a folder?"""
    return current_app.config["BACKUPS"] is not None


def make(hold: Hold) -> bytes:
    """A new backup in the operator's folder; the name of its file.

    The folder is not made: where its disk is missing, no other one is filled in its place.

    :raises NotDone: there is none now; the log says why.
    """
    folder: Path | None = current_app.config["BACKUPS"]
    if folder is None or not folder.is_dir():
        raise NotDone("unkept", f"there is no folder {folder}")
    try:
        made = backup.back_up(folder, lambda: hold.at(0))
        backup.rotate(folder, made.file, backup.KEPT)
    except NotWritable as error:
        raise NotDone("unkept", str(error)) from error
    except (Busy, Damaged, Differs, NoDatabase) as error:
        raise NotDone("failed", f"{type(error).__name__}: {error}") from error
    return str(made.file).encode()
