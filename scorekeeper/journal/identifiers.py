"""Makes operation ids, addresses and secrets, all of random bits."""

import hashlib
import re
import secrets
from typing import Final

_OPERATION_ID: Final = re.compile(r"[0-9a-f]{32}")
_PUBLIC_ID: Final = re.compile(r"[0-9A-Za-z_][0-9A-Za-z_-]{21}")


def new_operation_id() -> str:
    """128 random bits in hex."""
    return secrets.token_hex(16)


def is_operation_id(text: str) -> bool:
    """Is the text what `new_operation_id` gives?"""
    return _OPERATION_ID.fullmatch(text) is not None


def is_public_id(text: str) -> bool:
    """Can a match have this id: 22 characters fit for an address, with no dash at the front?"""
    return _PUBLIC_ID.fullmatch(text) is not None


def new_public_id() -> str:
    """128 random bits. The command line would take a dash at the front for an option."""
    public_id = secrets.token_urlsafe(16)
    return new_public_id() if public_id.startswith("-") else public_id


def new_secret() -> str:
    """256 random bits."""
    return secrets.token_urlsafe(32)


def hash_of(secret: str) -> str:
    """The hash of a secret, as it is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()
