"""What the database tells whoever runs the server: how much of it there is."""

from scorekeeper.store import db


def database_bytes() -> int:
    """How large the database is, with all that belongs to it.

    :raises DatabaseError: it cannot be read.
    :raises Busy: it was locked too long.
    """
    return db.size()
