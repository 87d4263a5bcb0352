"""Rights in a match through the API: they come with its secret, or with a page of ours.

The secret is a phone's (`match.phones`) or a scorer's link's: as `Authorization: Bearer`, or in
the cookie of a page of ours. The cookie counts only where the browser says that such a page sent
the request, because nothing here carries a form's token.
"""

from collections.abc import Callable
from typing import NamedTuple

from flask import Response, request
from werkzeug.exceptions import Forbidden

from scorekeeper.i18n import _
from scorekeeper.match.matches import NotScorer, is_scorer, may_ask_again
from scorekeeper.match.pencil import links
from scorekeeper.match.phones import WATCHER, PhoneRole, find_phone, see_match
from scorekeeper.operating.security_events import NO_EVENT, mark_request
from scorekeeper.web import limits
from scorekeeper.web.api.answers import problem
from scorekeeper.web.api.blueprint import pages
from scorekeeper.web.phone_identity import (
    invite_phone,
    is_known_again,
    known_phone,
    sending_phone,
)
from scorekeeper.web.phone_identity import phone_id as phone_of_page
from scorekeeper.web.request_roles import open_match, role_in
from scorekeeper.web.same_origin import is_from_own_page

WithLink = Callable[[str, str], int | None]
"""Finds the phone of a program by a link's secret and the address of what it should open."""


class Starter(NamedTuple):
    """The phone that asks for a new match."""

    find: Callable[[str], int | None]
    """Its row id, by the match's id. None where it was invited and has written nothing yet."""
    enrol: Callable[[str], int]
    """Its row id; enrols it where it is new. A request that makes no sense enrols nobody."""


class Invited(Exception):
    """The phone has never been here; its cookie goes out with the answer."""


def scorer_of(public_id: str, op_id: str = "") -> int:
    """The phone that asks, which may write in this match; or once could, and asks for an operation
    that is written.

    Another phone may have taken in the file of what this one could not send any more.

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
