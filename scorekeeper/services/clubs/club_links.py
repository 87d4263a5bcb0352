"""Links of a club: they make a phone organise or help.

Each is a secret of 256 random bits, shown once and kept as a hash; it opens any number of phones
until a newer one takes its place.
"""

from typing import NamedTuple, cast

from scorekeeper.services.club_acts.meta import ClubRoleTaken
from scorekeeper.services.clubs.club_service import (
    LoadedClub,
    append_to_club,
    find_club,
    role_in_club,
)
from scorekeeper.services.matches import new_operation_id, now
from scorekeeper.services.phones import enrol_program, hash_of, new_secret
from scorekeeper.services.tournament_acts.meta import TakenRole
from scorekeeper.services.tournaments.links import UnknownLink
from scorekeeper.services.tournaments.service import NotAllowed
from scorekeeper.store.db import writing
from scorekeeper.store.links import CLUB_LINKS, StoredLink
from scorekeeper.store.roles import CLUB_ROLES, TournamentRoleRow


class OpenedClub(NamedTuple):
    """A link's club, and what it makes the phone."""

    loaded_club: LoadedClub
    role: TakenRole


def make_club_link(public_id: str, phone_id: int | None, role: TakenRole) -> str:
    """The secret of a new link, which takes the place of the last one for this role.

    :raises NoClub: there is no such club.
    :raises NotAllowed: this phone does not organise it.
    """
    with writing(public_id):
        loaded_club = find_club(public_id)
        if role_in_club(loaded_club, phone_id) != "organiser":
            raise NotAllowed
        secret, at = new_secret(), now()
        CLUB_LINKS.end(loaded_club.id, [role], at)
        CLUB_LINKS.add({loaded_club.id: hash_of(secret)}, role, at)
        return secret


def look_up_club(secret: str) -> OpenedClub:
    """Look up what the link with this secret opens.

    :raises UnknownLink: it opens nothing.
    """
    link = _open_link(secret)
    return OpenedClub(find_club(link.public_id), cast(TakenRole, link.opens))


def open_club_link(secret: str, phone_id: int) -> OpenedClub:
    """Make the phone what the link says; an organiser's stays an organiser's.

    :raises UnknownLink: it opens nothing.
    """
    with writing(_open_link(secret).public_id):
        loaded_club, role = look_up_club(secret)
        if role_in_club(loaded_club, phone_id) not in (role, "organiser"):
            CLUB_ROLES.set_role(loaded_club.id, phone_id, TournamentRoleRow(role), now())
            body = ClubRoleTaken(role=role)
            loaded_club = append_to_club(loaded_club, phone_id, new_operation_id(), body)
    return OpenedClub(loaded_club, role)


def _open_link(secret: str) -> StoredLink:
    link = CLUB_LINKS.find(hash_of(secret))
    if link is None or not link.is_open:
        raise UnknownLink
    return link


def phone_with_club_link(secret: str, public_id: str) -> int | None:
    """The phone that a program is whose secret is an open link's of this club.

    None where no such link is open.
    """
    link = CLUB_LINKS.find(hash_of(secret))
    if link is None or not link.is_open or link.public_id != public_id:
        return None
    phone_id = enrol_program(secret)
    try:
        open_club_link(secret, phone_id)
    except UnknownLink:  # a moment ago
        return None
    return phone_id
