"""Rights in a tournament or a club through the API: its organiser writes all, a helper less.

The secret is a phone's, like that of the one that began it, or that of an open organiser's
or helpers' link; or it is the cookie of a page of ours (`access`).
"""

from typing import NamedTuple

from flask import Response, request

from scorekeeper.i18n import _
from scorekeeper.services.phones import enrol_phone
from scorekeeper.services.tournaments import links
from scorekeeper.services.tournaments.service import (
    LoadedTournament,
    NotAllowed,
    Role,
    find_tournament,
    role_of,
)
from scorekeeper.web.api.access import requesting_phone, unauthorized
from scorekeeper.web.api.answers import problem
from scorekeeper.web.api.blueprint import pages


class Member(NamedTuple):
    """A phone that may write in the tournament."""

    loaded_tournament: LoadedTournament
    phone: int
    role: Role


class NotMember(Exception):
    """No secret, a wrong one, or one that is good for other tournaments only."""


def member_of(public_id: str) -> Member:
    """The phone that asks, as organiser or helper.

    :raises NoTournament: there is no such tournament.
    :raises NotMember: the phone may only read it.
    """
    loaded_tournament = find_tournament(public_id)  # 404 before 401
    phone_id = requesting_phone(public_id, links.phone_with_link)
    role = role_of(loaded_tournament, phone_id)
    if phone_id is None or not role:
        raise NotMember
    return Member(loaded_tournament, phone_id, role)


def organiser_of(public_id: str) -> Member:
    """The phone that asks, as organiser.

    :raises NoTournament, NotMember: as of `member_of`.
    :raises NotAllowed: a helper asks.
    """
    member = member_of(public_id)
    if member.role != "organiser":
        raise NotAllowed
    return member


def organiser_that_starts() -> tuple[int, str]:
    """The phone that will organise what is begun, and its secret: that which is sent, or a new one.

    One secret may organise a club and all of its tournaments.

    :raises NotMember: a secret is sent that is no phone's.
    """
    if "Authorization" not in request.headers:
        return enrol_phone()
    phone_id = requesting_phone("", lambda *_: None)
    if phone_id is None or request.authorization is None:
        raise NotMember
    return phone_id, request.authorization.token or ""


@pages.errorhandler(NotMember)
def _on_not_member(_error: NotMember) -> Response:
    return unauthorized(
        _("Only the organiser's or a helper's secret may do this"),
        _("Send it as Authorization: Bearer. It was shown once, with what it opens or its link."),
        "unauthorized",
    )


@pages.errorhandler(NotAllowed)
def _on_not_allowed(_error: NotAllowed) -> Response:
    return problem(
        403,
        _("Only the organiser may do this"),
        _("Nothing was written. A helper may do less."),
        "organiser_only",
    )
