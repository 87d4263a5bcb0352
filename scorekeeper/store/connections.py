"""The connections of this process, and of others to the same database."""

from scorekeeper.store.db import backend, db


def close_connections() -> None:
    """Close all that are open: before others are made of this process, which must share none."""
    db.engine.dispose()


def has_other_key() -> bool:
    """Is another server connected to the database whose secret key is not ours?

    Forms of the one are refused by the other, and it does not know its tables' links.

    :raises ConnectionLost: the database is not there.
    """
    return backend().has_other_key(db.engine)
