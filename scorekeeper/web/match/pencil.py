"""The pencil: who holds it, handing it over, and who answers for each side."""

from flask import Blueprint, Response, abort, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.match import agreement
from scorekeeper.match.matches import find_match
from scorekeeper.match.pencil import links, passing
from scorekeeper.match.pencil.links import KINDS, joined_by
from scorekeeper.match.pencil.passing import NotAsked
from scorekeeper.web.forms import operation, whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.match.matches import match_context, own_match, stale_page
from scorekeeper.web.match.pencil_links import scorer_address
from scorekeeper.web.phone_identity import phone_id
from scorekeeper.web.qr import shown_address
from scorekeeper.web.request_roles import role_in

pages = Blueprint("pencil", __name__, url_prefix="/m/<public_id>/pencil")


@pages.get("/")
def show(public_id: str) -> str:
    """Show who writes and who answers, and what this phone may do about it."""
    loaded_match = find_match(public_id)
    return render_template(
        "pencil/page.html",
        **match_context(loaded_match),
        scorers=passing.scorers_of(public_id),
        answering=agreement.is_on(loaded_match.ledger),
        phone_number=loaded_match.ledger.phones.get(phone_id()),
        asking=passing.asking(loaded_match.ledger),
        was_declined=passing.was_declined(loaded_match.ledger, role_in(public_id).side),
    )


@pages.get("/link")
def link_again(public_id: str) -> BaseResponse:
    """A link is shown once; its page, asked for again, is that where a new one is made."""
    return go_to(".show", public_id=find_match(public_id).public_id)


@pages.post("/link")
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


@pages.get("/waiting")
def waiting(public_id: str) -> BaseResponse:
    """Has a phone opened this kind of link since this revision? The page that shows it asks."""
    since = whole_number(request.args.get("since")) or 0
    kind = request.args.get("kind", "")
    acts = find_match(public_id).ledger.acts[since:]
    if kind in KINDS and any(act.body == joined_by(kind) for act in acts):
        # Of a side's code the other side's comes next.
        return go_to("matches.show" if kind == "hand_over" else ".show", public_id=public_id)
    return Response(status=204)


@pages.post("/alone")
def write_alone(public_id: str) -> BaseResponse:
    """Let no other phone write."""
    op_id, _revision = operation()
    passing.write_alone(public_id, phone_id(), op_id)
    return go_to(".show", public_id=public_id)


@pages.post("/ask")
def ask(public_id: str) -> BaseResponse:
    """Ask for the pencil, for the side that this phone answers for."""
    op_id, _revision = operation()
    passing.ask(public_id, phone_id(), op_id)
    return go_to("matches.show", public_id=public_id)


@pages.post("/answer")
def answer(public_id: str) -> BaseResponse:
    """Agree that the phone that asks gets the pencil, or decline."""
    op_id, _revision = operation()
    seq = whole_number(request.form.get("seq"))
    if seq is None:
        abort(400)
    try:
        passing.answer(public_id, phone_id(), op_id, seq, yes=request.form.get("yes") == "1")
    except NotAsked:
        return stale_page(find_match(public_id))
    return go_to("matches.show", public_id=public_id)
