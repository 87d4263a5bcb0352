"""Give a match back to a phone that wrote it before it lost its cookie."""

from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.matches import MATCHES
from scorekeeper.match.pencil.links import joined_by
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
        loaded_match = MATCHES.find(public_id)
        match_id, role = loaded_match.id, MATCHES.role_of(loaded_match, before)
        if queries.phone_with(lost) != before or role is None or not role.writes:
            return False
        own = MATCH_ROLES.role_of(match_id, phone_id) or _NOTHING
        MATCH_ROLES.set_role(match_id, before, role._replace(writes=False), now())
        if not own.writes:
            MATCH_ROLES.set_role(match_id, phone_id, own._replace(writes=True), now())
            op_id, joined = new_operation_id(), joined_by("scorer")
            loaded_match = MATCHES.append(loaded_match, phone_id, op_id, joined)
    MATCHES.remember(loaded_match)
    return True
