"""Can a match be kept right now?"""

from typing import Any

from sqlalchemy.exc import DatabaseError

from scorekeeper.store import db
from scorekeeper.store.migrating import newest_migration


def database_health() -> dict[str, Any]:
    """SQLite's version, journal mode and migration; `ok` is False where it cannot be used."""
    try:
        found = db.health()
    except DatabaseError as error:
        return {"ok": False, "fault": type(error.orig).__name__}
    except (db.Busy, db.NotWritable) as error:
        return {"ok": False, "fault": type(error).__name__}
    return {"ok": found["migration"] == newest_migration(), **found}
