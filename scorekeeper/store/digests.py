"""A digest of each event: what was written, so that one digit that is another since is noticed.

It is no signature: whoever can write into the database can write the digest, too.
"""

from hashlib import blake2b
from typing import Final

_BYTES: Final = 16


def digest_of(public_id: str, seq: int, op_id: str, kind: str, data: str) -> str:
    """BLAKE2b, in hex, of an event of the match or tournament with this public id.

    `data` is the text of the column as it is stored, which is the same in SQLite and PostgreSQL.
    """
    text = f"{public_id}\n{seq}\n{op_id}\n{kind}\n{data}"
    return blake2b(text.encode(errors="replace"), digest_size=_BYTES).hexdigest()
