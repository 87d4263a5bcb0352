"""Links that make a phone organise a club, or help in it."""

from typing import Final

from scorekeeper.club.acts.refusals import ClubRefused
from scorekeeper.club.club_service import CLUB_ROLE_LINKS
from scorekeeper.explain.club_words import club_fault
from scorekeeper.journal.owner import ActRefused
from scorekeeper.web.clubs.blueprint import pages
from scorekeeper.web.clubs.club_rights import club_context, organised_club
from scorekeeper.web.role_link_pages import RoleLinkPages


def _refusal_text(refusal: ActRefused) -> str:
    assert isinstance(refusal, ClubRefused)
    fault = refusal.faults[0]
    return club_fault(fault.code, fault.field)


CLUB_LINK_PAGES: Final = RoleLinkPages(
    CLUB_ROLE_LINKS, "clubs", "club_id", organised_club, club_context, _refusal_text
)
CLUB_LINK_PAGES.add_to(pages, "/c/")
