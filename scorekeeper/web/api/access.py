"""Rights through the API: a match's secret or page, an organiser's or a helper's phone.

In a match the secret is a phone's (`match.phones`) or a scorer's link's. It comes as
`Authorization: Bearer`, or in the cookie of a page of ours. There is no form's token here. So the
cookie counts only if the browser says that such a page sent the request.

In a tournament or a club it is the secret of a phone, such as the one that began it. It may also be
that of an open organiser's or helpers' link, or the cookie of a page of ours.
"""

from collections.abc import Callable
from typing import Final, Generic, NamedTuple

from flask import Response, request
from werkzeug.exceptions import Forbidden

from scorekeeper.club.club_service import CLUB_ROLE_LINKS, LoadedClub, find_club
from scorekeeper.i18n import _
from scorekeeper.journal.act import Act
from scorekeeper.journal.identifiers import is_operation_id
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.organised import OA, OB, OwnedBody, Role
from scorekeeper.journal.owner import L, NotAllowed, S
from scorekeeper.match import links
from scorekeeper.match.matches import NotScorer, is_scorer, may_ask_again
from scorekeeper.match.phones import WATCHER, PhoneRole, enrol_phone, find_phone, see_match
from scorekeeper.operating.logs import NO_EVENT, mark_request
from scorekeeper.rules.model import Problem
from scorekeeper.tournament.role_links import RoleLinks
from scorekeeper.tournament.service import TOURNAMENT_ROLE_LINKS
from scorekeeper.web import limits
from scorekeeper.web.api.blueprint import pages, problem, read_body
from scorekeeper.web.club_operations import CLUB_OPERATIONS
from scorekeeper.web.operation_table import OperationRequest, Operations, Unread, read_named
from scorekeeper.web.phone_identity import (
    act_in_club_as,
    invite_phone,
    is_known_again,
    known_phone,
    open_match,
    role_in,
    sending_phone,
)
from scorekeeper.web.phone_identity import phone_id as phone_of_page
from scorekeeper.web.same_origin import is_from_own_page
from scorekeeper.web.tournament_operations import TOURNAMENT_OPERATIONS

WithLink = Callable[[str, str], int | None]
"""Finds the phone of a program by a link's secret and the address that it should open."""


class Starter(NamedTuple):
    """The phone that asks for a new match."""

    find: Callable[[str], int | None]
    """Its row id, by the match's id. None where it was invited and has written nothing yet."""
    enrol: Callable[[str], int]
    """Its row id; enrols it where it is new. A request that makes no sense enrols no phone."""


class Invited(Exception):
    """The phone has never been here; its cookie goes out with the answer."""


def scorer_of(public_id: str, op_id: str = "") -> int:
    """Return the requesting phone, which may write in this match.

    A phone that has lost that right may still ask for a stored operation. For another phone may
    have sent its operations, from a file.

    :raises NotFound: there is no such match.
    :raises NotScorer: no secret, a wrong one, or one that is good for other matches only.
    """
    role = _role_of_phone(public_id)
    if role.writes and role.phone is not None:
        return role.phone
    phone_id = requesting_phone(public_id, links.phone_with_link)
    if phone_id is None or not (
        is_scorer(public_id, phone_id) or (op_id and may_ask_again(public_id, phone_id, op_id))
    ):
        raise NotScorer
    return phone_id


def _role_of_phone(public_id: str) -> PhoneRole:
    if "Authorization" in request.headers:
        return see_match(_bearer(), public_id).role
    open_match(public_id)
    return role_in(public_id) if is_from_own_page() else WATCHER


def phone_that_starts() -> Starter:
    """Tell how the phone that asks is known, or becomes known, once there is something to write.

    :raises NotScorer: no secret, or a wrong one.
    :raises Invited: it is a page of ours on a phone that has no cookie yet.
    """
    if "Authorization" not in request.headers and is_from_own_page():
        if not is_known_again():
            # Enrolled now it would be another phone, should this answer be lost.
            invite_phone()
            raise Invited
        return Starter(sending_phone, known_phone)
    phone_id = requesting_phone("", links.phone_with_link)
    if phone_id is None:
        raise NotScorer
    return Starter(lambda _id: phone_id, lambda _id: phone_id)


def requesting_phone(public_id: str, phone_with_link: WithLink) -> int | None:
    """The phone whose secret, or whose open link's of this match or tournament, is sent."""
    if "Authorization" not in request.headers:
        return phone_of_page() if is_from_own_page() else None
    secret = _bearer()
    phone_id = find_phone(secret)
    if phone_id is None and secret:
        phone_id = phone_with_link(secret, public_id)
        if phone_id is None:
            limits.count_failed_secret()
    return phone_id


def _bearer() -> str | None:
    authorization = request.authorization
    if authorization is None or authorization.type != "bearer":
        return None
    return authorization.token


@pages.errorhandler(Forbidden)
def _on_foreign(_error: Forbidden) -> Response:
    """`same_origin` refuses what a page of another site sends, whatever it brings."""
    return problem(
        403,
        _("Another site's page sent this"),
        _("Nothing was written. A browser may write here from this site's own pages only."),
        "foreign",
    )


@pages.errorhandler(NotScorer)
def _on_not_scorer(_error: NotScorer) -> Response:
    return unauthorized(
        _("Only the scorer's secret may write here"),
        _("Send it as Authorization: Bearer. It was shown once, with the new match or the link."),
        "unauthorized",
    )


@pages.errorhandler(Invited)
def _on_invited(_error: Invited) -> Response:
    mark_request(NO_EVENT)
    return unauthorized(
        _("This phone was not known yet"),
        _("Nothing was written. It has a cookie now: send the same again."),
        "invited",
    )


def unauthorized(title: str, detail: str, kind: str) -> Response:
    """Answer 401 to a request without a valid secret."""
    response = problem(401, title, detail, kind)
    response.headers["WWW-Authenticate"] = 'Bearer realm="Tefteri"'
    return response


class NotMember(Exception):
    """No secret, a wrong one, or one that is good for others only."""


class Member(NamedTuple, Generic[L]):
    """A phone that may write in the tournament, or the club."""

    loaded: L
    phone: int
    role: Role


class Members(Generic[L, S, OB, OA]):
    """The phones that ask about one kind of owner."""

    def __init__(
        self, operations: Operations[L, S, OB, OA], links: RoleLinks[L, S, OB, OA]
    ) -> None:
        self.operations: Final = operations
        self._owner: Final = operations.owner
        self.links: Final = links

    def requesting(self, public_id: str) -> Member[L]:
        """The phone that asks, as organiser or helper.

        :raises NotFound: there is no such owner.
        :raises NotMember: the phone may only read it.
        """
        loaded = self._owner.find(public_id)  # 404 before 401
        phone_id = requesting_phone(public_id, self.links.phone_of_program)
        role = self._owner.role_of(loaded, phone_id)
        if phone_id is None or not role:
            raise NotMember
        return Member(loaded, phone_id, role)

    def asking(self, public_id: str, op_id: str) -> OperationRequest[L]:
        """The operation that the request brings.

        :raises NotFound, NotMember: as of `requesting`.
        :raises NotJson, Unread: it brings no operation; the error has every problem of its fields.
        """
        member = self.requesting(public_id)
        body = read_body()
        if not is_operation_id(op_id):
            raise Unread(Problem("unknown", "op_id"))
        op, revision, sent, fields = read_named(body, self.operations.forms)
        return OperationRequest(*member, op_id, op, revision, fields, sent)

    def organiser(self, public_id: str) -> Member[L]:
        """The phone that asks, as organiser.

        :raises NotFound, NotMember: as of `requesting`.
        :raises NotAllowed: a helper asks.
        """
        member = self.requesting(public_id)
        if member.role != "organiser":
            raise NotAllowed
        return member


TOURNAMENT_MEMBERS: Final = Members(TOURNAMENT_OPERATIONS, TOURNAMENT_ROLE_LINKS)
CLUB_MEMBERS: Final = Members(CLUB_OPERATIONS, CLUB_ROLE_LINKS)


def owned_act_json(act: Act[OwnedBody], revision: int) -> Json:
    """Write an act of a tournament or a club as the answer to its operation."""
    told: Json = {"op_id": act.op_id, "seq": act.seq, "kind": act.kind, "data": act.data}
    return {**told, "revision": revision}


def read_club(public_id: str) -> LoadedClub:
    """The club, for a reader's role: its organiser and helpers see more than strangers.

    :raises NotFound, NotMember: as of `Members.requesting`, where a secret is sent.
    """
    role: Role = ""
    loaded_club = find_club(public_id)
    if "Authorization" in request.headers:
        loaded_club, _phone, role = CLUB_MEMBERS.requesting(public_id)
    act_in_club_as(public_id, role)
    return loaded_club


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
