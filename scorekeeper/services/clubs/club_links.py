"""Links of a club: they make a phone organise or help."""

from typing import Final

from scorekeeper.services.club_acts.club_desk import (
    ClubHelperNamed,
    ClubHelperRemoved,
    ClubRoleTaken,
)
from scorekeeper.services.club_acts.refusals import ClubFault, ClubRefused
from scorekeeper.services.clubs.club_service import CLUBS
from scorekeeper.services.role_links import HelperActs, RoleLinks
from scorekeeper.store.links import CLUB_LINKS

CLUB_ROLE_LINKS: Final = RoleLinks(
    CLUBS,
    CLUB_LINKS,
    HelperActs(
        lambda helper, name: ClubHelperNamed(helper=helper, name=name),
        lambda helper: ClubHelperRemoved(helper=helper),
        lambda role, helper: ClubRoleTaken(role=role, helper=helper),
        lambda code, field: ClubRefused(ClubFault(code, field)),
    ),
    lambda loaded_club: loaded_club.club.helpers,
)
