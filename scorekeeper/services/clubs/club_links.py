"""Links of a club: they make a phone organise or help."""

from typing import NamedTuple

from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.services.club_acts.body import ClubFault, ClubRefused
from scorekeeper.services.club_acts.club_desk import (
    ClubHelperNamed,
    ClubHelperRemoved,
    ClubRoleTaken,
)
from scorekeeper.services.clubs.club_service import (
    LoadedClub,
    append_to_club,
    begin_in_club,
    find_club,
    role_in_club,
)
from scorekeeper.services.clubs.club_state import ClubHelper
from scorekeeper.services.role_links import CLUB_ROLE_LINKS, LinkRole, next_helper_number
from scorekeeper.services.tournaments.service import NotAllowed
from scorekeeper.store.db import writing
from scorekeeper.store.roles import CLUB_ROLES, TournamentRoleRow


class OpenedClub(NamedTuple):
    """A link's club, and what it makes the phone."""

    loaded_club: LoadedClub
    role: LinkRole
    number: int = 0
    """Of a helper's link: the helper's number; 0 where it has no name."""

    @property
    def helper(self) -> ClubHelper | None:
        """The helper whose link it is; None for an organiser's, or without a name."""
        return self.loaded_club.club.helper(self.number) if self.number else None


def make_club_link(public_id: str, phone_id: int | None, role: LinkRole, helper: int = 0) -> str:
    """The secret of a new link, which takes the place of the last one for this role or helper.

    A helper who was removed helps again as soon as it is opened.

    :raises NoClub: there is no such club.
    :raises NotAllowed: this phone does not organise it.
    :raises ClubRefused: there is no such helper.
    """
    with writing(public_id):
        loaded_club = _find_organised(public_id, phone_id)
        found = loaded_club.club.helper(helper) if helper else None
        if helper and found is None:
            raise ClubRefused(ClubFault("no_helper", "helper"))
        if found is not None and found.is_removed:
            body = ClubHelperNamed(helper=helper, name=found.name)
            append_to_club(loaded_club, phone_id, new_operation_id(), body)
        return CLUB_ROLE_LINKS.add(loaded_club.id, role, helper)


def name_club_helper(public_id: str, phone_id: int | None, name: str) -> tuple[int, str]:
    """The number of a new helper of this name, and the secret of the link that is for nobody else.

    :raises NoClub, NotAllowed: as of `make_club_link`.
    :raises ClubRefused: a helper is called so already, or it is no name.
    """
    with writing(public_id):
        loaded_club = _find_organised(public_id, phone_id)
        if not name:
            raise ClubRefused(ClubFault("no_helper_name", "name"))
        number = next_helper_number(loaded_club.club.helpers)
        body = ClubHelperNamed(helper=number, name=name)
        append_to_club(loaded_club, phone_id, new_operation_id(), body)
        return number, CLUB_ROLE_LINKS.add(loaded_club.id, "helper", number)


def remove_club_helper(
    public_id: str, phone_id: int | None, op_id: str, revision: int, number: int
) -> LoadedClub:
    """The club without this helper: the link is ended, and its phones only read.

    :raises NoClub, NotAllowed, ClubConflict, ClubRefused: as of `write_in_club`.
    """
    with writing(public_id, op_id):
        body = ClubHelperRemoved(helper=number)
        loaded_club, is_new = begin_in_club(public_id, phone_id, op_id, revision, body)
        if not is_new:
            return loaded_club
        helper = loaded_club.club.helper(number)
        loaded_club = append_to_club(loaded_club, phone_id, op_id, body)
        CLUB_ROLE_LINKS.end_helpers(loaded_club.id, number)
        if helper is not None:
            CLUB_ROLES.remove_roles(loaded_club.id, helper.phones)
    return loaded_club


def _find_organised(public_id: str, phone_id: int | None) -> LoadedClub:
    loaded_club = find_club(public_id)
    if role_in_club(loaded_club, phone_id) != "organiser":
        raise NotAllowed
    return loaded_club


def look_up_club(secret: str) -> OpenedClub:
    """Look up what the link with this secret opens.

    :raises UnknownLink: it opens nothing.
    """
    link = CLUB_ROLE_LINKS.look_up(secret)
    return OpenedClub(find_club(link.public_id), link.role, link.helper)


def open_club_link(secret: str, phone_id: int) -> OpenedClub:
    """Make the phone what the link says; an organiser's stays an organiser's.

    :raises UnknownLink: it opens nothing.
    """
    with writing(CLUB_ROLE_LINKS.look_up(secret).public_id):
        opened = look_up_club(secret)
        loaded_club, role, number = opened
        has = role_in_club(loaded_club, phone_id)
        if has != "organiser" and (has != role or not _helps_as(opened, phone_id)):
            CLUB_ROLES.set_role(loaded_club.id, phone_id, TournamentRoleRow(role), now())
            body = ClubRoleTaken(role=role, helper=number)
            loaded_club = append_to_club(loaded_club, phone_id, new_operation_id(), body)
    return opened._replace(loaded_club=loaded_club)


def _helps_as(opened: OpenedClub, phone_id: int) -> bool:
    helper = opened.loaded_club.club.helper(opened.number)
    return helper is not None and phone_id in helper.phones


def phone_with_club_link(secret: str, public_id: str) -> int | None:
    """The phone that a program is whose secret is an open link's of this club.

    None where no such link is open.
    """
    return CLUB_ROLE_LINKS.phone_of_program(secret, public_id, open_club_link)
