"""Phones: who may write. A phone is known by 256 random bits in its cookie, stored as a hash."""

import hashlib
import secrets
from datetime import UTC, datetime

from scorekeeper.store import queries
from scorekeeper.store.db import writing


def find_phone(secret: str | None) -> int | None:
    """The phone with this secret, or None."""
    return queries.phone_with(_hash(secret)) if secret else None


def enrol_phone() -> tuple[int, str]:
    """A new phone and the secret to give it, which is told this once."""
    secret = secrets.token_urlsafe(32)
    with writing():
        phone_id = queries.add_phone(_hash(secret), datetime.now(UTC).replace(tzinfo=None))
    return phone_id, secret


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
