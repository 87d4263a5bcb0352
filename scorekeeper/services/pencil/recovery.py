"""Give a match back to a phone that wrote it before it lost its cookie."""

from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.services.match_journal import MATCH_JOURNAL
from scorekeeper.services.matches import load
from scorekeeper.services.pencil.links import joined_by
from scorekeeper.services.pencil.saying import append
from scorekeeper.store import queries
from scorekeeper.store.db import writing
from scorekeeper.store.roles import MATCH_ROLES, RoleRow

_NOTHING = RoleRow(writes=False, side=None)


def recover_match(public_id: str, lost: str, phone_id: int) -> bool:
    """Did the phone get what the one had whose secret had the hash `lost`, and has no more?

    Only the right to write: a phone that was shut out has none to give.

    :raises NotFound: there is no such match.
    """
    before = queries.phone_with(lost)
    if before is None or before == phone_id:  # most often, and no other writer need wait for it
        return False
    with writing(public_id):
        match_id, loaded_match = load(public_id)
        role = MATCH_ROLES.role_of(match_id, before)
        if queries.phone_with(lost) != before or role is None or not role.writes:
            return False
        own = MATCH_ROLES.role_of(match_id, phone_id) or _NOTHING
        MATCH_ROLES.set_role(match_id, before, role._replace(writes=False), now())
        if not own.writes:
            MATCH_ROLES.set_role(match_id, phone_id, own._replace(writes=True), now())
            loaded_match = append(
                match_id, loaded_match, new_operation_id(), phone_id, joined_by("scorer")
            )
    MATCH_JOURNAL.remember(public_id, loaded_match.ledger)
    return True
