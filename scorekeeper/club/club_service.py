"""Clubs as owners of acts: who may do what in one (`journal.owner`), and its links."""

from typing import Final

from scorekeeper.club.acts.belonging import TournamentBelongs, TournamentLeft
from scorekeeper.club.acts.club_desk import ClubHelperNamed, ClubHelperRemoved, ClubRoleTaken
from scorekeeper.club.acts.refusals import ClubFault, ClubRefused
from scorekeeper.club.club_journal import CLUB_JOURNAL, club_after
from scorekeeper.club.club_state import Club, ClubAct, ClubBody
from scorekeeper.journal.json_values import text_in
from scorekeeper.journal.owner import Loaded, NotAllowed, Organised, Role
from scorekeeper.match.acts.body import Full
from scorekeeper.store.links import CLUB_LINKS
from scorekeeper.store.owner_rows import CLUB_HEADS
from scorekeeper.store.roles import CLUB_ROLES
from scorekeeper.tournament.role_links import HelperActs, RoleLinks
from scorekeeper.tournament.service import TOURNAMENTS

MOST_CLUB_ACTS: Final = 20_000
"""Two thousand persons, each changed some times, and twenty years of tournaments are fewer."""
RESERVED_CLUB_ACTS: Final = 1_000
"""So many more, by which its organiser goes on when helpers have filled it."""


class ClubFull(Full):
    """The club has as many acts as one may have; nothing changed."""

    page = "CLUB_FULL"


class LoadedClub(Loaded[Club]):
    """A club as it was loaded."""

    __slots__ = ()

    @property
    def club(self) -> Club:
        """What its acts come to."""
        return self.state


class _Clubs(Organised[LoadedClub, Club, ClubBody, ClubAct]):
    """Finds clubs, and writes in them."""

    def state_after(self, loaded: LoadedClub, act: ClubAct) -> Club:
        most = MOST_CLUB_ACTS + (0 if act.body.is_for_helpers else RESERVED_CLUB_ACTS)
        if loaded.club.revision >= most and not act.body.is_erasing:
            raise ClubFull
        act.body.check(loaded.club)
        return club_after(loaded.club, act)

    def check_right(
        self, loaded: LoadedClub, body: ClubBody, role: Role, phone_id: int | None
    ) -> None:
        """See that a tournament comes by its own organiser, and leaves by its own or the club's.

        :raises NotFound: there is no such tournament.
        :raises NotAllowed: somebody else organises it, or the act is not a helper's as things are.
        """
        if role != "organiser" and not body.may_be_by_helper(loaded.club):
            raise NotAllowed
        is_leaving = isinstance(body, TournamentLeft) and role != "organiser"
        if isinstance(body, TournamentBelongs) or is_leaving:
            address = text_in(body.fields(), "tournament")
            TOURNAMENTS.find_organised(address, phone_id)


CLUBS: Final = _Clubs(CLUB_JOURNAL, CLUB_HEADS, CLUB_ROLES, LoadedClub, ClubAct)
find_club = CLUBS.find

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
