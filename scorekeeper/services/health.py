"""Can a match be kept right now?"""

from sqlalchemy.exc import DatabaseError

from scorekeeper.store import db
from scorekeeper.store.connections import has_other_key
from scorekeeper.store.schema import newest_migration


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
