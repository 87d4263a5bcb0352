"""Makes the nightly backup, as a job."""

import logging

from scorekeeper.config import current_settings
from scorekeeper.keeping import backup
from scorekeeper.keeping.backup import Damaged, DatabaseUnavailable, NoDatabase, NotWritable
from scorekeeper.keeping.proving import Differs
from scorekeeper.work.lease import LeasedJob, NotDone

_log = logging.getLogger(__name__)


def is_wanted() -> bool:
    """Has the operator named a folder?"""
    return current_settings().backups is not None


def make(leased_job: LeasedJob) -> bytes:
    """Make a backup in the operator's folder, and return the name of its file.

    The folder is not made: where its disk is missing, no other one is filled in its place. What is
    damaged is in it as it is, and named in the log.

    :raises NotDone: there is none now; the log says why.
    """
    folder = current_settings().backups
    if folder is None or not folder.is_dir():
        raise NotDone("unkept", f"there is no folder {folder}")
    try:
        new = backup.back_up(folder, lambda: leased_job.report_progress(0))
        backup.rotate(folder, new.file, backup.BACKUPS_TO_KEEP)
    except NotWritable as error:
        raise NotDone("unkept", str(error)) from error
    except (DatabaseUnavailable, Damaged, Differs, NoDatabase) as error:
        raise NotDone("failed", f"{type(error).__name__}: {error}") from error
    for damage in new.damages:
        _log.error("Damaged, in %s: %s", new.file, damage)
    return str(new.file).encode()
