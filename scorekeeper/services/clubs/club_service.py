"""Keeping clubs: reading them, and writing an act.

As in a tournament each act carries an operation id and the revision it was decided on. It is stale
only where what it rests on was changed since (`ClubBody.rests_on`).
"""

from dataclasses import dataclass, replace
from typing import ClassVar, Final, NamedTuple, cast

from scorekeeper.journal.clock import now
from scorekeeper.journal.identifiers import hash_of, new_public_id
from scorekeeper.journal.json_values import text_in
from scorekeeper.journal.redaction import is_same_body
from scorekeeper.journal.revision import Revision, is_decided_on
from scorekeeper.services.club_acts.belonging import TournamentBelongs, TournamentLeft
from scorekeeper.services.club_acts.body import ClubAct, ClubBody
from scorekeeper.services.club_acts.club_set_ups import ClubCreated
from scorekeeper.services.club_acts.registry import read_body
from scorekeeper.services.clubs.club_journal import CLUB_JOURNAL, club_after
from scorekeeper.services.clubs.club_state import Club
from scorekeeper.services.match_acts.body import Full
from scorekeeper.services.phones import enrol_silent
from scorekeeper.services.tournaments.acts import is_asked_by, request_digest
from scorekeeper.services.tournaments.service import (
    NotAllowed,
    Role,
    find_tournament,
)
from scorekeeper.services.tournaments.service import role_of as role_in_tournament
from scorekeeper.store import club_queries as queries
from scorekeeper.store.checking import DamagedEvent
from scorekeeper.store.db import writing
from scorekeeper.store.roles import CLUB_ROLES, TournamentRoleRow
from scorekeeper.store.streams import CLUB_EVENTS

MOST_CLUB_ACTS: Final = 20_000
"""Two thousand persons, each changed some times, and twenty years of tournaments are fewer."""
RESERVED_CLUB_ACTS: Final = 1_000
"""So many more, by which its organiser goes on when helpers have filled it."""


class NoClub(Exception):
    """There is no such club."""

    page: ClassVar[str] = "NOT_FOUND"


class ClubFull(Full):
    """The club has as many acts as one may have; nothing changed."""

    page = "CLUB_FULL"


class ClubConflict(Exception):
    """Something that the act rests on was changed meanwhile; nothing was written."""

    page: ClassVar[str] = "REVISION_CONFLICT"


class ClubOperationReused(ClubConflict):
    """The operation was done already, with something else in it."""


@dataclass(frozen=True, slots=True)
class LoadedClub:
    """A club as it was loaded: its row id, its address, the phone that it is itself, its state."""

    id: int
    public_id: str
    phone: int
    club: Club

    @property
    def revision(self) -> Revision:
        """The revision that an act is decided on."""
        last = self.club.acts[-1]
        return Revision(last.seq, last.mark)


def find_club(public_id: str) -> LoadedClub:
    """The club with this address.

    :raises NoClub: there is none.
    :raises DamagedEvent: something of it is not what was written.
    """
    row = queries.club_at(public_id)
    if row is None:
        raise NoClub(public_id)
    found = CLUB_JOURNAL.find(public_id)
    if found is None:  # it lost all of its events
        raise DamagedEvent(f"/c/{public_id}/", 1)
    return LoadedClub(row.id, public_id, row.phone_id, found[1])


class ClubList(NamedTuple):
    """The clubs in which a phone has a role, the newest first."""

    clubs: list[LoadedClub]
    damaged: list[str]
    """The addresses of those that are not what was written."""


def club_list_of(phone_id: int) -> ClubList:
    """The clubs in which the phone has a role."""
    found = ClubList([], [])
    for public_id in queries.clubs_of(phone_id):
        try:
            found.clubs.append(find_club(public_id))
        except DamagedEvent:
            found.damaged.append(public_id)
    return found


def clubs_of(phone_id: int) -> list[LoadedClub]:
    """The clubs in which the phone has a role, but for damaged ones."""
    return club_list_of(phone_id).clubs


def role_in_club(loaded_club: LoadedClub, phone_id: int | None) -> Role:
    """The role of this phone in the club."""
    role = CLUB_ROLES.role_of(loaded_club.id, phone_id) if phone_id is not None else None
    return cast(Role, role.role if role else "")


def find_club_role(public_id: str, secret: str | None) -> Role:
    """The role of the phone with this secret in the club with this address."""
    found = CLUB_ROLES.role_with(public_id, hash_of(secret)) if secret else None
    return cast(Role, found[1].role) if found else ""


def create_club(body: ClubCreated, phone_id: int, op_id: str) -> LoadedClub:
    """The new club, which this phone organises.

    Sent again, the same operation returns the club that the first one made.

    :raises ClubRefused: a text of it is unfit.
    :raises ClubOperationReused: the operation id was used for something else.
    """
    body.check_head()
    with writing(op_id):
        event = CLUB_EVENTS.event_with(op_id)
        if event is not None:
            loaded_club = find_club(CLUB_EVENTS.public_id_of(event.owner_id))
            is_same = (event.kind, event.phone_id) == (ClubCreated.kind, phone_id)
            if not is_same or not is_same_body(read_body(event.kind, event.data), body):
                raise ClubOperationReused(loaded_club.public_id)
            return loaded_club
        public_id, phone = new_public_id(), enrol_silent()
        club_id = queries.add_club(public_id, phone, now())
        CLUB_ROLES.set_role(club_id, phone_id, TournamentRoleRow("organiser"), now())
        act = ClubAct(1, body, op_id, now(), phone_id, request_digest(body.data))
        CLUB_JOURNAL.append(club_id, act, public_id=public_id)
    return find_club(public_id)


def write_in_club(
    public_id: str, phone_id: int | None, op_id: str, revision: int, body: ClubBody
) -> LoadedClub:
    """The club after the act; a repeat is answered as the first time.

    :raises NoClub: there is no such club.
    :raises NotAllowed: this phone may not do it.
    :raises ClubConflict: what it rests on is past `revision`, or the operation was something else.
    :raises ClubFull, ClubRefused: the act is not possible.
    :raises DatabaseUnavailable: the database was locked too long.
    """
    with writing(public_id, op_id):
        loaded_club, is_new = begin_in_club(public_id, phone_id, op_id, revision, body)
        return append_to_club(loaded_club, phone_id, op_id, body) if is_new else loaded_club


def begin_in_club(
    public_id: str, phone_id: int | None, op_id: str, revision: int, body: ClubBody
) -> tuple[LoadedClub, bool]:
    """The club, and whether the act is new and may be written. Belongs into a `writing` block.

    :raises NoClub, NotAllowed, ClubConflict: as of `write_in_club`.
    """
    loaded_club = find_club(public_id)
    role = role_in_club(loaded_club, phone_id)
    if not role:
        raise NotAllowed
    event = CLUB_EVENTS.event_with(op_id)
    if event is not None:
        was = (event.owner_id, event.kind, event.phone_id)
        is_same = is_asked_by(event.request_digest, request_digest(body.data))
        if was != (loaded_club.id, body.kind, phone_id) or not is_same:
            raise ClubOperationReused(public_id)
        return loaded_club, False
    is_organiser = role == "organiser"
    if not (is_organiser or body.is_for_club_helpers):
        raise NotAllowed
    if is_stale_in_club(loaded_club.club, revision, body):
        raise ClubConflict(public_id)
    # Behind what is stale: who did not know of it reads what is there now.
    if not (is_organiser or body.may_be_by_helper(loaded_club.club)):
        raise NotAllowed
    _check_owner(body, role, phone_id)
    return loaded_club, True


def is_stale_in_club(club: Club, revision: int, body: ClubBody) -> bool:
    """Was something that the act rests on changed after this revision, or is it another act now?"""
    if not 0 < revision <= club.revision or not is_decided_on(revision, club.acts[revision - 1]):
        return True
    since = (act.body.writes() for act in club.acts[revision:])
    return not body.rests_on().isdisjoint(frozenset().union(*since))


def _check_owner(body: ClubBody, role: Role, phone_id: int | None) -> None:
    """See that a tournament comes by its own organiser, and leaves by its own or the club's.

    :raises NoTournament: there is no such tournament.
    :raises NotAllowed: somebody else organises it.
    """
    is_leaving = isinstance(body, TournamentLeft) and role != "organiser"
    if isinstance(body, TournamentBelongs) or is_leaving:
        address = text_in(body.fields(), "tournament")
        if role_in_tournament(find_tournament(address), phone_id) != "organiser":
            raise NotAllowed


def append_to_club(
    loaded_club: LoadedClub, phone_id: int | None, op_id: str, body: ClubBody
) -> LoadedClub:
    """The club with the act written. Belongs into a `writing` block.

    :raises ClubFull, ClubRefused: the act is not possible.
    """
    club = loaded_club.club
    most = MOST_CLUB_ACTS + (0 if body.is_for_club_helpers else RESERVED_CLUB_ACTS)
    if club.revision >= most and not body.is_erasing:
        raise ClubFull
    body.check(club)
    digest = request_digest(body.data)
    act = ClubAct(club.revision + 1, body, op_id, now(), phone_id, digest)
    CLUB_JOURNAL.append(loaded_club.id, act, public_id=loaded_club.public_id)
    return replace(loaded_club, club=club_after(club, act))
