"""The connections of this process."""

from scorekeeper.store.db import db


def close_connections() -> None:
    """Close all that are open: before workers are made of this process, which must share none."""
    db.engine.dispose()
