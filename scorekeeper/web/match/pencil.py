"""The pencil: its holder, handing it over, and the links that are opened for it."""

import re
from typing import Final

from flask import Blueprint, Response, abort, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain.shown_names import named_by_players, side_names
from scorekeeper.journal.identifiers import is_operation_id, new_operation_id
from scorekeeper.match import agreement, links, pencil_passing
from scorekeeper.match.links import (
    KINDS,
    OF_THE_PENCIL,
    LinkEnded,
    OtherSide,
    WrongSecret,
    joined_by,
)
from scorekeeper.match.matches import OperationIdReused, find_match
from scorekeeper.match.pencil_passing import NotAsked
from scorekeeper.tournament.places import place_of
from scorekeeper.web import limits
from scorekeeper.web.forms import operation, whole_number
from scorekeeper.web.fragments import go_to, is_htmx
from scorekeeper.web.match.matches import match_context, own_match, stale_page, table_text
from scorekeeper.web.phone_identity import invite_phone, known_phone, phone_id, role_in
from scorekeeper.web.printing import outside_url, shown_address

_LINK: Final = re.compile(r"#([\w-]{43})(?![\w-])")

pages = Blueprint("pencil", __name__)


@pages.get("/s")
def ask_link() -> Response:
    """The page that hands the fragment over; without scripts the link is put in by hand."""
    return _page()


@pages.post("/s")
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


@pages.post("/s/open")
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
        return look()  # with a new operation id
    return go_to("matches.show", public_id=opened_link.loaded_match.public_id)


def _lead_on(error: LinkEnded) -> BaseResponse | None:
    """Go to the match, where an ended link has given this phone its role already."""
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
    return f"{outside_url('pencil.ask_link')}#{secret}"


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


@pages.get("/m/<public_id>/pencil/")
def show(public_id: str) -> str:
    """Show the writing and the answering phones, and the choices of this phone."""
    loaded_match = find_match(public_id)
    return render_template(
        "pencil/page.html",
        **match_context(loaded_match),
        scorers=pencil_passing.scorers_of(public_id),
        answering=agreement.is_on(loaded_match.ledger),
        phone_number=loaded_match.ledger.phones.get(phone_id()),
        asking=pencil_passing.asking(loaded_match.ledger),
        was_declined=pencil_passing.was_declined(loaded_match.ledger, role_in(public_id).side),
    )


@pages.get("/m/<public_id>/pencil/link")
def link_again(public_id: str) -> BaseResponse:
    """A link is shown once; its page, asked for again, is that where a new one is made."""
    return go_to(".show", public_id=find_match(public_id).public_id)


@pages.post("/m/<public_id>/pencil/link")
def make_link(public_id: str) -> Response:
    """A new link, as a QR code and an address, shown this once."""
    kind = request.form.get("kind")
    if kind not in KINDS:
        abort(400)
    loaded_match = own_match(public_id)
    secret = links.make_link(public_id, phone_id(), kind)
    return make_response(
        render_template(
            "pencil/link.html",
            **match_context(loaded_match),
            kind=kind,
            **shown_address(scorer_address(secret)),
        )
    )


@pages.get("/m/<public_id>/pencil/waiting")
def waiting(public_id: str) -> BaseResponse:
    """Has a phone opened this kind of link since this revision? The page that shows it asks."""
    since = whole_number(request.args.get("since")) or 0
    kind = request.args.get("kind", "")
    acts = find_match(public_id).ledger.acts[since:]
    if kind in KINDS and any(act.body == joined_by(kind) for act in acts):
        # Of a side's code the other side's comes next.
        return go_to("matches.show" if kind == "hand_over" else ".show", public_id=public_id)
    return Response(status=204)


@pages.post("/m/<public_id>/pencil/alone")
def write_alone(public_id: str) -> BaseResponse:
    """Let no other phone write."""
    op_id, _revision = operation()
    pencil_passing.write_alone(public_id, phone_id(), op_id)
    return go_to(".show", public_id=public_id)


@pages.post("/m/<public_id>/pencil/ask")
def ask(public_id: str) -> BaseResponse:
    """Ask for the pencil, for the side that this phone answers for."""
    op_id, _revision = operation()
    pencil_passing.ask(public_id, phone_id(), op_id)
    return go_to("matches.show", public_id=public_id)


@pages.post("/m/<public_id>/pencil/answer")
def answer(public_id: str) -> BaseResponse:
    """Agree that the phone that asks gets the pencil, or decline."""
    op_id, _revision = operation()
    seq = whole_number(request.form.get("seq"))
    if seq is None:
        abort(400)
    try:
        pencil_passing.answer(public_id, phone_id(), op_id, seq, yes=request.form.get("yes") == "1")
    except NotAsked:
        return stale_page(find_match(public_id))
    return go_to("matches.show", public_id=public_id)
