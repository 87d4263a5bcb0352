"""Rights in a tournament or a club through the API: its organiser writes all, a helper less.

The secret is a phone's, like that of the one that began it, or that of an open organiser's
or helpers' link; or it is the cookie of a page of ours (`access`).
"""

from typing import Final, Generic, NamedTuple, TypeVar

from flask import Response, request

from scorekeeper.club.club_service import CLUB_ROLE_LINKS, LoadedClub, find_club
from scorekeeper.i18n import _
from scorekeeper.journal.act import Act
from scorekeeper.journal.identifiers import is_operation_id
from scorekeeper.journal.journal import Folded
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.owner import Loaded, NotAllowed, OwnedBody, Role
from scorekeeper.match.phones import enrol_phone
from scorekeeper.rules.model import Problem
from scorekeeper.tournament.links import TOURNAMENT_ROLE_LINKS
from scorekeeper.tournament.role_links import RoleLinks
from scorekeeper.web.api.access import requesting_phone, unauthorized
from scorekeeper.web.api.answers import problem
from scorekeeper.web.api.blueprint import pages
from scorekeeper.web.api.bodies import read_body
from scorekeeper.web.club_operations import CLUB_OPERATIONS
from scorekeeper.web.operation_table import OperationRequest, Operations, Unread, read_named
from scorekeeper.web.request_roles import act_in_club_as
from scorekeeper.web.tournament_operations import TOURNAMENT_OPERATIONS

L = TypeVar("L", bound=Loaded[Folded])
S = TypeVar("S", bound=Folded)
B = TypeVar("B", bound=OwnedBody)
A = TypeVar("A", bound=Act[OwnedBody])


class NotMember(Exception):
    """No secret, a wrong one, or one that is good for others only."""


class Member(NamedTuple, Generic[L]):
    """A phone that may write in the tournament, or the club."""

    loaded: L
    phone: int
    role: Role


class Members(Generic[L, S, B, A]):
    """The phones that ask about one kind of owner."""

    def __init__(self, operations: Operations[L, S, B, A], links: RoleLinks[L, S, B, A]) -> None:
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
        :raises NotJson, Unread: it brings none, with every problem of its own fields.
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
    """The club, of which its own are told more: all that is shown follows their role.

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
