"""Phones: who may write. A phone is known by 256 random bits in its cookie, stored as a hash."""

import hashlib
import secrets
from datetime import UTC, datetime

from scorekeeper.store import queries
from scorekeeper.store.db import writing


def find_phone(secret: str | None) -> int | None:
    """The phone with this secret, or None."""
    return queries.phone_with(_hash(secret)) if secret else None


def may_write(secret: str | None, public_id: str) -> bool:
    """May the phone with this secret write in the match with this address?"""
    return bool(secret) and queries.is_scorer_with(public_id, _hash(secret or ""))


def new_secret() -> str:
    """256 random bits."""
    return secrets.token_urlsafe(32)


def enrol_phone(secret: str | None = None) -> tuple[int, str]:
    """The phone with this secret, or a new one, and the secret to give it."""
    secret = secret or new_secret()
    with writing():
        phone_id = queries.phone_with(_hash(secret))
        if phone_id is None:
            now = datetime.now(UTC).replace(tzinfo=None)
            phone_id = queries.add_phone(_hash(secret), now)
    return phone_id, secret


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
