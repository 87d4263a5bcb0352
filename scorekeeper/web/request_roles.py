"""The asking phone's role in a match, tournament or club, and a match's place: looked up once a
request.
"""

from flask import g

from scorekeeper.club.club_service import CLUBS
from scorekeeper.journal.organised import Role
from scorekeeper.match.matches import LoadedMatch
from scorekeeper.match.phones import PhoneRole, find_role, see_match
from scorekeeper.tournament.places import TablePlace, place_at, place_of
from scorekeeper.tournament.service import TOURNAMENTS
from scorekeeper.web.phone_identity import phone_secret


def role_in(public_id: str) -> PhoneRole:
    """The role of the asking phone in this match, as it was when the request first needed it."""
    roles: dict[str, PhoneRole] = g.setdefault("roles", {})
    if public_id not in roles:
        roles[public_id] = find_role(phone_secret(), public_id)
    return roles[public_id]


def open_match(public_id: str) -> LoadedMatch:
    """The match, and with it the asking phone and its role, which are not looked up again.

    :raises NotFound: there is no such match.
    :raises DamagedEvent: something of it is not what was written.
    """
    seen_match = see_match(phone_secret(), public_id)
    g.phone_id = seen_match.phone_id
    g.setdefault("roles", {})[public_id] = seen_match.role
    g.setdefault("tables", {})[public_id] = seen_match.table
    return seen_match.loaded_match


def place_in(public_id: str) -> TablePlace | None:
    """The table at which this match is played, as it was when the request opened the match."""
    tables = g.get("tables", {})
    return place_at(tables[public_id]) if public_id in tables else place_of(public_id)


def role_in_tournament(public_id: str) -> Role:
    """The role of the asking phone in this tournament, as it was when first needed."""
    roles: dict[str, Role] = g.setdefault("tournament_roles", {})
    if public_id not in roles:
        roles[public_id] = TOURNAMENTS.role_with(public_id, phone_secret())
    return roles[public_id]


def act_in_club_as(public_id: str, role: Role) -> None:
    """Let the request have this role in the club: a program shows no cookie."""
    g.setdefault("club_roles", {})[public_id] = role


def role_in_club(public_id: str) -> Role:
    """The role of the asking phone in this club, as it was when first needed."""
    roles: dict[str, Role] = g.setdefault("club_roles", {})
    if public_id not in roles:
        roles[public_id] = CLUBS.role_with(public_id, phone_secret())
    return roles[public_id]
