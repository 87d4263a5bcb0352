"""Links that make a phone organise a tournament, or help in it."""

from typing import Final

from scorekeeper.explain import tournament_words as words
from scorekeeper.journal.owner import ActRefused
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.links import TOURNAMENT_ROLE_LINKS
from scorekeeper.web.role_link_pages import RoleLinkPages
from scorekeeper.web.tournaments.blueprint import pages
from scorekeeper.web.tournaments.rights import context_of, organised


def _refusal_text(refusal: ActRefused) -> str:
    assert isinstance(refusal, TournamentRefused)
    return words.FAULTS.say(refusal.faults[0].code)


TOURNAMENT_LINK_PAGES: Final = RoleLinkPages(
    TOURNAMENT_ROLE_LINKS,
    "tournaments",
    "tournament_id",
    organised,
    context_of,
    _refusal_text,
)
TOURNAMENT_LINK_PAGES.add_to(pages, "/t/")
