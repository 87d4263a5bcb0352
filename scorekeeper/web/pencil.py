"""The pencil: who holds it, handing it over, and who answers for each side."""

from typing import cast

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.services import agreement, pencil
from scorekeeper.services.matches import OperationReused, find_match
from scorekeeper.services.pencil import LinkKind, NotAsked
from scorekeeper.web.forms import operation, whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.matches import match_context, own_match, render_match_page
from scorekeeper.web.qr import is_of_this_machine, qr_code
from scorekeeper.web.security import phone_id

pages = Blueprint("pencil", __name__, url_prefix="/m/<public_id>/pencil")

_KINDS = ("scorer", "hand_over", "A", "B")


@pages.get("/")
def show(public_id: str) -> str:
    """Who writes and who answers; what this phone may do about it."""
    kept = find_match(public_id)
    return render_template(
        "pencil/page.html",
        **match_context(kept),
        scorers=pencil.scorers_of(public_id),
        answering=agreement.is_on(kept.ledger),
        asking=pencil.asking(kept.ledger),
    )


@pages.get("/link")
def link_again(public_id: str) -> BaseResponse:
    """A link is shown once; its page, asked for again, is that where a new one is made."""
    return go_to(".show", public_id=find_match(public_id).public_id)


@pages.post("/link")
def make_link(public_id: str) -> Response:
    """A new link, as a QR code and an address, shown this once."""
    kind = request.form.get("kind")
    if kind not in _KINDS:
        abort(400)
    kind = cast(LinkKind, kind)
    kept = own_match(public_id)
    secret = pencil.make_link(public_id, phone_id(), kind)
    address = f"{url_for('links.ask', _external=True)}#{secret}"
    return make_response(
        render_template(
            "pencil/link.html",
            **match_context(kept),
            kind=kind,
            address=address,
            code=qr_code(address),
            stays_here=is_of_this_machine(address),
        )
    )


@pages.get("/waiting")
def waiting(public_id: str) -> BaseResponse:
    """Has a phone opened a link since this revision? The page that shows one asks."""
    since = whole_number(request.args.get("since")) or 0
    acts = find_match(public_id).ledger.acts[since:]
    if any(act.kind == "joined" for act in acts):
        return go_to("matches.show", public_id=public_id)
    return Response(status=204)


@pages.post("/alone")
def write_alone(public_id: str) -> BaseResponse:
    """Let no other phone write."""
    op_id, _revision = operation()
    pencil.write_alone(public_id, phone_id(), op_id)
    return go_to(".show", public_id=public_id)


@pages.post("/ask")
def ask(public_id: str) -> BaseResponse:
    """Ask for the pencil, for the side that this phone answers for."""
    op_id, _revision = operation()
    pencil.ask(public_id, phone_id(), op_id)
    return go_to("matches.show", public_id=public_id)


@pages.post("/answer")
def answer(public_id: str) -> BaseResponse:
    """Agree that the phone that asks gets the pencil, or decline."""
    op_id, _revision = operation()
    seq = whole_number(request.form.get("seq"))
    if seq is None:
        abort(400)
    try:
        pencil.answer(public_id, phone_id(), op_id, seq, yes=request.form.get("yes") == "1")
    except (NotAsked, OperationReused):
        return Response(render_match_page(find_match(public_id), notice="stale"), status=409)
    return go_to("matches.show", public_id=public_id)
