"""Opening a link: the secret comes in the address's fragment, which no server and no log sees."""

import re
from typing import Final

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain.shown_names import named_by_players, side_names
from scorekeeper.journal.identifiers import is_operation_id, new_operation_id
from scorekeeper.match.matches import OperationIdReused
from scorekeeper.match.pencil import links
from scorekeeper.match.pencil.links import OF_THE_PENCIL, LinkEnded, OtherSide, WrongSecret
from scorekeeper.tournament.places import place_of
from scorekeeper.web import limits
from scorekeeper.web.fragments import go_to, is_htmx
from scorekeeper.web.match.matches import table_text
from scorekeeper.web.phone_identity import invite_phone, known_phone
from scorekeeper.web.qr import outside_url
from scorekeeper.web.request_roles import role_in

_LINK: Final = re.compile(r"#([\w-]{43})(?![\w-])")

pages = Blueprint("links", __name__, url_prefix="/s")


@pages.get("")
def ask() -> Response:
    """The page that hands the fragment over; without scripts the link is put in by hand."""
    return _page()


@pages.post("")
def look() -> BaseResponse:
    """Show what the link is for, with a button that opens it. Uses nothing up."""
    secret = given_secret()
    try:
        opened_link = links.look_up(secret)
    except WrongSecret:
        return _refuse_wrong()
    except LinkEnded as error:
        return _lead_on(error) or _page(422, fault="ended")
    names = side_names(named_by_players(opened_link.loaded_match.ledger.match))
    place = place_of(opened_link.loaded_match.public_id)
    return _page(
        opened=opened_link,
        names=names,
        place=table_text(place) if place else "",
        secret=secret,
        op_id=new_operation_id(),
    )


@pages.post("/open")
def open_link() -> BaseResponse:
    """Make this phone what the link says, and show the match."""
    op_id = request.form.get("op_id", "")
    if not is_operation_id(op_id):
        op_id = new_operation_id()
    secret = given_secret()
    if not links.is_known(secret):  # before a phone is enrolled for it
        return _refuse_wrong()
    try:
        opened_link = links.open_link(secret, known_phone(secret), op_id)
    except LinkEnded as error:
        return _lead_on(error) or _page(409, fault="ended")
    except OtherSide as other:
        return _page(409, fault="other", loaded_match=other.loaded_match)
    except OperationIdReused:
        return look()  # with an operation id of its own
    return go_to("matches.show", public_id=opened_link.loaded_match.public_id)


def _lead_on(error: LinkEnded) -> BaseResponse | None:
    """The match, where the link has made this phone what it is already."""
    loaded_match, kind = error.opened
    role = role_in(loaded_match.public_id)
    if role.side == kind or (role.writes and kind in OF_THE_PENCIL):
        return go_to("matches.show", public_id=loaded_match.public_id)
    return None


def _refuse_wrong() -> Response:
    limits.count_failed_secret()
    return _page(422, fault="wrong")


def scorer_address(secret: str) -> str:
    """The whole address of a link to a match, as it is sent, shown or printed."""
    return f"{outside_url('links.ask')}#{secret}"


def given_secret() -> str:
    """The secret alone, also where the whole link was put in, or a message around it."""
    typed = request.form.get("secret", "").strip()
    found = _LINK.search(typed)
    return found[1] if found else typed


def _page(status: int = 200, **context: object) -> Response:
    invite_phone()  # two taps are of one phone
    template = "links/_link.html" if is_htmx() else "links/page.html"
    context = {"opened": None, "fault": "", "loaded_match": None, "place": "", **context}
    return make_response(render_template(template, **context), status)
