"""Take the scorer's acts besides hands: undo, stop, reopen, claim, rematch."""

from collections.abc import Mapping

from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.club import rematches
from scorekeeper.club.rematches import NotOver, PlayedAtTable
from scorekeeper.explain import problems
from scorekeeper.explain.problems import claim_lack
from scorekeeper.journal.act import Revision
from scorekeeper.match import matches
from scorekeeper.match.acts.body import Body, Refused
from scorekeeper.match.acts.hand_acts import Claimed, Reopened, Stopped
from scorekeeper.match.acts.meta import Undone
from scorekeeper.match.matches import find_match, is_scorer
from scorekeeper.rules.match import Claim
from scorekeeper.web.forms import operation, whole_number
from scorekeeper.web.fragments import go_to
from scorekeeper.web.limits import new_matches
from scorekeeper.web.match.entry_values import claim_values
from scorekeeper.web.match.filled_views import form_values
from scorekeeper.web.match.matches import match_context, stale_page
from scorekeeper.web.phone_identity import phone_id

pages = Blueprint("acts", __name__, url_prefix="/m/<public_id>")


def _do(public_id: str, body: Body) -> BaseResponse:
    """Do it and show the match; a stale or repeated press shows how the match stands."""
    op_id, revision = operation()
    try:
        matches.append_act(public_id, phone_id(), op_id, revision, body)
    except Refused:
        return stale_page(find_match(public_id))
    return go_to("matches.show", public_id=public_id)


@pages.post("/undo")
def undo(public_id: str) -> BaseResponse:
    """Undo the last act, or take the last undoing back; an earlier one: see `history`."""
    seq = whole_number(request.form.get("seq"))
    if seq is None:
        abort(400)
    loaded_match = find_match(public_id)
    possible = {
        act.seq
        for act in (loaded_match.ledger.last_act(), loaded_match.ledger.last_undoing())
        if act
    }
    earlier_act = loaded_match.ledger.done_by(request.form.get("op_id", ""))
    if seq not in possible and not earlier_act and is_scorer(public_id, phone_id()):
        return stale_page(loaded_match)
    return _do(public_id, Undone(seq=seq))


@pages.post("/stop")
def stop(public_id: str) -> BaseResponse:
    """The players stop before the target."""
    return _do(public_id, Stopped())


@pages.post("/reopen")
def reopen(public_id: str) -> BaseResponse:
    """Go on with a match that was stopped or claimed."""
    return _do(public_id, Reopened())


@pages.post("/rematch")
@new_matches
def rematch(public_id: str) -> BaseResponse:
    """Start a rematch of the same players; the next dealer deals."""
    op_id, _ = operation()
    try:
        loaded_match = rematches.rematch(public_id, phone_id(), op_id)
    except NotOver as error:
        return stale_page(error.loaded_match)
    except PlayedAtTable:
        return stale_page(find_match(public_id))
    return go_to("matches.show", public_id=loaded_match.public_id)


@pages.get("/claim")
def claim_form(public_id: str) -> BaseResponse | str:
    """Ask who claims, and with how much."""
    ledger = find_match(public_id).ledger
    if ledger.standing.is_over or not ledger.match.rules.claim:
        return go_to("matches.show", public_id=public_id)
    return _claim_page(public_id, {}, {})


@pages.post("/claim")
def claim(public_id: str) -> BaseResponse:
    """A side stops the match and claims that it has the target."""
    op_id, revision = operation()
    points = whole_number(request.form.get("points"), digits=4)
    body = Claimed.read({"side": request.form.get("side"), "points": points})
    if not body.wrong and _is_asked_about(public_id, body.claim, revision):
        return Response(_claim_page(public_id, request.form, {}, body.claim), status=422)
    try:
        matches.append_act(public_id, phone_id(), op_id, revision, body)
    except Refused as refusal:
        texts = {str(p.field): problems.claim_problem_text(p) for p in refusal.problems}
        if not texts.keys() <= {"side", "points"}:
            return stale_page(find_match(public_id))
        return Response(_claim_page(public_id, request.form, texts), status=422)
    return go_to("matches.show", public_id=public_id)


def _is_asked_about(public_id: str, claim: Claim, revision: Revision) -> bool:
    """Would the other side win by the claim, and has nobody agreed to that yet?"""
    loaded_match = find_match(public_id)
    ledger = loaded_match.ledger
    if ledger.standing.is_over or int(loaded_match.revision) != int(revision):
        return False  # it is refused, or was written already
    if request.form.get("sure") == f"{claim.side}:{claim.points}":
        return False
    return claim_lack(claim, ledger.standing.totals, ledger.match.rules) > 0


def _claim_page(
    public_id: str,
    typed: Mapping[str, str],
    wrong: Mapping[str, str],
    asked: Claim | None = None,
) -> str:
    context = match_context(find_match(public_id))
    if not context["may_write"]:
        abort(403)
    loaded_match = context["loaded_match"]
    ledger = loaded_match.ledger
    values = {
        **claim_values(ledger, context["names"], typed, wrong, asked),
        **form_values(loaded_match, url_for(".claim", public_id=public_id)),
    }
    return render_template("matches/claim.html", loaded_match=loaded_match, values=values)
