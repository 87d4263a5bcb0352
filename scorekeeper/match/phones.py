"""Registers phones and finds their roles. 256 random bits in its cookie identify a phone."""

import hashlib
from typing import NamedTuple, cast

from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import hash_of, new_secret
from scorekeeper.match.matches import MATCHES, LoadedMatch
from scorekeeper.rules.model import Side
from scorekeeper.store import queries
from scorekeeper.store.db import writing
from scorekeeper.store.match_reader import ReaderForPage
from scorekeeper.store.roles import MATCH_ROLES, RoleRow
from scorekeeper.store.tournament_queries import TournamentTableRow


def find_phone(secret: str | None) -> int | None:
    """The phone with this secret, or None."""
    return queries.phone_with(hash_of(secret)) if secret else None


class PhoneRole(NamedTuple):
    """A phone's rights in a match."""

    writes: bool = False
    """Does it hold the pencil?"""
    side: Side | None = None
    """The side that it answers for."""
    phone: int | None = None
    """The phone; None for one that only watches."""


WATCHER = PhoneRole()
"""The role of a phone that has the match's address and nothing else."""


def find_role(secret: str | None, public_id: str) -> PhoneRole:
    """The role of the phone with this secret in the match with this address."""
    found = MATCH_ROLES.role_with(public_id, hash_of(secret)) if secret else None
    return _phone_role(*found) if found else WATCHER


def _phone_role(phone_id: int | None, role: RoleRow) -> PhoneRole:
    return PhoneRole(role.writes, cast("Side | None", role.side), phone_id)


def roles_of(phone_id: int | None) -> dict[str, PhoneRole]:
    """The roles by the addresses of the matches in which the phone writes or answers for a side."""
    rights = queries.rights_of(phone_id) if phone_id is not None else []
    return {public_id: _phone_role(phone_id, role) for _match_id, public_id, role in rights}


class SeenMatch(NamedTuple):
    """A match as a phone sees it."""

    loaded_match: LoadedMatch
    phone_id: int | None
    """The phone, where it is known here at all."""
    role: PhoneRole
    """Its role in the match."""
    table: TournamentTableRow | None
    """The table of a tournament at which it is played."""


def see_match(secret: str | None, public_id: str) -> SeenMatch:
    """The match with this address, and the phone with this secret, by one look into the database.

    :raises NotFound: there is no such match.
    :raises DamagedEvent: an event of it is not as it was written.
    """
    reader = ReaderForPage(hash_of(secret) if secret else None)
    loaded_match = MATCHES.find(public_id, reader.read_events)
    role = _phone_role(reader.phone_id, reader.role) if reader.role else WATCHER
    return SeenMatch(loaded_match, reader.phone_id, role, reader.table)


def enrol_phone(secret: str | None = None) -> tuple[int, str]:
    """The phone with this secret, or a new one, and the secret to give it."""
    secret = secret or new_secret()
    digest = hash_of(secret)
    with writing(digest):
        phone_id = queries.phone_with(digest)
        if phone_id is None:
            phone_id = queries.add_phone(digest, now())
    return phone_id, secret


def find_sender(secret: str) -> int | None:
    """The phone that sent a form, as long as it may have lost the answer and its secret with it.

    A second act in its matches shows that the phone has the secret. The form's secret is public by
    then: a match shows its readers the operation that started it.
    """
    phone_id = find_phone(secret)
    return phone_id if phone_id is not None and queries.acts_by(phone_id) <= 1 else None


def enrol_sender(secret: str) -> tuple[int, str]:
    """The phone that sends a form, and its secret: this one for the first form and its repeats."""
    is_free = find_phone(secret) is None or find_sender(secret) is not None
    return enrol_phone(secret if is_free else None)


def come_back(lost: str, secret: str) -> int | None:
    """The phone whose secret had this hash; it is known by this new secret from now on, alone.

    What it may do stays as it is: a right that was taken from it meanwhile does not come back.
    None where there is no such phone. A phone whose answer was lost comes back again.
    """
    digest = hash_of(secret)
    with writing(digest, lost):
        phone_id = queries.phone_with(lost)
        if phone_id is None:
            return queries.phone_with(digest)
        if queries.phone_with(digest) is not None:
            return None
        queries.set_secret(phone_id, digest)
    return phone_id


def enrol_program(secret: str) -> int:
    """Return the phone of a program that shows this link's secret: the same one each time.

    Its digest differs from those of phones' secrets. So the link's secret does not work as this
    phone's cookie or bearer secret. It counts only while the link is open.
    """
    digest = hashlib.sha3_256(secret.encode()).hexdigest()
    with writing(digest):
        return queries.phone_with(digest) or queries.add_phone(digest, now())
