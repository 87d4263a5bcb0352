"""All matches, tournaments and clubs that a phone may write, and signing it out of them."""

from typing import NamedTuple, cast

from scorekeeper.club.club_service import CLUBS, LoadedClub
from scorekeeper.journal.identifiers import hash_of, new_secret
from scorekeeper.journal.organised import Role
from scorekeeper.match.match_journal import MATCH_JOURNAL
from scorekeeper.match.matches import LoadedMatch
from scorekeeper.rules.model import Side
from scorekeeper.store import queries
from scorekeeper.store.db import writing
from scorekeeper.store.roles import CLUB_ROLES, MATCH_ROLES, TOURNAMENT_ROLES
from scorekeeper.tournament.service import TOURNAMENTS, LoadedTournament


class InMatch(NamedTuple):
    """A match in which the phone writes, or answers for a side."""

    loaded_match: LoadedMatch
    writes: bool
    side: Side | None
    is_alone: bool
    """Does no other phone write in it?"""

    @property
    def is_left(self) -> bool:
        """Would no phone be left to go on with the match, once this one is signed out?"""
        return self.is_alone and not self.loaded_match.ledger.standing.is_over


class InTournament(NamedTuple):
    """A tournament that the phone organises, or helps in."""

    loaded_tournament: LoadedTournament
    role: Role
    is_alone: bool
    """Does no other phone organise it?"""


class InClub(NamedTuple):
    """A club that the phone organises, or helps in."""

    loaded_club: LoadedClub
    role: Role
    is_alone: bool
    """Does no other phone organise it?"""


def has_rights(phone_id: int) -> bool:
    """May the phone do something in any match, tournament or club, damaged ones included?"""
    return bool(
        queries.rights_of(phone_id) or TOURNAMENTS.is_any_of(phone_id) or CLUBS.is_any_of(phone_id)
    )


def matches_with_rights(phone_id: int) -> list[InMatch]:
    """The undamaged matches in which the phone may do something, the newest first."""
    rows, alone = queries.rights_of(phone_id), MATCH_ROLES.alone_in_charge(phone_id)
    ledgers = dict(
        MATCH_JOURNAL.find_all([(match_id, address) for match_id, address, _role in rows])
    )
    return [
        InMatch(
            LoadedMatch(address, ledgers[address]),
            role.writes,
            cast("Side | None", role.side),
            address in alone,
        )
        for _match_id, address, role in rows
        if address in ledgers
    ]


def tournaments_with_rights(phone_id: int) -> list[InTournament]:
    """The undamaged tournaments in which the phone may do something, the newest first."""
    alone = TOURNAMENT_ROLES.alone_in_charge(phone_id)
    return [
        InTournament(
            loaded_tournament,
            TOURNAMENTS.role_of(loaded_tournament, phone_id),
            loaded_tournament.public_id in alone,
        )
        for loaded_tournament in TOURNAMENTS.whole_of(phone_id)
    ]


def clubs_with_rights(phone_id: int) -> list[InClub]:
    """The undamaged clubs in which the phone may do something, the newest first."""
    alone = CLUB_ROLES.alone_in_charge(phone_id)
    return [
        InClub(one, CLUBS.role_of(one, phone_id), one.public_id in alone)
        for one in CLUBS.whole_of(phone_id)
    ]


def sign_out(phone_id: int) -> None:
    """End all rights of the phone, and make its secret and proofs worthless.

    Its rights in tournaments and clubs end with its secret, which is replaced by an unknown one.
    """
    with writing(f"phone-{phone_id}"):
        queries.end_roles_of(phone_id)
        queries.set_secret(phone_id, hash_of(new_secret()))
