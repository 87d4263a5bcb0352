"""Links and helpers of a tournament or a club through the API."""

from collections.abc import Callable
from typing import Final

from flask import Response
from werkzeug.exceptions import NotFound

from scorekeeper.journal.fields import OperationField, choice, text
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.json_values import Json, text_in
from scorekeeper.journal.organised import OA, OB
from scorekeeper.journal.owner import L, S
from scorekeeper.journal.role_acts import Helper
from scorekeeper.rules.names import LONGEST_NAME
from scorekeeper.tournament.role_links import LINK_ROLES, LinkRole
from scorekeeper.web.api.access import CLUB_MEMBERS, TOURNAMENT_MEMBERS, Members
from scorekeeper.web.api.blueprint import answer, pages, read_body
from scorekeeper.web.clubs.club_pages import CLUB_LINK_PAGES
from scorekeeper.web.operation_table import Unread, read_fields, without_nulls
from scorekeeper.web.tournaments.rights import TOURNAMENT_LINK_PAGES

_ROLE: Final = OperationField("role", choice(LINK_ROLES))
_NAME: Final = OperationField("name", text(LONGEST_NAME))


@pages.post("/tournaments/<public_id>/links")
def link(public_id: str) -> Response:
    """A new organiser's or helpers' link; the one before it opens nothing more."""
    return _make_link(TOURNAMENT_MEMBERS, public_id, TOURNAMENT_LINK_PAGES.address)


@pages.get("/tournaments/<public_id>/helpers")
def helpers(public_id: str) -> Response:
    """List the helpers, and those that were removed."""
    return _list_helpers(TOURNAMENT_MEMBERS, public_id)


@pages.delete("/tournaments/<public_id>/helpers/<int:helper>")
def remove_helper(public_id: str, helper: int) -> Response:
    """Let a helper help no more; once is as good as twice."""
    return _remove_helper(TOURNAMENT_MEMBERS, public_id, helper)


@pages.post("/clubs/<public_id>/links")
def club_link(public_id: str) -> Response:
    """A new organiser's or helpers' link; the one before it opens nothing more."""
    return _make_link(CLUB_MEMBERS, public_id, CLUB_LINK_PAGES.address)


@pages.get("/clubs/<public_id>/helpers")
def club_helpers(public_id: str) -> Response:
    """List the helpers, and those that were removed."""
    return _list_helpers(CLUB_MEMBERS, public_id)


@pages.delete("/clubs/<public_id>/helpers/<int:helper>")
def remove_club_helper(public_id: str, helper: int) -> Response:
    """Let a helper help no more; once is as good as twice."""
    return _remove_helper(CLUB_MEMBERS, public_id, helper)


def _make_link(
    members: Members[L, S, OB, OA], public_id: str, address: Callable[[str], str]
) -> Response:
    member, links = members.organiser(public_id), members.links
    role, name = _read_link()
    known = links.helpers_of(member.loaded)
    number = next((one.number for one in known if name and one.name == name), 0)
    if name and not number:
        number, secret = links.name_helper(public_id, member.phone, name)
    else:
        secret = links.make(public_id, member.phone, role, number)
    payload: Json = {"role": role, "secret": secret, "link": address(secret)}
    return answer({**payload, "helper": number or None}, 201)


def _read_link() -> tuple[LinkRole, str]:
    """Read whom a new link is for: the role, and of one helper's own the name.

    :raises Unread: it does not say so.
    """
    values, found = read_fields(without_nulls(read_body()), (_ROLE,), (_NAME,))
    if found:
        raise Unread(*found)
    role = next(one for one in LINK_ROLES if one == values["role"])
    return role, text_in(values, "name") if role == "helper" and "name" in values else ""


def _list_helpers(members: Members[L, S, OB, OA], public_id: str) -> Response:
    known = members.links.helpers_of(members.organiser(public_id).loaded)
    return answer({"helpers": [_helper_json(one) for one in known]})


def _remove_helper(members: Members[L, S, OB, OA], public_id: str, number: int) -> Response:
    member, links = members.organiser(public_id), members.links
    helper = links.helper(member.loaded, number)
    if helper is None:
        raise NotFound
    if not helper.is_removed:
        at = (public_id, member.phone, new_operation_id(), member.loaded.revision)
        helper = links.helper(links.remove_helper(*at, number), number)
        assert helper is not None
    return answer(_helper_json(helper))


def _helper_json(helper: Helper) -> Json:
    return {
        "helper": helper.number,
        "name": helper.name,
        "devices": len(helper.phones),
        "removed": helper.is_removed,
    }
