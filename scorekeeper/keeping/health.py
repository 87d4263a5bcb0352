"""Can a match be kept right now, and how large is the database?"""

from tempfile import TemporaryFile
from typing import Final

from sqlalchemy.exc import DatabaseError

from scorekeeper.store import db
from scorekeeper.store.database_checks import Damaged
from scorekeeper.store.job_store import look_at_job_store
from scorekeeper.store.schema import has_other_key, newest_migration


def database_bytes() -> int:
    """How large the database is, with all that belongs to it.

    :raises DatabaseError: it cannot be read.
    :raises DatabaseUnavailable: it was locked too long.
    """
    return db.size()


_PAGE: Final = 4096


def prove_saving() -> None:
    """See that an act could be saved now.

    :raises NotWritable, DatabaseUnavailable: it could not.
    """
    db.health()


def jobs_health() -> dict[str, object]:
    """Can jobs be kept, papers say? Where they cannot, matches are kept all the same."""
    try:
        look_at_job_store()
    except db.DatabaseUnavailable:
        return {"ok": True}  # another process is writing in it
    except db.NotWritable as error:
        return {"ok": False, "fault": error.code}
    except Damaged:
        return {"ok": False, "fault": "DatabaseError"}
    return {"ok": True}


def temporary_health() -> dict[str, object]:
    """Is there room in the temporary folder, where fonts lie while a PDF is made?"""
    try:
        with TemporaryFile(buffering=0) as page:
            page.write(bytes(_PAGE))
    except OSError:
        return {"ok": False, "fault": "NotWritable"}
    return {"ok": True}


def database_health() -> dict[str, object]:
    """The database's kind, version, settings and migration; `ok` is False where it cannot be used.

    A `fault` of another server, whose secret key is not ours, is no reason for this one to stop.
    """
    try:
        found = db.health()
        if has_other_key():
            found["fault"] = "OtherKey"
    except DatabaseError as error:
        return {"ok": False, "fault": type(error.orig).__name__}
    except (db.DatabaseUnavailable, db.NotWritable) as error:
        return {"ok": False, "fault": error.code}
    return {"ok": found["migration"] == newest_migration(), **found}
