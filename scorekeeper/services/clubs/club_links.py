"""Links of a club: they make a phone organise or help.

Each is a secret of 256 random bits, shown once and kept as a hash; it opens any number of phones
until a newer one takes its place.
"""

from typing import NamedTuple, cast

from scorekeeper.services.club_acts.club_helper_acts import ClubHelperNamed, ClubHelperRemoved
from scorekeeper.services.club_acts.meta import ClubRoleTaken
from scorekeeper.services.club_acts.refusals import ClubFault, ClubRefused
from scorekeeper.services.clubs.club_service import (
    LoadedClub,
    append_to_club,
    begin_in_club,
    find_club,
    role_in_club,
)
from scorekeeper.services.clubs.club_state import ClubHelper
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
    number: int = 0
    """Of a helper's link: the helper's number; 0 where it has no name."""

    @property
    def helper(self) -> ClubHelper | None:
        """The helper whose link it is; None for an organiser's, or without a name."""
        return self.loaded_club.club.helper(self.number) if self.number else None


def make_club_link(public_id: str, phone_id: int | None, role: TakenRole, helper: int = 0) -> str:
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
        return _add_link(loaded_club, role, helper)


def name_club_helper(public_id: str, phone_id: int | None, name: str) -> tuple[int, str]:
    """The number of a new helper of this name, and the secret of the link that is for nobody else.

    :raises NoClub, NotAllowed: as of `make_club_link`.
    :raises ClubRefused: a helper is called so already, or it is no name.
    """
    with writing(public_id):
        loaded_club = _find_organised(public_id, phone_id)
        if not name:
            raise ClubRefused(ClubFault("no_helper_name", "name"))
        number = max((one.number for one in loaded_club.club.helpers), default=0) + 1
        body = ClubHelperNamed(helper=number, name=name)
        append_to_club(loaded_club, phone_id, new_operation_id(), body)
        return number, _add_link(loaded_club, "helper", number)


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
        CLUB_LINKS.end(loaded_club.id, [_opens("helper", number)], now())
        if helper is not None:
            CLUB_ROLES.remove_roles(loaded_club.id, helper.phones)
    return loaded_club


def _find_organised(public_id: str, phone_id: int | None) -> LoadedClub:
    loaded_club = find_club(public_id)
    if role_in_club(loaded_club, phone_id) != "organiser":
        raise NotAllowed
    return loaded_club


def _add_link(loaded_club: LoadedClub, role: TakenRole, helper: int) -> str:
    secret, at, opens = new_secret(), now(), _opens(role, helper)
    CLUB_LINKS.end(loaded_club.id, [opens], at)
    CLUB_LINKS.add({loaded_club.id: hash_of(secret)}, opens, at)
    return secret


def _opens(role: TakenRole, helper: int) -> str:
    """What is stored of a link: its role, and whose it is where it is a helper's with a name."""
    return f"{role} {helper}" if helper else role


def look_up_club(secret: str) -> OpenedClub:
    """Look up what the link with this secret opens.

    :raises UnknownLink: it opens nothing.
    """
    link = _open_link(secret)
    role, _, number = link.opens.partition(" ")
    return OpenedClub(find_club(link.public_id), cast(TakenRole, role), int(number or 0))


def open_club_link(secret: str, phone_id: int) -> OpenedClub:
    """Make the phone what the link says; an organiser's stays an organiser's.

    :raises UnknownLink: it opens nothing.
    """
    with writing(_open_link(secret).public_id):
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
