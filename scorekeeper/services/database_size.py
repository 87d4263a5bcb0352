"""The size of the database, for the operator."""

from scorekeeper.store import db


def database_bytes() -> int:
    """How large the database is, with all that belongs to it.

    :raises DatabaseError: it cannot be read.
    :raises DatabaseUnavailable: it was locked too long.
    """
    return db.size()
