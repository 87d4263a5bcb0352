"""Rights in a club through the API: as in a tournament (`members`)."""

from typing import NamedTuple

from flask import request

from scorekeeper.services.clubs.club_links import phone_with_club_link
from scorekeeper.services.clubs.club_service import LoadedClub, find_club, role_in_club
from scorekeeper.services.tournaments.service import NotAllowed, Role
from scorekeeper.web.api.access import requesting_phone
from scorekeeper.web.api.members import NotMember
from scorekeeper.web.request_roles import act_in_club_as


class ClubMember(NamedTuple):
    """A phone that may write in the club."""

    loaded_club: LoadedClub
    phone: int
    role: Role


def club_member_of(public_id: str) -> ClubMember:
    """The phone that asks, as organiser or helper.

    :raises NoClub: there is no such club.
    :raises NotMember: the phone may only read it.
    """
    loaded_club = find_club(public_id)  # 404 before 401
    phone_id = requesting_phone(public_id, phone_with_club_link)
    role = role_in_club(loaded_club, phone_id)
    if phone_id is None or not role:
        raise NotMember
    return ClubMember(loaded_club, phone_id, role)


def club_organiser_of(public_id: str) -> ClubMember:
    """The phone that asks, as organiser.

    :raises NoClub, NotMember: as of `club_member_of`.
    :raises NotAllowed: a helper asks.
    """
    member = club_member_of(public_id)
    if member.role != "organiser":
        raise NotAllowed
    return member


def read_club(public_id: str) -> LoadedClub:
    """The club, of which its own are told more: all that is shown follows their role.

    :raises NoClub, NotMember: as of `club_member_of`, where a secret is sent.
    """
    role: Role = ""
    loaded_club = find_club(public_id)
    if "Authorization" in request.headers:
        loaded_club, _phone, role = club_member_of(public_id)
    act_in_club_as(public_id, role)
    return loaded_club
