"""A digest of each event: what was written, so that one digit that is another since is noticed.

It is no signature: a process that can write into the database can write the digest, too.
"""

from datetime import datetime
from hashlib import blake2b
from typing import Final

_BYTES: Final = 16
_WITH_MOMENT: Final = "2:"
"""How a digest begins that covers moment and phone, too. It is as long as the first."""


def digest_of(
    public_id: str, seq: int, op_id: str, kind: str, data: str, at: datetime, phone_id: int
) -> str:
    """BLAKE2b of an event of the match or tournament with this public id, as it is stored.

    `data` is the text of the column and `at` the moment without a zone, which are the same in
    SQLite and PostgreSQL.
    """
    text = f"{public_id}\n{seq}\n{op_id}\n{kind}\n{data}\n{at.isoformat()}\n{phone_id}"
    return _WITH_MOMENT + _hash(text, _BYTES - 1)


def first_digest_of(public_id: str, seq: int, op_id: str, kind: str, data: str) -> str:
    """The digest that events were given at first, and keep."""
    return _hash(f"{public_id}\n{seq}\n{op_id}\n{kind}\n{data}", _BYTES)


def is_whole(
    digest: str,
    public_id: str,
    seq: int,
    op_id: str,
    kind: str,
    data: str,
    at: datetime,
    phone_id: int,
) -> bool:
    """Is the event what was written when it was given this digest?"""
    if digest.startswith(_WITH_MOMENT):
        return digest == digest_of(public_id, seq, op_id, kind, data, at, phone_id)
    return digest == first_digest_of(public_id, seq, op_id, kind, data)


def _hash(text: str, size: int) -> str:
    return blake2b(text.encode(errors="replace"), digest_size=size).hexdigest()
